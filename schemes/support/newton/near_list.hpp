#pragma once

#include "problems/contact/neighbours.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// The candidates of a list of neighbours that can close within one step: the iterations of an
/// implicit scheme examine these alone. The order and the guarantee are those of the list, while no
/// body has moved further than leeway since start().
template <int Dim, int Dofs>
class NearList {
 public:
  /// `looks_back`: contacts that are closed at the beginning of the step count as well.
  void prepare(const RoundSystem& system, const Eigen::VectorXd& q, bool looks_back);
  /// Starts a step from q0, whose iterates are near q.
  void start(const Eigen::VectorXd& q0, const Eigen::VectorXd& q);
  /// Moves the iterate to q; no body is further than `distance` from its last place.
  void follow(double distance, const Eigen::VectorXd& q0, const Eigen::VectorXd& q) {
    displacement_ += distance;
    if (!(displacement_ <= leeway_)) start(q0, q);
  }

  [[nodiscard]] const std::vector<WallCandidate>& walls() const { return walls_; }
  [[nodiscard]] const std::vector<PairCandidate>& pairs() const { return pairs_; }

 private:
  const RoundSystem* system_{nullptr};
  bool looks_back_{false};
  double leeway_{0.0};  ///< [m]
  double displacement_{0.0};
  Neighbours<Dim, Dofs> neighbours_;
  std::vector<WallCandidate> walls_;
  std::vector<PairCandidate> pairs_;
  Parts<WallCandidate> wall_parts_;
  Parts<PairCandidate> pair_parts_;
};

extern template class NearList<1, 1>;
extern template class NearList<2, 2>;
extern template class NearList<2, 3>;
extern template class NearList<3, 3>;
extern template class NearList<3, 6>;

}  // namespace impactbench
