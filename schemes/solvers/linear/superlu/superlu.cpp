#include "schemes/solvers/linear/superlu/superlu.hpp"

#include <slu_ddefs.h>

#include <algorithm>
#include <cassert>

namespace impactbench::superlu {
namespace {

class Solver final : public LinearSolver {
 public:
  explicit Solver(const Params& params) : assembly_(params.assembly) {
    set_default_options(&options_);
    options_.ColPerm = MMD_AT_PLUS_A;
    options_.SymmetricMode = YES;
    options_.DiagPivotThresh = 0.1;
    options_.PrintStat = NO;
    StatInit(&statistics_);
  }
  ~Solver() override {
    drop_factors();
    StatFree(&statistics_);
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  void prepare(std::size_t block_rows, std::size_t pairs, int block) override {
    assembly_.prepare(block_rows, pairs, block, columns_);
  }

  SolveReport factor(const BlockMatrix& A) override {
    drop_factors();
    can_solve_ = false;
    last_start_.swap(columns_.start);
    last_row_.swap(columns_.row);
    assembly_.assemble(A, columns_);
    n_ = static_cast<int>(A.rows());
    if (n_ == 0) return {SolveStatus::converged, 1, 0.0};
    if (!all_finite(columns_.value)) {
      columns_.start.clear();  // not ordered: no pattern to keep
      return {SolveStatus::breakdown, 1, 0.0};
    }
    SuperMatrix matrix;
    dCreate_CompCol_Matrix(&matrix, n_, n_, static_cast<int>(columns_.value.size()),
                           columns_.value.data(), columns_.row.data(), columns_.start.data(),
                           SLU_NC, SLU_D, SLU_GE);
    if (columns_.start != last_start_ || columns_.row != last_row_) {
      column_order_.resize(A.rows());
      get_perm_c(options_.ColPerm, &matrix, column_order_.data());
    }
    const int info = factor_permuted(matrix);
    Destroy_SuperMatrix_Store(&matrix);
    can_solve_ = info == 0;
    return {info == 0 ? SolveStatus::converged : SolveStatus::breakdown, 1, 0.0};
  }

  SolveReport solve(const std::vector<double>& b, std::vector<double>& x) override {
    if (n_ == 0) return {SolveStatus::converged, 1, 0.0};
    if (!can_solve_) return {SolveStatus::breakdown, 1, 0.0};
    std::copy(b.begin(), b.end(), x.begin());
    SuperMatrix right;
    dCreate_Dense_Matrix(&right, n_, 1, x.data(), n_, SLU_DN, SLU_D, SLU_GE);
    int info = 0;
    dgstrs(NOTRANS, &lower_, &upper_, column_order_.data(), row_order_.data(), &right, &statistics_,
           &info);
    Destroy_SuperMatrix_Store(&right);
    assert(info == 0);  // only an illegal argument makes dgstrs fail
    return direct_report(x);
  }

 private:
  int factor_permuted(SuperMatrix& matrix) {
    const auto n = static_cast<std::size_t>(n_);
    elimination_tree_.resize(n);
    row_order_.resize(n);
    // sp_preorder postorders column_order_ in place; doing so again on a kept order is harmless.
    SuperMatrix permuted;
    sp_preorder(&options_, &matrix, column_order_.data(), elimination_tree_.data(), &permuted);
    int info = 0;
    GlobalLU_t work;
    // Memory for a panel is cleared in each factorisation, 400 numbers a column: no more than n.
    dgstrf(&options_, &permuted, sp_ienv(2), std::min(n_, sp_ienv(1)), elimination_tree_.data(),
           nullptr, 0, column_order_.data(), row_order_.data(), &lower_, &upper_, &work,
           &statistics_, &info);
    Destroy_CompCol_Permuted(&permuted);
    has_factors_ = info <= n_;  // a larger value: out of memory, nothing was made
    return info;
  }

  void drop_factors() {
    if (!has_factors_) return;
    Destroy_SuperNode_Matrix(&lower_);
    Destroy_CompCol_Matrix(&upper_);
    has_factors_ = false;
  }

  Assembly assembly_;
  superlu_options_t options_;
  SuperLUStat_t statistics_;
  CompressedColumns columns_;
  std::vector<int> last_start_, last_row_;  ///< pattern of the last ordering
  std::vector<int> column_order_, row_order_, elimination_tree_;
  SuperMatrix lower_, upper_;
  bool has_factors_{false};  ///< to be freed; a singular matrix leaves factors too
  bool can_solve_{false};
  int n_{0};
};

}  // namespace

SolverEntry entry() {
  return {.name = "superlu",
          .summary = "sparse LU with partial pivoting (SuperLU)",
          .reference = "SuperLU 5.3; nguyen2024's superlu",
          .parameters = parameters_of<Params>(),
          .make = MakeLinear{[](const ParameterSet& given) -> std::unique_ptr<LinearSolver> {
            return std::make_unique<Solver>(parse<Params>(given, "solver superlu"));
          }},
          .refuses = [](const SolverTask&) -> std::optional<std::string> { return std::nullopt; }};
}

}  // namespace impactbench::superlu
