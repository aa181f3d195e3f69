#include "schemes/solvers/linear/sparskit_gmres/sparskit_gmres.hpp"

#include "schemes/solvers/support/linear/sparskit.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace impactbench::sparskit_gmres {
namespace {

class Solver final : public LinearSolver {
 public:
  explicit Solver(const Params& params) : params_(params), matrix_(params.assembly) {}

  void prepare(std::size_t block_rows, std::size_t pairs, int block) override {
    const std::size_t n = block_rows * static_cast<std::size_t>(block);
    matrix_.prepare(block_rows, pairs, block);
    factors_.reserve(n, room(n));
    work_.reserve(n + 1);
    marks_.reserve(2 * n);
    right_.reserve(n);
    residual_.reserve(n);
    basis_.reserve(n * (static_cast<std::size_t>(params_.krylov) + 1));
  }

  SolveReport factor(const BlockMatrix& A) override {
    ready_ = matrix_.assemble(A) && incomplete_factors();
    return {ready_ ? SolveStatus::converged : SolveStatus::breakdown, 0, 0.0};
  }

  SolveReport solve(const std::vector<double>& b, std::vector<double>& x) override {
    if (!ready_ || !all_finite(b) || !all_finite(x)) return {SolveStatus::breakdown, 0, 0.0};
    if (b.empty()) return {SolveStatus::converged, 0, 0.0};
    const double start = residual(b, x);
    if (start == 0.0) return {SolveStatus::converged, 0, 0.0};
    basis_.resize(b.size() * (static_cast<std::size_t>(params_.krylov) + 1));
    int iterations = 0;
    double now = start;
    bool converged = false;
    // One cycle a call: pgmres counts its iterations for itself alone.
    while (!converged && iterations < params_.max_iterations) {
      const int most = std::min(params_.krylov, params_.max_iterations - iterations);
      converged = cycle(b, params_.tolerance * start / now, most, x);
      iterations += cycle_length(most);
      now = residual(b, x);
      if (!std::isfinite(now)) return {SolveStatus::breakdown, iterations, now / start};
      converged = converged || now <= params_.tolerance * start;
    }
    const SolveReport report{SolveStatus::converged, iterations, now / start};
    if (converged) return report;
    const bool none = now >= start || solves_least_squares(now);
    return {none ? SolveStatus::breakdown : SolveStatus::iteration_limit, report.iterations,
            report.own_residual};
  }

 private:
  /// A row of L keeps lfil entries at most and one of U lfil - 1, none more than there are columns;
  /// before them stand n pivots and one number, and ilut asks for lfil beyond what it has.
  [[nodiscard]] std::size_t room(std::size_t n) const {
    return n + 2 + 2 * n * std::min(n, static_cast<std::size_t>(params_.lfil));
  }

  bool incomplete_factors() {
    const int n = matrix_.size();
    if (n == 0) return true;
    const auto rows = static_cast<std::size_t>(n);
    factors_.resize(rows, room(rows));
    work_.resize(rows + 1);
    marks_.resize(2 * rows);
    const int lfil = std::min(n, params_.lfil), length = static_cast<int>(factors_.alu.size());
    int failure = 0;
    ilut_(&n, matrix_.value(), matrix_.column(), matrix_.start(), &lfil, &params_.droptol,
          factors_.alu.data(), factors_.jlu.data(), factors_.ju.data(), &length, work_.data(),
          marks_.data(), &failure);
    assert(failure != -2 && failure != -3);  // -2, -3: alu is too short
    assert(failure != -1 && failure != -4);  // -1, -4: illegal input
    return failure == 0;                     // -5: a row of zeros
  }

  /// |b - A x|, and the vector in residual_.
  double residual(const std::vector<double>& b, const std::vector<double>& x) {
    residual_.resize(b.size());
    matrix_.multiply(x.data(), residual_.data());
    double sum = 0.0;
    for (std::size_t k = 0; k < b.size(); ++k) {
      residual_[k] = b[k] - residual_[k];
      sum += residual_[k] * residual_[k];
    }
    return std::sqrt(sum);
  }

  /// At most `most` iterations from x; returns whether pgmres reports a residual below `reduction`
  /// times the initial one.
  bool cycle(const std::vector<double>& b, double reduction, int most, std::vector<double>& x) {
    const int n = matrix_.size(), silent = 0;
    right_ = b;
    for (std::size_t k = 1; k <= static_cast<std::size_t>(most); ++k)
      basis_[k * b.size()] = unwritten;
    int outcome = 0;
    pgmres_(&n, &most, right_.data(), x.data(), basis_.data(), &reduction, &most, &silent,
            matrix_.value(), matrix_.column(), matrix_.start(), factors_.alu.data(),
            factors_.jlu.data(), factors_.ju.data(), &outcome);
    return outcome != 1;
  }

  /// Iteration k of a cycle writes basis vector k + 1.
  [[nodiscard]] int cycle_length(int most) const {
    const std::size_t n = residual_.size();
    int length = 0;
    while (length < most && basis_[static_cast<std::size_t>(length + 1) * n] != unwritten)
      ++length;
    return length;
  }

  /// Whether A^T r is nearly zero for the r in residual_.
  bool solves_least_squares(double norm_of_r) {
    const std::size_t n = residual_.size();
    right_.assign(n, 0.0);
    double frobenius = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      for (int k = matrix_.start()[i] - 1; k < matrix_.start()[i + 1] - 1; ++k) {
        const double a = matrix_.value()[k];
        right_[static_cast<std::size_t>(matrix_.column()[k] - 1)] += a * residual_[i];
        frobenius += a * a;
      }
    }
    for (const double v : right_)
      sum += v * v;
    return std::sqrt(sum) <= 1e-8 * std::sqrt(frobenius) * norm_of_r;
  }

  static constexpr double unwritten = std::numeric_limits<double>::max();

  Params params_;
  sparskit::Matrix matrix_;
  sparskit::Factors factors_;
  std::vector<double> work_, right_, residual_;
  std::vector<int> marks_;
  std::vector<double> basis_;  ///< krylov + 1 vectors
  bool ready_{false};
};

}  // namespace

SolverEntry entry() {
  return {.name = "sparskit_gmres",
          .summary = "restarted GMRES with an incomplete LU with threshold (SPARSKIT ilut, pgmres)",
          .reference = "SPARSKIT 2; nguyen2024's gmres",
          .parameters = parameters_of<Params>(),
          .make = MakeLinear{[](const ParameterSet& given) -> std::unique_ptr<LinearSolver> {
            return std::make_unique<Solver>(parse<Params>(given, "solver sparskit_gmres"));
          }},
          .refuses = [](const SolverTask&) -> std::optional<std::string> { return std::nullopt; }};
}

}  // namespace impactbench::sparskit_gmres
