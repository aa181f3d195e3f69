#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace impactbench {

/// The blocks that a long list of rows is cut into (sum_blocks), in turns: no two of one turn share
/// a body, so that all of a turn may add to their bodies at once, and every body takes what its
/// rows give in an order that does not know how many threads there are. Block by block each gets
/// the first turn that no block with one of its bodies has; where the rows come as neighbours do
/// (neighbour_order.hpp) there are two or three turns, in a random graph as many as blocks.
class BlockTurns {
 public:
  void prepare(std::size_t body_count);

  /// `ends`: of each row its two bodies times `width`, from bodies * width on walls, which blocks
  /// may share. Allocates nothing while the bodies fit the prepared number.
  void find(const std::vector<int>& ends, std::size_t bodies, std::size_t width, int blocks);
  void clear() { blocks_.clear(); }

  [[nodiscard]] bool empty() const { return blocks_.empty(); }
  [[nodiscard]] std::size_t turns() const { return starts_.size() - 1; }
  /// Blocks of a turn, growing.
  [[nodiscard]] std::size_t size(std::size_t turn) const {
    return starts_[turn + 1] - starts_[turn];
  }
  [[nodiscard]] int block(std::size_t turn, std::size_t k) const {
    return blocks_[starts_[turn] + k];
  }

 private:
  std::vector<std::uint64_t> blocks_of_;  ///< of a body, one bit each
  std::vector<int> blocks_;               ///< turn by turn
  std::vector<std::size_t> starts_{0};    ///< of each turn, and one past the last
};

}  // namespace impactbench
