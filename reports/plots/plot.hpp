#pragma once

#include <optional>
#include <string>
#include <vector>

namespace impactbench {

enum class Stroke {
  line,            ///< dashed by the curve's style
  line_and_marks,  ///< with the style's marker at each point
  marks,
  law,  ///< thin grey line of an exact law or a reference slope
};

/// One curve. Curves with the same `style` (0, 1, ..) look the same in every plot: colour, dash and
/// marker, so that they can be told apart without colour.
struct Curve {
  std::string title;  ///< in the key; empty: not in the key
  std::vector<double> x, y;
  int style{0};
  Stroke stroke{Stroke::line};
};

/// A short text in the plane of the data, its left end at (x, y).
struct Label {
  double x, y;
  std::string text;
};

/// A figure in the house style.
struct Plot {
  std::string name;  ///< of its files: letters, digits and _
  std::string x_label, y_label;
  bool log_x{false}, log_y{false};
  bool full_width{false};  ///< 178 mm, else 86 mm
  std::optional<double> y_low, y_high;
  std::vector<Curve> curves;
  std::optional<double> x_low{}, x_high{};
  std::vector<Label> labels{};
  bool equal_scale{false};  ///< a plane of lengths: both axes alike; needs all four limits
};

/// Whether any point can be drawn: finite, and positive where its axis is logarithmic.
[[nodiscard]] bool can_be_drawn(const Plot& plot);

/// Draws `folder`/NAME.pdf (for papers) and NAME.png (to look at), and returns the SVG for a page,
/// with ids that are unique to the plot. Texts are shown as they are written, except the axis
/// labels, which know gnuplot's ^{} and _{}. Throws ConfigurationError, with gnuplot's own words,
/// where gnuplot is missing or fails. Needs can_be_drawn(plot).
[[nodiscard]] std::string draw(const Plot& plot, const std::string& folder);

}  // namespace impactbench
