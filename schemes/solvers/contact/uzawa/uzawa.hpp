#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::uzawa {

/// Uzawa's algorithm, the projected gradient of fixed step on the dual, without friction:
///
///   p <- max(0, p - rho u),   u = W p + b
///
/// which converges for 0 < rho < 2 / lambda_max(W). In maury2004's scaling (forces mu = p / h, rows
/// -h G) its step is rho / h^2. `step` chooses rho [kg]; d is the number of dof
/// columns that the rows use:
///   maury      min m / (2 kappa sqrt(d)), kappa = 2, 6, 12 in d = 1, 2, 3: the paper's bound.
///              kappa counts touching neighbours; with rows between bodies further apart
///              a body may have more, but the bound has a factor 2 sqrt(d)
///              to spare (see corrected)
///   corrected  1.9 / max_i (2 kappa_i / m_i): from |(v_j - v_i).n|^2 <= 2 (|v_i|^2 + |v_j|^2),
///              with kappa_i the number of rows of body i, in which a row
///              on a wall counts half, and with the mass
///              of each body
///   row_sum    1.9 / Gershgorin's bound of W
///   power      1.9 / lambda_max by power iteration
///   given      `rho`: unless it is below 2 / lambda_max, or
///              `allow_divergence`, the solve throws
///              ConfigurationError with the bound
///
/// own_residual = max_c |min(W_cc p_c, u_c)| / velocity_unit, stop at tolerance, looked at in every
/// `check` iterations; at max_iterations the best of those is returned. A run that left the range
/// of numbers is a breakdown. Redundant contacts: some solution, near the start. Source: maury2004,
/// sections 3.3 and 5 (remark 8); Arrow, Hurwicz and Uzawa 1958.
struct Params {
  double tolerance{1e-8};
  int max_iterations{1000000};
  std::string step{"power"};
  double rho{1.0};
  bool allow_divergence{false};
  int check{10};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this natural residual, in velocity units of the scheme"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most iterations a solve"}, self.max_iterations,
      Range::between(1, 1e9));
    f(Field{"step", "-", "where the step comes from"}, self.step,
      OneOf{"maury", "corrected", "row_sum", "power", "given"});
    f(Field{"rho", "kg", "the step where step = given"}, self.rho, Range::positive());
    f(Field{"allow_divergence", "-", "take a given rho above 2 / lambda_max too"},
      self.allow_divergence);
    f(Field{"check", "-", "iterations between checks of the residual"}, self.check,
      Range::between(1, 1e6));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::uzawa
