#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::alm_newton {

/// Augmented Lagrangian with a semi-smooth Newton method inside, in velocity space; no friction.
///
/// In Jacobi's scaling and mass-scaled velocities x (G = H^T M^-1/2), multipliers y:
///
///   inner: x = argmin phi,  phi(x) = |x|^2 / 2 + sum_c max(0, y_c - sigma (G x + b)_c)^2 / 2 sigma
///   outer: y <- max(0, y - sigma (G x + b)), then sigma <- min(growth sigma, largest)
///
/// Inner Newton steps (1 + sigma G_A^T G_A) dx = -grad phi, A = { y > sigma (G x + b) }; phi is
/// convex and piecewise quadratic, and where a step overshoots it is cut to where the slope of phi
/// along it nearly vanishes. They end at |grad phi| <= inner * residual / sqrt(rows), the least
/// residual of multipliers so far, in the scaled velocity of the row that counts it most.
///
/// The outer iteration is the proximal point method on the dual: its error falls by
/// 1 / (1 + sigma lambda), lambda the least positive eigenvalue of the active W. Once A stays the
/// same an outer step is linear, and one at sigma = 1e6 is tried as well, as a correction of y.
///
/// own_residual = max_c |min(W_cc p_c, u_c)| / velocity_unit of the impulses alone (u = W p + b,
/// not the velocities of the inner solve), stop at tolerance; an iteration is one Newton step, with
/// one factorisation unless the active rows and sigma are those of the step before. At
/// max_iterations the best is returned. Redundant contacts: the solution the start is led to; each
/// inner system is regular.
/// Source: Rockafellar 1976 (Math. Oper. Res. 1); Qi and Sun 1993; Eigen's SimplicialLLT.
struct Params {
  double tolerance{1e-8};
  int max_iterations{1000};
  double sigma{100.0};
  double growth{4.0};
  double largest{1e4};
  double inner{0.1};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this natural residual, in velocity units of the scheme"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most Newton steps a solve"}, self.max_iterations,
      Range::between(1, 1e9));
    f(Field{"sigma", "-", "first penalty of the scaled constraints"}, self.sigma,
      Range{1e-6, 1e12, false, false});
    f(Field{"growth", "-", "factor of the penalty from one outer iteration to the next"},
      self.growth, Range{1.0, 1e6, false, false});
    f(Field{"largest", "-", "largest penalty"}, self.largest, Range{1e-6, 1e12, false, false});
    f(Field{"inner", "-", "tolerance of the inner problem against the residual"}, self.inner,
      Range{0.0, 1.0, true, false});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::alm_newton
