#include "reference/yardsticks/run_scales.hpp"

#include <algorithm>
#include <limits>

namespace impactbench {

double length_of(const MechanicalSystem& system, const RoundBodies& bodies) {
  if (const auto* generalised = generalised_system(system)) return generalised->length();
  if (const auto* sweeping = sweeping_system(system)) return sweeping->length();
  return 2.0 * *std::max_element(bodies.radius.begin(), bodies.radius.end());
}

State start_of(const Problem& problem, const Truth& truth) {
  State start = problem.initial;
  Eigen::VectorXd q = start.q;
  if (problem.traits.first_order && !truth.at(0.0, q, start.v)) start.v = problem.initial.v;
  return start;
}

ImpactDelay delay_of_impacts(const Problem& problem, const std::optional<ContactStep>& step) {
  const double e = problem.traits.restitution;
  if (!(e > 0.0)) return {};
  if (step && step->normal == NormalRule::position && e == 1.0) return {2.0, 2.0};
  if (!step || !step->closing_acts) return {std::max(1.0, 1.0 - 1.0 / e + 2.0 * e), 0.0};
  return {e < 1.0 ? 1.0 + 1.0 / e + 2.0 / (1.0 - e) : 1.0, 0.0};
}

double rounding_share(double steps, double sums) {
  return std::max(1e-12, 0.5 * sums * steps * std::numeric_limits<double>::epsilon());
}

bool knows_gas(const Truth& truth) {
  return std::any_of(truth.scalars.begin(), truth.scalars.end(),
                     [](const auto& scalar) { return scalar.first.starts_with("gas_"); });
}

}  // namespace impactbench
