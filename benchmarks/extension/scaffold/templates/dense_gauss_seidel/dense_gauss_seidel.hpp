#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::dense_gauss_seidel {

/// Projected Gauss-Seidel on the dense W, contacts without friction: p_c <- [p_c - u_c / W_cc]_+
/// in turn. own_residual = max_c |min(W_cc p_c, u_c)| / velocity_unit.
struct Params {
  double tolerance{1e-8};
  int max_sweeps{10000};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "largest natural residual that counts as solved, in velocity units"},
      self.tolerance, Range::positive());
    f(Field{"max_sweeps", "-", "most sweeps"}, self.max_sweeps, Range::between(1.0, 1e9));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::dense_gauss_seidel
