// The kinds of panel that are curves on axes.

#include "reference/published/table.hpp"
#include "reports/paper/elastic_scene.hpp"
#include "reports/paper/figure_sheet.hpp"
#include "reports/paper/panel_axes.hpp"
#include "reports/paper/scene.hpp"
#include "reports/paper/source.hpp"
#include "reports/plots/plot.hpp"
#include "reports/plots/slope_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace impactbench {
namespace {

/// The x axis has a usual label and a column in the data, and it may begin at 0.
struct Abscissa {
  const char *label, *column;
  bool from_zero;
};
constexpr Abscissa over_time{"time [s]", "time", true}, over_length{"x [m]", "x", false},
    over_number{"number of the ball", "x", false};

/// The plot of a panel, and its data as CSV.
class PanelPlot {
 public:
  PanelPlot(const PanelAxes& axes, const Abscissa& x, FigureSheet& sheet)
      : sheet_(sheet),
        from_zero_(x.from_zero),
        data_(fmt::format("curve,{},value\n", x.column)),
        plot_{.name = sheet.name(),
              .x_label = axes.x_label.empty() ? x.label : axes.x_label,
              .y_label = axes.y_label,
              .log_x = axes.log_x,
              .log_y = axes.log_y,
              .full_width = axes.full_width,
              .y_low = axes.y_low,
              .y_high = axes.y_high,
              .curves = {}} {}

  [[nodiscard]] Plot& plot() { return plot_; }

  /// Adds a part of the curve of `entry` with its points.
  void add(const KeyEntry& entry, Curve curve) {
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      data_ += fmt::format("\"{}\",{:.10g},{:.10g}\n", entry.label, curve.x[i], curve.y[i]);
    plot_.curves.push_back(std::move(curve));
  }

  void write(const std::optional<double>& leave_above = std::nullopt) {
    if (!can_be_drawn(plot_)) return sheet_.note_nothing();
    set_limits(plot_, leave_above);
    if (from_zero_) begin_at_zero(plot_);
    set_units(plot_);
    sheet_.write_drawing(draw(plot_, sheet_.folder()));
    sheet_.write(".csv", data_);
  }

 private:
  FigureSheet& sheet_;
  bool from_zero_;
  std::string data_;
  Plot plot_;
};

/// A curve without points; `first`: the one that the key shows.
Curve part_of(const KeyEntry& entry, Stroke stroke, bool first = true) {
  return {first ? entry.label : "", {}, {}, entry.style, stroke};
}

Scene scene_of(const ExactSolution& exact) {
  return Scene(resolve_cell(exact.run, "default"));
}

/// Means over windows of `length` [s]; the series itself without one.
Series means(const Series& s, const std::optional<double>& length) {
  if (!length) return s;
  Series out;
  for (std::size_t first = 0; first < s.time.size();) {
    double sum = 0.0;
    std::size_t k = first;
    while (k < s.time.size() && s.time[k] < s.time[first] + *length)
      sum += s.value[k++];
    out.time.push_back(s.time[first] + 0.5 * *length);
    out.value.push_back(sum / static_cast<double>(k - first));
    first = k;
  }
  return out;
}

/// One history over another where both have a value; they are of one run or one solution.
Curve loop(const KeyEntry& entry, const Series& x, const Series& y) {
  Curve out = part_of(entry, Stroke::line);
  const std::size_t n = std::min(x.value.size(), y.value.size());
  for (std::size_t k = 0; k < n; ++k) {
    if (x.time[k] != y.time[k] || !std::isfinite(x.value[k]) || !std::isfinite(y.value[k]))
      continue;
    out.x.push_back(x.value[k]);
    out.y.push_back(y.value[k]);
  }
  return out;
}

/// Adds x of each body over time.
void add_trajectories(const KeyEntry& entry, const Scene& scene, const std::vector<Frame>& frames,
                      Stroke stroke, PanelPlot& out) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    Curve one = part_of(entry, stroke, i == 0);
    for (const Frame& frame : frames) {
      one.x.push_back(frame.time);
      one.y.push_back(coordinate(frame, scene, i, 0));
    }
    out.add(entry, std::move(one));
  }
}

/// Without bodies the coordinates are those of one point.
std::size_t points_of(const Scene& scene) {
  return std::max<std::size_t>(scene.bodies.size(), 1);
}

Curve points(const PrintedTable& table, const PointsCurve& curve, FigureSheet& sheet) {
  Curve out = part_of(curve, Stroke::marks);
  std::set<std::pair<double, double>> known;  // once if printed for several schemes
  for (const PublishedValue& value : read_published(sheet.source(), table.number)) {
    if (!value.value || !value.quantity.starts_with(curve.quantity)) continue;
    known.emplace(table.scale * std::stod(value.quantity.substr(curve.quantity.size())),
                  *value.value);
  }
  for (const auto& [x, y] : known)
    out.x.push_back(x), out.y.push_back(y);
  return out;
}

Curve points(const RunFamily& family, const PointsCurve& curve, FigureSheet& sheet) {
  Curve out = part_of(curve, Stroke::line_and_marks);
  for (const CellRequest& run : family.runs) {
    const Row* row = sheet.row_of(run, curve);
    if (row == nullptr) continue;
    const std::optional<double> value = quantity_of(*row, curve.quantity, sheet.source());
    if (!value) {
      sheet.note(curve.label, fmt::format("a run has no '{}'", curve.quantity));
      continue;
    }
    const Value setting = row->cell.problem_parameters.at(family.setting);
    const auto* whole = std::get_if<std::int64_t>(&setting);
    out.x.push_back(whole != nullptr ? static_cast<double>(*whole) : std::get<double>(setting));
    out.y.push_back(*value);
  }
  return out;
}

/// On logarithmic axes: the slope of each curve between its last two points, and where it crosses
/// the level.
void add_remarks(const std::optional<double>& level, Plot& plot, FigureSheet& sheet) {
  if (!plot.log_x || !plot.log_y || !can_be_drawn(plot)) return;
  for (const Curve& c : plot.curves) {
    const std::size_t n = c.x.size();
    if (n < 2) continue;
    std::string text =
        fmt::format("slope {:.2f} between {:g} and {:g}",
                    std::log(c.y[n - 1] / c.y[n - 2]) / std::log(c.x[n - 1] / c.x[n - 2]),
                    c.x[n - 2], c.x[n - 1]);
    for (std::size_t k = 1; k < n && level; ++k) {
      if ((c.y[k - 1] > *level) == (c.y[k] > *level)) continue;
      const double share = std::log(*level / c.y[k - 1]) / std::log(c.y[k] / c.y[k - 1]);
      text += fmt::format("; {:g} at {:.3g}", *level,
                          c.x[k - 1] * std::pow(c.x[k] / c.x[k - 1], share));
    }
    sheet.note(c.title, text);
  }
  add_slope_marks(plot, {{1.0, "order 1"}, {2.0, "order 2"}}, Side::right);
}

}  // namespace

void draw_panel(const HistoryPanel& panel, FigureSheet& sheet) {
  PanelPlot out(panel.axes, over_time, sheet);
  for (const HistoryCurve& curve : panel.curves) {
    Series s;
    if (const auto* exact = std::get_if<ExactSolution>(&curve.source)) {
      s = exact_history(scene_of(*exact), curve.quantity, exact->branch);
    } else {
      const Row* row = sheet.row_of(std::get<CellRequest>(curve.source), curve);
      if (row == nullptr) continue;
      s = means(history(*row, curve.quantity), panel.mean_over);
      if (s.value.empty())
        sheet.note(curve.label, fmt::format("the run has no history '{}'", curve.quantity));
    }
    out.add(curve, {curve.label, std::move(s.time), std::move(s.value), curve.style, Stroke::line});
  }
  out.write(panel.leave_above);
}

void draw_panel(const LoopPanel& panel, FigureSheet& sheet) {
  PanelPlot out(panel.axes, over_length, sheet);
  for (const LoopCurve& curve : panel.curves) {
    if (const auto* exact = std::get_if<ExactSolution>(&curve.source)) {
      const Scene scene = scene_of(*exact);
      out.add(curve, loop(curve, exact_history(scene, curve.abscissa, exact->branch),
                          exact_history(scene, curve.quantity, exact->branch)));
      continue;
    }
    const Row* row = sheet.row_of(std::get<CellRequest>(curve.source), curve);
    if (row == nullptr) continue;
    Curve one = loop(curve, history(*row, curve.abscissa), history(*row, curve.quantity));
    if (one.x.empty()) {
      sheet.note(curve.label, fmt::format("the run has no histories '{}' and '{}'", curve.abscissa,
                                          curve.quantity));
    }
    out.add(curve, std::move(one));
  }
  out.write();
}

/// Marks if the instants are few, thin grey lines for the exact solution.
void draw_panel(const TrajectoriesPanel& panel, FigureSheet& sheet) {
  constexpr std::size_t few = 20;
  PanelPlot out(panel.axes, over_time, sheet);
  for (const MotionCurve& curve : panel.curves) {
    if (const auto* exact = std::get_if<ExactSolution>(&curve.source)) {
      const Scene scene = scene_of(*exact);
      add_trajectories(curve, scene, exact_frames(scene, exact->branch), Stroke::law, out);
      continue;
    }
    const Row* row = sheet.row_with_frames(std::get<CellRequest>(curve.source), curve);
    if (row == nullptr) continue;
    add_trajectories(curve, Scene(row->cell), row->frames,
                     row->frames.size() <= few ? Stroke::line_and_marks : Stroke::line, out);
  }
  out.write();
}

void draw_panel(const FinalPositionsPanel& panel, FigureSheet& sheet) {
  PanelPlot out(panel.axes, over_number, sheet);
  for (const RunCurve& curve : panel.curves) {
    const Row* row = sheet.row_with_frames(curve.source, curve);
    if (row == nullptr) continue;
    const Scene scene(row->cell);
    // Drawn side by side, since one would hide the next.
    const double aside = 0.1 * (static_cast<double>(out.plot().curves.size()) - 2.5);
    Curve ends = part_of(curve, Stroke::marks);
    for (std::size_t i = 0; i < points_of(scene); ++i) {
      ends.x.push_back(static_cast<double>(i + 1) + aside);
      ends.y.push_back(coordinate(row->frames.back(), scene, i, 0));
    }
    out.plot().x_low = 0.5, out.plot().x_high = static_cast<double>(points_of(scene)) + 0.5;
    out.add(curve, std::move(ends));
  }
  out.write();
}

void draw_panel(const PathsPanel& panel, FigureSheet& sheet) {
  PanelPlot out(panel.axes, over_length, sheet);
  Plot& plot = out.plot();
  if (!panel.outline.empty()) {
    Curve& edge = plot.curves.emplace_back(part_of({}, Stroke::law));
    for (const auto& [x, y] : panel.outline)
      edge.x.push_back(x), edge.y.push_back(y);
  }
  for (const RunCurve& curve : panel.curves) {
    const Row* row = sheet.row_with_frames(curve.source, curve);
    if (row == nullptr) continue;
    const Scene scene(row->cell);
    const Window window = panel.window.value_or(scene.window);
    plot.x_low = window.x_low, plot.x_high = window.x_high;
    plot.y_low = panel.axes.y_low.value_or(window.y_low);
    plot.y_high = panel.axes.y_high.value_or(window.y_high);
    plot.equal_scale = true;
    for (std::size_t i = 0; i < points_of(scene); ++i) {
      Curve path = part_of(curve, Stroke::line, i == 0);
      for (const Frame& frame : row->frames) {
        path.x.push_back(coordinate(frame, scene, i, 0));
        path.y.push_back(coordinate(frame, scene, i, 1));
      }
      out.add(curve, std::move(path));
    }
  }
  out.write();
}

void draw_panel(const AgainstPanel& panel, FigureSheet& sheet) {
  PanelPlot out(panel.axes, over_length, sheet);
  for (const PointsCurve& curve : panel.curves) {
    out.add(curve, std::visit([&](const auto& source) { return points(source, curve, sheet); },
                              curve.source));
  }
  add_remarks(panel.level, out.plot(), sheet);
  out.write();
}

void draw_panel(const CellsPanel& panel, FigureSheet& sheet) {
  PanelPlot out(panel.axes, over_length, sheet);
  for (const RunCurve& curve : panel.curves) {
    const Row* row = sheet.row_with_frames(curve.source, curve);
    if (row == nullptr) continue;
    for (Curve& link : nets(panel.times, curve, Scene(row->cell), row->frames, out.plot()))
      out.add(curve, std::move(link));
  }
  out.write();
}

}  // namespace impactbench
