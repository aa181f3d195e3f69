#pragma once

#include "problems/contact/candidates.hpp"
#include "problems/contact/pair_tree.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace impactbench {

/// Candidate contacts of round bodies with each other and with obstacles in any dimension, with the
/// face and the guarantee of NeighbourList: a Verlet list that a PairTree makes anew only once some
/// body has moved half its skin since. Cost of that O(n log n); between, O(n) at most.
///
/// After update(q), every pair and every obstacle whose gap at q is below the margin is listed,
/// obstacles body by body, pairs lexicographically. Where q is not finite the list stays what it
/// was.
template <int Dim>
class VerletTree {
 public:
  /// A skin that suits the system: 0.3 times the smallest radius.
  [[nodiscard]] static double usual_skin(const RoundBodies& bodies) {
    if (bodies.size() == 0) return 1.0;
    return 0.3 * *std::min_element(bodies.radius.begin(), bodies.radius.end());
  }

  /// `skin` > 0 [m] is a tuning of cost only. Allocates; update() then does so only when the number
  /// of candidates exceeds every earlier one. `margin` [m] is a small part of the skin.
  void prepare(const RoundBodies& bodies, const Eigen::VectorXd& q, double skin,
               double margin = 1e-9) {
    bodies_ = bodies;
    skin_ = skin;
    margin_ = std::min(margin, 0.1 * skin);
    const std::size_t n = bodies.size();
    tree_.prepare(n);
    // Twelve neighbours in the densest packing of equal balls, and some that do not touch.
    pairs_.reserve(10 * n);
    walls_.reserve(std::min<std::size_t>(bodies.obstacles.size(), Dim) * n);
    built_ = also_built_ = q;
    rebuild(q);
  }

  /// Whether the guarantee may have been lost since the last update or question, in which no body
  /// moved further than `displacement` [m]: if so, update.
  [[nodiscard]] bool outdated(double displacement) {
    displacement_ += displacement;
    return !(displacement_ <= allowed_displacement());
  }

  /// Whether the candidates were listed anew.
  bool update(const Eigen::VectorXd& q) {
    displacement_ = largest_displacement(built_, q);
    if (displacement_ <= 0.5 * allowed_displacement() || !q.allFinite()) return false;
    rebuild(q);
    return true;
  }
  /// The guarantee at both configurations at once, however far apart they are.
  void update(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b) {
    if ((holds_at(q_a) && holds_at(q_b)) || !q_a.allFinite() || !q_b.allFinite()) return;
    rebuild(q_a);
    two_places_ = !holds_at(q_b);
    if (!two_places_) return;
    also_built_ = q_b;
    add_candidates(q_b);
    drop_repeats(walls_);
    drop_repeats(pairs_);
  }

  [[nodiscard]] const std::vector<WallCandidate>& walls() const { return walls_; }
  [[nodiscard]] const std::vector<PairCandidate>& pairs() const { return pairs_; }

 private:
  /// Two bodies approach each other by at most twice the largest displacement; less the rounding.
  [[nodiscard]] double allowed_displacement() const { return 0.499 * (skin_ - margin_); }
  /// The largest displacement of a body between two configurations.
  [[nodiscard]] double largest_displacement(const Eigen::VectorXd& from,
                                            const Eigen::VectorXd& q) const {
    double square = 0.0;
    const Eigen::Index end = bodies_.stride * static_cast<Eigen::Index>(bodies_.size());
    for (Eigen::Index at = 0; at < end; at += bodies_.stride)
      square = std::max(square, (q.segment<Dim>(at) - from.segment<Dim>(at)).squaredNorm());
    return std::sqrt(square);
  }
  [[nodiscard]] bool holds_at(const Eigen::VectorXd& q) const {
    return largest_displacement(built_, q) <= allowed_displacement() ||
           (two_places_ && largest_displacement(also_built_, q) <= allowed_displacement());
  }

  void rebuild(const Eigen::VectorXd& q) {
    built_ = q;
    displacement_ = 0.0;
    two_places_ = false;
    walls_.clear();
    pairs_.clear();
    add_candidates(q);
    std::sort(pairs_.begin(), pairs_.end());
  }

  void add_candidates(const Eigen::VectorXd& q) {
    for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
      const double r = bodies_.radius[static_cast<std::size_t>(i)];
      for (int k = 0; k < static_cast<int>(bodies_.obstacles.size()); ++k) {
        const Obstacle& obstacle = bodies_.obstacles[static_cast<std::size_t>(k)];
        if (obstacle_distance<Dim>(centre<Dim>(bodies_, q, i), r, obstacle) < skin_)
          walls_.push_back({i, k});
      }
    }
    tree_.build(bodies_, q);
    tree_.near(skin_, [&](int i, int j) { pairs_.push_back({i, j}); });
  }

  template <class Candidate>
  static void drop_repeats(std::vector<Candidate>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  RoundBodies bodies_;
  double skin_{1.0}, margin_{0.0}, displacement_{0.0};
  bool two_places_{false};  ///< the list was made at also_built_ too
  PairTree<Dim> tree_;
  Eigen::VectorXd built_, also_built_;  ///< where the list was made
  std::vector<WallCandidate> walls_;
  std::vector<PairCandidate> pairs_;
};

}  // namespace impactbench
