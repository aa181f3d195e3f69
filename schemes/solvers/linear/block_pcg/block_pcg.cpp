#include "schemes/solvers/linear/block_pcg/block_pcg.hpp"

#include "schemes/solvers/support/linear/block_krylov.hpp"

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
      work->resize(n);
    r_ = b;
    const bool cold = block_krylov::all_zero(x);
    if (!cold) {
      block_krylov::multiply<S, true>(A, x, ap_);
      for (std::size_t k = 0; k < n; ++k)
        r_[k] -= ap_[k];
    }
    Products now = precondition<S>(inverse, [](std::size_t) {});
    const double scale = cold && now.rr > 0.0 ? std::sqrt(now.rr) : block_krylov::scale_of(b);
    const double start = std::sqrt(now.rr) / scale;
    double residual = start, beta = 0.0;
    double pdp = 0.0;  // p . D p by recurrence: r is orthogonal to the p before
    int iteration = 0;
    for (; residual > params_.tolerance && iteration < params_.max_iterations; ++iteration) {
      if (iteration == 0) {
        p_ = z_;
      } else {
        for (std::size_t k = 0; k < n; ++k)
          p_[k] = z_[k] + beta * p_[k];
      }
      pdp = now.rz + beta * beta * pdp;
      block_krylov::multiply<S, true>(A, p_, ap_);
      const double pap = block_krylov::dot(p_, ap_);
      if (!(pap > block_krylov::rounding(n) * pdp)) {
        return {SolveStatus::breakdown, iteration + 1, residual};
      }
      const double before = now.rz;
      const double alpha = before / pap;
      // In one pass over memory with z = D^-1 r and the products.
      now = precondition<S>(inverse, [&](std::size_t k) {
        x[k] += alpha * p_[k];
        r_[k] -= alpha * ap_[k];
      });
      beta = now.rz / before;
      residual = std::sqrt(now.rr) / scale;
    }
    return iterative_report(start, residual, params_.tolerance, iteration);
  }

 private:
  struct Products {
    double rr, rz;
  };

  /// z = D^-1 r with r . r and r . z, after advance(k) for every row k.
  template <int S, class Advance>
  Products precondition(const Vector& inverse, Advance&& advance) {
    constexpr std::size_t s = S;
    double rr[S] = {}, rz[S] = {};
    for (std::size_t at = 0; at < r_.size(); at += s) {
      double z[S] = {};
      for (std::size_t k = 0; k < s; ++k)
        advance(at + k);
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
          .summary = "conjugate gradients on the blocks, preconditioned by inverse diagonal blocks",
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
