#include "schemes/solvers/linear/sparskit_pcg/sparskit_pcg.hpp"

#include "schemes/solvers/support/linear/sparskit_cg.hpp"

namespace impactbench::sparskit_pcg {
namespace {

/// E = L D^1/2. SPARSKIT's lusol does both halves at once; cg wants them one by one.
class IncompleteFactors {
 public:
  void reserve(std::size_t rows, std::size_t entries) {
    factors_.reserve(rows, entries + rows + 1);
    root_.reserve(rows);
    marks_.reserve(rows);
  }

  bool setup(const sparskit::Matrix& A) {
    const int n = A.size();
    const auto rows = static_cast<std::size_t>(n);
    // ilu0 reads uninitialised memory if the pattern has no diagonal entry.
    A.diagonal(root_);
    for (const double d : root_) {
      if (!(d > 0.0)) return false;
    }
    if (n == 0) return true;
    factors_.resize(rows, A.entries() + rows + 1);
    marks_.resize(rows);
    int failure = 0;
    ilu0_(&n, A.value(), A.column(), A.start(), factors_.alu.data(), factors_.jlu.data(),
          factors_.ju.data(), marks_.data(), &failure);
    if (failure != 0) return false;
    for (std::size_t i = 0; i < rows; ++i) {
      const double inverse = factors_.alu[i];
      if (!(inverse > 0.0) || !std::isfinite(inverse)) return false;
      root_[i] = std::sqrt(inverse);
    }
    return true;
  }

  /// L D^1/2 to = from: row by row with L, then the roots. `to` holds L^-1 from meanwhile.
  void left(const double* from, double* to) const {
    for (std::size_t i = 0; i < root_.size(); ++i)
      to[i] = from[i] - row(factors_.jlu[i], factors_.ju[i], to);
    for (std::size_t i = 0; i < root_.size(); ++i)
      to[i] *= root_[i];
  }

  /// D^1/2 L^T to = from, that is U to = D^1/2 from: backwards with U.
  void right(const double* from, double* to) const {
    for (std::size_t i = root_.size(); i-- > 0;) {
      const double s = row(factors_.ju[i], factors_.jlu[i + 1], to);
      to[i] = root_[i] * from[i] - factors_.alu[i] * s;
    }
  }

 private:
  /// The entries from .. end-1 (counted from 1) against x.
  [[nodiscard]] double row(int from, int end, const double* x) const {
    double sum = 0.0;
    for (int k = from; k < end; ++k) {
      const auto at = static_cast<std::size_t>(k - 1);
      sum += factors_.alu[at] * x[factors_.jlu[at] - 1];
    }
    return sum;
  }

  sparskit::Factors factors_;
  std::vector<double> root_;  ///< D^-1/2
  std::vector<int> marks_;
};

}  // namespace

SolverEntry entry() {
  return {.name = "sparskit_pcg",
          .summary = "conjugate gradients with an incomplete LU (SPARSKIT ilu0, cg)",
          .reference = "SPARSKIT 2; nguyen2024's pcg",
          .parameters = parameters_of<sparskit::CgParams>(),
          .make = MakeLinear{[](const ParameterSet& given) -> std::unique_ptr<LinearSolver> {
            return std::make_unique<sparskit::CgSolver<IncompleteFactors>>(
                parse<sparskit::CgParams>(given, "solver sparskit_pcg"));
          }},
          .refuses = [](const SolverTask& task) -> std::optional<std::string> {
            if (!task.symmetric) return "sparskit_pcg needs symmetric positive definite matrices";
            return std::nullopt;
          }};
}

}  // namespace impactbench::sparskit_pcg
