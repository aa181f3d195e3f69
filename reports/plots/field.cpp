#include "reports/plots/field.hpp"

#include "reports/plots/gnuplot.hpp"
#include "reports/plots/panel_grid.hpp"

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

PanelGrid grid_of(const FieldPlot& plot, const Extent& extent) {
  PanelGrid grid;
  const std::size_t count = plot.panels.size();
  grid.arrange(count, static_cast<int>(std::min<std::size_t>(count, 3)),
               extent.y_high / (extent.x_high - extent.x_low));
  return grid;
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

}  // namespace

std::string draw(const FieldPlot& plot, const std::string& folder) {
  const Extent extent = extent_of(plot);
  const double top = top_of(plot);
  const PanelGrid grid = grid_of(plot, extent);
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
    drawing += grid.frame(k, plot.panels[k].title, "depth [m]") +
               fmt::format("plot $field{} using 1:2:3 with image pixels\n", k);
  return run_gnuplot(setup, drawing + "unset multiplot\n", {grid.width, grid.height}, folder,
                     plot.name);
}

}  // namespace impactbench
