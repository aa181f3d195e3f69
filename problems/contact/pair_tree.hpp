#pragma once

#include "problems/contact/round_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace impactbench {

/// Pairs of round bodies that are near each other, or come near within a step, in any dimension: a
/// balanced tree of bounding boxes over positions and velocities (bodies are halved along the
/// longest side of their box down to leaves of at most 8). Sizes, densities and speeds may differ
/// by any factor: bodies of about the same velocity are compared with neighbours alone. build()
/// costs O(n log n), a search O(n) plus its results where the bodies are spread out; nothing
/// allocates after prepare(). Positions and velocities must be finite.
template <int Dim>
class PairTree {
 public:
  void prepare(std::size_t n) {
    levels_ = 0;
    while ((n >> levels_) > leaf)
      ++levels_;
    nodes_.resize((std::size_t{2} << levels_) - 1);
    placed_.resize(n);
    speed_.resize(n, Vec<Dim>::Zero());
  }

  /// Sorts the bodies at `q`; their velocities are zero until set.
  void build(const RoundBodies& bodies, const Eigen::VectorXd& q) {
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      placed_[i] = {centre<Dim>(bodies, q, static_cast<int>(i)), bodies.radius[i],
                    static_cast<int>(i)};
      speed_[i].setZero();
    }
    if (!placed_.empty()) split(0, 0);
  }

  /// Velocities [m/s], Dim entries per body in the order of the bodies.
  void set_velocities(const Eigen::VectorXd& u) {
    for (std::size_t k = 0; k < placed_.size(); ++k)
      speed_[k] = u.segment<Dim>(Dim * static_cast<Eigen::Index>(placed_[k].body));
    if (!placed_.empty()) bound_velocities(0, 0);
  }

  /// visit(i, j), i < j, for every pair whose gap is below `reach` [m].
  template <class Visit>
  void near(double reach, Visit&& visit) const {
    if (placed_.empty()) return;
    const auto far = [&](const Node& a, const Node& b) { return a.r + b.r + reach; };
    within(0, 0, 0, far, [&](std::size_t k, std::size_t l) {
      const double limit = placed_[k].r + placed_[l].r + reach;
      if ((placed_[l].x - placed_[k].x).squaredNorm() < limit * limit) report(k, l, visit);
    });
  }

  /// visit(i, j), i < j, for every pair whose linearised gap after `h` [s] is below `reach` >= 0:
  ///   D + h e.(u_j - u_i) < reach,   e = d / |d|,   that is
  ///   s = |d|^2 + h d.(u_j - u_i) < (r_i + r_j + reach) |d|.
  template <class Visit>
  void closing(double h, double reach, Visit&& visit) const {
    if (placed_.empty()) return;
    const auto far = [&](const Node& a, const Node& b) {
      const Vec<Dim> most = (a.u_high - b.u_low).cwiseMax(b.u_high - a.u_low);
      return a.r + b.r + reach + h * most.norm();
    };
    within(0, 0, 0, far, [&](std::size_t k, std::size_t l) {
      const Vec<Dim> d = placed_[l].x - placed_[k].x;
      const double square = d.squaredNorm();
      const double sum = placed_[k].r + placed_[l].r + reach;
      const double s = square + h * d.dot(speed_[l] - speed_[k]);
      if (s < 0.0 || s * s < sum * sum * square) report(k, l, visit);
    });
  }

 private:
  static constexpr std::size_t leaf = 8;

  struct Placed {
    Vec<Dim> x;
    double r;
    int body;
  };
  struct Node {
    Vec<Dim> low, high, u_low, u_high;
    double r;  ///< largest radius [m]
  };

  /// Node `p` of a level has the places [first(level, p), first(level, p + 1)).
  [[nodiscard]] std::size_t first(int level, std::size_t p) const {
    return (p * placed_.size()) >> level;
  }
  [[nodiscard]] Node& node(int level, std::size_t p) {
    return nodes_[(std::size_t{1} << level) - 1 + p];
  }
  [[nodiscard]] const Node& node(int level, std::size_t p) const {
    return nodes_[(std::size_t{1} << level) - 1 + p];
  }

  void split(int level, std::size_t p) {
    const std::size_t begin = first(level, p), end = first(level, p + 1);
    Node& n = node(level, p);
    n.low = n.high = placed_[begin].x;
    n.r = 0.0;
    n.u_low.setZero();
    n.u_high.setZero();
    for (std::size_t k = begin; k < end; ++k) {
      n.low = n.low.cwiseMin(placed_[k].x);
      n.high = n.high.cwiseMax(placed_[k].x);
      n.r = std::max(n.r, placed_[k].r);
    }
    if (level == levels_) return;
    Eigen::Index axis = 0;
    (n.high - n.low).maxCoeff(&axis);
    const auto at = [&](std::size_t k) { return placed_.begin() + static_cast<std::ptrdiff_t>(k); };
    std::nth_element(at(begin), at(first(level + 1, 2 * p + 1)), at(end),
                     [axis](const Placed& a, const Placed& b) { return a.x[axis] < b.x[axis]; });
    split(level + 1, 2 * p);
    split(level + 1, 2 * p + 1);
  }

  void bound_velocities(int level, std::size_t p) {
    Node& n = node(level, p);
    if (level == levels_) {
      const std::size_t begin = first(level, p);
      n.u_low = n.u_high = speed_[begin];
      for (std::size_t k = begin + 1; k < first(level, p + 1); ++k) {
        n.u_low = n.u_low.cwiseMin(speed_[k]);
        n.u_high = n.u_high.cwiseMax(speed_[k]);
      }
      return;
    }
    bound_velocities(level + 1, 2 * p);
    bound_velocities(level + 1, 2 * p + 1);
    const Node& a = node(level + 1, 2 * p);
    const Node& b = node(level + 1, 2 * p + 1);
    n.u_low = a.u_low.cwiseMin(b.u_low);
    n.u_high = a.u_high.cwiseMax(b.u_high);
  }

  /// Calls compare for all pairs of places of two nodes of a level (or of one with itself) that are
  /// nearer than far(a, b).
  template <class Far, class Compare>
  void within(int level, std::size_t p, std::size_t q, const Far& far,
              const Compare& compare) const {
    const Node& a = node(level, p);
    const Node& b = node(level, q);
    if (p != q) {
      const Vec<Dim> apart = (b.low - a.high).cwiseMax(a.low - b.high).cwiseMax(0.0);
      const double limit = far(a, b);
      if (apart.squaredNorm() >= limit * limit) return;
    }
    if (level == levels_) {
      for (std::size_t k = first(level, p); k < first(level, p + 1); ++k) {
        for (std::size_t l = p == q ? k + 1 : first(level, q); l < first(level, q + 1); ++l)
          compare(k, l);
      }
      return;
    }
    within(level + 1, 2 * p, 2 * q, far, compare);
    within(level + 1, 2 * p, 2 * q + 1, far, compare);
    if (p != q) within(level + 1, 2 * p + 1, 2 * q, far, compare);
    within(level + 1, 2 * p + 1, 2 * q + 1, far, compare);
  }

  template <class Visit>
  void report(std::size_t k, std::size_t l, Visit& visit) const {
    const int i = placed_[k].body, j = placed_[l].body;
    visit(std::min(i, j), std::max(i, j));
  }

  int levels_{0};
  std::vector<Node> nodes_;
  std::vector<Placed> placed_;
  std::vector<Vec<Dim>> speed_;  ///< by place
};

}  // namespace impactbench
