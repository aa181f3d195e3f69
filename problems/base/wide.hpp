#pragma once

#include "problems/base/sanitized.hpp"

// IMPACTBENCH_WIDE: for loops over adjacent numbers that dominate the cost. The function is also
// compiled for wide registers, and a version is chosen when the program starts. Without fused
// multiply-adds every version gives the same bits. Functions that it calls must be inlined to be
// wide. Under a sanitizer there is one version.
// IMPACTBENCH_EIGHT_LANES: for a second function with registers of eight numbers, to be called only
// where has_eight_lanes().
#if defined(__x86_64__) && defined(__gnu_linux__) && !IMPACTBENCH_SANITIZED
#define IMPACTBENCH_WIDE __attribute__((target_clones("default", "avx2")))
#define IMPACTBENCH_EIGHT_LANES __attribute__((target("avx512f")))
#else
#define IMPACTBENCH_WIDE
#define IMPACTBENCH_EIGHT_LANES
#endif

// IMPACTBENCH_WIDE_AND_FLAT: also inlines all that the function calls. Clang 14 does only that.
#if defined(__clang__)
#define IMPACTBENCH_WIDE_AND_FLAT __attribute__((flatten))
#else
#define IMPACTBENCH_WIDE_AND_FLAT IMPACTBENCH_WIDE __attribute__((flatten))
#endif

namespace impactbench {

/// Returns whether functions that are IMPACTBENCH_EIGHT_LANES run on this machine.
[[nodiscard]] inline bool has_eight_lanes() {
#if defined(__x86_64__) && defined(__gnu_linux__) && !IMPACTBENCH_SANITIZED
  return __builtin_cpu_supports("avx512f") != 0;
#else
  return false;
#endif
}

}  // namespace impactbench
