#pragma once

#include "schemes/solvers/api/block_matrix.hpp"
#include "schemes/solvers/api/solve_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace impactbench {

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;

  /// Room for matrices of this size. Called once before the first factor.
  virtual void prepare(std::size_t block_rows, std::size_t pairs, int block) = 0;

  /// Takes A (factors it, or sets up a preconditioner). The matrix must outlive the solves.
  virtual SolveReport factor(const BlockMatrix& A) = 0;

  /// x = A^-1 b for the A of the last factor; x has A.rows() entries, its value is the start of an
  /// iterative method. A breakdown after a factor that broke down, and where x is not finite.
  virtual SolveReport solve(const std::vector<double>& b, std::vector<double>& x) = 0;
};

[[nodiscard]] inline bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// What a direct solver reports of its answer: an entry that is not finite is a breakdown. An
/// infinite pivot makes a finite x, so factor() has to ask all_finite of the matrix as well.
[[nodiscard]] inline SolveReport direct_report(const std::vector<double>& x) {
  return {all_finite(x) ? SolveStatus::converged : SolveStatus::breakdown, 1, 0.0};
}

}  // namespace impactbench
