#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::nlgs {

/// Nonlinear Gauss-Seidel over the contacts: projected, matrix-free (it keeps M^-1 H p).
///
///   normal:   p_n <- max(0, p_n - omega u_n / W_nn)
///   friction: p_t <- clip(p_t - omega u_t / W_tt, -mu p_n, mu p_n), in space with the largest
///             eigenvalue of W_tt and the projection on |p_t| <= mu p_n
///
/// u is always that of the latest impulses, so a coupling W_nt is respected; in the plane a contact
/// with W_nt != 0 is solved as a whole, since row by row one alone can go round in circles. A row
/// with W_cc = 0 moves nothing: p_n = 0 where u_n > 0, p_t = -mu p_n u_t / |u_t|. Converges for
/// omega in (0, 2) without friction.
///
/// own_residual and the stop, after each sweep:
///   relative  |dp|_2 / |p|_2 <= tolerance (0 <= 0 counts)   absolute  max |dp| < tolerance [N s]
///   natural   max |min(W_nn p_n, u_n)|, W_tt |p_t - clip(p_t - u_t / W_tt, -mu p_n, mu p_n)|
///             over the contacts <= tolerance times the scheme's velocity unit, computed from p; it
///             is asked before the first sweep too, when contacts that no impulse moves have the
///             impulses above. At the limit the last iterate is returned; with `relative` it has
///             converged, too, where its natural measure is within the tolerance
/// A contact with W_nn = 0 that closes has no solution: a solve that would have converged ends as
/// at the limit, with -u_n over the velocity unit as its own_residual.
///
/// order = coloured takes the contacts colour by colour instead of in the scheme's order: no two of
/// a colour share a body that moves. Threads then share the sweeps, from 20 000 contacts on, with
/// the same bits for any number of threads. The iterates differ; sweeps to a tolerance were as many
/// or fewer (benchmarks/micro/README.md).
///
/// Without friction this is projected Gauss-Seidel (pgs): compare it with `stop` = natural.
///
/// nguyen2024's local update divides u^+ + e u^- by 1 + e, that is omega = 1 / (1 + e): at e = 1
/// one contact's error halves in every sweep; its stop is absolute with 1e-5 times the step.
/// Source: nguyen2024, section 4.1.3; Jean 1999 (Comput. Methods Appl. Mech. Eng. 177).
struct Params {
  double relaxation{1.0};
  std::string stop{"relative"};
  double tolerance{1e-12};
  int max_sweeps{10000};
  std::string order{"listed"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"relaxation", "-", "omega; nguyen2024's local update is 1 / (1 + e)"}, self.relaxation,
      Range{0.0, 2.0, true, true});
    f(Field{"stop", "-", "measure of the change in a sweep"}, self.stop,
      OneOf{"relative", "absolute", "natural"});
    f(Field{"tolerance", "-", "stop below this measure; N s where absolute"}, self.tolerance,
      Range::positive());
    f(Field{"max_sweeps", "-", "most sweeps a step"}, self.max_sweeps, Range::between(1, 1e9));
    f(Field{"order", "-",
            "of the contacts in a sweep: as listed, or in colours that threads share"},
      self.order, OneOf{"listed", "coloured"});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::nlgs
