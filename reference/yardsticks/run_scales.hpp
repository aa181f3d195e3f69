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

/// What penetrations are compared with: the largest diameter, or the length of coordinates.
[[nodiscard]] double length_of(const MechanicalSystem& system, const RoundBodies& bodies);

/// The start that velocities are compared from: without inertia it is the solution's own.
[[nodiscard]] State start_of(const Problem& problem, const Truth& truth);

/// Steps by which an impact of those that accumulate delays all that follow. It is known to within
/// one. A contact that acts because it would close by the end of the step leaves its bodies up to
/// h |u| apart: they rise e |u| from there, so that the next impact comes 1 / e steps later and by
/// g h / e faster, and each flight inherits e times what the one before has more, in all
/// 2 / (1 - e) steps.
[[nodiscard]] double delay_of_impacts(const Problem& problem,
                                      const std::optional<ContactStep>& step);

/// Whether means of a gas are known, which are measured in blocks of the run.
[[nodiscard]] bool knows_gas(const Truth& truth);

/// Whether some impulse came from an immovable body: one that is merely reached shows no overlap.
template <class Contacts>
[[nodiscard]] bool pushed_by_wall(const Contacts& contacts, std::span<const double> impulses) {
  const auto rows = static_cast<std::size_t>(contacts.rows);
  for (std::size_t c = 0; c < contacts.contacts() && c * rows < impulses.size(); ++c) {
    if (contacts.body_b[c] == ContactProblem::fixed && impulses[c * rows] != 0.0) return true;
  }
  return false;
}

}  // namespace impactbench
