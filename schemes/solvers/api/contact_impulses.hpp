#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace impactbench {

/// The impulses that contacts exert on bodies in one step: H p, the change of momentum not due to
/// external forces. Rows, Jacobians and signs are those of ContactProblem: row 0 of each contact is
/// normal, p_n > 0 pushes. A contact of a generalised system is a constraint: body_a is its number,
/// body_b fixed, and its Jacobian has all coordinates (dofs).
struct ContactImpulses {
  bool known{false};  ///< whether the scheme knows them; all else is then of its last step
  int rows{1};        ///< per contact: 1, 2, 3 or 5
  int dofs{3};        ///< per body
  std::vector<int> body_a;
  std::vector<int> body_b;                     ///< ContactProblem::fixed for a wall
  std::vector<double> jacobian_a, jacobian_b;  ///< rows x dofs per contact, row-major
  std::vector<double> impulse;                 ///< rows per contact [N s] or [kg m/s]
  /// Impulses of the torque against rolling and twisting on the first body, opposite on the second:
  /// 1 number per contact in the plane, 3 in space; empty where no contact resists, or where it has
  /// rows of its own (ContactProblem) [N m s].
  std::vector<double> resistance{};

  [[nodiscard]] std::size_t contacts() const { return body_a.size(); }

  /// Removes all impulses and sets this shape; the scheme knows its impulses.
  void clear(int rows_of_contact, int dofs_of_body) {
    known = true;
    rows = rows_of_contact;
    dofs = dofs_of_body;
    body_a.clear();
    body_b.clear();
    jacobian_a.clear();
    jacobian_b.clear();
    impulse.clear();
    resistance.clear();
  }

  /// Takes those of a contact problem, each times `factor`.
  void take(const ContactProblem& problem, std::span<const double> impulses, double factor) {
    clear(problem.rows, problem.dofs);
    body_a = problem.body_a;
    body_b = problem.body_b;
    jacobian_a = problem.jacobian_a;
    jacobian_b = problem.jacobian_b;
    impulse.assign(impulses.begin(), impulses.end());
    for (double& p : impulse)
      p *= factor;
  }
};

}  // namespace impactbench
