#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::mprgp {

/// Modified proportioning with reduced gradient projections, matrix-free, without friction.
///
/// With g = W y + b, free gradient phi = g where y > 0 (else 0), chopped gradient beta = min(g, 0)
/// where y = 0 (else 0), reduced free gradient phi~ = min(y / alpha, phi), x . y the inner product:
///
///   |beta|^2 <= Gamma^2 phi~ . phi (proportional): conjugate gradient step along d where it stays
///       feasible; else as far as it does, then y <- max(0, y - alpha g) of the rows that were
///       free, and d = phi (expansion)
///   otherwise: y <- y - a beta with the exact step a (proportioning), d = phi
///
/// in Jacobi's scaling y = sqrt(W_cc) p (`jacobi`) or in p; alpha = expansion / lambda_max, which
/// converges in (0, 2). lambda_max is a power iteration's plus 5 %.
///
/// own_residual = max_c |min(W_cc p_c, u_c)| / velocity_unit of a recomputed gradient, stop at
/// tolerance; at max_iterations the best checked iterate is returned. Redundant contacts: some
/// solution; a conjugate direction in the kernel of W is cut off at the feasible end. Source:
/// Dostal 2009, Optimal Quadratic Programming Algorithms, sections 5.8 and 6.
struct Params {
  double tolerance{1e-8};
  int max_iterations{100000};
  bool jacobi{true};
  double gamma{1.0};
  double expansion{1.9};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this natural residual, in velocity units of the scheme"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most iterations a solve"}, self.max_iterations,
      Range::between(1, 1e9));
    f(Field{"jacobi", "-", "scale rows to a unit diagonal"}, self.jacobi);
    f(Field{"gamma", "-", "chopped against free gradient: larger stays longer on a face"},
      self.gamma, Range::positive());
    f(Field{"expansion", "-", "step of the projections times lambda_max"}, self.expansion,
      Range{0.0, 2.0, true, true});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::mprgp
