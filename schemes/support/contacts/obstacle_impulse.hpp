#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

#include <cstddef>
#include <span>

namespace impactbench {

/// Whether a contact with an obstacle transmitted an impulse.
[[nodiscard]] inline bool touches_obstacle(const ContactProblem& problem,
                                           std::span<const double> impulses) {
  const auto rows = static_cast<std::size_t>(problem.rows);
  for (std::size_t c = 0; c < problem.contacts() && c * rows < impulses.size(); ++c)
    if (problem.body_b[c] == ContactProblem::fixed && impulses[c * rows] > 0.0) return true;
  return false;
}

}  // namespace impactbench
