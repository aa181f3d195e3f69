#include "reference/acceptance/ensemble_of_runs.hpp"

#include "problems/contact/round_bodies.hpp"
#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace impactbench {
namespace {

struct Interval {
  std::optional<double> mean, half;
  /// The end of it on the side of `sign`, as a number that must not be large.
  [[nodiscard]] std::optional<double> end(double sign) const {
    if (!mean || !half) return std::nullopt;
    return sign * *mean + *half;
  }
};

Interval interval(const JudgedRun& run, const std::string& name) {
  return {run.measured("ensemble_" + name), run.measured("ensemble_" + name + "_half_width")};
}

/// Whether a claim about energy can be tested on means, as on one run.
bool energy_judged(const JudgedRun& run) {
  const ProblemTraits& traits = run.problem.traits;
  if (!run.problem.system->constant_force()) return false;
  return conservative(run.problem) ||
         (run.claimed_energy == EnergyBehaviour::dissipates && traits.restitution == 0.0 &&
          !traits.friction && !traits.driven);
}

LimitNote of_mean(std::string_view name, CheckKind kind, std::string_view formula) {
  return {name, kind, std::string(formula) + "; the whole 95 % interval of the mean", "as one run"};
}

void judge_energy(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  constexpr double rounding = 1e-9;
  const Interval energy = interval(run, "energy");
  const bool gains = run.claimed_energy == EnergyBehaviour::gains;
  if (gains || run.claimed_energy == EnergyBehaviour::dissipates) {
    add(out, of_mean("ensemble:energy", CheckKind::law, "rounding"), energy.end(gains ? -1.0 : 1.0),
        any_low, rounding);
    return;
  }
  const auto up = energy.end(1.0), down = energy.end(-1.0);
  std::optional<double> worst;
  if (up && down) worst = *down <= *up ? *up : *down;  // a NaN of either stays
  const bool exactly = run.claimed_energy == EnergyBehaviour::conserves;
  const double nearly = tight ? 1e-2 : 0.11, rounded = tight ? 1e-12 : 5e-12;
  add(out,
      of_mean("ensemble:energy", CheckKind::law,
              exactly ? "rounding" : "largest that nguyen2024 prints"),
      worst, any_low, exactly ? rounded : nearly, 1.0);
}

void judge_height(const JudgedRun& run, double overlap, std::vector<Check>& out) {
  const Interval height = interval(run, "height");
  const auto start = run.quantities.find("energy_initial");
  const RoundBodies bodies = round_bodies(*run.problem.system);
  const double g = bodies.gravity.norm();
  if (!height.mean || start == run.quantities.end() || !(g > 0.0)) return;
  double mass = 0.0, lever = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    mass += bodies.mass[i];
    lever += bodies.mass[i] * bodies.radius[i];
    largest = std::max(largest, bodies.radius[i]);
  }
  const double ceiling = start->second / (mass * g);
  const auto level = floor_of(bodies, -bodies.gravity / g);
  // A mean without a half width, or one that is not a number, is within no limits.
  const double half = height.half.value_or(std::nan(""));
  add(out,
      of_mean("ensemble:height", CheckKind::law, "between every body on the floor and E_0 / (M g)"),
      height.mean, level ? *level + lever / mass - 2.0 * overlap * largest + half : any_low,
      ceiling + 1e-9 * std::abs(ceiling) - half);
}

}  // namespace

void judge_ensemble_of_runs(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto failed = run.measured("ensemble_failed");
  if (!failed && !run.quantities.contains("ensemble_size")) return;
  // With fewer than two survivors nothing is known, for any reason.
  const bool known = failed && run.quantities.contains("ensemble_size");
  add(out, {"ensemble:completes", CheckKind::self_report, "none of them", "counted"},
      known ? failed : std::nullopt, any_low, 0.0);
  if (!run.quantities.contains("ensemble_size")) return;
  if (energy_judged(run)) judge_energy(run, tight, out);
  const double overlap = tight ? 5e-3 : 5e-2;  // of diameters
  if (!run.contact && run.overlap != OverlapBound::none) {
    add(out,
        of_mean("ensemble:penetration", CheckKind::law,
                fmt::format("{:g} of the largest diameter", overlap)),
        interval(run, "penetration").end(1.0), any_low, overlap, 1.0);
  }
  const bool gains = run.claimed_energy == EnergyBehaviour::gains;
  if (!run.problem.traits.driven && !gains) judge_height(run, overlap, out);
  if (disc_system(*run.problem.system) == nullptr) return;
  const RoundBodies bodies = round_bodies(*run.problem.system);
  const double most = 3.0 * static_cast<double>(bodies.size() + bodies.obstacles.size()) - 6.0;
  add(out, of_mean("ensemble:contacts", CheckKind::law, "planar graph: 3 (bodies + walls) - 6"),
      interval(run, "contacts").end(1.0), any_low, std::max(most, 1.0));
}

}  // namespace impactbench
