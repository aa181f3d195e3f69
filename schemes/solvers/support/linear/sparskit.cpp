#include "schemes/solvers/support/linear/sparskit.hpp"

#include "schemes/solvers/api/linear_solver.hpp"

extern "C" {
/// The scalar product that cg_ leaves to its user.
double distdot_(const int* n, const double* x, const int* step_x, const double* y,
                const int* step_y);
double ddot_(const int* n, const double* x, const int* step_x, const double* y, const int* step_y);

double distdot_(const int* n, const double* x, const int* step_x, const double* y,
                const int* step_y) {
  return ddot_(n, x, step_x, y, step_y);
}
}

namespace impactbench::sparskit {

bool Matrix::assemble(const BlockMatrix& A) {
  assembly_.assemble(A, rows_);
  n_ = static_cast<int>(A.rows());
  for (int& at : rows_.start)
    ++at;
  for (int& at : rows_.column)
    ++at;
  return all_finite(rows_.value);
}

void Matrix::multiply(const double* x, double* y) const {
  amux_(&n_, x, y, value(), column(), start());
}

void Matrix::diagonal(std::vector<double>& out) const {
  const auto n = static_cast<std::size_t>(n_);
  out.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = rows_.start[i]; k < rows_.start[i + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k - 1);
      if (rows_.column[at] == static_cast<int>(i) + 1) out[i] = rows_.value[at];
    }
  }
}

void Factors::reserve(std::size_t rows, std::size_t entries) {
  alu.reserve(entries);
  jlu.reserve(entries);
  ju.reserve(rows);
}

void Factors::resize(std::size_t rows, std::size_t entries) {
  alu.resize(entries);
  jlu.resize(entries);
  ju.resize(rows);
}

}  // namespace impactbench::sparskit
