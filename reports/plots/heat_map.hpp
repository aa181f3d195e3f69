#pragma once

#include <string>
#include <vector>

namespace impactbench {

/// A box of a heat map: a class of the scale and a short text in it.
struct HeatBox {
  int shade{-1};  ///< of HeatMap::scale; -1: no box
  std::string text;
};

/// Names of rows and columns with a box for each pair.
struct HeatMap {
  std::string name;  ///< of its files: letters, digits and _
  std::vector<std::string> columns{}, rows{};
  std::vector<std::vector<HeatBox>> boxes{};  ///< rows of columns
  /// Names of the classes, six at most, from light to dark.
  std::vector<std::string> scale;
};

/// Draws `folder`/NAME.pdf and NAME.png and returns the SVG, like draw(Plot). It does not rely on
/// colour: each box has its text, and shades differ in lightness. Needs a row and a column.
[[nodiscard]] std::string draw(const HeatMap& map, const std::string& folder);

}  // namespace impactbench
