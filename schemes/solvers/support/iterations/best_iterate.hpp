#pragma once

#include "schemes/solvers/api/solve_report.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace impactbench {

/// The best iterate so far, and its report.
class BestIterate {
 public:
  void prepare(std::size_t size) { y_.reserve(size); }
  void start() { residual_ = std::numeric_limits<double>::infinity(); }
  /// Keeps y where its residual is smaller than those before.
  void offer(double residual, const std::vector<double>& y) {
    if (!(residual < residual_)) return;
    residual_ = residual;
    y_ = y;
  }
  [[nodiscard]] double residual() const { return residual_; }
  [[nodiscard]] const std::vector<double>& iterate() const { return y_; }
  /// Writes the impulses of the best iterate; converged where it meets the tolerance. Form: a
  /// packed contact problem with unpack(y, p).
  template <class Form>
  [[nodiscard]] SolveReport conclude(const Form& form, double tolerance, int iterations,
                                     std::vector<double>& p) const {
    if (!std::isfinite(residual_)) return {SolveStatus::breakdown, iterations, 0.0};
    form.unpack(y_, p);
    return {residual_ <= tolerance ? SolveStatus::converged : SolveStatus::iteration_limit,
            iterations, residual_};
  }

 private:
  double residual_{std::numeric_limits<double>::infinity()};
  std::vector<double> y_;
};

}  // namespace impactbench
