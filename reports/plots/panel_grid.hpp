#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace impactbench {

/// Panels of one size in rows on a page, filled from the top left, with a colour scale below them
/// all. Lengths on the paper [mm].
struct PanelGrid {
  double width{178.0};  ///< of the page
  double left{14.0}, right{4.0}, top{6.0}, bottom{22.0};
  double gap_x{4.0}, gap_y{7.0};
  double label{2.5};   ///< from the left edge to the label of the vertical axis
  double scale{80.0};  ///< length of the colour scale
  std::size_t count{0};
  int columns{1}, rows{0};
  double cell_width{0.0}, cell_height{0.0}, height{0.0};

  /// Places `panels` panels, `aspect` the height of their axes over the width.
  void arrange(std::size_t panels, int in_columns, double aspect);
  /// The commands of gnuplot that place panel k with its title, axes and, once, the colour scale:
  /// x [m] along the lowest panels, `y_label` along those on the left.
  [[nodiscard]] std::string frame(std::size_t k, std::string_view title,
                                  std::string_view y_label) const;
};

}  // namespace impactbench
