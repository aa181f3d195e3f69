#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::pava {

/// Chains on a line, exactly and in O(N): pool adjacent violators (weighted isotonic regression).
///
/// Takes rows whose bodies form paths: every body in at most two rows, no closed ring, walls only
/// at ends of a path, at most one at each; and the two rows of a body have opposite Jacobians (all
/// along one direction, the one ahead and the one behind). Only H has to satisfy this, for any
/// number of dofs. Along a path number the bodies 0..k; with x_i the velocity of body i in the
/// direction of its row, 1 / m_i = J M^-1 J^T, and y_i the sums of b:
///
///   u_c = x_i - x_{i-1} >= 0,   x = argmin { sum m_i (x_i - y_i)^2 / 2 : x_0 <= x_1 <= ... }
///
/// a wall before the first body adds 0 <= x_0 (y_0 is its b), one behind the last x_k <= B: the
/// regression is clipped to them, which is the exact minimiser. Impulses are the sums of
/// m (y_i - x_i) inside each block of equal x. Between two walls with no room left (B = 0) they are
/// not unique: the smallest is returned; B < 0 has no solution and is a breakdown.
///
/// Any other structure is a breakdown before anything is computed. A body of zero inverse mass in
/// the rows is other structure too. own_residual = max_c |min(W_cc p_c, u_c)| / velocity_unit,
/// recomputed; above `tolerance` (rounding) the report says iteration limit.
/// Source: Ayer et al. 1955; Barlow et al. 1972; maury2004's scheme as a projection onto a cone.
struct Params {
  double tolerance{1e-8};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "largest natural residual that counts as solved, in velocity units"},
      self.tolerance, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::pava
