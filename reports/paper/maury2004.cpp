#include "reports/paper/maury2004.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace impactbench::maury2004 {
namespace {

FigureCurve exact(const CellRequest& run, const char* quantity, const char* label, int style,
                  const char* solution = "") {
  return {run, quantity, label, style, true, solution};
}

CellRequest non_uniqueness(int power) {
  CellRequest run{"non_uniqueness", "maury", "pava", {}};
  run.settings["dt"] = std::ldexp(1.0, -power);
  return run;
}

Figure force_field() {
  FigurePanel panel{
      "", "force", PanelKind::history, "force [N]", {exact(non_uniqueness(8), "force1", "", 0)}};
  panel.full_width = true;
  panel.y_low = -2.2, panel.y_high = 1.4;
  return {"2",
          "The force of the problem without uniqueness, α = 1.8.",
          "Drawn from the problem; intervals below 1e-3 s are not resolved.",
          {panel}};
}

Figure two_solutions(const char* number, int power) {
  CellRequest run = non_uniqueness(power);
  run.settings["run.frames"] = std::int64_t{4} << power;
  const std::string step = power == 8 ? "2⁻⁸" : "2⁻⁹";
  FigurePanel panel{"",
                    "height above the floor",
                    PanelKind::history,
                    "height [m]",
                    {{run, "rise1", "scheme, h = " + step, 0},
                     exact(run, "rise1", "solution A", 1, "A"),
                     exact(run, "rise1", "solution B", 3, "B")}};
  panel.full_width = true;
  return {number,
          "The scheme with h = " + step + " beside the exact solutions A and B, α = 1.8.",
          "The paper draws the scheme alone; the solutions are closed forms.",
          {panel}};
}

Figure sticky(const char* number, double h) {
  // Points in the paper: rods so short that their places are not seen to shift.
  CellRequest run{"sticky_particles", "maury", "mprgp", {{"problem.radius", 1e-4}, {"dt", h}}};
  run.settings["run.frames"] = std::llround(3.0 / h);
  FigurePanel panel{"",
                    "positions over time",
                    PanelKind::trajectories,
                    "position [m]",
                    {{run, "", "scheme", 0}, exact(run, "", "exact", 4)}};
  panel.full_width = true;
  const std::string step = h == 0.01 ? "0.01" : h == 0.5 ? "0.5" : "1.5";
  return {number,
          "Sticky particles: the scheme with h = " + step +
              " beside the exact trajectories; at its steps it is exact.",
          "21 particles; their velocities are not printed: 2 frac(i^2 sqrt 2) - 1.",
          {panel}};
}

CellRequest cluster() {
  CellRequest run{"maury_cluster", "maury", "apgd", {{"dt", 0.1}}};
  run.settings["solver.tolerance"] = 1e-6;
  run.settings["run.frames"] = std::int64_t{10};
  return run;
}

Figure shot(const char* number, int step) {
  FigurePanel panel{"", "step " + std::to_string(step),  PanelKind::snapshots,
                    "", {{cluster(), "", "cluster", 0}}, {0.1 * step}};
  panel.window = Window{-1.5, 1.5, 0.0, 2.05};
  return {number,
          fmt::format("2000 discs on a plane, step {} of h = 0.1, with the forces of the contacts.",
                      step),
          "Radii, masses and velocity as in the paper; the packing is ours, none is printed.",
          {panel}};
}

}  // namespace

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all{
      force_field(),    two_solutions("3", 8), two_solutions("4", 9), sticky("5", 0.01),
      sticky("6", 0.5), sticky("7", 1.5),      shot("8", 0),          shot("9", 3),
      shot("10", 6),    shot("11", 9)};
  return all;
}

const std::vector<std::string>& diagrams() {
  static const std::vector<std::string> all{"1"};
  return all;
}

std::optional<Recipe> recipe(const PublishedValue& p) {
  if (p.problem == "non_uniqueness") {
    // Past t = 4, where step 16384 takes off.
    CellRequest run = non_uniqueness(12);
    run.settings["problem.horizon"] = 4.25;
    run.settings["run.frames"] = std::int64_t{17408};
    return Recipe{run, p.quantity, {}};
  }
  CellRequest run = cluster();
  run.solver = "mprgp";
  run.settings["solver.tolerance"] = 1e-11;
  run.settings.erase("run.frames");
  return Recipe{run, p.quantity, {}};
}

std::map<std::string, double> derived(const Row& row) {
  std::map<std::string, double> out;
  if (row.cell.problem == "non_uniqueness") {
    // A flight of one step rises h^2 / 2 at least; rest is exact but for rounding.
    const double least = 0.1 * row.cell.dt * row.cell.dt;
    for (std::size_t k = 1; k < row.frames.size(); ++k) {
      const double start = row.frames.front().q.at(1);
      if (row.frames[k - 1].q.at(1) - start < least && row.frames[k].q.at(1) - start > least) {
        out["take_off_" + std::to_string(out.size() + 1)] = static_cast<double>(k) - 1.0;
      }
    }
    return out;
  }
  const auto it = row.series.find("kinetic_energy");
  if (it == row.series.end() || row.cell.problem != "maury_cluster") return out;
  const std::vector<double>& energy = it->second.value;
  for (std::size_t k = 1; k < energy.size(); ++k)
    out["kinetic_energy_share_" + std::to_string(k)] = energy[k] / energy.front();
  return out;
}

}  // namespace impactbench::maury2004
