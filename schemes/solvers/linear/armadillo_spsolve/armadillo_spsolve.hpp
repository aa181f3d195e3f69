#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::armadillo_spsolve {

/// Sparse LU through Armadillo's spsolve (SuperLU inside), factored anew in every solve, as in its
/// users' code. Any non-singular matrix.
[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::armadillo_spsolve
