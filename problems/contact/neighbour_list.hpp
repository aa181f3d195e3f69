#pragma once

#include "problems/contact/candidates.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace impactbench {

/// The search for candidate contacts. Both find the same touching contacts; all_pairs is the O(n^2)
/// reference for the other.
enum class Search { cell_grid, all_pairs };

/// Candidate contacts of discs and walls, by two nested Verlet lists: a search, rarely made, finds
/// all gaps below a skin; from these, gaps below a thinner skin are selected more often, and they
/// are the list. Each is rebuilt only once some disc has moved half its skin since. The thinner
/// skin follows the speed of the discs: a step examines little more than the gaps that can close
/// before the next selection.
///
/// Guarantee: after update(q), every pair and every wall whose gap at q is below the margin is
/// listed, in this order: walls disc by disc (floor, right, ceiling, left), pairs
/// lexicographically. The list may hold more; the caller computes the gaps. cell_grid lists no
/// pairs of a disc whose position is not finite, or so far away that a double does not resolve its
/// own size there. Cost of a rebuild with cell_grid: O(n) for each factor of two in the range of
/// radii, at any positions, as long as the number of discs that meet in one place is bounded.
class NeighbourList {
 public:
  /// `skin` > 0 [m] only tunes the cost. Allocates; update() then does so only when the number of
  /// candidates exceeds every earlier one. `margin` [m], a small part of the skin: for the
  /// guarantee gaps below it count as touching.
  void prepare(const RoundSystem& system, const Eigen::VectorXd& q, Search search, double skin,
               double margin = 1e-9);

  /// A suitable skin for the system: 1.5 times the smallest radius.
  [[nodiscard]] static double usual_skin(const RoundSystem& system);

  /// Returns whether the candidates were listed anew.
  bool update(const Eigen::VectorXd& q);
  /// Whether the guarantee may have been lost since the last update or the last call, if no disc
  /// has moved further than `displacement` [m] since: if so, call update. For schemes that can
  /// bound the displacement of all discs more cheaply than by checking each of them; the bounds add
  /// up, so that each must hold.
  [[nodiscard]] bool outdated(double displacement) {
    ++updates_;
    displacement_ += displacement;
    return !(displacement_ <= allowed_displacement());
  }
  /// Gives the guarantee at both configurations at once, for schemes whose force depends on two.
  /// They may be any distance apart (a diverging iterate): the list holds what is near at either.
  void update(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b);

  [[nodiscard]] const std::vector<WallCandidate>& walls() const { return walls_; }
  [[nodiscard]] const std::vector<PairCandidate>& pairs() const { return pairs_; }
  /// Number of searches so far.
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

  /// A rectangle of cells.
  struct Cover {
    std::int64_t x_low{1}, x_high{0}, y_low{1}, y_high{0};
    [[nodiscard]] bool empty() const { return x_high < x_low; }
    void add(const Cover& other) {
      if (other.empty()) return;
      if (empty()) {
        *this = other;
        return;
      }
      x_low = std::min(x_low, other.x_low);
      x_high = std::max(x_high, other.x_high);
      y_low = std::min(y_low, other.y_low);
      y_high = std::max(y_high, other.y_high);
    }
  };
  using Covers = std::array<Cover, kLevels>;

  /// The cells of one level, in the rectangle that contains discs.
  struct Grid : Cover {
    double cell_size{0.0};  ///< 0 for a level without discs [m]
    std::size_t first{0};   ///< bucket of (x_low, y_low)
    [[nodiscard]] std::int64_t columns() const { return x_high - x_low + 1; }
  };

  /// A disc beside those with which it is compared.
  struct Placed {
    double x, y, r;
    int disc;
  };
  static constexpr std::uint64_t kMixX = 0x9E3779B97F4A7C15U;
  static constexpr std::uint64_t kMixY = 0xC2B2AE3D27D4EB4FU;
  static constexpr std::uint64_t kMixLevel = 0x165667B19E3779F9U;

  /// A list is complete at q while no disc is further from its place at the time of listing, at
  /// either of two configurations, than the allowed displacement.
  struct Made {
    Eigen::VectorXd at, also_at;
    bool at_two{false};
    [[nodiscard]] bool within(const Eigen::VectorXd& q, double move) const;
    /// The largest displacement of a disc at q since the listing; NaN where anything is NaN.
    [[nodiscard]] double furthest(const Eigen::VectorXd& q) const;
  };

  /// Displacements up to this keep the thin list complete below the margin [m].
  [[nodiscard]] double allowed_displacement() const { return 0.5 * (thin_skin_ - margin_); }
  /// Displacements up to this keep the wide list complete below the thin skin [m].
  [[nodiscard]] double valid_move() const;
  void adapt_thin_skin();
  void pick(const Eigen::VectorXd& q_a, const Eigen::VectorXd* q_b);
  void rebuild(const Eigen::VectorXd& q, double reach);
  void rebuild(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b);
  void collect(const Eigen::VectorXd& q, double reach);
  void collect_walls(const Eigen::VectorXd& q, double reach);
  void collect_all_pairs(const Eigen::VectorXd& q, double reach);
  void collect_from_grid(const Eigen::VectorXd& q, double reach);
  using Pairs = std::vector<PairCandidate>;
  void collect_around(int k, double reach, Pairs& out) const;
  void collect_own_level(const Placed& a, int k, double reach, Pairs& out) const;
  void collect_rows(const Placed& a, const Cell& at, std::int64_t y, double reach,
                    Pairs& out) const;
  void collect_hashed(const Placed& a, const Cell& at, std::int64_t y, double reach,
                      Pairs& out) const;
  void collect_places(const Placed& a, int k, int end, double reach, Pairs& out) const;
  void append_sorted();
  void set_cell_sizes(double reach);
  void sort_into_cells(const Eigen::VectorXd& q);
  [[nodiscard]] bool lay_out_densely();
  [[nodiscard]] Cell cell_at(const Vec2& at, int level) const;
  [[nodiscard]] static std::uint64_t mixed(const Cell& c);
  [[nodiscard]] std::size_t bucket(std::uint64_t mixed) const;
  [[nodiscard]] std::size_t bucket(const Cell& c) const;

  const RoundSystem* system_{nullptr};
  Search search_{Search::cell_grid};
  double skin_{0.0}, margin_{0.0};
  double smallest_radius_{1.0};
  double reach_{0.0};         ///< of the last search [m]
  double thin_skin_{0.0};     ///< [m]
  int updates_{0};            ///< and questions, since the thin list was picked
  double displacement_{0.0};  ///< no disc is further from where the thin list was picked [m]
  Made built_, picked_;
  std::vector<WallCandidate> wide_walls_, walls_;
  std::vector<PairCandidate> wide_pairs_, pairs_;
  std::array<Grid, kLevels> grids_{};
  std::vector<Covers> covers_;  ///< what each thread has seen of the levels
  int top_level_{0};
  double sized_for_{-1.0};  ///< the reach that the cells have their sizes for [m]
  /// Cells are counted along y first, so that discs numbered by columns stay side by side.
  bool columns_{false};
  bool dense_{false};  ///< every cell has a bucket of its own, row by row; else hashed
  std::vector<int> level_of_;
  std::vector<Cell> cell_of_;
  // Discs by bucket of their cells: those of bucket b are
  // placed_[bucket_start_[b] .. bucket_start_[b + 1]), in ascending order.
  std::vector<int> bucket_start_;
  std::vector<Placed> placed_;
  std::vector<int> pair_start_;
  std::vector<PairCandidate> unsorted_;
  Parts<WallCandidate> wall_parts_;
  Parts<PairCandidate> pair_parts_;
  int rebuilds_{0};
};

}  // namespace impactbench
