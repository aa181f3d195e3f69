#pragma once

#include <optional>
#include <string_view>

namespace impactbench {

/// The kinds of motion on which the order of a scheme depends.
enum class MotionClass {
  smooth,              ///< nothing touches
  persistent_contact,  ///< a contact that never opens
  one_impact,          ///< one contact begins
  several_impacts,     ///< a finite number of contacts begin
  accumulation,        ///< impacts at ever shorter intervals
};
[[nodiscard]] std::string_view to_text(MotionClass c);
/// Throws ConfigurationError on an unknown text.
[[nodiscard]] MotionClass motion_class(std::string_view text);

/// The size of a motion, sampled at 2001 instants of its exact course. Rates of generalised
/// coordinates count times their arms.
struct MotionSize {
  double displacement{0.0};  ///< largest difference of a coordinate from its start [m]
  double speed{0.0};         ///< largest rate of a coordinate [m/s]
  double mean_speed{0.0};    ///< mean in time of the sum of all |rates| [m/s]

  friend bool operator==(const MotionSize&, const MotionSize&) = default;
};

/// The orders that a scheme claims for one motion; absent: no claim.
struct ClaimedOrders {
  std::optional<double> positions{};   ///< and histories of observables, which follow from them
  std::optional<double> velocities{};  ///< in L1, and instants and outcomes of impacts
  std::optional<double> graphs{};      ///< of filled-in graphs of velocities

  friend bool operator==(const ClaimedOrders&, const ClaimedOrders&) = default;
};

/// What the errors of runs of one motion by one method are judged by, beside the uncertainty of
/// their reference solution.
struct OrderBasis {
  MotionClass motion{MotionClass::smooth};
  MotionSize size{};
  double horizon{0.0};   ///< [s]
  double resolved{0.0};  ///< steps above it do not resolve the impacts [s]
  ClaimedOrders claimed{};
  bool exact{false};     ///< the scheme claims no error but rounding
  bool rebounds{false};  ///< bodies rebound from impacts
  bool swept{false};     ///< a moving set pushes a point

  friend bool operator==(const OrderBasis&, const OrderBasis&) = default;
};

}  // namespace impactbench
