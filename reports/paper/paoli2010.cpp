#include "reports/paper/paoli2010.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::paoli2010 {
namespace {

CellRequest run_of(const char* problem, ParameterSet settings, double h, double horizon) {
  CellRequest run{problem, "schatzman_paoli", "none", std::move(settings)};
  run.settings["dt"] = h;
  run.settings["problem.horizon"] = horizon;
  run.settings["run.frames"] = std::llround(horizon / h);
  return run;
}

FigureCurve exact(const CellRequest& run, const char* quantity, const char* label, int style,
                  const char* solution = "") {
  return {run, quantity, label, style, true, solution};
}

Figure ball() {
  std::vector<FigureCurve> curves;
  const CellRequest finest = run_of("bouncing_point", {{"problem.restitution", 0.5}}, 0.07, 2.0);
  curves.push_back(
      {run_of("bouncing_point", {{"problem.restitution", 0.5}}, 0.28, 2.0), "x1", "h = 0.28", 0});
  curves.push_back({finest, "x1", "h = 0.07", 1});
  curves.push_back(exact(finest, "x1", "exact", 3));
  FigurePanel panel{"", "position over time", PanelKind::history, "position [m]",
                    std::move(curves)};
  panel.full_width = true;
  return {"ball",
          "A point at a wall, e = 1/2: positions q^n leave K by up to 2 e / (1 + e) h.",
          "Start and velocity of the source, q = 1, v = -1; its step is not printed.",
          {panel}};
}

Figure gravity() {
  std::vector<FigureCurve> curves;
  const double e[] = {0.2, 0.5, 0.8};
  for (int k = 0; k < 3; ++k) {
    const CellRequest run =
        run_of("bouncing_point",
               {{"problem.restitution", e[k]}, {"problem.velocity", 0.0}, {"problem.gravity", 1.0}},
               1.0 / 128.0, 14.0);
    curves.push_back({run, "x1", "e = " + to_text(e[k]), k});
  }
  FigurePanel panel{"", "height over time", PanelKind::history, "height [m]", std::move(curves)};
  panel.full_width = true;
  return {"gravity",
          "A ball dropped from 1 m with g = 1 m/s2, h = 2^-7: impacts accumulate at 2.12, 4.24 and "
          "12.73 s, and the scheme comes to rest.",
          "Numbers of this suite.",
          {panel}};
}

Figure corner(const char* number, double angle, double e, double from) {
  FigurePanel panel{"", "path in the plane", PanelKind::paths, "y [m]", {}};
  const double offsets[] = {0.0, 1.0, -1.0};
  const char* labels[] = {"z = 0", "z > 0", "z < 0"};
  for (int k = 0; k < 3; ++k) {
    const CellRequest run = run_of("corner",
                                   {{"problem.angle", angle},
                                    {"problem.restitution", e},
                                    {"problem.from", from},
                                    {"scheme.offset", offsets[k]}},
                                   1e-3, 3.0);
    panel.curves.push_back({run, "", labels[k], k});
  }
  panel.window = Window{angle > 90.0 ? -0.6 : -0.1, 1.3, -0.1, 1.0};
  constexpr double beyond = 3.0;  // the frame
  const double turn = angle * std::numbers::pi / 180.0;
  panel.outline = {{beyond * std::cos(turn), beyond * std::sin(turn)}, {0.0, 0.0}, {beyond, 0.0}};
  const bool holds = angle == 90.0 || (angle < 90.0 && e == 0.0);
  return {number,
          "A point that hits the corner of " + to_text(angle) + " degrees, e = " + to_text(e) +
              ", h = 10⁻³: z = 0 and z = ±√h across the start. The angle condition " +
              (holds ? "holds: the paths are √h apart and tend to one."
                     : "fails: the paths tend to different ones."),
          "The condition is the source's; angles and directions of this suite.",
          {panel}};
}

Figure bar() {
  const CellRequest run = run_of("impacting_bar", {{"problem.restitution", 0.0}}, 0.0025, 4.0);
  FigurePanel panel{"",
                    "ends of the bar over time",
                    PanelKind::history,
                    "displacement [m]",
                    {{run, "x1", "front end", 0},
                     {run, "x101", "rear end", 1},
                     exact(run, "x1", "exact", 3),
                     exact(run, "x101", "", 3)}};
  panel.full_width = true;
  return {"bar",
          "An elastic bar of 100 elements against a wall, beside the exact wave: contact lasts "
          "2 L / c = 2 s.",
          "Named by the source without numbers; those of this suite.",
          {panel}};
}

}  // namespace

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all{ball(),
                                       gravity(),
                                       corner("corner60", 60.0, 0.5, 20.0),
                                       corner("corner90", 90.0, 0.5, 20.0),
                                       corner("corner120", 120.0, 0.0, 60.0),
                                       bar()};
  return all;
}

const std::vector<std::string>& diagrams() {
  static const std::vector<std::string> none;
  return none;
}

}  // namespace impactbench::paoli2010
