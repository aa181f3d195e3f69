#include "schemes/solvers/linear/lapack_gesv/lapack_gesv.hpp"

#include <algorithm>

extern "C" {
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* ipiv, int* info);
void dgetrs_(const char* trans, const int* n, const int* nrhs, const double* a, const int* lda,
             const int* ipiv, double* b, const int* ldb, int* info);
}

namespace impactbench::lapack_gesv {
namespace {

class Solver final : public LinearSolver {
 public:
  void prepare(std::size_t block_rows, std::size_t, int block) override {
    // A dense matrix of everything would be n^2 doubles that most runs never touch: room for
    // moderate sizes, and it grows to the largest system met.
    const std::size_t n = std::min<std::size_t>(block_rows * static_cast<std::size_t>(block), 512);
    matrix_.reserve(n * n);
    pivots_.reserve(n);
  }

  SolveReport factor(const BlockMatrix& A) override {
    to_dense(A, matrix_);
    n_ = static_cast<int>(A.rows());
    pivots_.resize(A.rows());
    if (n_ == 0) return {SolveStatus::converged, 1, 0.0};
    int info = 0;
    dgetrf_(&n_, &n_, matrix_.data(), &n_, pivots_.data(), &info);
    return {info == 0 ? SolveStatus::converged : SolveStatus::breakdown, 1, 0.0};
  }

  SolveReport solve(const std::vector<double>& b, std::vector<double>& x) override {
    std::copy(b.begin(), b.end(), x.begin());
    if (n_ == 0) return {SolveStatus::converged, 1, 0.0};
    const int one = 1;
    int info = 0;
    dgetrs_("N", &n_, &one, matrix_.data(), &n_, pivots_.data(), x.data(), &n_, &info);
    return {info == 0 ? SolveStatus::converged : SolveStatus::breakdown, 1, 0.0};
  }

 private:
  int n_{0};
  std::vector<double> matrix_;
  std::vector<int> pivots_;
};

}  // namespace

SolverEntry entry() {
  return {.name = "lapack_gesv",
          .summary = "dense LU with partial pivoting (LAPACK dgesv)",
          .reference = "LAPACK as OpenBLAS has it; dgesv of nguyen2024",
          .parameters = parameters_of<NoParameters>(),
          .make = MakeLinear{[](const ParameterSet& given) -> std::unique_ptr<LinearSolver> {
            (void)parse<NoParameters>(given, "solver lapack_gesv");
            return std::make_unique<Solver>();
          }},
          .refuses = [](const SolverTask&) -> std::optional<std::string> { return std::nullopt; }};
}

}  // namespace impactbench::lapack_gesv
