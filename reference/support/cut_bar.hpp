#pragma once

#include "reference/api/reference.hpp"
#include "reference/support/stopped_elements.hpp"

#include <memory>
#include <utility>

namespace impactbench {

/// Makes the bar in elements that starts without strain at `gap` from a wall, with the speed
/// `speed` towards it, the trajectory of `out` until `end`; false where that is not known.
[[nodiscard]] inline bool cut_bar(const StoppedElements::Bar& bar, bool consistent, double gravity,
                                  double gap, double speed, double end, Truth& out) {
  StoppedElements::Bodies bodies = StoppedElements::elements({bar}, consistent, gravity);
  bodies.gradient[0] = 1.0;
  bodies.loose = 1;
  auto found = StoppedElements::motion(bodies, Eigen::VectorXd::Constant(bar.nodes, gap),
                                       Eigen::VectorXd::Constant(bar.nodes, -speed), end);
  if (!found) return false;
  const auto cut = std::make_shared<const StoppedElements>(std::move(*found));
  out.uncertainty = StoppedElements::rounding * (gap + speed * end);
  out.event_times = cut->impacts();
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end)) return false;
    cut->at(t, q, v);
    return true;
  };
  return true;
}

}  // namespace impactbench
