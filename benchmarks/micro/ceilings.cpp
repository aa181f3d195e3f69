#include "benchmarks/micro/ceilings.hpp"

#include "benchmarks/matrix/cpu_seconds.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace impactbench::micro {
namespace {

#if defined(__AVX512F__)
constexpr int width = 64;
#elif defined(__AVX__)
constexpr int width = 32;
#else
constexpr int width = 16;
#endif
using Packed [[gnu::vector_size(width)]] = double;

/// The largest rate of `work` units a call, over tries of 20 ms at least.
template <class F>
double best_rate(double work, F&& f) {
  double best = 0.0;
  for (int tries = 0; tries < 7; ++tries) {
    const double start = cpu_seconds();
    double calls = 0.0, spent = 0.0;
    while (spent < 0.02) {
      for (int k = 0; k < 4; ++k)
        f();
      calls += 4.0;
      spent = cpu_seconds() - start;
    }
    best = std::max(best, work * calls / spent);
  }
  return best;
}

/// Twelve chains hide the latency of an addition and fit the registers, which the barrier demands.
template <class T>
double peak(double lanes) {
  constexpr int turns = 20000;
  return best_rate(24.0 * lanes * turns, [] {
    T x[12];
    for (int k = 0; k < 12; ++k)
      x[k] = T{} + 1.0;
    const T a = T{} + 0.999, b = T{} + 1e-3;
    for (int turn = 0; turn < turns; ++turn) {
      for (T& chain : x) {
        chain = chain * a + b;
        asm volatile("" : "+x"(chain));
      }
    }
  });
}

}  // namespace

double bandwidth(double working_set) {
  const auto n = std::max<std::size_t>(64, static_cast<std::size_t>(working_set / 24.0));
  std::vector<double> a(n, 0.0);
  const std::vector<double> b(n, 1.0), c(n, 2.0);
  return best_rate(24.0 * static_cast<double>(n), [&] {
    for (std::size_t k = 0; k < n; ++k)
      a[k] = b[k] + 3.0 * c[k];
    asm volatile("" : : "r"(a.data()) : "memory");
  });
}

double scalar_peak() {
  return peak<double>(1.0);
}

double vector_peak() {
  return peak<Packed>(width / 8.0);
}

}  // namespace impactbench::micro
