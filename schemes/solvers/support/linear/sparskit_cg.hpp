#pragma once

#include "schemes/solvers/api/linear_solver.hpp"
#include "schemes/solvers/support/linear/sparskit.hpp"

#include <cassert>
#include <cmath>
#include <limits>
#include <string>

/// SPARSKIT's cg applied to E^-1 A E^-T, for a preconditioner M = E E^T.
///
/// SPARSKIT's cg runs plain conjugate gradients on E_l^-1 A E_r^-1 ("this is not the PCG
/// algorithm", says its source): its matrix has to be symmetric itself, so M is split into equal
/// halves and not applied from one side.
namespace impactbench::sparskit {

/// A splitting E of M ~ A. setup() is false where there is none.
template <class P>
concept Splitting = requires(P p, const Matrix& A, const double* from, double* to, std::size_t k) {
  p.reserve(k, k);
  { p.setup(A) } -> std::same_as<bool>;
  p.left(from, to);   // to = E^-1 from
  p.right(from, to);  // to = E^-T from
};

/// Settings of both solvers with nguyen2024's tolerance.
struct CgParams {
  std::string assembly{"sparse"};
  double tolerance{1e-5};
  int max_iterations{1000};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Assembly::field, self.assembly, Assembly::words());
    f(Field{"tolerance", "-", "stop at this residual, relative to the start's"}, self.tolerance,
      Range{0.0, 1.0, true, true});
    f(Field{"max_iterations", "-", "most iterations a solve"}, self.max_iterations,
      Range::between(1, 1e9));
  }
  friend bool operator==(const CgParams&, const CgParams&) = default;
};

template <Splitting P>
class CgSolver final : public LinearSolver {
 public:
  explicit CgSolver(const CgParams& params) : params_(params), matrix_(params.assembly) {}

  void prepare(std::size_t block_rows, std::size_t pairs, int block) override {
    const std::size_t s = static_cast<std::size_t>(block), n = block_rows * s;
    matrix_.prepare(block_rows, pairs, block);
    preconditioner_.reserve(n, (block_rows + 2 * pairs) * s * s);
    work_.reserve(5 * n);
  }

  SolveReport factor(const BlockMatrix& A) override {
    ready_ = matrix_.assemble(A) && preconditioner_.setup(matrix_);
    return {ready_ ? SolveStatus::converged : SolveStatus::breakdown, 0, 0.0};
  }

  SolveReport solve(const std::vector<double>& b, std::vector<double>& x) override {
    if (!ready_ || !all_finite(b) || !all_finite(x)) return {SolveStatus::breakdown, 0, 0.0};
    const int n = matrix_.size();
    if (n == 0) return {SolveStatus::converged, 0, 0.0};
    const auto size = static_cast<std::size_t>(n);
    work_.resize(5 * size);
    int ipar[16] = {};
    double fpar[16] = {};
    ipar[1] = 3;  // preconditioned from both sides
    ipar[2] = 1;  // stop by the residual, relative to the start's
    ipar[3] = 5 * n;
    ipar[5] = params_.max_iterations + 1;  // products with A: one for the start
    fpar[0] = params_.tolerance;
    bool indefinite = false;
    for (;;) {
      cg_(&n, b.data(), x.data(), ipar, fpar, work_.data());
      if (ipar[0] <= 0) break;
      const double* from = work_.data() + ipar[7] - 1;
      double* to = work_.data() + ipar[8] - 1;
      if (ipar[0] == 1) {
        matrix_.multiply(from, to);
      } else if (ipar[0] == 5) {
        preconditioner_.right(from, to);
      } else {
        assert(ipar[0] == 3);
        preconditioner_.left(from, to);
        // cg does not ask whether p . A p is positive. p is its second vector, A p its third.
        if (to == work_.data() + 2 * size && !positive(size)) {
          indefinite = true;
          break;
        }
      }
    }
    const int iterations = ipar[6] > 0 ? ipar[6] - 1 : 0;
    // Nothing to do: cg divides by p . A p = 0 and says so.
    if (fpar[2] == 0.0) return {SolveStatus::converged, 0, 0.0};
    // At its limit cg neither computes the residual of the last iterate nor tests it. The vector is
    // the first in work.
    const double residual = norm(size) / fpar[2];
    if (indefinite) return {SolveStatus::breakdown, iterations + 1, residual};
    if (!all_finite(x)) return {SolveStatus::breakdown, iterations, residual};
    return iterative_report(1.0, residual, params_.tolerance, iterations);
  }

 private:
  /// p . A p against |p|^2, in the preconditioned system, whose usual size is 1.
  [[nodiscard]] bool positive(std::size_t n) const {
    const double* p = work_.data() + n;
    const double* ap = p + n;
    double pap = 0.0, pp = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      pap += p[k] * ap[k];
      pp += p[k] * p[k];
    }
    // p = 0 is left to cg: the start was the answer.
    return pap > std::numeric_limits<double>::epsilon() * static_cast<double>(n) * pp || pp == 0.0;
  }

  [[nodiscard]] double norm(std::size_t n) const {
    double rr = 0.0;
    for (std::size_t k = 0; k < n; ++k)
      rr += work_[k] * work_[k];
    return std::sqrt(rr);
  }

  CgParams params_;
  Matrix matrix_;
  P preconditioner_;
  std::vector<double> work_;
  bool ready_{false};
};

}  // namespace impactbench::sparskit
