#pragma once

#include "schemes/solvers/support/frictionless/frictionless.hpp"

#include <vector>

namespace impactbench {

/// Bounds of the largest eigenvalue of the operator W of a Frictionless form, which gradient steps
/// need: y - rho (W y + b) contracts for 0 < rho < 2 / lambda_max.
class SpectralBound {
 public:
  void prepare(std::size_t contact_count, std::size_t body_count);

  /// A lower bound by power iteration from a fixed start: stops when a step changes it by less than
  /// `accuracy`, relatively. About as close to lambda_max if its eigenvalue is well separated.
  [[nodiscard]] double power(Frictionless& form, int most_iterations, double accuracy);

  /// From above, Gershgorin over the rows with the sum over the rows of a body outside:
  ///   max_c sum_k |g_ck| / m_k S_k,   S_k = sum over the rows of |g_ck|.
  [[nodiscard]] double row_sum(const Frictionless& form);

  /// From above: (g_a.v_a + g_b.v_b)^2 <= 2 ((g_a.v_a)^2 + (g_b.v_b)^2), 1 in place of 2 for a
  /// wall:
  ///   max over bodies of sum over their rows of (2 or 1) sum_k g_ck^2 / m_k,
  /// which is 2 kappa / m for kappa unit rows on each body and the wall terms 1 / m of its own.
  [[nodiscard]] double per_body(const Frictionless& form);

 private:
  std::vector<double> y_, w_, sums_;
};

}  // namespace impactbench
