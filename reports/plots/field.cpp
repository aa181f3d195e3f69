#include "reports/plots/field.hpp"

#include "reports/plots/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

struct Extent {
  double x_low, x_high, y_high;
};

Extent extent_of(const FieldPlot& plot) {
  Extent out{0.0, 0.0, 0.0};
  for (const FieldPanel& panel : plot.panels) {
    for (const FieldPoint& p : panel.points) {
      out = {std::min(out.x_low, p.x), std::max(out.x_high, p.x), std::max(out.y_high, p.y)};
    }
  }
  return out;
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `least`.
double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * power >= least) return digit * power;
  }
  return 10.0 * power;
}

double top_of(const FieldPlot& plot) {
  std::vector<double> values;
  for (const FieldPanel& panel : plot.panels) {
    for (const FieldPoint& p : panel.points) {
      if (p.value > 0.0) values.push_back(p.value);
    }
  }
  if (values.empty()) return 1.0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(0.99 * double(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// Positions on the paper [mm].
struct Layout {
  int columns, rows;
  double cell_width, cell_height;
  double left{14.0}, gap_x{4.0}, gap_y{7.0}, top{6.0}, bottom{22.0}, right{4.0};
  double width{178.0}, height{0.0};
};

Layout layout_of(const FieldPlot& plot, const Extent& extent) {
  Layout l{};
  const int count = static_cast<int>(plot.panels.size());
  l.columns = std::min(count, 3);
  l.rows = (count + l.columns - 1) / l.columns;
  l.cell_width = (l.width - l.left - l.right - l.gap_x * (l.columns - 1)) / l.columns;
  l.cell_height = l.cell_width * extent.y_high / (extent.x_high - extent.x_low);
  l.height = l.top + l.bottom + l.rows * l.cell_height + l.gap_y * (l.rows - 1);
  return l;
}

std::string data_blocks(const FieldPlot& plot, double top) {
  std::string out;
  for (std::size_t k = 0; k < plot.panels.size(); ++k) {
    out += fmt::format("$field{} << EOD\n", k);
    for (const FieldPoint& p : plot.panels[k].points)
      out += fmt::format("{:.6g} {:.6g} {:.4g}\n", p.x, p.y, std::min(p.value, top));
    out += "EOD\n";
  }
  return out;
}

std::string panel_of(const FieldPlot& plot, const Layout& l, std::size_t k) {
  const int column = static_cast<int>(k) % l.columns, row = static_cast<int>(k) / l.columns;
  const double x = l.left + column * (l.cell_width + l.gap_x);
  const double y = l.height - l.top - (row + 1) * l.cell_height - row * l.gap_y;
  std::string out = fmt::format(
      "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n"
      "set bmargin at screen {:.5f}\nset tmargin at screen {:.5f}\n"
      "set label 1 {} at graph 0,1 left offset 0,0.6\n",
      x / l.width, (x + l.cell_width) / l.width, y / l.height, (y + l.cell_height) / l.height,
      gnuplot_quoted(plot.panels[k].title));
  const bool lowest = k + static_cast<std::size_t>(l.columns) >= plot.panels.size();
  out += lowest ? "set format x '%g'\nset label 2 'x [m]' at graph 0.5,0 center offset 0,-2.1\n"
                : "set format x ''\nunset label 2\n";
  out += column == 0 ? fmt::format(
                           "set format y '%g'\nset label 3 'depth [m]' at screen {:.5f},graph 0.5 "
                           "center rotate by 90\n",
                           2.5 / l.width)
                     : "set format y ''\nunset label 3\n";
  const double bar = 80.0;
  out += k > 0 ? "unset colorbox\n"
               : fmt::format(
                     "set colorbox horizontal user origin screen {:.5f},{:.5f} size screen "
                     "{:.5f},{:.5f}\n",
                     0.5 * (l.left + l.width - l.right - bar) / l.width, 9.0 / l.height,
                     bar / l.width, 2.5 / l.height);
  return out + fmt::format("plot $field{} using 1:2:3 with image pixels\n", k);
}

}  // namespace

std::string draw(const FieldPlot& plot, const std::string& folder) {
  const Extent extent = extent_of(plot);
  const double top = top_of(plot);
  const Layout l = layout_of(plot, extent);
  const std::string setup =
      data_blocks(plot, top) +
      fmt::format(
          "set border 15 lw 0.7 lc rgb '#404040'\nset tics nomirror out scale 0.4\nunset key\n"
          "set palette defined (0 '#FFFFFF', 0.25 '#FBE3B5', 0.6 '#E69F00', 1 '#702000')\n"
          "set cbrange [0:{:.6g}]\nset xrange [{:.6g}:{:.6g}]\nset yrange [{:.6g}:0]\n"
          "set xtics {:.6g}\nset ytics autofreq\n"
          "set cbtics {:.6g} out nomirror scale 0.4 offset 0,0.4\nset format cb '%.1e'\n"
          "set cblabel {} offset 0,0.7\n",
          top, extent.x_low, extent.x_high, extent.y_high,
          round_step(0.2 * (extent.x_high - extent.x_low)), 0.25 * top, gnuplot_quoted(plot.label));
  std::string drawing = "set multiplot\n";
  for (std::size_t k = 0; k < plot.panels.size(); ++k)
    drawing += panel_of(plot, l, k);
  return run_gnuplot(setup, drawing + "unset multiplot\n", {l.width, l.height}, folder, plot.name);
}

}  // namespace impactbench
