#pragma once

#include "problems/model/sanitized.hpp"

// IMPACTBENCH_WIDE: for loops over numbers side by side that are the whole cost. The function is
// compiled for wide registers too, and a version chosen where the program starts. Without fused
// multiply-adds every version gives the same bits. What such a function calls must be inlined to be
// wide. Under a sanitizer there is one version.
#if defined(__x86_64__) && defined(__gnu_linux__) && !IMPACTBENCH_SANITIZED
#define IMPACTBENCH_WIDE __attribute__((target_clones("default", "avx2")))
#else
#define IMPACTBENCH_WIDE
#endif
