#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::interior_point {

/// Interior point methods. With friction (two or three rows): see CentralPath, which takes
/// `tolerance` and `max_iterations`. Without, Mehrotra's predictor-corrector method:
///
/// In Jacobi's scaling and mass-scaled velocities (G = H^T M^-1/2, x = G^T y kept exactly):
///
///   G x + b - w = r,   y_c w_c = mu,   y, w > 0
///   (1 + G^T D G) dx = G^T ((t - y (w + r)) / (w + eps y)),   D = y / (w + eps y),
///   dy = (t - y (w + G dx + r)) / (w + eps y),   dw = G dx + r + eps dy
///
/// with eps = 1e-11, proximal, so that D is bounded where contacts are redundant. t = 0 for the
/// predictor; t = sigma mu - dy_p dw_p with sigma = (mu_p / mu)^3 for the corrector,
/// one Cholesky factorisation for both. One step length for y and w, 0.995 of the way to the
/// boundary at most.
///
/// Interior points end at about the root of rounding: when in every row y and w differ by a factor
/// 1e3, or at the end, the impulses with y < w are set to zero and proximal Newton steps on the
/// other rows sharpen those (`polish` of them at most after any one iteration).
///
/// own_residual = max_c |min(W_cc p_c, u_c)| / velocity_unit recomputed from the impulses, stop at
/// tolerance; an iteration is one factorisation. At the limit the best iterate is returned. The
/// start is only tested for being a solution. Redundant contacts: impulses near the analytic centre
/// of the solutions. Cost: sparse Cholesky in velocity space, cheap in 1-D and 2-D. Source:
/// Mehrotra 1992 (SIAM J. Optim. 2); Wright 1997, Primal-Dual Interior-Point Methods.
struct Params {
  double tolerance{1e-8};
  int max_iterations{3000};
  int polish{4};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this natural residual, in velocity units of the scheme"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most factorisations a solve"}, self.max_iterations,
      Range::between(1, 1e9));
    f(Field{"polish", "-", "most Newton steps on the active rows at a time, without friction"},
      self.polish, Range::between(0, 100));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::interior_point
