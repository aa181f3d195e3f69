#pragma once

#include <omp.h>

#include <cstddef>

namespace impactbench {

/// Loops use the threads of OpenMP (omp_set_num_threads) from this many bodies, rows or contacts on
/// (more or fewer where one costs less or more); for fewer, waking threads costs more than they
/// save. A loop that only searches or sets is cut into as many blocks as there are threads, whose
/// results are concatenated in order; a loop that sums is cut into blocks whose number does not
/// depend on that of threads (sum_blocks). So no bit of a result depends on the threads.
constexpr std::size_t least_parallel = 20'000;

[[nodiscard]] inline int blocks_for(std::size_t bodies) {
  return bodies < least_parallel ? 1 : omp_get_max_threads();
}

/// Blocks of a summing loop: their sums are added in the order of the blocks.
constexpr int most_sum_blocks = 64;
[[nodiscard]] inline int sum_blocks(std::size_t n) {
  constexpr std::size_t least = 8192;
  return n < least ? 1 : most_sum_blocks;
}

/// The index in [0, n) at which block `b` of `blocks` begins; that of block + 1 is its end.
[[nodiscard]] inline std::size_t block_begin(std::size_t n, int blocks, int b) {
  return n * static_cast<std::size_t>(b) / static_cast<std::size_t>(blocks);
}

/// Calls f(b, begin, end) for every block of [0, n), with all threads at once. f must not
/// throw.
template <class F>
void for_blocks(std::size_t n, int blocks, int threads, F&& f) {
  if (threads == 1 || blocks == 1) {
    for (int b = 0; b < blocks; ++b)
      f(b, block_begin(n, blocks, b), block_begin(n, blocks, b + 1));
    return;
  }
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int b = 0; b < blocks; ++b)
    f(b, block_begin(n, blocks, b), block_begin(n, blocks, b + 1));
}
template <class F>
void for_blocks(std::size_t n, int blocks, F&& f) {
  for_blocks(n, blocks, blocks, f);
}

}  // namespace impactbench
