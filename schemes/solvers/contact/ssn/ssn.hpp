#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::ssn {

/// Semi-smooth Newton, that is a primal-dual active set method, with globalisation; no friction.
///
/// In Jacobi's scaling, f(y) = y.W y / 2 + b.y over y >= 0, w = W y + b. An iteration:
///
///   accelerated projected gradient steps, `smoothing` at a time, until fewer than one row in 200
///       has changed sides (y > 0 or not) meanwhile; left out where the Newton step before gained a
///       digit of the residual
///   active rows A = { y_c > min(w_c, eps) }, eps = the natural residual, at most max y / 10
///   q = argmin over y_A of f + |q - y|^2 / (2 sigma), q = 0 elsewhere: one factorisation
///   y <- max(0, y + a (q - y)), the first a = 1, 1/2, 1/4, ... that lowers f enough (Armijo)
///
/// The proximal term makes the system regular for redundant contacts too (of the solutions it takes
/// one near the iterate) and vanishes at a solution: once A is right the error falls by about
/// 1 / (1 + sigma lambda) per iteration, lambda the least positive eigenvalue of W_AA.
///
/// Every part lowers f, so the method converges from any start (projected Newton, Bertsekas). It is
/// finished only when own_residual = max_c |min(W_cc p_c, u_c)| / velocity_unit, recomputed, is at
/// most the tolerance; an iteration is one factorisation. At max_iterations the best is returned.
/// Source: Hintermueller, Ito and Kunisch 2002 (SIAM J. Optim. 13); Bertsekas 1982 (SIAM J. Control
/// Optim. 20).
struct Params {
  double tolerance{1e-8};
  int max_iterations{1000};
  double sigma{1e6};
  int smoothing{100};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this natural residual, in velocity units of the scheme"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most factorisations a solve"}, self.max_iterations,
      Range::between(1, 1e9));
    f(Field{"sigma", "-", "weight of the problem against the proximal term"}, self.sigma,
      Range{1.0, 1e12, false, false});
    f(Field{"smoothing", "-", "gradient steps from one look at the active rows to the next"},
      self.smoothing, Range::between(1, 1e6));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::ssn
