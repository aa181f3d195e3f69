#pragma once

#include "problems/model/mechanical_system.hpp"
#include "problems/model/obstacle.hpp"
#include "problems/model/state.hpp"

namespace impactbench {

/// Both for discs, spheres, balls and polyhedra; components beyond the dimension are zero.

/// sum m v [kg m/s]
[[nodiscard]] Vec3 linear_momentum(const MechanicalSystem& system, const State& state);

/// sum m x cross v, plus J om of rotating bodies, about the origin [kg m2/s]
[[nodiscard]] Vec3 angular_momentum(const MechanicalSystem& system, const State& state);

}  // namespace impactbench
