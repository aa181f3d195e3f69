#pragma once

#include "problems/base/wide.hpp"

#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

#define IMPACTBENCH_INLINE __attribute__((always_inline))

namespace impactbench {

/// Four numbers side by side, a wide register where there is one.
struct Quad {
  double __attribute__((vector_size(32))) at;

  IMPACTBENCH_INLINE Quad() : at{} {}
  IMPACTBENCH_INLINE explicit Quad(const double* from) { std::memcpy(&at, from, sizeof at); }
  IMPACTBENCH_INLINE void store(double* to) const { std::memcpy(to, &at, sizeof at); }
  IMPACTBENCH_INLINE void operator*=(double x) { at *= x; }
  IMPACTBENCH_INLINE void operator+=(const Quad& a) { at += a.at; }
  IMPACTBENCH_INLINE void operator-=(const Quad& a) { at -= a.at; }
  /// += a x.
  IMPACTBENCH_INLINE void add(const Quad& a, double x) { at += a.at * x; }
  /// += a b.
  IMPACTBENCH_INLINE void add(const Quad& a, const Quad& b) { at += a.at * b.at; }
  [[nodiscard]] IMPACTBENCH_INLINE double sum() const { return (at[0] + at[2]) + (at[1] + at[3]); }
};

/// Numbers aligned to cache lines: a Quad at a multiple of four of them never crosses two lines, as
/// half of them do where malloc has placed a large array.
template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  LineAllocator() = default;
  template <class U>
  explicit LineAllocator(const LineAllocator<U>& /*other*/) {}
  [[nodiscard]] T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new(n * sizeof(T), line));
  }
  void deallocate(T* at, std::size_t /*n*/) { ::operator delete(at, line); }
  friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};
using WideVector = std::vector<double, LineAllocator<double>>;

}  // namespace impactbench
