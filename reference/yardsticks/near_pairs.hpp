#pragma once

#include "problems/contact/pair_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace impactbench {

/// The pairs of round bodies nearer than a reach, for a yardstick: a list of its own, separate from
/// the one by which the scheme under judgement found its contacts. Pairs with a gap below L are
/// listed at q_0 and serve a configuration q and a reach while
///   reach + 2 max_i |x_i - x_i(q_0)| <= L,
/// since two bodies approach each other by at most the sum of their displacements; then they are
/// listed again, with L = reach + .3 min r.
template <int Dim>
class NearPairs {
 public:
  /// The bodies must outlive this.
  void prepare(const RoundBodies& bodies) {
    bodies_ = bodies;
    tree_.prepare(bodies.size());
    skin_ = bodies.size() == 0
                ? 1.0
                : 0.3 * *std::min_element(bodies.radius.begin(), bodies.radius.end());
  }

  /// Calls visit(i, j), i < j in ascending order, for every pair whose gap at a finite `q` is below
  /// `reach` [m].
  template <class Visit>
  void near(const Eigen::VectorXd& q, double reach, Visit&& visit) {
    if (listed_at_.size() != q.size() || !(reach + 2.0 * largest_displacement(q) <= listed_))
      list(q, reach);
    for (const auto& [i, j] : pairs_) {
      const double limit = radius(i) + radius(j) + reach;
      const Vec<Dim> d = centre<Dim>(bodies_, q, j) - centre<Dim>(bodies_, q, i);
      if (d.squaredNorm() < limit * limit) visit(i, j);
    }
  }

 private:
  [[nodiscard]] double radius(int i) const { return bodies_.radius[static_cast<std::size_t>(i)]; }

  [[nodiscard]] double largest_displacement(const Eigen::VectorXd& q) const {
    double square = 0.0;
    for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
      const Vec<Dim> displacement =
          centre<Dim>(bodies_, q, i) - centre<Dim>(bodies_, listed_at_, i);
      square = std::max(square, displacement.squaredNorm());
    }
    return std::sqrt(square);
  }

  void list(const Eigen::VectorXd& q, double reach) {
    listed_at_ = q;
    listed_ = reach + skin_;
    pairs_.clear();
    tree_.build(bodies_, q);
    tree_.near(listed_, [&](int i, int j) { pairs_.emplace_back(i, j); });
    std::sort(pairs_.begin(), pairs_.end());
  }

  RoundBodies bodies_;
  PairTree<Dim> tree_;
  double skin_{1.0}, listed_{0.0};
  Eigen::VectorXd listed_at_;
  std::vector<std::pair<int, int>> pairs_;
};

}  // namespace impactbench
