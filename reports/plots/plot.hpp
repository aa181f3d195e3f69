#pragma once

#include "reports/plots/looks.hpp"

#include <optional>
#include <string>
#include <vector>

namespace impactbench {

enum class Stroke {
  line,            ///< dashed by the curve's style
  line_and_marks,  ///< with the style's marker at each point
  marks,
  hollow_marks,  ///< the same shapes, not filled: points that a fit leaves out
  law,           ///< thin grey line of an exact law or a reference slope
};

/// One curve. Curves with the same `style` look the same in every plot (look_of): colour, dash and
/// marker, so that they can be distinguished without colour.
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
  double width{0.0};       ///< of the paper [mm]; 0: as full_width says
  std::optional<double> y_low, y_high;
  std::vector<Curve> curves;
  std::optional<double> x_low{}, x_high{};
  std::vector<Label> labels{};
  bool whole_x{false};      ///< x counts something: tics at whole numbers only
  bool equal_scale{false};  ///< a plane of lengths: both axes alike; needs all four limits
  std::optional<double> shaded_below{};  ///< y up to which the plane is grey: a floor of rounding
  std::string font{};                    ///< family of the letters; empty: that of all figures
};

/// Whether any point can be drawn: finite, and positive if its axis is logarithmic.
[[nodiscard]] bool can_be_drawn(const Plot& plot);

/// Draws `folder`/NAME.pdf and NAME.svg (for papers) and NAME.png (for viewing), leaves the script
/// NAME.gp that makes them again in that folder, and returns the SVG for a page, with ids that are
/// unique to the plot. Very small or large values of a linear y axis are drawn in units of a power
/// of 1000 that the label names. Texts are shown unchanged, except the axis labels, which know
/// gnuplot's ^{} and _{}. Throws ConfigurationError, with gnuplot's own words, if gnuplot is
/// missing or fails. Needs can_be_drawn(plot).
[[nodiscard]] std::string draw(const Plot& plot, const std::string& folder);

}  // namespace impactbench
