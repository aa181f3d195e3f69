#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::prox_ssn {

/// Proximal point iterations on Coulomb's law, each solved by a semi-smooth Newton method in
/// velocity space with an unsymmetric sparse LU of blocks, one row of them a body.
///
/// With w = G x + b, x = G^T y, the problem in velocity space free of units (y = p / s, w = s u,
/// s = 1 / sqrt of the contact's weight), and C(a, t) = 0 where a <= 0, else (a, t cut to mu a):
///
///   outer: y_c <- C(y_c - sigma w_c)
///   inner: F(x) = G^T C(y - sigma (G x + b)) - x = 0 by (1 + sigma G^T D G) dx = F, with D_c = 1
///          where contact c sticks, (1 0; +-mu 0) where it slides, 0 where it is open; the step is
///          halved, at most eight times, until |F| falls; where it does not, or 20 steps were not
///          enough, x goes on along F(x) = tau F(x_0), tau -> 0, kink by kink (one or two rows; at
///          most 48), which also leads around folds
///   jump:  at the start, and whenever the residual has fallen to a fifth since, the outer
///          iteration with `largest` is tried along z = y - sigma w + tau e, tau from 1 to 0, e
///          what makes y a solution at tau = 1 (Lemke's covering vector): its kinks are those of
///          the contacts that do not yet do what they will do
///
/// sigma grows fourfold after an inner problem of one or two steps (twofold once one has failed),
/// twofold after one of up to ten, up to `largest`; it falls to a tenth after a failure. C cuts
/// along the tangents (non-associated), so K is not symmetric and convergence is not proved; once
/// the contacts have their final status the method is finite. Redundant contacts only affect which
/// impulses are returned. 1, 2, 3 or 5 rows a contact.
///
/// own_residual is the natural residual / velocity_unit of the impulses (see admm), stop at
/// tolerance; an iteration is one factorisation. At max_iterations, or where sigma has fallen
/// below a millionth of its start, the best outer iterate is returned. The last digits: about
/// largest * 1e-17 of the largest velocity. Memory as admm. Source: Alart and Curnier 1991 (Comput.
/// Methods Appl. Mech. Eng. 92) for the equation; Katzenelson 1965 (Bell Syst. Tech. J. 44) for the
/// path following from kink to kink; Lemke 1965 (Manage. Sci. 11) for the covering vector;
/// Rockafellar 1976 (SIAM J. Control Optim. 14) for the proximal iterations.
struct Params {
  double tolerance{1e-8};
  int max_iterations{3000};
  double sigma{20.0};
  double largest{2e5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this natural residual, in velocity units of the scheme"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most factorisations a solve"}, self.max_iterations,
      Range::between(1, 1e9));
    f(Field{"sigma", "-", "first proximal parameter of the scaled problem"}, self.sigma,
      Range{1e-6, 1e12, false, false});
    f(Field{"largest", "-", "largest proximal parameter"}, self.largest,
      Range{1e-6, 1e12, false, false});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::prox_ssn
