#pragma once

#include "problems/contact/candidates.hpp"
#include "problems/contact/pair_tree.hpp"

#include <vector>

namespace impactbench {

/// Candidate contacts of round bodies with each other and with obstacles in any dimension, with the
/// interface and the guarantee of NeighbourList: a Verlet list that a PairTree rebuilds only once
/// some body has moved half its skin since. A rebuild costs O(n log n), other updates O(n) at most.
///
/// After update(q), every pair and every obstacle whose gap at q is below the margin is listed,
/// obstacles body by body, pairs lexicographically. Where q is not finite the list stays
/// unchanged.
template <int Dim>
class VerletTree {
 public:
  /// A suitable skin for the system: 0.3 times the smallest radius.
  [[nodiscard]] static double usual_skin(const RoundBodies& bodies);

  /// `skin` > 0 [m] only tunes the cost. Allocates; update() then does so only when the number of
  /// candidates exceeds every earlier one. `margin` [m] is a small part of the skin.
  void prepare(const RoundBodies& bodies, const Eigen::VectorXd& q, double skin,
               double margin = 1e-9);

  /// Whether the guarantee may have been lost since the last update or the last call, if no body
  /// has moved further than `displacement` [m] since: if so, call update.
  [[nodiscard]] bool outdated(double displacement) {
    displacement_ += displacement;
    return !(displacement_ <= allowed_displacement());
  }

  /// Returns whether the candidates were listed anew.
  bool update(const Eigen::VectorXd& q);
  /// Gives the guarantee at both configurations at once, however far apart they are.
  void update(const Eigen::VectorXd& q_a, const Eigen::VectorXd& q_b);

  [[nodiscard]] const std::vector<WallCandidate>& walls() const { return walls_; }
  [[nodiscard]] const std::vector<PairCandidate>& pairs() const { return pairs_; }

 private:
  /// Two bodies approach each other by at most twice the largest displacement; minus rounding.
  [[nodiscard]] double allowed_displacement() const { return 0.499 * (skin_ - margin_); }
  /// The largest displacement of a body between two configurations.
  [[nodiscard]] double largest_displacement(const Eigen::VectorXd& from,
                                            const Eigen::VectorXd& q) const;
  [[nodiscard]] bool holds_at(const Eigen::VectorXd& q) const;
  void rebuild(const Eigen::VectorXd& q);
  void add_candidates(const Eigen::VectorXd& q);

  RoundBodies bodies_;
  double skin_{1.0}, margin_{0.0}, displacement_{0.0};
  bool two_places_{false};  ///< the list was made at also_built_ too
  PairTree<Dim> tree_;
  Eigen::VectorXd built_, also_built_;  ///< where the list was made
  std::vector<WallCandidate> walls_;
  std::vector<PairCandidate> pairs_;
};

extern template class VerletTree<1>;
extern template class VerletTree<2>;
extern template class VerletTree<3>;

}  // namespace impactbench
