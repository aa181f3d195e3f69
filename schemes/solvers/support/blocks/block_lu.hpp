#pragma once

#include "schemes/solvers/support/blocks/block_pattern.hpp"
#include "schemes/solvers/support/blocks/wide.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace impactbench {

/// Sparse LU of a matrix of k x k blocks whose pattern is that of a graph (an edge i-j: blocks A_ij
/// and A_ji), values unsymmetric, in place and by block columns:
///
///   A = L U,  L_ij = A_ij (i >= j),  U_ji = A_jj^-1 A_ji (i > j),  U_jj = 1,
///
/// all after the columns before j have been taken out; of L_jj the inverse is kept.
///
/// The order is one of minimum degree, or, from 1500 nodes of six unknowns on, one by nested
/// dissection (BlockPattern). There is pivoting within a diagonal block, but not between blocks.
/// Meant for K = 1 + G^T D G, which is positive definite where D is, and otherwise the sum of such
/// and sliding rows.
///
/// Blocks are kept by columns, each filled up with zeros to `stride()` numbers, a multiple of four,
/// so that a column is one or two wide registers. The columns of a panel are taken out of the
/// others together, so that a block is read and written once for all of them. Cost: k^3
/// multiplications per block product, of which there are some ten a body in a plane pile; a solve
/// reads 8 k stride() bytes a block. analyse() allocates where the graph has changed; the rest does
/// not once it has seen a pattern of the size. Source: George and Liu 1981, Computer Solution of
/// Large Sparse Positive Definite Systems.
class BlockLu {
 public:
  /// Takes the graph: `nodes` of `block` unknowns, edges as pairs of different nodes (repetitions
  /// count once). Does nothing where nothing has changed.
  void analyse(std::size_t nodes, std::size_t block, const std::vector<std::array<int, 2>>& edges);

  /// Distance from one column of a block to the next, and from one node of a vector to the next.
  [[nodiscard]] static constexpr std::size_t stride(std::size_t block) {
    return (block + 3) / 4 * 4;
  }
  /// Sets all blocks to zero.
  void clear();
  /// Blocks to add to, by columns.
  [[nodiscard]] double* diagonal(int node) {
    return diagonal_.data() +
           static_cast<std::size_t>(pattern_.place()[static_cast<std::size_t>(node)]) * area();
  }
  /// The block of edge number e = (i, j) as given: A_ij if `forward`, else A_ji.
  [[nodiscard]] double* off_diagonal(std::size_t e, bool forward) {
    const BlockPattern::Slot slot = pattern_.slots()[e];
    return (forward == slot.first_is_row ? lower_ : upper_).data() + slot.at * area();
  }
  /// False where a diagonal block is singular or a number is not finite.
  [[nodiscard]] bool factor();
  /// The determinant of the matrix factored is negative.
  [[nodiscard]] bool negative() const { return negative_; }
  /// x = A^-1 x, stride() numbers a node, of which those beyond the block become zero; entries
  /// beyond the last node are left alone.
  void solve(std::vector<double>& x);

 private:
  [[nodiscard]] std::size_t area() const { return block_ * stride(block_); }

  bool negative_{false};
  std::size_t nodes_{0}, block_{0};
  std::vector<std::array<int, 2>> edges_;
  BlockPattern pattern_;
  WideVector diagonal_;       ///< A_jj, inverted by factor()
  WideVector lower_, upper_;  ///< per entry of the pattern: A_ij and A_ji
  WideVector work_, column_;
};

}  // namespace impactbench
