#include "schemes/solvers/linear/eigen_ldlt/eigen_ldlt.hpp"

#include <Eigen/SparseCholesky>

#include <algorithm>

namespace impactbench::eigen_ldlt {
namespace {

class Solver final : public LinearSolver {
 public:
  void prepare(std::size_t, std::size_t, int) override {}

  SolveReport factor(const BlockMatrix& A) override {
    last_start_.swap(columns_.start);
    last_row_.swap(columns_.row);
    to_compressed_columns(A, columns_);
    has_factors_ = false;
    const auto n = static_cast<Eigen::Index>(A.rows());
    if (n == 0) return {SolveStatus::converged, 1, 0.0};
    const Eigen::Map<const Eigen::SparseMatrix<double>> matrix(
        n, n, static_cast<Eigen::Index>(columns_.value.size()), columns_.start.data(),
        columns_.row.data(), columns_.value.data());
    if (columns_.start != last_start_ || columns_.row != last_row_) ldlt_.analyzePattern(matrix);
    if (!all_finite(columns_.value)) return {SolveStatus::breakdown, 1, 0.0};
    ldlt_.factorize(matrix);
    has_factors_ = ldlt_.info() == Eigen::Success && (ldlt_.vectorD().array() > 0.0).all();
    return {has_factors_ ? SolveStatus::converged : SolveStatus::breakdown, 1, 0.0};
  }

  SolveReport solve(const std::vector<double>& b, std::vector<double>& x) override {
    const auto n = static_cast<Eigen::Index>(b.size());
    if (n == 0) return {SolveStatus::converged, 1, 0.0};
    if (!has_factors_) return {SolveStatus::breakdown, 1, 0.0};
    Eigen::Map<Eigen::VectorXd>(x.data(), n) =
        ldlt_.solve(Eigen::Map<const Eigen::VectorXd>(b.data(), n));
    return direct_report(x);
  }

 private:
  CompressedColumns columns_;
  std::vector<int> last_start_, last_row_;  ///< pattern of the last analysis
  bool has_factors_{false};
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> ldlt_;
};

}  // namespace

SolverEntry entry() {
  return {.name = "eigen_ldlt",
          .summary = "sparse L D L^T without pivoting (Eigen)",
          .reference = "Eigen 3.4, SimplicialLDLT",
          .parameters = parameters_of<NoParameters>(),
          .make = MakeLinear{[](const ParameterSet& given) -> std::unique_ptr<LinearSolver> {
            (void)parse<NoParameters>(given, "solver eigen_ldlt");
            return std::make_unique<Solver>();
          }},
          .refuses = [](const SolverTask& task) -> std::optional<std::string> {
            if (!task.symmetric) return "eigen_ldlt needs symmetric positive definite matrices";
            return std::nullopt;
          }};
}

}  // namespace impactbench::eigen_ldlt
