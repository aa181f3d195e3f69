#include "schemes/solvers/support/blocks/block_turns.hpp"

#include <array>
#include <bit>

namespace impactbench {

static_assert(most_sum_blocks <= 64, "one bit a block");

void BlockTurns::prepare(std::size_t body_count) {
  blocks_of_.reserve(body_count);
  blocks_.reserve(most_sum_blocks);
  starts_.reserve(most_sum_blocks + 1);
}

void BlockTurns::find(const std::vector<int>& ends, std::size_t bodies, std::size_t width,
                      int blocks) {
  blocks_of_.assign(bodies, 0);
  for (int b = 0; b < blocks; ++b) {
    const std::size_t end = 2 * block_begin(ends.size() / 2, blocks, b + 1);
    for (std::size_t at = 2 * block_begin(ends.size() / 2, blocks, b); at < end; ++at) {
      const std::size_t body = static_cast<std::size_t>(ends[at]) / width;
      if (body < bodies) blocks_of_[body] |= std::uint64_t{1} << b;
    }
  }
  std::array<std::uint64_t, 64> beside{};  // of a block: those that share a body with it
  for (const std::uint64_t shared : blocks_of_) {
    for (std::uint64_t left = shared; left != 0; left &= left - 1)
      beside[static_cast<std::size_t>(std::countr_zero(left))] |= shared;
  }
  std::array<std::uint64_t, 64> turn{};  // its blocks
  std::size_t turns = 0;
  for (std::size_t b = 0; b < static_cast<std::size_t>(blocks); ++b) {
    std::size_t t = 0;
    while ((turn[t] & beside[b]) != 0)
      ++t;
    turn[t] |= std::uint64_t{1} << b;
    turns = t + 1 > turns ? t + 1 : turns;
  }
  blocks_.clear();
  starts_.assign(1, 0);
  for (std::size_t t = 0; t < turns; ++t) {
    for (std::uint64_t left = turn[t]; left != 0; left &= left - 1)
      blocks_.push_back(std::countr_zero(left));
    starts_.push_back(blocks_.size());
  }
}

}  // namespace impactbench
