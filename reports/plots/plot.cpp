#include "reports/plots/plot.hpp"

#include "problems/base/fields.hpp"
#include "reports/plots/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

bool drawable(const Plot& plot, double x, double y) {
  return std::isfinite(x) && std::isfinite(y) && !(plot.log_x && x <= 0.0) &&
         !(plot.log_y && y <= 0.0);
}

bool drawable(const Plot& plot, const Curve& c) {
  for (std::size_t i = 0; i < c.x.size(); ++i) {
    if (drawable(plot, c.x[i], c.y[i])) return true;
  }
  return false;
}

/// Positions on the paper [mm]. The axes have the same size in every figure, so that figures side
/// by side are aligned; the key is below them in columns. gnuplot makes no column of the key higher
/// than the axes but starts another one beyond the edge, so that axes with a long key are higher.
struct Layout {
  double width, height;
  double left, right, top, bottom;  ///< margins of the axes
  double key_top;                   ///< above the lower edge
  int key_rows;
};

Layout layout_of(const Plot& plot) {
  std::size_t longest = 0;
  int titled = 0;
  for (const Curve& c : plot.curves) {
    if (c.title.empty() || !drawable(plot, c)) continue;
    longest = std::max(longest, c.title.size());
    ++titled;
  }
  const double width = plot.width > 0.0 ? plot.width : plot.full_width ? 178.0 : 86.0;
  const bool wide = width > 130.0;
  // A name takes 1.4 mm per letter, and 13.2 mm for its sample and the space around it, of which
  // the last column does not need 3 mm; the key begins 6.8 mm from the edge.
  const double name = 1.4 * static_cast<double>(longest) + 13.2;
  const int columns = std::clamp(static_cast<int>((width - 6.8 + 3.0) / name), 1, wide ? 4 : 3);
  const int rows = (titled + columns - 1) / columns;
  const double key = 4.2 * rows;
  const double bottom = 12.0 + key + 1.0;
  double axes = std::max(wide ? 60.0 : 44.0, 4.4 * rows);
  if (plot.equal_scale && plot.x_low && plot.x_high && plot.y_low && plot.y_high) {
    axes = (width - 21.0) * (*plot.y_high - *plot.y_low) / (*plot.x_high - *plot.x_low);
  }
  return {.width = width,
          .height = axes + bottom + 3.0,
          .left = 17.0,
          .right = 5.0,
          .top = 3.0,
          .bottom = bottom,
          .key_top = key + 1.0,
          .key_rows = std::max(rows, 1)};
}

/// Axes, axis labels and key at fixed positions: by default the terminals place labels differently,
/// and some beyond the edge of the paper.
std::string places(const Plot& plot) {
  const Layout l = layout_of(plot);
  std::string out = fmt::format(
      "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n"
      "set tmargin at screen {:.5f}\nset bmargin at screen {:.5f}\n",
      l.left / l.width, 1.0 - l.right / l.width, 1.0 - l.top / l.height, l.bottom / l.height);
  out += fmt::format(
      "set label {} at graph 0.5,screen {:.5f} center\n"
      "set label {} at screen {:.5f},graph 0.5 center rotate by 90\n",
      gnuplot_quoted(plot.x_label), (l.bottom - 8.5) / l.height, gnuplot_quoted(plot.y_label),
      2.5 / l.width);
  out += fmt::format(
      "set key at screen {:.5f},{:.5f} left top Left reverse vertical maxrows {} samplen 2.6 "
      "spacing 1.05 noautotitle noenhanced\n",
      0.4 * l.left / l.width, l.key_top / l.height, l.key_rows);
  return out;
}

/// The distance of tics that gnuplot takes for a range: at most 20 of 1, 2 or 5 times a power of
/// ten.
double own_step(double range) {
  const double power = std::pow(10.0, std::floor(std::log10(range)));
  const double places = 20.0 * power / range;
  return power * (places > 10.0 ? 0.2 : places > 4.0 ? 0.5 : 1.0);
}

/// The same for powers of ten (the factor from one label to the next): gnuplot labels each if there
/// are fewer than 20. Their exponents are seven tenths as wide.
std::optional<double> factor_with_room(double low, double high, double room) {
  const double decades = std::log10(high / low);
  const auto exponent = [](double x) { return fmt::format("{:.0f}", std::floor(std::log10(x))); };
  const double digits = static_cast<double>(std::max(exponent(low).size(), exponent(high).size()));
  const double each = std::ceil((1.7 * (2.0 + 0.7 * digits) + 2.0) * decades / room);
  return each > 1.0 ? std::optional(std::pow(10.0, each)) : std::nullopt;
}

/// The distance, or factor, between tics that keeps the numbers below an axis 2 mm apart, a digit
/// being 1.7 mm wide: gnuplot lets them overlap. Nothing if gnuplot's own choice suffices.
std::optional<double> step_with_room(const Plot& plot) {
  double low = plot.x_low.value_or(HUGE_VAL), high = plot.x_high.value_or(-HUGE_VAL);
  for (const Curve& c : plot.curves) {
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      if (!drawable(plot, c.x[i], c.y[i])) continue;
      if (!plot.x_low) low = std::min(low, c.x[i]);
      if (!plot.x_high) high = std::max(high, c.x[i]);
    }
  }
  if (plot.equal_scale || !(high > low)) return std::nullopt;
  const Layout l = layout_of(plot);
  const double room = l.width - l.left - l.right;
  if (plot.log_x) return factor_with_room(low, high, room);
  const double own = own_step(high - low);
  const auto fits = [&](double step) {
    // An axis without limits ends at a number.
    const double from = plot.x_low ? low / step : std::floor(low / step);
    const double to = plot.x_high ? high / step : std::ceil(high / step);
    std::size_t digits = 0;
    for (double k = std::ceil(from); k <= to; ++k)
      digits = std::max(digits, fmt::format("{:g}", k * step).size());
    return (1.7 * static_cast<double>(digits) + 2.0) * (to - from) <= room;
  };
  double step = plot.whole_x ? std::max(own, 1.0) : own;
  while (!fits(step) && step < high - low) {
    const double first = step / std::pow(10.0, std::floor(std::log10(step * (1.0 + 1e-9))));
    step *= first > 1.5 && first < 3.0 ? 2.5 : 2.0;
  }
  return step > own ? std::optional(step) : std::nullopt;
}

void append_range(std::string& out, char axis, std::optional<double> low,
                  std::optional<double> high) {
  if (!low && !high) return;
  out += fmt::format("set {}range [{}:{}]\n", axis, low ? to_text(*low) : "",
                     high ? to_text(*high) : "");
}

std::string frame(const Plot& plot) {
  std::string out =
      "set border 3 lw 0.7 lc rgb '#404040'\n"
      "set tics nomirror out scale 0.6\n"
      "set grid lw 0.4 lc rgb '#D8D8D8' dt 1\n"
      "set datafile missing 'NaN'\n";
  out += places(plot);
  if (plot.log_x) out += "set logscale x\nset format x '10^{%L}'\n";
  if (plot.log_y) out += "set logscale y\nset format y '10^{%L}'\n";
  if (!plot.log_y) out += "set format y '%g'\n";
  if (const auto step = step_with_room(plot)) out += fmt::format("set xtics {}\n", to_text(*step));
  append_range(out, 'x', plot.x_low, plot.x_high);
  append_range(out, 'y', plot.y_low, plot.y_high);
  if (plot.shaded_below) {
    out += fmt::format(
        "set object rectangle from graph 0,graph 0 to graph 1,first {} behind fc rgb '#E8E8E8' "
        "fs solid noborder\n",
        to_text(*plot.shaded_below));
  }
  for (const Label& label : plot.labels) {
    if (!drawable(plot, label.x, label.y)) continue;
    out += fmt::format("set label {} at {},{} left offset 0.9,0 noenhanced tc rgb '#606060'\n",
                       gnuplot_quoted(label.text), to_text(label.x), to_text(label.y));
  }
  return out;
}

std::string data_blocks(const Plot& plot) {
  std::string out;
  for (std::size_t k = 0; k < plot.curves.size(); ++k) {
    out += fmt::format("$d{} << EOD\n", k);
    const Curve& c = plot.curves[k];
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      if (drawable(plot, c.x[i], c.y[i])) out += fmt::format("{:.8g} {:.8g}\n", c.x[i], c.y[i]);
    }
    out += "EOD\n";
  }
  return out;
}

std::string plot_command(const Plot& plot) {
  std::string out = "plot ";
  const char* separator = "";
  for (std::size_t k = 0; k < plot.curves.size(); ++k) {
    const Curve& c = plot.curves[k];
    if (!drawable(plot, c)) continue;
    const Look look = look_of(c.style);
    const std::string line = fmt::format("lc rgb '{}' lw 1.4 dt {}", look.colour, look.dash);
    const auto points = [&](int marker) {
      return fmt::format("lc rgb '{}' lw 1.0 pt {} ps 0.55", look.colour, marker);
    };
    const std::string title = c.title.empty() ? "notitle" : "title " + gnuplot_quoted(c.title);
    std::string with;
    switch (c.stroke) {
      case Stroke::line:
        with = "with lines " + line;
        break;
      case Stroke::line_and_marks:
        with = fmt::format("with linespoints {} pt {} ps 0.55", line, look.marker);
        break;
      case Stroke::marks:
        with = "with points " + points(look.marker);
        break;
      case Stroke::hollow_marks:
        with = "with points " + points(look.hollow_marker());
        break;
      case Stroke::law:
        with = "with lines lc rgb '#909090' lw 0.9 dt 1";
        break;
    }
    out += fmt::format("{}$d{} {} {}", separator, k, with, title);
    separator = ", ";
  }
  return out + "\n";
}

/// Numbers such as -1.5e-12 do not fit beside an axis: its values are given in units of a power of
/// 1000, which the label names.
Plot with_readable_scale(Plot plot) {
  double largest =
      std::max(std::abs(plot.y_low.value_or(0.0)), std::abs(plot.y_high.value_or(0.0)));
  if (plot.log_y || plot.equal_scale) return plot;
  for (const Curve& c : plot.curves) {
    for (const double y : c.y)
      if (std::isfinite(y) && !plot.y_high) largest = std::max(largest, std::abs(y));
  }
  if (largest == 0.0 || (largest >= 0.01 && largest < 1e5)) return plot;
  const int power = 3 * static_cast<int>(std::floor(std::log10(largest) / 3.0));
  const double unit = std::pow(10.0, power);
  for (Curve& c : plot.curves) {
    for (double& y : c.y)
      y /= unit;
  }
  for (Label& label : plot.labels)
    label.y /= unit;
  for (std::optional<double>* limit : {&plot.y_low, &plot.y_high, &plot.shaded_below})
    if (*limit) **limit /= unit;
  const std::string factor = fmt::format("10^{{{}}}", power);
  const std::size_t bracket = plot.y_label.rfind(" [");
  if (bracket == std::string::npos) {
    plot.y_label += " [" + factor + "]";
  } else {
    plot.y_label.insert(bracket + 2, factor + " ");
  }
  return plot;
}

/// Limits of a logarithmic axis close around the values, wide enough that two powers of ten label
/// it: by default gnuplot extends it to the next power on both sides and may leave half of it
/// empty.
void close_in(std::optional<double>& low, std::optional<double>& high, double least, double most) {
  const double margin = std::max(0.06, 0.04 * std::log10(most / least));
  double from = low ? std::log10(*low) : std::log10(least) - margin;
  double to = high ? std::log10(*high) : std::log10(most) + margin;
  while (std::floor(to) - std::ceil(from) < 1.0) {
    const double below = std::ceil(from) - 1.0, above = std::floor(to) + 1.0;
    if (!low && (high || from - below <= above - to)) {
      from = below;
    } else if (!high) {
      to = above;
    } else {
      break;
    }
  }
  low = low ? low : std::pow(10.0, from);
  high = high ? high : std::pow(10.0, to);
}

Plot with_close_axes(Plot plot) {
  double least[2]{HUGE_VAL, HUGE_VAL}, most[2]{0.0, 0.0};
  for (const Curve& c : plot.curves) {
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      if (!drawable(plot, c.x[i], c.y[i])) continue;
      const double at[2]{c.x[i], c.y[i]};
      for (int axis = 0; axis < 2; ++axis) {
        least[axis] = std::min(least[axis], at[axis]);
        most[axis] = std::max(most[axis], at[axis]);
      }
    }
  }
  if (plot.log_x && most[0] > 0.0) close_in(plot.x_low, plot.x_high, least[0], most[0]);
  if (plot.log_y && most[1] > 0.0) close_in(plot.y_low, plot.y_high, least[1], most[1]);
  return plot;
}

}  // namespace

bool can_be_drawn(const Plot& plot) {
  return std::any_of(plot.curves.begin(), plot.curves.end(),
                     [&](const Curve& c) { return drawable(plot, c); });
}

std::string draw(const Plot& asked, const std::string& folder) {
  // A text at the end of a curve takes the room that gnuplot leaves.
  const Plot plot = asked.labels.empty() ? with_close_axes(with_readable_scale(asked))
                                         : with_readable_scale(asked);
  const Layout l = layout_of(plot);
  return run_gnuplot(data_blocks(plot) + frame(plot), plot_command(plot), {l.width, l.height},
                     folder, plot.name, plot.font.empty() ? house_font : plot.font);
}

}  // namespace impactbench
