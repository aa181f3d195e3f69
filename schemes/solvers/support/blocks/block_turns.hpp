#pragma once

#include "problems/base/parallel.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace impactbench {

/// Schedules the blocks of a long list of rows (sum_blocks) in turns: no two blocks of a turn share
/// a body, so that all may add to their bodies at once, and every body sums its rows in an order
/// that does not depend on the number of threads. Block by block each gets the first turn in which
/// no block has one of its bodies; where neighbouring rows are adjacent (neighbour_order.hpp) there
/// are two or three turns, in a random graph as many as blocks.
class BlockTurns {
 public:
  void prepare(std::size_t body_count);

  /// `ends`: for each row its two bodies times `width`, from bodies * width on walls, which blocks
  /// may share. Allocates nothing while the bodies fit the prepared number.
  void find(const std::vector<int>& ends, std::size_t bodies, std::size_t width, int blocks);
  void clear() { blocks_.clear(); }

  [[nodiscard]] bool empty() const { return blocks_.empty(); }
  [[nodiscard]] std::size_t turns() const { return starts_.size() - 1; }
  /// The blocks of a turn, in ascending order.
  [[nodiscard]] std::span<const int> turn(std::size_t t) const {
    return {blocks_.data() + starts_[t], starts_[t + 1] - starts_[t]};
  }
  /// Calls f(block) for every block, turn by turn, with all threads within a turn.
  template <class F>
  void for_each(int threads, F&& f) const {
    for (std::size_t t = 0; t < turns(); ++t) {
      const std::span<const int> blocks = turn(t);
      for_blocks(blocks.size(), threads, [&](int, std::size_t begin, std::size_t end) {
        for (const int b : blocks.subspan(begin, end - begin))
          f(b);
      });
    }
  }

 private:
  std::vector<std::uint64_t> blocks_of_;  ///< of a body, one bit each
  std::vector<int> blocks_;               ///< turn by turn
  std::vector<std::size_t> starts_{0};    ///< of each turn, and one past the last
};

}  // namespace impactbench
