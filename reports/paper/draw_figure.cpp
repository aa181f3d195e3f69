// Figures panel by panel, and the kinds of panel that are pictures of instants.

#include "reports/paper/elastic_scene.hpp"
#include "reports/paper/figure.hpp"
#include "reports/paper/figure_sheet.hpp"
#include "reports/paper/scene.hpp"
#include "reports/plots/field.hpp"
#include "reports/plots/snapshots.hpp"

#include <fmt/format.h>

namespace impactbench {
namespace {

Snapshot snapshot_of(const Frame& frame, const Scene& scene) {
  Snapshot out{fmt::format("t = {:.3g} s", frame.time), {}, {}};
  const auto radius = scene.bodies.radius;
  std::vector<double> load(radius.size(), 0.0);
  for (const FrameContact& c : frame.contacts) {
    const auto a = static_cast<std::size_t>(c.a);
    const double x = coordinate(frame, scene, a, 0), y = coordinate(frame, scene, a, 1);
    double reach = radius[a];
    load[a] += c.force;
    if (c.b >= 0) {
      const auto b = static_cast<std::size_t>(c.b);
      load[b] += c.force;
      reach += radius[b];
    }
    out.forces.push_back({x, y, x + c.nx * reach, y + c.ny * reach, c.force});
  }
  for (std::size_t i = 0; i < radius.size(); ++i) {
    out.discs.push_back(
        {coordinate(frame, scene, i, 0), coordinate(frame, scene, i, 1), radius[i], load[i]});
  }
  return out;
}

/// Discs and forces of snapshots as CSV.
struct SnapshotData {
  std::string discs{"run,time,disc,x,y,radius,force\n"};
  std::string forces{"run,time,x_0,y_0,x_1,y_1,force\n"};

  void add(const std::string& label, double time, const Snapshot& s) {
    for (std::size_t i = 0; i < s.discs.size(); ++i) {
      const DrawnDisc& d = s.discs[i];
      discs += fmt::format("\"{}\",{:.8g},{},{:.8g},{:.8g},{:.8g},{:.8g}\n", label, time, i + 1,
                           d.x, d.y, d.radius, d.force);
    }
    for (const DrawnForce& f : s.forces) {
      forces += fmt::format("\"{}\",{:.8g},{:.8g},{:.8g},{:.8g},{:.8g},{:.8g}\n", label, time,
                            f.x_0, f.y_0, f.x_1, f.y_1, f.force);
    }
  }
};

}  // namespace

void draw_panel(const SnapshotsPanel& panel, FigureSheet& sheet) {
  SnapshotPlot plot{sheet.name(), 0.0, 1.0, 0.0, 1.0, {}, {}};
  SnapshotData data;
  for (const RunCurve& curve : panel.curves) {
    const Row* row = sheet.row_with_frames(curve.source, curve);
    if (row == nullptr) continue;
    const Scene scene(row->cell);
    const Window window = panel.window.value_or(scene.window);
    plot.x_low = window.x_low, plot.x_high = window.x_high;
    plot.y_low = window.y_low, plot.y_high = window.y_high;
    plot.walls = walls_of(scene, window);
    for (const double t : panel.times) {
      const Frame& frame = nearest(row->frames, t);
      plot.panels.push_back(snapshot_of(frame, scene));
      data.add(curve.label, frame.time, plot.panels.back());
    }
  }
  if (plot.panels.empty()) return sheet.note_nothing();
  sheet.write_drawing(draw(plot, sheet.folder()));
  sheet.write("_discs.csv", data.discs);
  sheet.write("_forces.csv", data.forces);
}

void draw_panel(const DisplacementPanel& panel, FigureSheet& sheet) {
  FieldPlot plot{sheet.name(), "displacement [m]", {}};
  for (const RunCurve& curve : panel.curves) {
    const Row* row = sheet.row_with_frames(curve.source, curve);
    if (row == nullptr) continue;
    const Scene scene(row->cell);
    for (const double t : panel.times)
      plot.panels.push_back(field_of(scene, nearest(row->frames, t)));
  }
  if (plot.panels.empty()) return sheet.note_nothing();
  sheet.write_drawing(draw(plot, sheet.folder()));
}

DrawnFigure draw_figure(const Figure& figure, const std::vector<Row>& rows,
                        const std::string& folder) {
  FigureSheet sheet(figure, rows, folder);
  for (const FigurePanel& panel : figure.panels) {
    sheet.turn_to(panel);
    std::visit([&](const auto& kind) { draw_panel(kind, sheet); }, panel.kind);
  }
  return sheet.take();
}

}  // namespace impactbench
