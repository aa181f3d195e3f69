#pragma once

#include "problems/contact/gap.hpp"
#include "problems/contact/neighbour_list.hpp"
#include "problems/contact/pair_tree.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace impactbench {

/// Candidate contacts of round bodies with each other and with obstacles in any dimension, with the
/// face and the guarantee of NeighbourList: a Verlet list that a PairTree makes anew only once some
/// body has moved half its skin since. Cost of that O(n log n); between, O(n) at most.
///
/// After update(q), every pair and every obstacle whose gap at q is at most 0 is listed, obstacles
/// body by body, pairs lexicographically. Where q is not finite the list stays what it was.
template <int Dim>
class VerletTree {
 public:
  /// A skin that suits the system: 0.3 times the smallest radius.
  [[nodiscard]] static double usual_skin(const RoundBodies& bodies) {
    if (bodies.size() == 0) return 1.0;
    return 0.3 * *std::min_element(bodies.radius.begin(), bodies.radius.end());
  }

  /// `skin` > 0 [m] is a tuning of cost only. Allocates; update() then does so only when the number
  /// of candidates exceeds every earlier one.
  void prepare(const RoundBodies& bodies, const Eigen::VectorXd& q, double skin) {
    bodies_ = bodies;
    skin_ = skin;
    const std::size_t n = bodies.size();
    tree_.prepare(n);
    // Twelve neighbours in the densest packing of equal balls, and some that do not touch.
    pairs_.reserve(10 * n);
    walls_.reserve(std::min<std::size_t>(bodies.obstacles.size(), Dim) * n);
    built_ = q;
    rebuild(q);
  }

  /// Whether the guarantee may have been lost since the last update or question, in which no body
  /// went further than `way` [m]: if so, update.
  [[nodiscard]] bool outdated(double way) {
    way_ += way;
    return !(way_ <= valid_way());
  }

  void update(const Eigen::VectorXd& q) {
    double square = 0.0;
    for (Eigen::Index at = 0; at < q.size(); at += bodies_.stride)
      square = std::max(square, (q.segment<Dim>(at) - built_.segment<Dim>(at)).squaredNorm());
    way_ = std::sqrt(square);
    if (way_ <= 0.5 * valid_way() || !q.allFinite()) return;
    rebuild(q);
  }

  [[nodiscard]] const std::vector<WallCandidate>& walls() const { return walls_; }
  [[nodiscard]] const std::vector<PairCandidate>& pairs() const { return pairs_; }

 private:
  /// Two bodies approach each other by at most twice the largest way; less what rounding makes.
  [[nodiscard]] double valid_way() const { return 0.499 * skin_; }

  void rebuild(const Eigen::VectorXd& q) {
    built_ = q;
    way_ = 0.0;
    walls_.clear();
    pairs_.clear();
    for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
      const double r = bodies_.radius[static_cast<std::size_t>(i)];
      for (int k = 0; k < static_cast<int>(bodies_.obstacles.size()); ++k) {
        const Obstacle& obstacle = bodies_.obstacles[static_cast<std::size_t>(k)];
        if (obstacle_gap<Dim>(centre<Dim>(bodies_, q, i), r, obstacle).distance < skin_)
          walls_.push_back({i, k});
      }
    }
    tree_.build(bodies_, q);
    tree_.near(skin_, [&](int i, int j) { pairs_.push_back({i, j}); });
    std::sort(pairs_.begin(), pairs_.end());
  }

  RoundBodies bodies_;
  double skin_{1.0}, way_{0.0};
  PairTree<Dim> tree_;
  Eigen::VectorXd built_;  ///< where the list was made
  std::vector<WallCandidate> walls_;
  std::vector<PairCandidate> pairs_;
};

}  // namespace impactbench
