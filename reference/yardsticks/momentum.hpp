#pragma once

#include "problems/model/disc_system.hpp"
#include "problems/model/state.hpp"

namespace impactbench {

/// sum m v [kg m/s]
[[nodiscard]] Vec2 linear_momentum(const DiscSystem& system, const State& state);

/// sum m (x v_y - y v_x) + J om, about the origin [kg m2/s]
[[nodiscard]] double angular_momentum(const DiscSystem& system, const State& state);

}  // namespace impactbench
