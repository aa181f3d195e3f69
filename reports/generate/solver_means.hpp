#pragma once

#include "benchmarks/library/solve_file.hpp"
#include "reports/generate/table.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Mean CPU times of solvers over the problems of one kind, tolerance by tolerance: the shifted
/// geometric mean
///
///   exp(mean(ln(t_i + s))) - s,   s = 0.01 s,
///
/// of the time t_i of a solve, and of set-up and solve, where a problem that a solver did not solve
/// counts three times the limit. A solver that refuses all of them is left out.
[[nodiscard]] Table solver_means(const std::vector<FileSolve>& solves, const std::string& name);

}  // namespace impactbench
