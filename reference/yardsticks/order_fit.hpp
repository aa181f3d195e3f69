#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace impactbench {

enum class OrderVerdict {
  as_claimed,
  too_low,
  too_high,   ///< a defect too: the test problem hides an error term
  undecided,  ///< too few points, or errors at the floor
};

/// Observed order: slope of log error against log step by least squares.
struct OrderFit {
  std::size_t first{0}, last{0};  ///< window used, indices into the points by falling step
  std::size_t points{0};          ///< in the window
  double slope{0.0};
  double half_width{0.0};   ///< of the 95 % confidence interval of the slope (Student's t)
  double correlation{0.0};  ///< of the logarithms
  std::string reason;       ///< why there is no fit; empty where there is one
  [[nodiscard]] bool exists() const { return reason.empty(); }
};

/// Fits `errors` over `steps` (any order; pairs whose error is not a positive finite number are
/// left out). Points whose error is below 10 * floor are left out as well: `floor` is the
/// uncertainty of the reference or rounding. The window is then the asymptotic one: coarse steps
/// are dropped from the front, as long as at least 4 points remain, while the worst deviation from
/// the line exceeds 5 % of the error.
[[nodiscard]] OrderFit fit_order(std::span<const double> steps, std::span<const double> errors,
                                 double floor);

/// Two-sided: as_claimed iff |slope - claimed| <= tolerance.
[[nodiscard]] OrderVerdict judge_order(const OrderFit& fit, double claimed, double tolerance);

}  // namespace impactbench
