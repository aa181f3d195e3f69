#include "problems/model/disc_system.hpp"
#include "problems/model/error.hpp"
#include "reference/api/reference.hpp"
#include "reports/paper/figure.hpp"
#include "reports/plots/plot.hpp"
#include "reports/plots/snapshots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>

namespace impactbench {
namespace {

/// A problem of discs made again from a cell, for radii, masses and the box.
struct Scene {
  explicit Scene(const Cell& cell)
      : problem(find_problem(cell.problem).make(cell.problem_parameters)),
        system(dynamic_cast<const DiscSystem&>(*problem.system)) {
    const auto& walls = system.walls();  // floor, right, ceiling, left
    if (walls.size() != 4) return;
    y_low = walls[0].point.y(), x_high = walls[1].point.x();
    y_high = walls[2].point.y(), x_low = walls[3].point.x();
  }
  Problem problem;
  const DiscSystem& system;
  double x_low{0.0}, x_high{1.0}, y_low{0.0}, y_high{1.0};
};

/// Entry of (x, y, angle) per disc that "vx2" means, and whether it is a velocity.
struct Component {
  std::size_t entry;
  bool velocity;
};
std::optional<Component> component(const std::string& quantity) {
  static const std::map<std::string, Component> known{{"x", {0, false}},
                                                      {"y", {1, false}},
                                                      {"vx", {0, true}},
                                                      {"vy", {1, true}},
                                                      {"omega", {2, true}}};
  const std::size_t digit = quantity.find_first_of("0123456789");
  const auto it = known.find(quantity.substr(0, digit));
  if (digit == std::string::npos || it == known.end()) return std::nullopt;
  return Component{3 * (std::stoul(quantity.substr(digit)) - 1) + it->second.entry,
                   it->second.velocity};
}

Series history(const Row& row, const std::string& quantity) {
  if (const auto it = row.series.find(quantity); it != row.series.end()) return it->second;
  Series out;
  const auto at = component(quantity);
  for (const Frame& frame : row.frames) {
    double value = 0.0;
    if (at) {
      value = (at->velocity ? frame.v : frame.q).at(at->entry);
    } else {
      for (const FrameContact& c : frame.contacts)
        value += c.force;
    }
    out.time.push_back(frame.time);
    out.value.push_back(value);
  }
  return out;
}

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

/// Large and small numbers in thousands of the unit: "1.4e+06" at a tick would run into the label.
void set_unit(Plot& plot) {
  const double high = std::max(std::abs(plot.y_low.value_or(0.0)), plot.y_high.value_or(0.0));
  const std::size_t unit = plot.y_label.find('[');
  if (plot.log_y || unit == std::string::npos || high == 0.0 || (high >= 1e-3 && high < 1e5)) {
    return;
  }
  const int power = 3 * static_cast<int>(std::floor(std::log10(high) / 3.0));
  const double scale = std::pow(10.0, power);
  for (Curve& curve : plot.curves) {
    for (double& y : curve.y)
      y /= scale;
  }
  if (plot.y_low) *plot.y_low /= scale;
  if (plot.y_high) *plot.y_high /= scale;
  plot.y_label.insert(unit + 1, fmt::format("10^{{{}}} ", power));
}

/// Limits that leave no line on the edge of the axes; what the panel says comes first.
void set_limits(Plot& plot, const FigurePanel& panel) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low, first = -low, last = 0.0;
  for (const Curve& curve : plot.curves) {
    if (!curve.y.empty()) first = std::max(first, curve.y.front());
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      if (std::isfinite(curve.y[i])) low = std::min(low, curve.y[i]);
      if (std::isfinite(curve.y[i])) high = std::max(high, curve.y[i]);
      last = std::max(last, curve.x[i]);
    }
  }
  if (panel.leave_above > 0.0) high = std::min(high, panel.leave_above * first);
  // Zero belongs to the picture unless all is far from it.
  if (low > 0.0 && low < 0.6 * high) low = 0.0;
  const double margin = high > low ? 0.05 * (high - low) : 0.05 * std::abs(high);
  if (!plot.log_y && !plot.y_low) plot.y_low = low == 0.0 ? 0.0 : low - margin;
  if (!plot.log_y && !plot.y_high) plot.y_high = high + margin;
  if (panel.kind != PanelKind::history) return;
  plot.x_low = 0.0;
  plot.x_high = last;
}

/// Kinetic energy of the exact solution with rigid contact, as far as a reference covers it.
Series exact_energy(const Scene& scene) {
  Series out;
  for (const ReferenceEntry& reference : reference_catalogue()) {
    const auto truth = reference.truth(scene.problem, std::nullopt);
    if (!truth || !truth->at) continue;
    Eigen::VectorXd q = scene.problem.initial.q;
    Eigen::VectorXd v = scene.problem.initial.v;
    for (int k = 0; k <= 1000; ++k) {
      const double t = scene.problem.horizon * k / 1000.0;
      if (!truth->at(t, q, v)) break;
      out.time.push_back(t);
      out.value.push_back(kinetic_energy(scene.system, v));
    }
    return out;
  }
  return out;
}

/// The rows behind a figure, and where its files go.
class Drawing {
 public:
  Drawing(const Figure& figure, const std::vector<Row>& rows, std::string folder)
      : folder_(std::move(folder)), stem_("fig" + figure.number) {
    std::replace(stem_.begin(), stem_.end(), '.', '_');
    for (const Row& row : rows)
      by_cell_[canonical_text(row.cell, "", "")] = &row;
  }

  void add(const FigurePanel& panel) {
    name_ = stem_ + panel.letter;
    if (panel.kind == PanelKind::snapshots) {
      add_snapshots(panel);
    } else {
      add_plot(panel);
    }
  }
  [[nodiscard]] DrawnFigure take() { return std::move(out_); }

 private:
  [[nodiscard]] const Row* row_of(const FigureCurve& curve) {
    const Cell cell = plan_cell(curve.run, "default").cell;
    const auto it = by_cell_.find(canonical_text(cell, "", ""));
    if (it == by_cell_.end()) {
      note(fmt::format("{}, {}: the store has no such run", name_, curve.label));
      return nullptr;
    }
    const Row& row = *it->second;
    if (row.status != RowStatus::passed && row.status != RowStatus::missed) {
      note(fmt::format("{}, {}: {}, {}", name_, curve.label, to_text(row.status), row.reason));
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
    std::ofstream stream(path, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) throw ConfigurationError(fmt::format("'{}' cannot be written", path));
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
      const Series s = exact_energy(Scene(plan_cell(curve.run, "default").cell));
      return {{label, s.time, s.value, curve.style, Stroke::line}};
    }
    const Row* row = row_of(curve);
    if (row == nullptr) return {};
    if (panel.kind == PanelKind::history) {
      Series s = means(history(*row, curve.quantity), panel.mean_over);
      return {{label, std::move(s.time), std::move(s.value), curve.style, Stroke::line}};
    }
    if (row->frames.empty()) return {};
    std::vector<Curve> out;
    const std::size_t discs = row->frames.front().q.size() / 3;
    if (panel.kind == PanelKind::final_positions) {
      Curve ends{label, {}, {}, curve.style, Stroke::marks};
      for (std::size_t i = 0; i < discs; ++i) {
        // Beside each other, or one would hide the next.
        ends.x.push_back(static_cast<double>(i + 1) + 0.1 * (curve.style - 2.5));
        ends.y.push_back(row->frames.back().q[3 * i]);
      }
      plot.x_low = 0.5, plot.x_high = static_cast<double>(discs) + 0.5;
      return {ends};
    }
    const Scene scene(row->cell);
    plot.x_low = scene.x_low, plot.x_high = scene.x_high;
    plot.y_low = scene.y_low, plot.y_high = scene.y_high;
    plot.equal_scale = true;
    for (std::size_t i = 0; i < discs; ++i) {
      Curve path{i == 0 ? label : "", {}, {}, curve.style, Stroke::line};
      for (const Frame& frame : row->frames) {
        path.x.push_back(frame.q[3 * i]);
        path.y.push_back(frame.q[3 * i + 1]);
      }
      out.push_back(std::move(path));
    }
    return out;
  }

  void add_plot(const FigurePanel& panel) {
    Plot plot;
    plot.name = name_;
    plot.x_label = panel.kind == PanelKind::history           ? "time [s]"
                   : panel.kind == PanelKind::final_positions ? "number of the ball"
                                                              : "x [m]";
    plot.y_label = panel.y_label;
    plot.full_width = panel.full_width;
    plot.log_y = panel.log_y;
    plot.y_low = panel.y_low, plot.y_high = panel.y_high;
    std::string data =
        "curve," + std::string(panel.kind == PanelKind::history ? "time" : "x") + ",value\n";
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
    set_limits(plot, panel);
    set_unit(plot);
    write_drawing(draw(plot, folder_));
    write(name_ + ".csv", data);
  }

  [[nodiscard]] Snapshot snapshot_of(const Frame& frame, const Scene& scene,
                                     const std::string& title) {
    Snapshot out{title, {}, {}};
    const auto& radius = scene.system.discs().radius;
    std::vector<double> load(radius.size(), 0.0);
    for (const FrameContact& c : frame.contacts) {
      const auto a = static_cast<std::size_t>(c.a);
      const double x = frame.q[3 * a];
      const double y = frame.q[3 * a + 1];
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
      out.discs.push_back({frame.q[3 * i], frame.q[3 * i + 1], radius[i], load[i]});
    return out;
  }

  void add_snapshots(const FigurePanel& panel) {
    SnapshotPlot plot{name_, 0.0, 1.0, 0.0, 1.0, {}};
    std::string discs = "run,time,disc,x,y,radius,force\n";
    std::string forces = "run,time,x_0,y_0,x_1,y_1,force\n";
    for (const FigureCurve& curve : panel.curves) {
      const Row* row = row_of(curve);
      if (row == nullptr || row->frames.empty()) continue;
      const Scene scene(row->cell);
      plot.x_low = scene.x_low, plot.x_high = scene.x_high;
      plot.y_low = scene.y_low, plot.y_high = scene.y_high;
      for (const double t : panel.times) {
        const Frame& frame = *std::min_element(row->frames.begin(), row->frames.end(),
                                               [t](const Frame& a, const Frame& b) {
                                                 return std::abs(a.time - t) < std::abs(b.time - t);
                                               });
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

  std::string folder_, stem_, name_;
  std::map<std::string, const Row*> by_cell_;
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
