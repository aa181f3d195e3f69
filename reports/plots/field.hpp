#pragma once

#include <string>
#include <vector>

namespace impactbench {

/// A value at a point of a regular grid; y downwards [m].
struct FieldPoint {
  double x, y, value;
};

/// A grid at one instant, all its points, x running fastest.
struct FieldPanel {
  std::string title;
  std::vector<FieldPoint> points;
};

/// Panels side by side on one colour scale, which ends at the 99th percentile of the values that
/// are not zero.
struct FieldPlot {
  std::string name;   ///< of its files: letters, digits and _
  std::string label;  ///< of the scale
  std::vector<FieldPanel> panels;
};

/// Draws `folder`/NAME.pdf and NAME.png and returns the SVG, like draw(Plot); three in a row. Needs
/// a panel with points.
[[nodiscard]] std::string draw(const FieldPlot& plot, const std::string& folder);

}  // namespace impactbench
