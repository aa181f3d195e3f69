#pragma once

#include "reference/api/reference.hpp"
#include "reference/support/stopped_elements.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace impactbench {

/// The largest distance until `end` between the motion of `bodies` from `gap` and the one that
/// starts `shift` above it, over the shift. Each contact leaves new waves in the bar, whose phase
/// makes the next rebound earlier or later: in elements the distance of two motions grows tenfold
/// in some four contacts.
[[nodiscard]] inline double growth_of_cut_bar(const StoppedElements::Bodies& bodies,
                                              const StoppedElements& motion, double gap,
                                              double speed, double end, double shift) {
  const Eigen::Index n = bodies.weight.size();
  const auto other = StoppedElements::motion(bodies, Eigen::VectorXd::Constant(n, gap + shift),
                                             Eigen::VectorXd::Constant(n, -speed), end);
  if (!other) return 1.0 / StoppedElements::rounding;
  Eigen::VectorXd u(n), v(n), moved(n);
  double apart = shift;
  for (int k = 1; k <= 400; ++k) {
    motion.at(end * k / 400.0, u, v);
    other->at(end * k / 400.0, moved, v);
    apart = std::max(apart, (moved - u).cwiseAbs().maxCoeff());
  }
  return apart / shift;
}

/// Sets the trajectory of `out` until `end` to that of the bar in elements which starts without
/// strain at `gap` from a wall, with the speed `speed` towards it; false if it is not known.
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
  out.growth = growth_of_cut_bar(bodies, *cut, gap, speed, end, 1e-8 * bar.length);
  out.event_times = cut->impacts();
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end)) return false;
    cut->at(t, q, v);
    return true;
  };
  return true;
}

}  // namespace impactbench
