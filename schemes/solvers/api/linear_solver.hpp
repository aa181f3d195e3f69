#pragma once

#include "schemes/solvers/api/block_matrix.hpp"
#include "schemes/solvers/api/solve_report.hpp"

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
  /// iterative method.
  virtual SolveReport solve(const std::vector<double>& b, std::vector<double>& x) = 0;
};

}  // namespace impactbench
