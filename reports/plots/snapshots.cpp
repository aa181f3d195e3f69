#include "reports/plots/snapshots.hpp"

#include "reports/plots/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench {
namespace {

constexpr int most_columns = 4;
constexpr int widths = 6;  ///< classes of the lines of force

/// Positions on the paper [mm].
struct Layout {
  int columns, rows;
  double cell_width, cell_height;  ///< of the axes of one snapshot
  double left{11.5}, gap_x{5.0}, gap_y{7.0}, top{6.0}, bottom{22.0}, right{3.0};
  double width, height;
};

Layout layout_of(const SnapshotPlot& plot) {
  Layout l{};
  const int count = static_cast<int>(plot.panels.size());
  // Two rows of two are larger than one row of four.
  l.columns = count == 4 ? 2 : std::min(count, 3);
  l.columns = std::clamp(l.columns, 1, most_columns);
  l.rows = (count + l.columns - 1) / l.columns;
  l.width = l.columns <= 2 ? 130.0 : 178.0;  // room for the label of the scale
  l.cell_width = (l.width - l.left - l.right - l.gap_x * (l.columns - 1)) / l.columns;
  l.cell_height = l.cell_width * (plot.y_high - plot.y_low) / (plot.x_high - plot.x_low);
  l.height = l.top + l.bottom + l.rows * l.cell_height + l.gap_y * (l.rows - 1);
  return l;
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
double thickest_line(const SnapshotPlot& plot, const Layout& l) {
  double radius = 0.0;
  for (const DrawnDisc& d : plot.panels.front().discs)
    radius = std::max(radius, d.radius);
  const double millimetres = radius * l.cell_width / (plot.x_high - plot.x_low);
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

std::string panel_of(const SnapshotPlot& plot, const Layout& l, std::size_t k) {
  const int column = static_cast<int>(k) % l.columns;
  const int row = static_cast<int>(k) / l.columns;
  const double x = l.left + column * (l.cell_width + l.gap_x);
  const double y = l.height - l.top - (row + 1) * l.cell_height - row * l.gap_y;
  std::string out = fmt::format(
      "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n"
      "set bmargin at screen {:.5f}\nset tmargin at screen {:.5f}\n"
      "set label 1 {} at graph 0,1 left offset 0,0.6\n",
      x / l.width, (x + l.cell_width) / l.width, y / l.height, (y + l.cell_height) / l.height,
      gnuplot_quoted(plot.panels[k].title));
  // Axis labels and numbers at the edge of the page of panels only.
  const bool lowest = k + static_cast<std::size_t>(l.columns) >= plot.panels.size();
  out += lowest ? "set format x '%g'\nset label 2 'x [m]' at graph 0.5,0 center offset 0,-2.1\n"
                : "set format x ''\nunset label 2\n";
  out += column == 0 ? fmt::format(
                           "set format y '%g'\nset label 3 'y [m]' at screen {:.5f},graph 0.5 "
                           "center rotate by 90\n",
                           2.0 / l.width)
                     : "set format y ''\nunset label 3\n";
  const double bar = std::min(80.0, l.width - l.left - l.right);
  out += k > 0 ? "unset colorbox\n"
               : fmt::format(
                     "set colorbox horizontal user origin screen {:.5f},{:.5f} size screen "
                     "{:.5f},{:.5f}\n",
                     0.5 * (l.left + l.width - l.right - bar) / l.width, 9.0 / l.height,
                     bar / l.width, 2.5 / l.height);
  out += fmt::format(
      "plot $discs{0} using 1:2:3:4 with circles lc palette fs solid noborder, $discs{0} using "
      "1:2:3 with circles lc rgb '#9A9A9A' lw 0.35 fs empty",
      k);
  const double thickest = thickest_line(plot, l);
  for (int c = 0; c < widths; ++c) {
    out += fmt::format(", $force{}_{} with vectors nohead lc rgb '#0B2E4F' lw {:.2f}", k, c,
                       0.2 + (thickest - 0.2) * c / (widths - 1));
  }
  return out + ", $walls with vectors nohead lc rgb 'black' lw 1.6\n";
}

}  // namespace

std::string draw(const SnapshotPlot& plot, const std::string& folder) {
  const Layout l = layout_of(plot);
  const double top = top_force(plot);
  std::string drawing = "set multiplot\n";
  for (std::size_t k = 0; k < plot.panels.size(); ++k)
    drawing += panel_of(plot, l, k);
  return run_gnuplot(data_blocks(plot, top) + setup_of(plot, top), drawing + "unset multiplot\n",
                     {l.width, l.height}, folder, plot.name);
}

}  // namespace impactbench
