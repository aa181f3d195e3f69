#include "schemes/solvers/linear/armadillo_spsolve/armadillo_spsolve.hpp"

#define ARMA_WARN_LEVEL 0
#include <armadillo>

#include <algorithm>

namespace impactbench::armadillo_spsolve {
namespace {

class Solver final : public LinearSolver {
 public:
  void prepare(std::size_t, std::size_t, int) override {}

  SolveReport factor(const BlockMatrix& A) override {
    to_compressed_columns(A, columns_);
    const arma::uword n = A.rows();
    matrix_ = arma::sp_mat(arma::conv_to<arma::uvec>::from(columns_.row),
                           arma::conv_to<arma::uvec>::from(columns_.start),
                           arma::vec(columns_.value), n, n);
    return {SolveStatus::converged, 1, 0.0};
  }

  SolveReport solve(const std::vector<double>& b, std::vector<double>& x) override {
    if (b.empty()) return {SolveStatus::converged, 1, 0.0};
    arma::vec answer;
    if (!arma::spsolve(answer, matrix_, arma::vec(b), "superlu") || !answer.is_finite()) {
      return {SolveStatus::breakdown, 1, 0.0};
    }
    std::copy(answer.begin(), answer.end(), x.begin());
    return {SolveStatus::converged, 1, 0.0};
  }

 private:
  CompressedColumns columns_;
  arma::sp_mat matrix_;
};

}  // namespace

SolverEntry entry() {
  return {.name = "armadillo_spsolve",
          .summary = "sparse LU through Armadillo's spsolve",
          .reference = "Armadillo 11.4 with SuperLU 5.3",
          .parameters = parameters_of<NoParameters>(),
          .make = MakeLinear{[](const ParameterSet& given) -> std::unique_ptr<LinearSolver> {
            (void)parse<NoParameters>(given, "solver armadillo_spsolve");
            return std::make_unique<Solver>();
          }},
          .refuses = [](const SolverTask&) -> std::optional<std::string> { return std::nullopt; }};
}

}  // namespace impactbench::armadillo_spsolve
