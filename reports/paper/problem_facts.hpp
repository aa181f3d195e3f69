#pragma once

#include "problems/model/problem.hpp"

#include <string>

namespace impactbench {

/// A number of a problem by name, for inputs that a source prints: horizon [s], bodies, gravity_x
/// (.._y, .._z) and gravity_norm [m/s2], mass_1 [kg] and radius_1 [m] of body 1, x_1, y_1, z_1 [m]
/// and vx_1, vy_1, vz_1 [m/s] of its centre at the start, box_x_low, box_x_high, box_y_low and
/// box_y_high of the box that four walls form [m]. Throws ConfigurationError if the problem has no
/// such number.
[[nodiscard]] double problem_fact(const Problem& problem, const std::string& name);

}  // namespace impactbench
