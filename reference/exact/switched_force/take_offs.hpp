#pragma once

#include <cstdint>
#include <vector>

namespace impactbench::exact::switched_force {

/// Steps at which the particle of problem non_uniqueness leaves the floor under maury2004's scheme
/// with step 1, alpha = 9/5, up to `last` (at most 2^20): in units of 1/10 all numbers are
/// integers and nothing is rounded. As f(2t) = f(t) a step 2^-p gives the same numbers, times
/// 2^-p.
[[nodiscard]] std::vector<std::int64_t> take_offs(std::int64_t last);

}  // namespace impactbench::exact::switched_force
