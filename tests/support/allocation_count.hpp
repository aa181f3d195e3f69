#pragma once

#include <cstdint>

namespace impactbench::testing {

/// Number of heap allocations (malloc and its relatives, hence also new and Eigen's) of this
/// process so far. Absent under a sanitizer, which replaces malloc.
[[nodiscard]] std::int64_t allocations();
[[nodiscard]] bool allocations_are_counted();

}  // namespace impactbench::testing
