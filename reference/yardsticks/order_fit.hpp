#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace impactbench {

enum class OrderVerdict {
  as_claimed,
  too_low,
  too_high,   ///< a defect too: the test problem hides an error term
  undecided,  ///< too few points, errors at the floor, or an interval too wide to tell
};

[[nodiscard]] constexpr std::string_view to_text(OrderVerdict v) {
  switch (v) {
    case OrderVerdict::as_claimed:
      return "as_claimed";
    case OrderVerdict::too_low:
      return "too_low";
    case OrderVerdict::too_high:
      return "too_high";
    case OrderVerdict::undecided:
      return "undecided";
  }
  return "";
}

/// Observed order: slope of log error against log step by least squares.
struct OrderFit {
  std::size_t first{0}, last{0};  ///< window used, indices into the usable points by falling step
  std::size_t points{0};          ///< in the window
  double coarsest{0.0}, finest{0.0};  ///< steps at the ends of the window
  std::size_t at_floor{0};            ///< positive errors left out at the fine end
  double slope{0.0};
  double half_width{0.0};   ///< of the 95 % confidence interval of the slope (Student's t)
  double correlation{0.0};  ///< of the logarithms
  double plateau{0.0};      ///< error at which the finest steps stay; 0 if they still fall
  bool stalls{false};       ///< the plateau lies far above the floor: it does not converge
  std::string reason;       ///< why there is no fit; empty where there is one
  [[nodiscard]] bool exists() const { return reason.empty(); }
};

/// Fits `errors` over `steps` (any order; pairs that are not positive finite numbers are left out).
///
/// Fine end: errors below 10 * floor are left out, `floor` being the uncertainty of the reference
/// or rounding (0: unknown). If the three finest left fall slower than h^0.25, they are a plateau
/// that `floor` did not tell of, and errors below 20 plateaus are left out; where a known floor
/// lies more than 1000 times lower, that is no rounding and `stalls` is set.
///
/// Coarse end: the window is the longest one up to the finest point, of at least 4 (or all) and
/// half of what is above the floor (fewer may lie on a line by luck), whose errors lie within 5 %
/// of the line. If there is none, errors scatter: then the longest whose slope lies in the 95 %
/// interval of that of its finer half (of at least 4), and whose coarsest point in that of the line
/// through the others, so that a coarse end which is not on its asymptote does not bend the line.
[[nodiscard]] OrderFit fit_order(std::span<const double> steps, std::span<const double> errors,
                                 double floor);

/// Two-sided: as_claimed iff |slope - claimed| <= tolerance and the interval is narrower than a
/// quarter of an order; too_low and too_high only if the interval excludes the claim. Errors that
/// stall are too_low. With fewer than `least` points in the window nothing else is decided.
[[nodiscard]] OrderVerdict judge_order(const OrderFit& fit, double claimed, double tolerance,
                                       std::size_t least = 3);

}  // namespace impactbench
