#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace impactbench {

enum class OrderVerdict {
  as_claimed,
  too_low,
  too_high,   ///< a defect too: the test problem hides an error term
  exact,      ///< no error but rounding at any step: O(h^p) whatever p, and no order is shown
  undecided,  ///< too few points, an order that still changes, or an interval that is too wide
};

[[nodiscard]] constexpr std::string_view to_text(OrderVerdict v) {
  switch (v) {
    case OrderVerdict::as_claimed:
      return "as_claimed";
    case OrderVerdict::too_low:
      return "too_low";
    case OrderVerdict::too_high:
      return "too_high";
    case OrderVerdict::exact:
      return "exact";
    case OrderVerdict::undecided:
      return "undecided";
  }
  return "";
}

/// A slope with the half width of its 95 % interval (Student's t).
struct Slope {
  double value{0.0}, half_width{0.0};
};

/// The known limits of a ladder of errors before an order is fitted.
struct OrderLimits {
  /// Uncertainty of the reference or rounding, in the unit of the errors; 0: unknown.
  double floor{0.0};
  /// Size of the motion in the unit of the errors: errors above a fifth of it are saturated.
  double scale{std::numeric_limits<double>::infinity()};
  /// Steps above this one do not resolve the events of the motion [s].
  double resolved{std::numeric_limits<double>::infinity()};
};

/// Observed order: slope of log error against log step by least squares.
struct OrderFit {
  std::size_t first{0}, last{0};  ///< window used, indices into the usable points by falling step
  std::size_t points{0};          ///< in the window
  double coarsest{0.0}, finest{0.0};  ///< steps at the ends of the window
  double least{0.0};        ///< errors below it are at the floor, at whatever step, and left out
  std::size_t at_floor{0};  ///< positive errors left out so
  double slope{0.0};
  double half_width{0.0};        ///< of the 95 % confidence interval of the slope (Student's t)
  double correlation{0.0};       ///< of the logarithms
  bool straight{true};           ///< the order does not change within the window
  std::optional<Slope> finer{};  ///< of the finer half of the window, 4 points at least
  double plateau{0.0};           ///< error at which the finest steps stay; 0 if they still fall
  bool stalls{false};            ///< the plateau lies far above the floor: it does not converge
  bool exact{false};             ///< all errors are rounding
  std::string reason{};          ///< why there is no fit; empty where there is one
  [[nodiscard]] bool exists() const { return reason.empty(); }
};

/// Fits `errors` over `steps` (any order; pairs that are not finite numbers, the step positive, are
/// left out; so are errors of zero, which have no logarithm).
///
/// Exact: all errors, five at least, lie below ten floors; or all lie below 1000 and do not fall
/// (slope below 0.25), as sums of rounding do.
///
/// Fine end: errors below ten floors are left out. If the three finest remaining errors fall slower
/// than h^0.25 and lie below 1000 floors (or the floor is unknown), they are rounding that the
/// floor did not account for, and errors below 20 times their level are left out. At higher levels
/// such a plateau is part of the data: the method converges to something else.
///
/// Coarse end: while five are left, steps above `resolved` and, from the coarse side, all up to the
/// finest error above a fifth of `scale` are left out. The window is then the longest one up to the
/// finest point, of 5 points at least, in which the order does not change: the quadratic term of
/// log e over log h is not significant (t test at 95 %) or changes the slope by less than 0.1 from
/// end to end, and the coarsest point lies where the others predict it (95 %, or within 5 %). If
/// there is none, it is the finest 5 points, not `straight`.
[[nodiscard]] OrderFit fit_order(std::span<const double> steps, std::span<const double> errors,
                                 const OrderLimits& limits);

/// Two-sided. A slope s with half width w agrees with the claim p if |s - p| <= max(w, tolerance),
/// and excludes it otherwise.
///   as_claimed          the window and its finer half agree with p, and w <= 0.25, so that orders
///                       half an order away are excluded
///   too_low, too_high   the window and its finer half exclude p on the same side
/// An interval that contains the claim never refutes it. If the order changes within the window,
/// the claim is refuted if the finer half is farther from it than the whole, and never confirmed.
/// With fewer than `least` points and in any other case nothing is decided.
[[nodiscard]] OrderVerdict judge_order(const OrderFit& fit, double claimed, double tolerance,
                                       std::size_t least = 5);

}  // namespace impactbench
