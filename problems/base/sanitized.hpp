#pragma once

// IMPACTBENCH_SANITIZED: 1 if gcc or clang compiles in the address or the thread sanitizer, else 0.
// Both replace malloc, reserve terabytes of unused address space, turn a signal into an exit, and
// are not ready yet when the version of a function is chosen.
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
