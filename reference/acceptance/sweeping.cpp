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

/// The lag of the point in a regularisation [m]: the distance at the largest |v - F|.
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
  const double displacement =
      h * (value(run, "sweep_push") + value(run, "set_speed") + value(run, "truth_speed"));
  double limit = lag(run) / L + (tight ? 1e-9 : 1e-6);
  std::string formula = "(R |v - F|)^(1/(alpha-1)) / L, and the tolerance of a nearest point";
  if (run.set->normals == SetStep::Normals::start && value(run, "normal_turn") > 0.0) {
    limit += 0.5 * displacement * displacement / (L * L);
    formula = "(h V)^2 / 2 L^2 for linearised constraints";
  }
  if (run.set->normals != SetStep::Normals::middle && system.dependence() > 0.0) {
    limit += system.dependence() * h * value(run, "truth_speed") / L;
    formula += ", k h V / L for the set of the place before";
  }
  add(out,
      {"claim:distance_from_set", CheckKind::law, fmt::format("{}: {:.3g}", formula, limit), own},
      run.measured("penetration_relative"), any_low, limit, 1.0);
}

/// The growth of errors: two points pushed along a set of reach r diverge by exp(path / r) until it
/// is passed, which takes a path of 2 r at most; a set that follows the point adds its own error by
/// 1 / (1 - k).
double growth(const JudgedRun& run, const SweepingSystem& system) {
  const double apart = std::min(value(run, "truth_range") / system.reach(), 2.0);
  return std::exp(apart) / (1.0 - system.dependence());
}

void judge_truth(const JudgedRun& run, const SweepingSystem& system, bool tight,
                 std::vector<Check>& out) {
  const double h = run.h, T = run.problem.horizon, V = value(run, "truth_speed");
  const double L = system.length(), d = lag(run), much = growth(run, system);
  const double turn = value(run, "normal_turn"), W = value(run, "truth_variation");
  const double n = value(run, "truth_impacts");
  const double share = tight ? 0.3 : 1.0;
  if (run.quantities.contains("position_error_sup")) {
    const double limit = ((1.0 + 0.5 * turn) * h * V + (1.0 + turn) * d) * much + 1e-9 * L;
    add(out,
        {"truth:position", CheckKind::truth,
         fmt::format("((1 + A/2) h V + (1 + A) d) growth = {:.3g} with V = {:.3g}, d = {:.3g}, A = "
                     "{:.3g}, growth = {:.3g}",
                     limit, V, d, turn, much),
         own},
        run.measured("position_error_sup"), any_low, share * limit, value(run, "truth_range"));
  }
  if (const auto error = run.measured("velocity_error_l1")) {
    const double late = h * (W + turn * V) + (4.0 * n + 2.0 + turn) * d;
    const double limit = late * much / T + 1e-9 * V;
    add(out,
        {"truth:velocity", CheckKind::truth,
         fmt::format(
             "(h (W + A V) + (4 n + 2 + A) d) growth / T = {:.3g} with W = {:.3g}, n = {:g}", limit,
             W, n),
         own},
        error, any_low, share * limit, V);
  }
  if (const auto work = run.measured("dissipated_work_error_relative")) {
    const double part = (h * V + 2.0 * d) / L;
    add(out,
        {"truth:dissipated_work", CheckKind::truth, fmt::format("(h V + 2 d) / L = {:.3g}", part),
         own},
        work, any_low, share * part, 1.0);
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
  const double limit = std::sqrt(2.0) * value(run, "set_displacement") + 1e-9 * system.length();
  add(out,
      {"claim:moreau_bound", CheckKind::law,
       fmt::format("sqrt(2 sum s^2) = {:.3g}, s the displacements of the set in steps", limit),
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
