#pragma once

#include "reference/api/reference.hpp"

#include <Eigen/Core>

namespace impactbench {

/// How much a truth multiplies an error, from the truth whose start is moved by `shift` (1 at
/// least). Of places: the largest difference of a coordinate at 400 instants until `end`, over the
/// shift. Of instants: the largest difference of an event, over that of the first event, or over
/// shift / V where the shift does not reach the first one; V is the speed of the motion. Events
/// are compared in order, up to the first pair that is more than a hundredth of `end` apart.
[[nodiscard]] double growth_of(const Truth& truth, const Truth& moved, Eigen::Index dofs,
                               double shift, double V, double end);

}  // namespace impactbench
