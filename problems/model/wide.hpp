#pragma once

// IMPACTBENCH_WIDE: for loops over numbers side by side that are the whole cost. The function is
// compiled for wide registers too, and a version chosen where the program starts. Without fused
// multiply-adds every version gives the same bits. What such a function calls must be inlined to be
// wide. Which version it is to be is asked before a sanitizer is ready: there is one then.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IMPACTBENCH_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IMPACTBENCH_SANITIZED
#endif
#endif
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(IMPACTBENCH_SANITIZED)
#define IMPACTBENCH_WIDE __attribute__((target_clones("default", "avx2")))
#else
#define IMPACTBENCH_WIDE
#endif
