#include "schemes/solvers/linear/block_bicgstab/block_bicgstab.hpp"

#include "schemes/solvers/support/linear/block_krylov.hpp"

namespace impactbench::block_bicgstab {
namespace {

using block_krylov::dot;
using block_krylov::Params;
using block_krylov::Vector;

class Method {
 public:
  static constexpr bool definite = false;

  explicit Method(const Params& params) : params_(params) {}

  void reserve(std::size_t rows) {
    for (Vector* work : {&r_, &shadow_, &p_, &v_, &y_, &z_, &t_})
      work->reserve(rows);
  }

  template <int S>
  SolveReport iterate(const BlockMatrix& A, const Vector& inverse, const Vector& b, Vector& x) {
    const std::size_t n = b.size();
    for (Vector* work : {&p_, &v_, &y_, &z_, &t_})
      work->assign(n, 0.0);
    r_ = b;
    if (!block_krylov::all_zero(x)) {
      block_krylov::multiply<S, false>(A, x, t_);
      for (std::size_t k = 0; k < n; ++k)
        r_[k] -= t_[k];
    }
    const double scale = block_krylov::scale_of(b);
    const double start = std::sqrt(dot(r_, r_)) / scale;
    double residual = start, rho = 0.0, step = 0.0, omega = 0.0;
    bool fresh = true;  // the shadow is the residual of this very iteration
    shadow_ = r_;
    int iteration = 0;
    while (residual > params_.tolerance && iteration < params_.max_iterations) {
      const double before = rho;
      rho = dot(shadow_, r_);
      const double beta = fresh ? 0.0 : rho / before * step;
      for (std::size_t k = 0; k < n; ++k)
        p_[k] = r_[k] + beta * (p_[k] - omega * v_[k]);
      block_krylov::precondition<S>(inverse, p_, y_);
      block_krylov::multiply<S, false>(A, y_, v_);
      ++iteration;
      const double against = dot(shadow_, v_);
      if (vanishes(rho, shadow_, r_) || vanishes(against, shadow_, v_)) {
        if (fresh) return {SolveStatus::breakdown, iteration, residual};
        shadow_ = r_;
        fresh = true;
        continue;
      }
      fresh = false;
      const double alpha = rho / against;
      for (std::size_t k = 0; k < n; ++k)
        r_[k] -= alpha * v_[k];
      block_krylov::precondition<S>(inverse, r_, z_);
      block_krylov::multiply<S, false>(A, z_, t_);
      const double tt = dot(t_, t_);
      omega = tt > 0.0 ? dot(t_, r_) / tt : 0.0;
      for (std::size_t k = 0; k < n; ++k) {
        x[k] += alpha * y_[k] + omega * z_[k];
        r_[k] -= omega * t_[k];
      }
      residual = std::sqrt(dot(r_, r_)) / scale;
      if (!std::isfinite(residual)) return {SolveStatus::breakdown, iteration, residual};
      if (omega == 0.0) {  // the next beta would be 0 / 0
        shadow_ = r_;
        fresh = true;
      } else {
        step = alpha / omega;
      }
    }
    return iterative_report(start, residual, params_.tolerance, iteration);
  }

 private:
  /// x . y is zero but for rounding, or not a number.
  static bool vanishes(double product, const Vector& x, const Vector& y) {
    return !(std::abs(product) >
             block_krylov::rounding(x.size()) * std::sqrt(dot(x, x)) * std::sqrt(dot(y, y)));
  }

  Params params_;
  Vector r_, shadow_, p_, v_, y_, z_, t_;
};

}  // namespace

SolverEntry entry() {
  return {.name = "block_bicgstab",
          .summary = "stabilised bi-conjugate gradients on the blocks, with block Jacobi",
          .reference = "van der Vorst 1992",
          .parameters = parameters_of<Params>(),
          .make = MakeLinear{[](const ParameterSet& given) -> std::unique_ptr<LinearSolver> {
            return std::make_unique<block_krylov::Solver<Method>>(
                parse<Params>(given, "solver block_bicgstab"));
          }},
          .refuses = [](const SolverTask&) -> std::optional<std::string> { return std::nullopt; }};
}

}  // namespace impactbench::block_bicgstab
