#pragma once

#include <cstdint>
#include <vector>

namespace impactbench::exact::switched_force {

/// Steps at which the particle of problem non_uniqueness leaves the floor when maury2004's scheme
/// runs with the step 1, alpha = 9/5, up to `last` (at most 2^20): in units of 1/10 everything is
/// an integer and nothing is rounded. As f(2t) = f(t) a step 2^-p shows the same numbers, times
/// 2^-p.
[[nodiscard]] std::vector<std::int64_t> take_offs(std::int64_t last);

}  // namespace impactbench::exact::switched_force
