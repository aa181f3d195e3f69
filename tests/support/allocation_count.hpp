#pragma once

#include <cstdint>

namespace impactbench::testing {

/// Number of heap allocations (malloc and its relatives, hence new and Eigen's too) of this
/// process so far. Absent under a sanitizer, which owns malloc.
[[nodiscard]] std::int64_t allocations();
[[nodiscard]] bool allocations_are_counted();

}  // namespace impactbench::testing
