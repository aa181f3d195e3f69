#pragma once

#include "problems/contact/round_bodies.hpp"
#include "problems/model/contact_step.hpp"
#include "problems/model/problem.hpp"
#include "reference/api/reference.hpp"
#include "schemes/solvers/api/contact_problem.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace impactbench {

/// The scale of penetrations: the largest diameter, or the length of a generalised system.
[[nodiscard]] double length_of(const MechanicalSystem& system, const RoundBodies& bodies);

/// The start with which velocities are compared: without inertia it is the solution's own.
[[nodiscard]] State start_of(const Problem& problem, const Truth& truth);

/// Steps by which an impact delays all later ones, and by which it lengthens each later flight.
struct ImpactDelay {
  double each{1.0}, flight{0.0};
  /// The delay after so many impacts.
  [[nodiscard]] double after(double impacts) const {
    return impacts * (each + 0.5 * flight * (impacts - 1.0));
  }
};

/// An impact is known to within a step.
///   A contact that acts once it has closed finds its bodies overlapping by up to h |u|:
/// they separate 1 / e steps later and by g h (1/e - e) slower, which shortens the next
/// flight by 2 (1/e - e) steps. The next impact comes 1 - 1/e + 2 e steps later, that is
/// 2 steps for e = 1.
///   One that acts because it would close by the end of the step leaves its bodies up to h |u|
/// apart: they rise by e |u| from there, so that the next impact comes 1 / e steps later and by
/// g h / e faster, and each flight inherits e times the excess of the one before, in all
/// 2 / (1 - e) steps.
///   The position rule with e = 1 gives q^{n+1} = -q^{n-1}, q^{n+2} = -q^n for gaps q: the
/// body leaves the floor two steps after it went in, with an energy
/// V^2 / 2 + g (q^n + q^{n+1}) / 2 per unit of mass that has changed by up to g h |u|. This
/// lengthens a flight 2 |u| / g by 2 h, and all later ones: if e = 1 the excess is
/// never lost.
[[nodiscard]] ImpactDelay delay_of_impacts(const Problem& problem,
                                           const std::optional<ContactStep>& step);

/// The sums of a place and a displacement in a step: 2, the midpoint and the end. A scheme that
/// states nothing of its steps may make them of inner ones: y_2 of two steps, y_1 of one and the
/// extrapolation y_2 + (y_2 - y_1) have 8 + 2 + 1.
[[nodiscard]] constexpr double sums_of_a_step(bool stated) {
  return stated ? 2.0 : 11.0;
}
/// The rounding error of a coordinate after n steps of k such sums, over the largest |q| so far:
/// k n eps / 2, at least the 1e-12 of reference solutions [-]. Each sum is rounded by eps |q| / 2
/// at most; in free flight the displacement is the same in all steps, and so is the rounding, so
/// that n steps add it up n times.
[[nodiscard]] double rounding_share(double steps, double sums);

/// ContactStep::first_kick, 1 where no step is stated.
[[nodiscard]] inline std::optional<double> first_kick_of(const std::optional<ContactStep>& step) {
  return step ? step->first_kick : 1.0;
}

/// Whether means of a gas are known, which are measured in blocks of the run.
[[nodiscard]] bool knows_gas(const Truth& truth);

/// Whether some impulse came from an immovable body: mere contact shows no overlap.
template <class Contacts>
[[nodiscard]] bool pushed_by_wall(const Contacts& contacts, std::span<const double> impulses) {
  const auto rows = static_cast<std::size_t>(contacts.rows);
  for (std::size_t c = 0; c < contacts.contacts() && c * rows < impulses.size(); ++c) {
    if (contacts.body_b[c] == ContactProblem::fixed && impulses[c * rows] != 0.0) return true;
  }
  return false;
}

}  // namespace impactbench
