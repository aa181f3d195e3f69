#include "reports/plots/panel_grid.hpp"

#include "reports/plots/gnuplot.hpp"

#include <fmt/format.h>

namespace impactbench {

void PanelGrid::arrange(std::size_t panels, int in_columns, double aspect) {
  count = panels;
  columns = in_columns;
  rows = (static_cast<int>(count) + columns - 1) / columns;
  cell_width = (width - left - right - gap_x * (columns - 1)) / columns;
  cell_height = cell_width * aspect;
  height = top + bottom + rows * cell_height + gap_y * (rows - 1);
}

std::string PanelGrid::frame(std::size_t k, std::string_view title,
                             std::string_view y_label) const {
  const int column = static_cast<int>(k) % columns, row = static_cast<int>(k) / columns;
  const double x = left + column * (cell_width + gap_x);
  const double y = height - top - (row + 1) * cell_height - row * gap_y;
  std::string out = fmt::format(
      "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n"
      "set bmargin at screen {:.5f}\nset tmargin at screen {:.5f}\n"
      "set label 1 {} at graph 0,1 left offset 0,0.6\n",
      x / width, (x + cell_width) / width, y / height, (y + cell_height) / height,
      gnuplot_quoted(std::string(title)));
  const bool lowest = k + static_cast<std::size_t>(columns) >= count;
  out += lowest ? "set format x '%g'\nset label 2 'x [m]' at graph 0.5,0 center offset 0,-2.1\n"
                : "set format x ''\nunset label 2\n";
  out += column == 0 ? fmt::format(
                           "set format y '%g'\nset label 3 {} at screen {:.5f},graph 0.5 "
                           "center rotate by 90\n",
                           gnuplot_quoted(std::string(y_label)), label / width)
                     : "set format y ''\nunset label 3\n";
  out += k > 0 ? "unset colorbox\n"
               : fmt::format(
                     "set colorbox horizontal user origin screen {:.5f},{:.5f} size screen "
                     "{:.5f},{:.5f}\n",
                     0.5 * (left + width - right - scale) / width, 9.0 / height, scale / width,
                     2.5 / height);
  return out;
}

}  // namespace impactbench
