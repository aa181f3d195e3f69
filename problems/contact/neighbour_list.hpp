#pragma once

#include "problems/model/disc_system.hpp"

#include <Eigen/Core>

#include <array>
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
/// list may hold more; the caller computes the gaps. A disc whose position is not finite, or so far
/// away that a double does not resolve its own size there, is in no pair of cell_grid.
/// Cost of a rebuild with cell_grid: O(n) for each factor of two between the radii that occur,
/// whatever the positions, as long as only boundedly many discs meet in one place.
class NeighbourList {
 public:
  /// `skin` > 0 [m] is a tuning of cost only. Allocates; update() then does so only when the
  /// number of candidates exceeds every earlier one.
  void prepare(const DiscSystem& system, const Eigen::VectorXd& q, Search search, double skin);

  /// A skin that suits the system: 0.6 times the smallest radius.
  [[nodiscard]] static double usual_skin(const DiscSystem& system);

  void update(const Eigen::VectorXd& q);
  /// The guarantee at both configurations at once, for schemes whose force looks at two. They may
  /// be any distance apart (an iterate that runs away): the list holds what is near at either.
  void update(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b);

  [[nodiscard]] const std::vector<WallCandidate>& walls() const { return walls_; }
  [[nodiscard]] const std::vector<PairCandidate>& pairs() const { return pairs_; }
  /// Number of rebuilds so far.
  [[nodiscard]] int rebuilds() const { return rebuilds_; }

 private:
  /// Discs are sorted by size into levels, each with a grid of its own: a few large discs must not
  /// make the cells of the small ones large.
  static constexpr int kLevels = 64;
  struct Cell {
    std::int64_t x, y;
    int level;  ///< -1 for a disc that is in no cell
    friend bool operator==(const Cell&, const Cell&) = default;
  };

  /// A disc beside those it is compared with.
  struct Placed {
    Cell cell;
    double x, y, r;
    int disc;
  };
  static constexpr std::uint64_t kMixX = 0x9E3779B97F4A7C15U;
  static constexpr std::uint64_t kMixY = 0xC2B2AE3D27D4EB4FU;
  static constexpr std::uint64_t kMixLevel = 0x165667B19E3779F9U;

  [[nodiscard]] bool still_valid(const Eigen::VectorXd& q) const;
  void rebuild(const Eigen::VectorXd& q, double reach);
  void collect(const Eigen::VectorXd& q, double reach);
  void collect_walls(const Eigen::VectorXd& q, double reach);
  void collect_all_pairs(const Eigen::VectorXd& q, double reach);
  void collect_from_grid(const Eigen::VectorXd& q, double reach);
  void collect_around(const Placed& a, const Cell& at, double reach);
  void collect_cell(const Placed& a, const Cell& cell, std::uint64_t mixed_cell, bool after,
                    double reach);
  void sort_pairs(std::size_t from);
  void set_cell_sizes(double reach);
  void sort_into_cells(const Eigen::VectorXd& q);
  [[nodiscard]] Cell cell_at(const Eigen::VectorXd& q, int disc, int level) const;
  [[nodiscard]] static std::uint64_t mixed(std::int64_t x, std::int64_t y, int level);
  [[nodiscard]] std::size_t bucket(std::uint64_t mixed) const;

  const DiscSystem* system_{nullptr};
  Search search_{Search::cell_grid};
  double skin_{0.0};
  double smallest_radius_{1.0};
  double valid_move_{0.0};  ///< moves up to this keep the list complete [m]
  Eigen::VectorXd built_at_, also_built_at_;
  bool built_at_two_{false};
  std::vector<WallCandidate> walls_;
  std::vector<PairCandidate> pairs_;
  std::array<double, kLevels> cell_size_{};  ///< 0 for a level without discs [m]
  int top_level_{0};
  std::vector<int> level_of_;
  std::vector<Cell> cell_of_;
  // Discs by bucket of the hashed cells: those of bucket b are
  // placed_[bucket_start_[b] .. bucket_start_[b + 1]), in ascending order.
  std::vector<int> bucket_start_;
  std::vector<Placed> placed_;
  std::vector<int> pair_start_;
  std::vector<PairCandidate> unsorted_;
  int rebuilds_{0};
};

}  // namespace impactbench
