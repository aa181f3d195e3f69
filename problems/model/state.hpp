#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace impactbench {

/// Generalised positions and velocities after `step` steps. Time is t0 + step * h,
/// from the integer, never by accumulation. Disc i occupies entries 3i .. 3i+2: x [m],
/// y [m], angle [rad], counter-clockwise; sphere i of dimension d entries d i .. d i +
/// d-1 [m]; balls, elastic bodies and generalised systems define their own
/// coordinates.
struct State {
  Eigen::VectorXd q;
  Eigen::VectorXd v;
  std::int64_t step{0};
};

}  // namespace impactbench
