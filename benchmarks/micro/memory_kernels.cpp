#include "benchmarks/micro/kernels.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <vector>

namespace impactbench::micro {
namespace {

/// a = b + 3 c over the three coordinates of n discs: 72 bytes a disc. Its bytes per second are
/// the floor beside which those of the other kernels of this size are to be read.
void triad(benchmark::State& state, int n) {
  const auto size = 3 * static_cast<std::size_t>(n);
  std::vector<double> a(size, 0.0);
  const std::vector<double> b(size, 1.0), c(size, 2.0);
  for (auto _ : state) {
    for (std::size_t k = 0; k < size; ++k)
      a[k] = b[k] + 3.0 * c[k];
    benchmark::DoNotOptimize(a.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * n * 72);
}

}  // namespace

void register_memory_kernels() {
  for (const int n : {4, 100, 1000, 10000, 100000}) {
    benchmark::RegisterBenchmark(fmt::format("memory/triad/{}", n).c_str(), triad, n);
  }
}

}  // namespace impactbench::micro
