#pragma once

#include "schemes/solvers/api/solver_entry.hpp"
#include "schemes/solvers/support/linear/assembly.hpp"

#include <string>

namespace impactbench::superlu {

/// Sparse LU with partial pivoting, SuperLU (dgstrf, dgstrs); columns ordered by minimum degree on
/// A^T + A, computed anew only when the pattern changes. Any non-singular matrix; an exactly zero
/// pivot is a breakdown.
struct Params {
  std::string assembly{"sparse"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Assembly::field, self.assembly, Assembly::words());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::superlu
