#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/judges.hpp"
#include "reference/acceptance/scale.hpp"

#include "problems/model/sweeping_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace impactbench {
namespace {

constexpr std::string_view own = "derived in reference/acceptance/judges.hpp";

double value(const JudgedRun& run, const char* name) {
  return run.measured(name).value_or(0.0);
}

/// What a regularisation lets the point lag behind [m]: the distance at the largest |v - F|.
double lag(const JudgedRun& run) {
  return run.set ? run.set->distance(value(run, "sweep_push"), run.h) : 0.0;
}

void judge_law(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  if (!run.set) return;
  const double rounding = tight ? 1e-10 : 1e-8;
  add(out, {"law:normal_cone", CheckKind::law, "rounding of v over h", own},
      run.measured("sweep_normal"), any_low, rounding, 1.0);
  add(out, {"law:place_in_set", CheckKind::law, "tolerance of a nearest point", own},
      run.measured("sweep_place"), any_low, tight ? 1e-11 : 1e-9, 1.0);
}

void judge_distance(const JudgedRun& run, const SweepingSystem& system, bool tight,
                    std::vector<Check>& out) {
  if (!run.set) return;
  const double L = system.length(), h = run.h;
  const double way =
      h * (value(run, "sweep_push") + value(run, "set_speed") + value(run, "truth_speed"));
  double limit = lag(run) / L + (tight ? 1e-9 : 1e-6);
  std::string formula = "(R |v - F|)^(1/(alpha-1)) / L, and the tolerance of a nearest point";
  if (run.set->normals == SetStep::Normals::start) {
    limit += 0.5 * way * way / (L * L);
    formula = "(h V)^2 / 2 L^2 of constraints that are linearised";
  }
  if (run.set->normals != SetStep::Normals::middle && system.dependence() > 0.0) {
    limit += system.dependence() * h * value(run, "truth_speed") / L;
    formula += ", k h V / L of a set that is that of the place before";
  }
  add(out,
      {"claim:distance_from_set", CheckKind::law, fmt::format("{}: {:.3g}", formula, limit), own},
      run.measured("penetration_relative"), any_low, limit, 1.0);
}

/// What errors are multiplied by: bodies of reach r push apart what is beside them at most as
/// exp(V T / r), a set that follows the state by 1 / (1 - k).
double growth(const JudgedRun& run, const SweepingSystem& system) {
  const double out = std::exp(value(run, "truth_speed") * run.problem.horizon / system.reach());
  return std::min(out, 10.0) / (1.0 - system.dependence());
}

void judge_truth(const JudgedRun& run, const SweepingSystem& system, bool tight,
                 std::vector<Check>& out) {
  const double h = run.h, T = run.problem.horizon, V = value(run, "truth_speed");
  const double L = system.length(), d = lag(run), much = growth(run, system);
  const double bend = 1.0 + std::min(V * T / L, 10.0);
  const double limit = (2.0 * h * V + 2.0 * d) * bend * much + 1e-9 * L;
  if (run.quantities.contains("position_error_sup")) {
    add(out,
        {"truth:position", CheckKind::truth,
         fmt::format("2 (h V + d) (1 + V T / L) growth = {:.3g} with V = {:.3g}, d = {:.3g}, L = "
                     "{:.3g}, growth = {:.3g}",
                     limit, V, d, L, much),
         own},
        run.measured("position_error_sup"), any_low, (tight ? 0.3 : 1.0) * limit,
        value(run, "truth_range"));
  }
  if (const auto distance = run.measured("velocity_error_hausdorff")) {
    const double n = value(run, "truth_impacts");
    const double late = h / T + (V > 0.0 ? d / (V * T) : 0.0);
    const double graph = (late * (2.0 + 2.0 * n) + 2.0 * (h * V + d) / L * bend) * much + 1e-8;
    add(out,
        {"truth:velocity", CheckKind::truth,
         fmt::format("(h + d / V) (2 + 2 n) / T + 2 (h V + d) / L (1 + V T / L), times growth = "
                     "{:.3g} with n = {:g}",
                     graph, n),
         own},
        distance, any_low, (tight ? 0.3 : 1.0) * graph, 1.0);
  }
  if (const auto work = run.measured("dissipated_work_error_relative")) {
    const double part = 4.0 * (h * V + d) / L;
    add(out,
        {"truth:dissipated_work", CheckKind::truth, fmt::format("4 (h V + d) / L = {:.3g}", part),
         own},
        work, any_low, (tight ? 0.3 : 1.0) * part, 1.0);
  }
}

/// Moreau's bound of the catching-up algorithm.
void judge_bound(const JudgedRun& run, const SweepingSystem& system, std::vector<Check>& out) {
  const bool exact =
      run.set && run.set->normals == SetStep::Normals::end && run.set->regularisation(run.h) == 0.0;
  if (!exact || !std::isinf(system.reach()) || system.dependence() > 0.0 ||
      !system.constant_force() || !run.quantities.contains("position_error_sup")) {
    return;
  }
  const double S = value(run, "set_speed");
  const double limit = S * std::sqrt(2.0 * run.h * run.problem.horizon) + 1e-12 * system.length();
  add(out,
      {"claim:moreau_bound", CheckKind::law,
       fmt::format("L sqrt(2 h T) = {:.3g} with L = {:.3g} m/s of the set", limit, S),
       "Moreau 1977; derived in reference/acceptance/judges.hpp"},
      run.measured("position_error_sup"), any_low, limit, value(run, "truth_range"));
}

}  // namespace

void judge_sweeping(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const SweepingSystem* system = sweeping_system(*run.problem.system);
  if (system == nullptr) return;
  judge_law(run, tight, out);
  judge_distance(run, *system, tight, out);
  judge_truth(run, *system, tight, out);
  judge_bound(run, *system, out);
}

}  // namespace impactbench
