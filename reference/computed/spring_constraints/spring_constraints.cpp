#include "reference/computed/spring_constraints/spring_constraints.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "reference/computed/spring_constraints/motion.hpp"
#include "reference/support/damping_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace impactbench::computed::spring_constraints {
namespace {

constexpr Eigen::Index most_coordinates = 8;
constexpr double tolerance = 1e-14;  ///< of the system's length in a step
constexpr int compared = 200;
constexpr double useful_growth = 1e3;
constexpr double shift = 1e-8;

/// Largest difference of a coordinate at instants between 0 and `end` [m].
double apart(Motion& a, Motion& b, const Eigen::VectorXd& arms, double end) {
  const Eigen::Index n = arms.size();
  Eigen::VectorXd q(n), o(n), v(n);
  double out = 0.0;
  for (int k = 1; k <= compared; ++k) {
    const double t = end * k / compared;
    a.at(t, q, v);
    b.at(t, o, v);
    out = std::max(out, (q - o).cwiseProduct(arms).cwiseAbs().maxCoeff());
  }
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto* system = generalised_system(*problem.system);
  if (!contact || system == nullptr || system->dofs() > most_coordinates) return std::nullopt;
  if (system->has_friction()) return std::nullopt;
  if (!std::isfinite(damping_ratio(system->restitution(), contact->end))) return std::nullopt;
  const double end = problem.horizon * (1.0 + 1e-9);  // the last step may be a rounding beyond
  const double unit = system->length();
  const Eigen::VectorXd arms = arms_of(*system);
  const auto motion =
      std::make_shared<Motion>(*system, *contact, problem.initial, end, tolerance * unit);
  Motion check(*system, *contact, problem.initial, end, 1000.0 * tolerance * unit);
  State shifted = problem.initial;
  for (Eigen::Index k = 0; k < shifted.q.size(); ++k)
    shifted.q[k] += shift * unit / arms[k] * std::cos(1.0 + 2.0 * static_cast<double>(k));
  Motion other(*system, *contact, shifted, end, 1000.0 * tolerance * unit);
  if (!motion->run() || !check.run() || !other.run()) return std::nullopt;
  Truth out;
  out.growth = std::max(1.0, apart(*motion, other, arms, end) / (shift * unit));
  if (!(out.growth < useful_growth)) return std::nullopt;
  out.source = "computed/spring_constraints";
  out.provenance = Provenance::computed_two_ways;
  out.uncertainty = std::max(1e-12 * unit, apart(*motion, check, arms, end));
  out.event_times = motion->begins();
  out.corners = motion->events();
  if (motion->deepest() > 0.0) out.scalars["penetration_relative"] = motion->deepest() / unit;
  out.at = [motion, end](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end)) return false;
    motion->at(t, q, v);
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "spring_constraints",
          .summary = "coordinates whose constraints are springs with dashpots, event by event",
          .source = "Cash and Karp's method of order 5, checked by a second tolerance",
          .provenance = Provenance::computed_two_ways,
          .truth = truth};
}

}  // namespace impactbench::computed::spring_constraints
