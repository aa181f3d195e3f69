#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::nlgs_momentum {

/// Sweeps of the nonlinear Gauss-Seidel method (see nlgs) from extrapolated impulses, with adaptive
/// restart, matrix-free: support/sweeps/momentum_sweeps.hpp.
///
///   p_{k+1} = S(z_k),   z_{k+1} = p_{k+1} + beta_k (p_{k+1} - p_k)
///
/// On a column of n bodies it needs some n sweeps where plain sweeps need some n^2; in settled
/// piles with friction a fourth to a sixth of theirs to a thousandth of gravity's step, with some
/// problems left unsolved at tighter tolerances. Nothing is proved with friction.
///
/// own_residual = max |min(W_nn p_n, u_n)|, W_tt |p_t - clip(p_t - u_t / W_tt, -mu p_n, mu p_n)|
/// over the contacts, divided by the scheme's velocity unit; stop at tolerance, checked every
/// `check` sweeps; at max_iterations the best of those is returned. Source: Nesterov 1983;
/// O'Donoghue and Candes 2015 (Found. Comput. Math. 15), section 3.2, with the change for the
/// objective.
struct Params {
  double tolerance{1e-8};
  int max_iterations{20000};
  int check{10};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this natural residual, in velocity units of the scheme"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most sweeps a solve"}, self.max_iterations,
      Range::between(1, 1e9));
    f(Field{"check", "-", "sweeps between checks of the residual"}, self.check,
      Range::between(1, 1e6));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::nlgs_momentum
