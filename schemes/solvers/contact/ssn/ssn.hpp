#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::ssn {

/// Semi-smooth Newton, that is a primal-dual active set method, with globalisation; no friction:
/// SemiSmoothNewton, whose systems VelocityNewton solves by sparse Cholesky in velocity space. An
/// iteration is one factorisation. Source: Hintermueller, Ito and Kunisch 2002 (SIAM J. Optim. 13);
/// Bertsekas 1982 (SIAM J. Control Optim. 20).
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
    f(Field{"smoothing", "-", "gradient steps between checks of the active rows"}, self.smoothing,
      Range::between(1, 1e6));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::ssn
