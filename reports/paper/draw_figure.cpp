#include "benchmarks/files/output.hpp"
#include "reference/published/table.hpp"
#include "reports/paper/elastic_scene.hpp"
#include "reports/paper/figure.hpp"
#include "reports/paper/panel_axes.hpp"
#include "reports/paper/rows_by_cell.hpp"
#include "reports/paper/scene.hpp"
#include "reports/paper/source.hpp"
#include "reports/plots/field.hpp"
#include "reports/plots/plot.hpp"
#include "reports/plots/slope_marks.hpp"
#include "reports/plots/snapshots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace impactbench {
namespace {

/// Means over windows of `length` [s]; the series itself for 0.
Series means(const Series& s, double length) {
  if (!(length > 0.0)) return s;
  Series out;
  for (std::size_t first = 0; first < s.time.size();) {
    double sum = 0.0;
    std::size_t k = first;
    while (k < s.time.size() && s.time[k] < s.time[first] + length)
      sum += s.value[k++];
    out.time.push_back(s.time[first] + 0.5 * length);
    out.value.push_back(sum / static_cast<double>(k - first));
    first = k;
  }
  return out;
}

/// One history over another where both have a value; they are of one run or one solution.
Curve loop(const FigureCurve& curve, const Series& x, const Series& y) {
  Curve out{curve.label, {}, {}, curve.style, Stroke::line};
  const std::size_t n = std::min(x.value.size(), y.value.size());
  for (std::size_t k = 0; k < n; ++k) {
    if (x.time[k] != y.time[k] || !std::isfinite(x.value[k]) || !std::isfinite(y.value[k]))
      continue;
    out.x.push_back(x.value[k]);
    out.y.push_back(y.value[k]);
  }
  return out;
}

/// x of each body over time: marks if they are few, thin grey lines for the exact solution.
std::vector<Curve> trajectories(const Scene& scene, const std::vector<Frame>& frames,
                                const FigureCurve& curve) {
  constexpr std::size_t few = 20;
  const Stroke stroke = curve.exact            ? Stroke::law
                        : frames.size() <= few ? Stroke::line_and_marks
                                               : Stroke::line;
  std::vector<Curve> out;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    Curve one{i == 0 ? curve.label : "", {}, {}, curve.style, stroke};
    for (const Frame& frame : frames) {
      one.x.push_back(frame.time);
      one.y.push_back(frame.q[static_cast<std::size_t>(scene.bodies.stride) * i]);
    }
    out.push_back(std::move(one));
  }
  return out;
}

const Frame& nearest(const std::vector<Frame>& frames, double t) {
  return *std::min_element(frames.begin(), frames.end(), [t](const Frame& a, const Frame& b) {
    return std::abs(a.time - t) < std::abs(b.time - t);
  });
}

/// The rows behind a figure, and where its files go.
class Drawing {
 public:
  Drawing(const Figure& figure, const std::vector<Row>& rows, std::string folder)
      : folder_(std::move(folder)),
        source_(figure.source),
        stem_("fig" + figure.number),
        rows_(rows) {
    std::replace(stem_.begin(), stem_.end(), '.', '_');
  }

  void add(const FigurePanel& panel) {
    name_ = stem_ + panel.letter;
    if (panel.kind == PanelKind::snapshots) {
      add_snapshots(panel);
    } else if (panel.kind == PanelKind::field) {
      add_field(panel);
    } else {
      add_plot(panel);
    }
  }
  [[nodiscard]] DrawnFigure take() { return std::move(out_); }

 private:
  [[nodiscard]] const Row* row_of(const FigureCurve& curve) {
    return row_of(curve.run, curve.label);
  }
  [[nodiscard]] const Row* row_of(const CellRequest& run, const std::string& label) {
    const Row* found = rows_.of(run);
    if (found == nullptr) {
      note(fmt::format("{}, {}: the store has no such run", name_, label));
      return nullptr;
    }
    const Row& row = *found;
    if (!ran_to_the_end(row.status)) {
      note(fmt::format("{}, {}: {}, {}", name_, label, to_text(row.status), row.reason));
    }
    return &row;
  }

  void note(std::string text) {
    if (std::find(out_.notes.begin(), out_.notes.end(), text) == out_.notes.end()) {
      out_.notes.push_back(std::move(text));
    }
  }

  void write(const std::string& file, const std::string& text) {
    const std::string path = folder_ + "/" + file;
    write_text_file(path, text);
    out_.files.push_back(path);
  }

  void write_drawing(const std::string& svg) {
    write(name_ + ".svg", svg + "\n");
    for (const char* extension : {".pdf", ".png"})
      out_.files.push_back(folder_ + "/" + name_ + extension);
  }

  [[nodiscard]] std::vector<Curve> curves_of(const FigurePanel& panel, const FigureCurve& curve,
                                             Plot& plot) {
    const std::string label = curve.label;
    if (curve.exact) {
      const Scene scene(resolve_cell(curve.run, "default"));
      if (panel.kind == PanelKind::trajectories) {
        return trajectories(scene, exact_frames(scene, curve.solution), curve);
      }
      const Series s = exact_history(scene, curve.quantity, curve.solution);
      if (panel.kind == PanelKind::loop)
        return {loop(curve, exact_history(scene, curve.abscissa, curve.solution), s)};
      return {{label, s.time, s.value, curve.style, Stroke::line}};
    }
    if (panel.kind == PanelKind::against) return {against(panel, curve)};
    const Row* row = row_of(curve);
    if (row == nullptr) return {};
    if (panel.kind == PanelKind::history) {
      Series s = means(history(*row, curve.quantity), panel.mean_over);
      if (s.value.empty())
        note(fmt::format("{}, {}: the run has no history '{}'", name_, label, curve.quantity));
      return {{label, std::move(s.time), std::move(s.value), curve.style, Stroke::line}};
    }
    if (panel.kind == PanelKind::loop) {
      Curve one = loop(curve, history(*row, curve.abscissa), history(*row, curve.quantity));
      if (one.x.empty()) {
        note(fmt::format("{}, {}: the run has no histories '{}' and '{}'", name_, label,
                         curve.abscissa, curve.quantity));
      }
      return {std::move(one)};
    }
    if (row->frames.empty()) return {};
    const Scene scene(row->cell);
    if (panel.kind == PanelKind::cells) return nets(panel, curve, scene, row->frames, plot);
    if (panel.kind == PanelKind::trajectories) return trajectories(scene, row->frames, curve);
    std::vector<Curve> out;
    const auto stride = static_cast<std::size_t>(scene.bodies.stride);
    // Without bodies the coordinates are those of one point.
    const std::size_t discs = std::max<std::size_t>(scene.bodies.size(), 1);
    if (panel.kind == PanelKind::final_positions) {
      Curve ends{label, {}, {}, curve.style, Stroke::marks};
      for (std::size_t i = 0; i < discs; ++i) {
        // Drawn side by side, since one would hide the next.
        ends.x.push_back(static_cast<double>(i + 1) +
                         0.1 * (static_cast<double>(plot.curves.size()) - 2.5));
        ends.y.push_back(row->frames.back().q[stride * i]);
      }
      plot.x_low = 0.5, plot.x_high = static_cast<double>(discs) + 0.5;
      return {ends};
    }
    const Window window = panel.window.value_or(scene.window);
    plot.x_low = window.x_low, plot.x_high = window.x_high;
    plot.y_low = window.y_low, plot.y_high = window.y_high;
    plot.equal_scale = true;
    for (std::size_t i = 0; i < discs; ++i) {
      Curve path{i == 0 ? label : "", {}, {}, curve.style, Stroke::line};
      for (const Frame& frame : row->frames) {
        path.x.push_back(frame.q.at(stride * i));
        path.y.push_back(frame.q.at(stride * i + 1));
      }
      out.push_back(std::move(path));
    }
    return out;
  }

  /// A quantity over a setting: of the runs of a curve, or of a published table.
  [[nodiscard]] Curve against(const FigurePanel&, const FigureCurve& curve) {
    Curve out{curve.label,
              {},
              {},
              curve.style,
              curve.table.empty() ? Stroke::line_and_marks : Stroke::marks};
    if (!curve.table.empty()) {
      std::set<std::pair<double, double>> points;  // once if printed for several schemes
      for (const PublishedValue& value : read_published(source_, curve.table)) {
        if (!value.value || !value.quantity.starts_with(curve.quantity)) continue;
        points.emplace(curve.scale * std::stod(value.quantity.substr(curve.quantity.size())),
                       *value.value);
      }
      for (const auto& [x, y] : points)
        out.x.push_back(x), out.y.push_back(y);
      return out;
    }
    for (const CellRequest& run : curve.runs) {
      const Row* row = row_of(run, curve.label);
      if (row == nullptr) continue;
      const std::optional<double> value = quantity_of(*row, curve.quantity, source_);
      if (!value) {
        note(fmt::format("{}, {}: a run has no '{}'", name_, curve.label, curve.quantity));
        continue;
      }
      const Value setting = row->cell.problem_parameters.at(curve.setting);
      const auto* whole = std::get_if<std::int64_t>(&setting);
      out.x.push_back(whole != nullptr ? static_cast<double>(*whole) : std::get<double>(setting));
      out.y.push_back(*value);
    }
    return out;
  }

  /// On logarithmic axes: the slope of each curve between its last two points, and where it crosses
  /// the panel's level.
  void add_remarks(const FigurePanel& panel, Plot& plot) {
    if (!panel.log_x || !panel.log_y) return;
    for (const Curve& c : plot.curves) {
      const std::size_t n = c.x.size();
      if (n < 2) continue;
      std::string text =
          fmt::format("{}, {}: slope {:.2f} between {:g} and {:g}", name_, c.title,
                      std::log(c.y[n - 1] / c.y[n - 2]) / std::log(c.x[n - 1] / c.x[n - 2]),
                      c.x[n - 2], c.x[n - 1]);
      for (std::size_t k = 1; k < n && panel.level > 0.0; ++k) {
        if ((c.y[k - 1] > panel.level) == (c.y[k] > panel.level)) continue;
        const double share = std::log(panel.level / c.y[k - 1]) / std::log(c.y[k] / c.y[k - 1]);
        text += fmt::format("; {:g} at {:.3g}", panel.level,
                            c.x[k - 1] * std::pow(c.x[k] / c.x[k - 1], share));
      }
      note(std::move(text));
    }
    add_slope_marks(plot, {{1.0, "order 1"}, {2.0, "order 2"}}, Side::right);
  }

  /// The displacement of a grid in frames near the times of the panel.
  void add_field(const FigurePanel& panel) {
    FieldPlot plot{name_, "displacement [m]", {}};
    for (const FigureCurve& curve : panel.curves) {
      const Row* row = row_of(curve);
      if (row == nullptr || row->frames.empty()) continue;
      const Scene scene(row->cell);
      for (const double t : panel.times)
        plot.panels.push_back(field_of(scene, nearest(row->frames, t)));
    }
    if (plot.panels.empty()) {
      note(fmt::format("{}: nothing of it can be drawn", name_));
      return;
    }
    write_drawing(draw(plot, folder_));
  }

  void add_plot(const FigurePanel& panel) {
    Plot plot;
    plot.name = name_;
    const bool over_time =
        panel.kind == PanelKind::history || panel.kind == PanelKind::trajectories;
    plot.x_label = !panel.x_label.empty()                     ? panel.x_label
                   : over_time                                ? "time [s]"
                   : panel.kind == PanelKind::final_positions ? "number of the ball"
                                                              : "x [m]";
    plot.y_label = panel.y_label;
    plot.full_width = panel.full_width;
    plot.log_x = panel.log_x, plot.log_y = panel.log_y;
    plot.y_low = panel.y_low, plot.y_high = panel.y_high;
    if (!panel.outline.empty()) {
      Curve edge{"", {}, {}, 0, Stroke::law};
      for (const auto& [x, y] : panel.outline)
        edge.x.push_back(x), edge.y.push_back(y);
      plot.curves.push_back(std::move(edge));
    }
    std::string data = "curve," + std::string(over_time ? "time" : "x") + ",value\n";
    for (const FigureCurve& curve : panel.curves) {
      for (Curve& c : curves_of(panel, curve, plot)) {
        for (std::size_t i = 0; i < c.x.size(); ++i)
          data += fmt::format("\"{}\",{:.10g},{:.10g}\n", curve.label, c.x[i], c.y[i]);
        plot.curves.push_back(std::move(c));
      }
    }
    if (!can_be_drawn(plot)) {
      note(fmt::format("{}: nothing of it can be drawn", name_));
      return;
    }
    if (panel.kind == PanelKind::against) add_remarks(panel, plot);
    set_limits(plot, panel);
    set_units(plot);
    write_drawing(draw(plot, folder_));
    write(name_ + ".csv", data);
  }

  [[nodiscard]] Snapshot snapshot_of(const Frame& frame, const Scene& scene,
                                     const std::string& title) {
    Snapshot out{title, {}, {}};
    const auto radius = scene.bodies.radius;
    const auto stride = static_cast<std::size_t>(scene.bodies.stride);
    std::vector<double> load(radius.size(), 0.0);
    for (const FrameContact& c : frame.contacts) {
      const auto a = static_cast<std::size_t>(c.a);
      const double x = frame.q[stride * a];
      const double y = frame.q[stride * a + 1];
      double reach = radius[a];
      load[a] += c.force;
      if (c.b >= 0) {
        const auto b = static_cast<std::size_t>(c.b);
        load[b] += c.force;
        reach += radius[b];
      }
      out.forces.push_back({x, y, x + c.nx * reach, y + c.ny * reach, c.force});
    }
    for (std::size_t i = 0; i < radius.size(); ++i)
      out.discs.push_back({frame.q[stride * i], frame.q[stride * i + 1], radius[i], load[i]});
    return out;
  }

  void add_snapshots(const FigurePanel& panel) {
    SnapshotPlot plot{name_, 0.0, 1.0, 0.0, 1.0, {}, {}};
    std::string discs = "run,time,disc,x,y,radius,force\n";
    std::string forces = "run,time,x_0,y_0,x_1,y_1,force\n";
    for (const FigureCurve& curve : panel.curves) {
      const Row* row = row_of(curve);
      if (row == nullptr || row->frames.empty()) continue;
      const Scene scene(row->cell);
      const Window window = panel.window.value_or(scene.window);
      plot.x_low = window.x_low, plot.x_high = window.x_high;
      plot.y_low = window.y_low, plot.y_high = window.y_high;
      plot.walls = walls_of(scene, window);
      for (const double t : panel.times) {
        const Frame& frame = nearest(row->frames, t);
        Snapshot s = snapshot_of(frame, scene, fmt::format("t = {:.3g} s", frame.time));
        for (std::size_t i = 0; i < s.discs.size(); ++i) {
          const DrawnDisc& d = s.discs[i];
          discs += fmt::format("\"{}\",{:.8g},{},{:.8g},{:.8g},{:.8g},{:.8g}\n", curve.label,
                               frame.time, i + 1, d.x, d.y, d.radius, d.force);
        }
        for (const DrawnForce& f : s.forces) {
          forces += fmt::format("\"{}\",{:.8g},{:.8g},{:.8g},{:.8g},{:.8g},{:.8g}\n", curve.label,
                                frame.time, f.x_0, f.y_0, f.x_1, f.y_1, f.force);
        }
        plot.panels.push_back(std::move(s));
      }
    }
    if (plot.panels.empty()) {
      note(fmt::format("{}: nothing of it can be drawn", name_));
      return;
    }
    write_drawing(draw(plot, folder_));
    write(name_ + "_discs.csv", discs);
    write(name_ + "_forces.csv", forces);
  }

  std::string folder_, source_, stem_, name_;
  RowsByCell rows_;
  DrawnFigure out_;
};

}  // namespace

DrawnFigure draw_figure(const Figure& figure, const std::vector<Row>& rows,
                        const std::string& folder) {
  Drawing drawing(figure, rows, folder);
  for (const FigurePanel& panel : figure.panels)
    drawing.add(panel);
  return drawing.take();
}

}  // namespace impactbench
