#include "benchmarks/matrix/cpu_seconds.hpp"
#include "benchmarks/micro/ceilings.hpp"
#include "benchmarks/micro/hot_kernels.hpp"
#include "benchmarks/micro/kernels.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <map>
#include <memory>

namespace impactbench::micro {
namespace {

/// The kernels of a size are made when the first of them is run, and its ceilings measured then.
class Workshop {
 public:
  explicit Workshop(int n) : n_(n) {}

  const HotKernel& kernel(std::size_t k) {
    if (kernels_.empty()) kernels_ = hot_kernels(n_);
    return kernels_[k];
  }
  double bandwidth_at(double working_set) {
    const auto found = bandwidth_.find(working_set);
    if (found != bandwidth_.end()) return found->second;
    return bandwidth_[working_set] = bandwidth(working_set);
  }

 private:
  int n_;
  std::vector<HotKernel> kernels_;
  std::map<double, double> bandwidth_;
};

/// Rates of the least bytes and flops, and their shares of the ceilings.
void run(benchmark::State& state, const std::shared_ptr<Workshop>& shop, std::size_t k) {
  static const double scalar = scalar_peak(), vector = vector_peak();
  const HotKernel& kernel = shop->kernel(k);
  const double memory = shop->bandwidth_at(kernel.working_set);
  const double start = cpu_seconds();
  for (auto _ : state)
    kernel.pass();
  const double spent = cpu_seconds() - start;
  const double done = static_cast<double>(state.iterations()) * kernel.elements;
  state.counters["element"] =
      benchmark::Counter(done, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["bytes_per_element"] = kernel.bytes;
  state.counters["flops_per_element"] = kernel.flops;
  state.counters["of_bandwidth"] = done * kernel.bytes / memory / spent;
  state.counters["of_scalar"] = done * kernel.flops / scalar / spent;
  state.counters["of_vector"] = done * kernel.flops / vector / spent;
}

void ceiling(benchmark::State& state, double (*measured)()) {
  double best = 0.0;
  for (auto _ : state)
    best = measured();
  state.counters["flops"] = best;
}

void memory_ceiling(benchmark::State& state, double working_set) {
  double best = 0.0;
  for (auto _ : state)
    best = bandwidth(working_set);
  state.counters["bytes"] = best;
}

}  // namespace

void register_hot_kernels() {
  benchmark::RegisterBenchmark("ceiling/scalar", ceiling, &scalar_peak)->Iterations(1);
  benchmark::RegisterBenchmark("ceiling/vector", ceiling, &vector_peak)->Iterations(1);
  for (const double bytes : {1e5, 1e8})
    benchmark::RegisterBenchmark(fmt::format("ceiling/memory/{:.0e}", bytes).c_str(),
                                 memory_ceiling, bytes)
        ->Iterations(1);
  // One size within a cache, one beyond all of them.
  const std::vector<HotKernel> names = hot_kernels(100);
  for (const int n : {1000, 200000}) {
    const auto shop = std::make_shared<Workshop>(n);
    for (std::size_t k = 0; k < names.size(); ++k)
      benchmark::RegisterBenchmark(fmt::format("hot/{}/{}", names[k].name, n).c_str(), run, shop,
                                   k);
  }
}

}  // namespace impactbench::micro
