#include "schemes/solvers/linear/block_pcg/block_pcg.hpp"

#include "schemes/solvers/support/block_krylov.hpp"

namespace impactbench::block_pcg {
namespace {

using block_krylov::Params;
using block_krylov::Vector;

class Method {
 public:
  static constexpr bool definite = true;

  explicit Method(const Params& params) : params_(params) {}

  void reserve(std::size_t rows) {
    for (Vector* work : {&r_, &z_, &p_, &ap_})
      work->reserve(rows);
  }

  template <int S>
  SolveReport iterate(const BlockMatrix& A, const Vector& inverse, const Vector& b, Vector& x) {
    const std::size_t n = b.size();
    for (Vector* work : {&z_, &p_, &ap_})
      work->assign(n, 0.0);
    r_ = b;
    if (!block_krylov::all_zero(x)) {
      block_krylov::multiply<S, true>(A, x, ap_);
      for (std::size_t k = 0; k < n; ++k)
        r_[k] -= ap_[k];
    }
    const double scale = block_krylov::scale_of(b);
    const double start = std::sqrt(block_krylov::dot(r_, r_)) / scale;
    double residual = start, beta = 0.0;
    Products now = advance<S>(inverse, 0.0, x);
    double pdp = 0.0;  // p . D p by recurrence: r is orthogonal to the p before
    int iteration = 0;
    for (; residual > params_.tolerance && iteration < params_.max_iterations; ++iteration) {
      for (std::size_t k = 0; k < n; ++k)
        p_[k] = z_[k] + beta * p_[k];
      pdp = now.rz + beta * beta * pdp;
      block_krylov::multiply<S, true>(A, p_, ap_);
      const double pap = block_krylov::dot(p_, ap_);
      if (!(pap > block_krylov::rounding(n) * pdp)) {
        return {SolveStatus::breakdown, iteration + 1, residual};
      }
      const double before = now.rz;
      now = advance<S>(inverse, before / pap, x);
      beta = now.rz / before;
      residual = std::sqrt(now.rr) / scale;
    }
    return iterative_report(start, residual, params_.tolerance, iteration);
  }

 private:
  struct Products {
    double rr, rz;
  };

  /// x += alpha p, r -= alpha A p, z = D^-1 r and the two products, in one pass over memory.
  template <int S>
  Products advance(const Vector& inverse, double alpha, Vector& x) {
    constexpr std::size_t s = S;
    double rr[S] = {}, rz[S] = {};
    for (std::size_t at = 0; at < r_.size(); at += s) {
      double z[S] = {};
      for (std::size_t k = 0; k < s; ++k) {
        x[at + k] += alpha * p_[at + k];
        r_[at + k] -= alpha * ap_[at + k];
      }
      block_krylov::add_block<S>(inverse.data() + at * s, r_.data() + at, z);
      for (std::size_t k = 0; k < s; ++k) {
        z_[at + k] = z[k];
        rr[k] += r_[at + k] * r_[at + k];
        rz[k] += r_[at + k] * z[k];
      }
    }
    Products sum{0.0, 0.0};
    for (std::size_t k = 0; k < s; ++k) {
      sum.rr += rr[k];
      sum.rz += rz[k];
    }
    return sum;
  }

  Params params_;
  Vector r_, z_, p_, ap_;
};

}  // namespace

SolverEntry entry() {
  return {.name = "block_pcg",
          .summary = "conjugate gradients on the blocks, inverse diagonal blocks before them",
          .reference = "Concus, Golub and O'Leary 1976; Saad 2003, algorithm 9.1",
          .parameters = parameters_of<Params>(),
          .make = MakeLinear{[](const ParameterSet& given) -> std::unique_ptr<LinearSolver> {
            return std::make_unique<block_krylov::Solver<Method>>(
                parse<Params>(given, "solver block_pcg"));
          }},
          .refuses = [](const SolverTask& task) -> std::optional<std::string> {
            if (!task.symmetric) return "block_pcg needs symmetric positive definite matrices";
            return std::nullopt;
          }};
}

}  // namespace impactbench::block_pcg
