#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::admm {

/// Alternating directions with Coulomb's law cut along the tangents, and one factorisation.
///
/// With w = G x + b, x = G^T y, the problem in velocity space free of units (y = p / s, w = s u,
/// s = 1 / sqrt of the contact's weight), and C(a, t) = 0 where a <= 0, else (a, t cut to mu a):
///
///   r = z - d                  (1 + G^T G / rho) x = G^T (r - b / rho)
///   y = r - (G x + b) / rho    z <- C(a y + (1 - a) z + d),   d <- d + a y + (1 - a) z_old - z
///
/// rho is about sqrt(lambda_min lambda_max) of W s^2, of which lambda_max is 3 to 4 and lambda_min
/// some 1e-5 for a pile; a is the over-relaxation, which at 1.6 is faster where it converges and
/// cycles for some rho. Takes 1, 2, 3 and 5 rows a contact. Without friction this converges for
/// every rho and a in (0, 2); with friction nothing is proved.
///
/// own_residual is the natural residual / velocity_unit (normal: |min(W_nn p_n, u_n)|; friction:
/// |w_t p_t - cut(w_t p_t - u_t)|, w_t the largest eigenvalue of W_tt), recomputed from the
/// impulses every `check` iterations; stop at tolerance, else the best of those is returned.
/// Redundant contacts: some solution. The ordering of the factorisation is recomputed, and
/// allocates, where the contacts have changed.
/// Source: Boyd et al. 2011 (Found. Trends Mach. Learn. 3); for Coulomb's law Tasora, Mangoni,
/// Benatti and Garziera 2021 (Int. J. Numer. Methods Eng. 122).
struct Params {
  double tolerance{1e-8};
  int max_iterations{100000};
  double rho{0.015};
  double relaxation{1.0};
  int check{10};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this natural residual, in velocity units of the scheme"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most iterations a solve"}, self.max_iterations,
      Range::between(1, 1e9));
    f(Field{"rho", "-", "penalty of the scaled problem"}, self.rho, Range{1e-9, 1e9, false, false});
    f(Field{"relaxation", "-", "a, over-relaxation above 1"}, self.relaxation,
      Range{0.0, 2.0, true, true});
    f(Field{"check", "-", "iterations between checks of the residual"}, self.check,
      Range::between(1, 1e6));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::admm
