#pragma once

// IMPACTBENCH_SANITIZED: 1 where the address or the thread sanitizer is compiled in, by gcc or by
// clang, else 0. Both own malloc, reserve terabytes of address space that nobody uses, turn a
// signal into an exit, and are not ready yet when a version of a function is chosen.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IMPACTBENCH_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IMPACTBENCH_SANITIZED 1
#endif
#endif
#ifndef IMPACTBENCH_SANITIZED
#define IMPACTBENCH_SANITIZED 0
#endif
