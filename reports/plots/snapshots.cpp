#include "reports/plots/snapshots.hpp"

#include "reports/plots/gnuplot.hpp"
#include "reports/plots/panel_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench {
namespace {

constexpr int most_columns = 3;
constexpr int widths = 6;  ///< classes of the lines of force

PanelGrid grid_of(const SnapshotPlot& plot) {
  PanelGrid grid;
  grid.left = 11.5;
  grid.gap_x = 5.0;
  grid.right = 3.0;
  grid.label = 2.0;
  const std::size_t count = plot.panels.size();
  // Two rows of two are larger than one row of four.
  const int columns = count == 4 ? 2 : std::clamp(static_cast<int>(count), 1, most_columns);
  grid.width = columns <= 2 ? 130.0 : 178.0;  // room for the label of the scale
  grid.scale = std::min(80.0, grid.width - grid.left - grid.right);
  grid.arrange(count, columns, (plot.y_high - plot.y_low) / (plot.x_high - plot.x_low));
  return grid;
}

/// Upper end of the scale [N]: a few discs in an impact must not make all others pale.
double top_force(const SnapshotPlot& plot) {
  std::vector<double> loads;
  for (const Snapshot& s : plot.panels) {
    for (const DrawnDisc& d : s.discs) {
      if (d.force > 0.0) loads.push_back(d.force);
    }
  }
  if (loads.empty()) return 1.0;
  std::sort(loads.begin(), loads.end());
  return loads[static_cast<std::size_t>(0.95 * static_cast<double>(loads.size() - 1))];
}

/// Class of a force by its root: the eye compares areas of lines, and most forces are small.
int width_class(double force, double top) {
  const double share = std::sqrt(std::min(force / top, 1.0));
  return std::clamp(static_cast<int>(share * widths), 0, widths - 1);
}

/// Width of the line of the largest force [pt]: no wider than a disc is high, nor than 3 pt.
double thickest_line(const SnapshotPlot& plot, const PanelGrid& grid) {
  double radius = 0.0;
  for (const DrawnDisc& d : plot.panels.front().discs)
    radius = std::max(radius, d.radius);
  const double millimetres = radius * grid.cell_width / (plot.x_high - plot.x_low);
  return std::clamp(0.9 * millimetres / 0.3528, 1.0, 3.0);
}

std::string data_blocks(const SnapshotPlot& plot, double top) {
  std::string out = "$walls << EOD\n";
  for (const DrawnWall& w : plot.walls)
    out += fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}\n", w.x_0, w.y_0, w.x_1 - w.x_0, w.y_1 - w.y_0);
  out += plot.walls.empty() ? "NaN NaN NaN NaN\nEOD\n" : "EOD\n";
  for (std::size_t k = 0; k < plot.panels.size(); ++k) {
    const Snapshot& s = plot.panels[k];
    out += fmt::format("$discs{} << EOD\n", k);
    for (const DrawnDisc& d : s.discs)
      out +=
          fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}\n", d.x, d.y, d.radius, std::min(d.force, top));
    out += "EOD\n";
    std::array<std::string, widths> lines;
    for (const DrawnForce& f : s.forces) {
      lines[static_cast<std::size_t>(width_class(f.force, top))] +=
          fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}\n", f.x_0, f.y_0, f.x_1 - f.x_0, f.y_1 - f.y_0);
    }
    for (std::size_t c = 0; c < widths; ++c) {
      // A block without a line would be an error; a line of length zero is invisible.
      out += fmt::format("$force{}_{} << EOD\n{}EOD\n", k, c,
                         lines[c].empty() ? "NaN NaN NaN NaN\n" : lines[c]);
    }
  }
  return out;
}

std::string setup_of(const SnapshotPlot& plot, double top) {
  // Lightness falls evenly from no force to the top of the scale, so that it reads in grey too.
  std::string out = fmt::format(
      "set border 15 lw 0.7 lc rgb '#404040'\n"
      "set tics nomirror out scale 0.4\nunset key\n"
      "set palette defined (0 '#FFFFFF', 0.25 '#FBE3B5', 0.6 '#E69F00', 1 '#C04A00')\n"
      "set cbrange [0:{:.6g}]\nset xrange [{:.6g}:{:.6g}]\nset yrange [{:.6g}:{:.6g}]\n"
      "set style fill solid 1.0\nset xtics autofreq\nset ytics autofreq\n",
      top, plot.x_low, plot.x_high, plot.y_low, plot.y_high);
  return out +
         "set cbtics out nomirror scale 0.4 offset 0,0.4\nset format cb '%g'\n"
         "set cblabel 'normal forces on a disc [N], darkest: and more; lines: forces of contacts' "
         "offset 0,0.7\n";
}

std::string panel_of(const SnapshotPlot& plot, const PanelGrid& grid, std::size_t k) {
  std::string out = grid.frame(k, plot.panels[k].title, "y [m]");
  out += fmt::format(
      "plot $discs{0} using 1:2:3:4 with circles lc palette fs solid noborder, $discs{0} using "
      "1:2:3 with circles lc rgb '#9A9A9A' lw 0.35 fs empty",
      k);
  const double thickest = thickest_line(plot, grid);
  for (int c = 0; c < widths; ++c) {
    out += fmt::format(", $force{}_{} with vectors nohead lc rgb '#0B2E4F' lw {:.2f}", k, c,
                       0.2 + (thickest - 0.2) * c / (widths - 1));
  }
  return out + ", $walls with vectors nohead lc rgb 'black' lw 1.6\n";
}

}  // namespace

std::string draw(const SnapshotPlot& plot, const std::string& folder) {
  const PanelGrid grid = grid_of(plot);
  const double top = top_force(plot);
  std::string drawing = "set multiplot\n";
  for (std::size_t k = 0; k < plot.panels.size(); ++k)
    drawing += panel_of(plot, grid, k);
  return run_gnuplot(data_blocks(plot, top) + setup_of(plot, top), drawing + "unset multiplot\n",
                     {grid.width, grid.height}, folder, plot.name);
}

}  // namespace impactbench
