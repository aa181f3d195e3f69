#pragma once

#include "problems/base/wide.hpp"

#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

#define IMPACTBENCH_INLINE __attribute__((always_inline))

namespace impactbench {

/// N numbers side by side, for functions that are compiled for registers of as many.
template <std::size_t N>
struct Wide {
  double __attribute__((vector_size(8 * N))) at;

  IMPACTBENCH_INLINE Wide() : at{} {}
  IMPACTBENCH_INLINE explicit Wide(const double* from) { std::memcpy(&at, from, sizeof at); }
  IMPACTBENCH_INLINE void store(double* to) const { std::memcpy(to, &at, sizeof at); }
  IMPACTBENCH_INLINE void operator*=(double x) { at *= x; }
  IMPACTBENCH_INLINE void operator+=(const Wide& a) { at += a.at; }
  IMPACTBENCH_INLINE void operator-=(const Wide& a) { at -= a.at; }
  /// += a x.
  IMPACTBENCH_INLINE void add(const Wide& a, double x) { at += a.at * x; }
  /// += a b.
  IMPACTBENCH_INLINE void add(const Wide& a, const Wide& b) { at += a.at * b.at; }
  [[nodiscard]] IMPACTBENCH_INLINE double sum() const requires(N == 4) {
    return (at[0] + at[2]) + (at[1] + at[3]);
  }
};
using Quad = Wide<4>;

/// Numbers aligned to cache lines: a Wide<N> at a multiple of N of them never crosses two lines, as
/// many do where malloc has placed a large array.
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
