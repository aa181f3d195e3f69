#pragma once

#include "schemes/solvers/api/block_matrix.hpp"
#include "schemes/solvers/api/solve_report.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace impactbench {

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;

  /// Reserves room for matrices of this size. Called once before the first factor.
  virtual void prepare(std::size_t block_rows, std::size_t pairs, int block) = 0;

  /// Takes A (factors it, or sets up a preconditioner). The matrix must outlive the solves.
  virtual SolveReport factor(const BlockMatrix& A) = 0;

  /// x = A^-1 b for the A of the last factor; x has A.rows() entries, its value is the start of
  /// an iterative method. Breakdown after a factor that broke down, and where x is not finite. At
  /// an iteration limit x is the last iterate; if that is worse than the start, it is a
  /// breakdown.
  virtual SolveReport solve(const std::vector<double>& b, std::vector<double>& x) = 0;
};

/// Whether there is no infinity and no NaN. An exponent of all ones carries into the sign bit when
/// one is added to it; without an exit the loop runs at the speed of memory.
[[nodiscard]] inline bool all_finite(const std::vector<double>& values) {
  constexpr std::uint64_t exponent = 0x7ff0000000000000, one = 0x0010000000000000;
  std::uint64_t carried = 0;
  for (const double v : values)
    carried |= (std::bit_cast<std::uint64_t>(v) & exponent) + one;
  return (carried >> 63U) == 0;
}

/// The report of a direct solver: an entry that is not finite is a breakdown. An infinite pivot
/// makes a finite x, so factor() has to ask all_finite of the matrix as well.
[[nodiscard]] inline SolveReport direct_report(const std::vector<double>& x) {
  return {all_finite(x) ? SolveStatus::converged : SolveStatus::breakdown, 1, 0.0};
}

/// The report of an iterative solver that began with the residual `start` and stopped at
/// `residual`: a residual above the tolerance that is not smaller than at the start, or not a
/// number, is a breakdown.
[[nodiscard]] inline SolveReport iterative_report(double start, double residual, double tolerance,
                                                  int iterations) {
  if (residual <= tolerance) return {SolveStatus::converged, iterations, residual};
  return {residual < start ? SolveStatus::iteration_limit : SolveStatus::breakdown, iterations,
          residual};
}

}  // namespace impactbench
