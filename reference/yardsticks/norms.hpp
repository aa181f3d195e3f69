#pragma once

#include "problems/model/problem.hpp"
#include "reference/api/reference.hpp"
#include "reference/yardsticks/order_basis.hpp"
#include "reference/yardsticks/order_fit.hpp"
#include "reference/yardsticks/series.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// The kinds of quantities whose order can be measured.
enum class NormKind {
  position,
  velocity,
  instant,  ///< of an impact or a take-off
  outcome,  ///< a number that an impact is summed up by
  history,  ///< of an observable, relative to its largest value
  supremum  ///< of a velocity: one late impact shows its whole jump, so no order is to be expected
};

/// A quantity of rows that tends to zero with the step if a scheme converges to the truth.
struct Norm {
  std::string quantity, unit;
  NormKind kind;
};

/// The norms of motions, in the order in which they are shown.
[[nodiscard]] std::span<const Norm> norms();
/// These, and NAME_error_sup of each observable whose history the truth knows, and the errors of a
/// cycle to which the motion settles.
[[nodiscard]] std::vector<Norm> norms_of(const Truth& truth);

/// The floor of a norm, in its unit: below it an error is that of the reference solution or of
/// rounding. Positions: the uncertainty of the truth [m], 1e-13 m at least; velocities 1000/s times
/// that (contacts last a millisecond and more); graphs 1e-8, since the corners of the exact ones
/// are known to 1e-9 of the horizon; instants and outcomes 1e-9 s and 1e-9; histories 1e-9.
[[nodiscard]] double floor_of(const Norm& norm, double uncertainty);

/// The order that is claimed in that norm; none of a supremum.
[[nodiscard]] std::optional<double> claimed_in(const Norm& norm, const ClaimedOrders& claimed);

[[nodiscard]] MotionSize motion_size(const Problem& problem, const Truth& truth);

/// The bounds of a ladder of errors in that norm: its floor, the size of the motion in its unit,
/// and half of the shortest time between two impacts (those closer than a thousandth of the horizon
/// are one: no ladder that begins below that is affordable).
[[nodiscard]] OrderLimits limits_of(const Norm& norm, const OrderBasis& basis, double uncertainty);
[[nodiscard]] double resolving_step(std::span<const double> event_times, double horizon);

/// The class by the exact times of impacts [s], ascending, and, if there are none, by the touching
/// contacts of a run over time: none, always some, or impacts that the truth does not list. Impacts
/// accumulate if there are six or more, the last five intervals decrease, and the last one is below
/// a thousandth of the horizon.
[[nodiscard]] MotionClass motion_class(std::span<const double> event_times, double horizon,
                                       const Series& contacts);

}  // namespace impactbench
