#pragma once

#include <omp.h>

#include <cstddef>

namespace impactbench {

/// Loops over bodies use the threads that OpenMP has been given (omp_set_num_threads) from this
/// many bodies on; for fewer, waking them costs more than they save. A loop is cut into as many
/// blocks as there are threads, and what the blocks find is put together in their order, so that no
/// bit of a result depends on their number.
constexpr std::size_t least_parallel = 100'000;

[[nodiscard]] inline int blocks_for(std::size_t bodies) {
  return bodies < least_parallel ? 1 : omp_get_max_threads();
}

/// Where block `b` of `blocks` begins in [0, n); block + 1 is its end.
[[nodiscard]] inline std::size_t block_begin(std::size_t n, int blocks, int b) {
  return n * static_cast<std::size_t>(b) / static_cast<std::size_t>(blocks);
}

/// f(b, begin, end) for every block of [0, n), all at once. f must not throw.
template <class F>
void for_blocks(std::size_t n, int blocks, F&& f) {
  if (blocks == 1) {
    f(0, std::size_t{0}, n);
    return;
  }
#pragma omp parallel for num_threads(blocks) schedule(static, 1)
  for (int b = 0; b < blocks; ++b)
    f(b, block_begin(n, blocks, b), block_begin(n, blocks, b + 1));
}

}  // namespace impactbench
