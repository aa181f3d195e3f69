#pragma once

#include "schemes/solvers/api/solver_entry.hpp"
#include "schemes/solvers/support/linear/assembly.hpp"

#include <string>

namespace impactbench::sparskit_gmres {

/// SPARSKIT's restarted GMRES with an incomplete LU with threshold (ilut, pgmres), nguyen2024's
/// gmres, with the settings of its listing as defaults. ilut drops what is smaller than droptol
/// times the mean size of the row of A, then keeps the largest lfil entries of a row of L and of U.
/// The listing's own copy of ilut is an older one that keeps lfil entries more than A has there.
///
/// Any matrix, symmetric or not; convergence is not guaranteed. A pivot that vanishes is replaced
/// by (1e-4 + droptol) times the mean size of its row.
///
/// own_residual = |b - A x|_2 over the same of the start, recomputed; stops where pgmres's estimate
/// of it is <= tolerance. Breakdown: a row of zeros; not a number; at the limit, a residual that
/// A^T nearly annihilates, |A^T r|_2 <= 1e-8 |A|_F |r|_2: no x does better, A is singular.
/// The thesis's limit is the number of rows; max_iterations does not depend on it.
/// Source: nguyen2024, section 4.2.4.4 and the appendix listing; Saad 1994 (Numer. Linear Algebra
/// Appl. 1); Saad and Schultz 1986.
struct Params {
  std::string assembly{"sparse"};
  int lfil{5};
  double droptol{5e-2};
  int krylov{10};
  double tolerance{1e-5};
  int max_iterations{1000};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Assembly::field, self.assembly, Assembly::words());
    f(Field{"lfil", "-", "most entries in a row of L and of U"}, self.lfil, Range::between(0, 1e6));
    f(Field{"droptol", "-", "what is dropped, relative to the mean of a row"}, self.droptol,
      Range{0.0, 1.0, false, true});
    f(Field{"krylov", "-", "iterations between restarts"}, self.krylov, Range::between(1, 50));
    f(Field{"tolerance", "-", "stop at this residual, relative to the start's"}, self.tolerance,
      Range{0.0, 1.0, true, true});
    f(Field{"max_iterations", "-", "most iterations a solve"}, self.max_iterations,
      Range::between(1, 1e9));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::sparskit_gmres
