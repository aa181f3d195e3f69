#pragma once

#include <string>
#include <vector>

namespace impactbench {

/// A disc in a snapshot; lengths in m, `force` the sum of the normal forces on it [N].
struct DrawnDisc {
  double x, y, radius, force;
};

/// A link of a force chain: from a disc's centre to the other's, or to the wall [m]; its force [N].
struct DrawnForce {
  double x_0, y_0, x_1, y_1, force;
};

/// The face of a wall, as a line [m].
struct DrawnWall {
  double x_0, y_0, x_1, y_1;
};

/// The plane at one instant.
struct Snapshot {
  std::string title;
  std::vector<DrawnDisc> discs;
  std::vector<DrawnForce> forces;
};

/// Snapshots side by side: discs coloured by the force on them, forces as lines whose width grows
/// with them, walls as black lines. One scale for all, up to the 95th percentile of the discs under
/// load.
struct SnapshotPlot {
  std::string name;                     ///< of its files: letters, digits and _
  double x_low, x_high, y_low, y_high;  ///< the box [m]
  std::vector<Snapshot> panels;
  std::vector<DrawnWall> walls{};  ///< in all of them
};

/// Draws `folder`/NAME.pdf and NAME.png and returns the SVG, like draw(Plot); at most four in a
/// row, 178 mm wide. Needs a panel.
[[nodiscard]] std::string draw(const SnapshotPlot& plot, const std::string& folder);

}  // namespace impactbench
