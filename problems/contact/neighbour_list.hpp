#pragma once

#include "problems/model/disc_system.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace impactbench {

/// How candidate contacts are searched. Both give the same touching contacts; all_pairs is the
/// O(n^2) reference of the other.
enum class Search { cell_grid, all_pairs };

struct WallCandidate {
  int disc, wall;
  friend auto operator<=>(const WallCandidate&, const WallCandidate&) = default;
};
struct PairCandidate {
  int i, j;  ///< i < j
  friend auto operator<=>(const PairCandidate&, const PairCandidate&) = default;
};

/// Candidate contacts of discs and walls (Verlet list): everything nearer than a skin is listed,
/// and the list is rebuilt only once some disc has moved half a skin since.
///
/// Guarantee: after update(q), every pair and every wall whose gap at q is below 1e-9 m is listed,
/// in this order: walls disc by disc (floor, right, ceiling, left), pairs lexicographically. The
/// list may hold more; the caller computes the gaps. Cost of a rebuild: O(n) for cell_grid.
class NeighbourList {
 public:
  /// `skin` > 0 [m] is a tuning of cost only. Allocates; update() then does so only when the
  /// number of candidates exceeds every earlier one.
  void prepare(const DiscSystem& system, const Eigen::VectorXd& q, Search search, double skin);

  /// A skin that suits the system: 0.3 times the smallest radius.
  [[nodiscard]] static double usual_skin(const DiscSystem& system);

  void update(const Eigen::VectorXd& q);
  /// The guarantee at both configurations at once, for schemes whose force looks at two.
  void update(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b);

  [[nodiscard]] const std::vector<WallCandidate>& walls() const { return walls_; }
  [[nodiscard]] const std::vector<PairCandidate>& pairs() const { return pairs_; }
  /// Number of rebuilds so far.
  [[nodiscard]] int rebuilds() const { return rebuilds_; }

 private:
  [[nodiscard]] bool still_valid(const Eigen::VectorXd& q) const;
  void rebuild(const Eigen::VectorXd& q, double reach);
  void collect_walls(const Eigen::VectorXd& q, double reach);
  void collect_all_pairs(const Eigen::VectorXd& q, double reach);
  void collect_from_grid(const Eigen::VectorXd& q, double reach);
  void sort_into_cells(const Eigen::VectorXd& q, double size);

  struct Cell {
    std::int32_t x, y;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  [[nodiscard]] std::size_t bucket(Cell cell) const;

  const DiscSystem* system_{nullptr};
  Search search_{Search::cell_grid};
  double skin_{0.0};
  double valid_move_{0.0};  ///< moves up to this keep the list complete [m]
  Eigen::VectorXd built_at_;
  std::vector<WallCandidate> walls_;
  std::vector<PairCandidate> pairs_;
  // Discs by bucket of a hashed grid of cells: those of bucket b are
  // discs_of_bucket_[bucket_start_[b] .. bucket_start_[b + 1]), in ascending order.
  std::vector<Cell> cell_of_;
  std::vector<int> bucket_start_, discs_of_bucket_;
  int rebuilds_{0};
};

}  // namespace impactbench
