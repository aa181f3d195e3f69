#pragma once

#include "benchmarks/matrix/cell_life.hpp"
#include "benchmarks/store/row.hpp"

namespace impactbench {

/// The budget of the process that runs the attempts at a solve, each with the budget `one`.
[[nodiscard]] Budget budget_of_all_attempts(const Budget& one);

/// Solves the contact problem of a cell (contact_cell.hpp) from zero impulses, each attempt in a
/// process of its own with this budget, which alone limits iterations unless the settings do.
///
/// Solvers stop by measures of their own: if the cell sweeps, one that misses the target residual
/// gets a tenth of its tolerance, four times at most, and one that meets it ten times as much,
/// twice at most; the loosest that passes judge_contact_solve() counts. Then `repeats` timed solves
/// (time_repeats), each by a new solver: work independent of b is the set-up, timed apart.
///
/// The part of W without factors in a file is moved to the right-hand side, and the solve is
/// repeated until it has converged, within the time; solvers that take W by its entries
/// (TakesMatrix) get all of it. Status not_applicable, with the sentence, if the solver refuses, or
/// the file cannot be read or factored; failed if the file has changed.
[[nodiscard]] Row solve_cell(const Cell& cell, int repeats, const Budget& budget);

}  // namespace impactbench
