#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace impactbench {

/// The places of the blocks of the factors of BlockLu: the order of the nodes, the rows of each
/// column with its fill, and the panels.
///
/// The order is a minimum degree order of the graph, or one by nested dissection. A panel is up to
/// `widest` columns of a supernode: each has the rows of the one before but for its own, and their
/// blocks are taken out of those behind them together. Allocates. Source: George and Liu 1981,
/// Computer Solution of Large Sparse Positive Definite Systems; Amestoy, Davis and Duff 1996
/// (minimum degree); Karypis and Kumar 1998 (METIS).
class BlockPattern {
 public:
  enum class Order { minimum_degree, nested_dissection };
  static constexpr std::size_t widest = 8;

  struct Slot {
    std::size_t at;     ///< entry of row()
    bool first_is_row;  ///< block A_ij of the edge (i, j) lies below the diagonal
  };

  /// Takes the graph: edges as pairs of different nodes (repetitions count once).
  void analyse(std::size_t nodes, Order order, const std::vector<std::array<int, 2>>& edges);

  [[nodiscard]] std::size_t nodes() const { return place_.size(); }
  /// The number of blocks below the diagonal.
  [[nodiscard]] std::size_t entries() const { return row_.size(); }
  /// The place of each node in the order.
  [[nodiscard]] const std::vector<int>& place() const { return place_; }
  /// The first entry of each column, and one past the last.
  [[nodiscard]] const std::vector<std::size_t>& start() const { return start_; }
  /// The row of each entry, ascending in a column.
  [[nodiscard]] const std::vector<int>& row() const { return row_; }
  /// The first column of each panel, and one past the last.
  [[nodiscard]] const std::vector<int>& panels() const { return panels_; }
  /// Entry (q, p) for each panel and pair p < q of the rows behind it.
  [[nodiscard]] const std::vector<int>& target() const { return target_; }
  /// The place of each edge.
  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }

 private:
  void find_order(Order order, const std::vector<std::array<int, 2>>& edges);
  void find_fill(const std::vector<std::array<int, 2>>& edges);
  void find_slots(const std::vector<std::array<int, 2>>& edges);
  void find_panels();
  void find_targets();

  std::vector<int> place_, row_, panels_, target_;
  std::vector<std::size_t> start_;
  std::vector<Slot> slots_;
};

}  // namespace impactbench
