#include "benchmarks/micro/kernels.hpp"
#include "benchmarks/micro/packing.hpp"
#include "problems/contact/geometry.hpp"
#include "problems/contact/neighbour_list.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace impactbench::micro {
namespace {

/// Gap and normal of every candidate pair: reads two centres and two radii, 48 bytes a pair.
void gap_and_normal(benchmark::State& state, int n) {
  const Packing p = hexagonal_packing(n);
  NeighbourList list;
  list.prepare(p.system, p.q, Search::cell_grid, 0.1);
  const auto& radius = p.system.bodies().radius;
  for (auto _ : state) {
    double sum = 0.0;
    for (const auto [i, j] : list.pairs()) {
      const auto frame = pair_frame(centre(p.q, i), radius[static_cast<std::size_t>(i)],
                                    centre(p.q, j), radius[static_cast<std::size_t>(j)]);
      sum += frame.depth * frame.normal.x();
    }
    benchmark::DoNotOptimize(sum);
  }
  const auto pairs = static_cast<std::int64_t>(list.pairs().size());
  state.SetItemsProcessed(state.iterations() * pairs);
  state.SetBytesProcessed(state.iterations() * pairs * 48);
}

/// A rebuild of the list: the disc 0 is moved to and fro beyond the skin.
void detection(benchmark::State& state, int n, Search search) {
  Packing p = hexagonal_packing(n);
  NeighbourList list;
  list.prepare(p.system, p.q, search, 0.1);
  double sign = 1.0;
  for (auto _ : state) {
    p.q[0] += sign * 0.2;
    sign = -sign;
    list.update(p.q);
    benchmark::DoNotOptimize(list.pairs().data());
  }
  state.SetItemsProcessed(state.iterations() * n);
}

/// The check that no disc has moved far, which every step pays: 32 bytes a disc.
void still_valid(benchmark::State& state, int n) {
  const Packing p = hexagonal_packing(n);
  NeighbourList list;
  list.prepare(p.system, p.q, Search::cell_grid, 0.1);
  for (auto _ : state) {
    list.update(p.q);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * n * 32);
}

}  // namespace

void register_geometry_kernels() {
  for (const int n : {4, 100, 10000, 100000}) {
    benchmark::RegisterBenchmark(fmt::format("gap_and_normal/{}", n).c_str(), gap_and_normal, n);
    benchmark::RegisterBenchmark(fmt::format("detection/cell_grid/{}", n).c_str(), detection, n,
                                 Search::cell_grid);
    benchmark::RegisterBenchmark(fmt::format("detection/unchanged/{}", n).c_str(), still_valid, n);
    // All pairs of 10^5 discs are 5 10^9: not run.
    if (n <= 10000) {
      benchmark::RegisterBenchmark(fmt::format("detection/all_pairs/{}", n).c_str(), detection, n,
                                   Search::all_pairs);
    }
  }
}

}  // namespace impactbench::micro
