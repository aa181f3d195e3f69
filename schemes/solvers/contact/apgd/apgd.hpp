#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::apgd {

/// Accelerated projected gradient with adaptive restart, matrix-free:
///
///   z = y + beta_k (y - y_old),   y_new = C(z - (W z + b) / L)
///   beta_k = (t_k - 1) / t_{k+1},   t_{k+1} = (1 + sqrt(1 + 4 t_k^2)) / 2,   t_0 = 1
///   restart (t = 1) where (W z + b) . (y_new - y) > 0
///
/// C(a) = max(0, a); with friction C(a, t) = 0 where a <= 0, else (a, t cut to |t| <= mu a), along
/// the tangents.
/// Without friction in Jacobi's scaling y = sqrt(W_cc) p (`jacobi`) or in p; with friction a
/// contact's rows are always scaled by one number, its normal weight or the largest of its
/// tangents. The momenta H y are kept instead of H z, so an iteration is one pass over the rows. L:
///   backtracking  starts at the largest W_cc; a step d = y_new - z with d.W d > L |d|^2 is taken
///                 back and L raised to that quotient (never above lambda_max, often below it). The
///                 product comes from the momenta; without friction every fifth step is tested once
///                 20 have passed
///   power         1.05 times a power iteration's lambda_max (which comes from below; Nesterov's
///                 iteration, beta near 1, converges for L above 3/4 lambda_max)
///
/// own_residual = max_c |min(W_cc p_c, u_c)| / velocity_unit, with friction also |w_t p_t - cut(w_t
/// p_t - u_t)| / velocity_unit; stop at tolerance, checked every `check` iterations; at
/// max_iterations the best of those is returned. Without friction it converges for every W for
/// which a solution exists, the error in the objective as 1/k^2; with friction nothing is proved,
/// and it fails on some in long sequences of steps of a pile. Redundant contacts: some solution,
/// near the start.
/// Source: Nesterov 1983; O'Donoghue and Candes 2015 (Found. Comput. Math. 15); Mazhar, Heyn,
/// Negrut and Tasora 2015 (ACM Trans. Graph. 34).
struct Params {
  double tolerance{1e-8};
  int max_iterations{100000};
  bool jacobi{true};
  std::string step{"backtracking"};
  int check{10};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this natural residual, in velocity units of the scheme"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most iterations a solve"}, self.max_iterations,
      Range::between(1, 1e9));
    f(Field{"jacobi", "-", "scale rows to a unit diagonal (contacts without friction)"},
      self.jacobi);
    f(Field{"step", "-", "where the step 1/L comes from"}, self.step,
      OneOf{"backtracking", "power"});
    f(Field{"check", "-", "iterations between checks of the residual"}, self.check,
      Range::between(1, 1e6));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::apgd
