#pragma once

namespace impactbench {

/// Places of discs in columns, from right to left, each column from top to bottom: the order in
/// which nguyen2024's listing makes every box, and on which its random numbers depend.
struct DiscColumns {
  int count;     ///< places in all; the last column may be short
  int rows;      ///< of a full column
  double x, y;   ///< the first place [m]
  double pitch;  ///< from one place to the next, both ways [m]
};

/// Calls place(x, y) for each. Coordinates are found by repeated subtraction, as in the listing,
/// whose last digits need this.
template <class Place>
void for_each_place(const DiscColumns& columns, Place&& place) {
  double x = columns.x;
  for (int first = 0; first < columns.count; first += columns.rows, x -= columns.pitch) {
    double y = columns.y;
    for (int row = 0; row < columns.rows && first + row < columns.count; ++row, y -= columns.pitch)
      place(x, y);
  }
}

}  // namespace impactbench
