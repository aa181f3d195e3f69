#include "schemes/solvers/linear/sparskit_jpcg/sparskit_jpcg.hpp"

#include "schemes/solvers/support/linear/sparskit_cg.hpp"

namespace impactbench::sparskit_jpcg {
namespace {

/// E = D^1/2.
class Jacobi {
 public:
  void reserve(std::size_t rows, std::size_t) { scale_.reserve(rows); }

  bool setup(const sparskit::Matrix& A) {
    A.diagonal(scale_);
    for (double& d : scale_) {
      if (!(d > 0.0)) return false;
      d = 1.0 / std::sqrt(d);
    }
    return true;
  }
  void left(const double* from, double* to) const {
    for (std::size_t i = 0; i < scale_.size(); ++i)
      to[i] = scale_[i] * from[i];
  }
  void right(const double* from, double* to) const { left(from, to); }

 private:
  std::vector<double> scale_;
};

}  // namespace

SolverEntry entry() {
  return {.name = "sparskit_jpcg",
          .summary = "conjugate gradients with Jacobi's preconditioner (SPARSKIT cg)",
          .reference = "SPARSKIT 2; nguyen2024's jpcg",
          .parameters = parameters_of<sparskit::CgParams>(),
          .make = MakeLinear{[](const ParameterSet& given) -> std::unique_ptr<LinearSolver> {
            return std::make_unique<sparskit::CgSolver<Jacobi>>(
                parse<sparskit::CgParams>(given, "solver sparskit_jpcg"));
          }},
          .refuses = [](const SolverTask& task) -> std::optional<std::string> {
            if (!task.symmetric) return "sparskit_jpcg needs symmetric positive definite matrices";
            return std::nullopt;
          }};
}

}  // namespace impactbench::sparskit_jpcg
