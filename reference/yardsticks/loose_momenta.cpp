#include "reference/yardsticks/loose_momenta.hpp"

#include <algorithm>

namespace impactbench {

LooseMomenta::LooseMomenta(Eigen::Index dofs, Eigen::Index most)
    : along_(Eigen::MatrixXd::Zero(dofs, most)),
      most_(Eigen::VectorXd::Zero(most)),
      solved_(Eigen::VectorXd::Zero(dofs)) {
  taken_.reserve(static_cast<std::size_t>(most));
}

void LooseMomenta::add(const Eigen::VectorXd& along, double most) {
  const auto k = static_cast<Eigen::Index>(taken_.size());
  along_.col(k) = along;
  most_[k] = most;
  taken_.push_back(0.0);
}

void LooseMomenta::take_from(Eigen::VectorXd& defect, const Eigen::LLT<Eigen::MatrixXd>& factor) {
  constexpr int turns = 30;
  for (int turn = 0; turn < turns; ++turn) {
    Eigen::Index k = 0;
    for (double& taken : taken_) {
      const auto along = along_.col(k);
      solved_ = along;
      factor.solveInPlace(solved_);
      const double square = solved_.dot(along), most = most_[k++];
      if (!(square > 0.0)) continue;
      const double all = std::clamp(taken + solved_.dot(defect) / square, -most, most);
      defect -= (all - taken) * along;
      taken = all;
    }
  }
}

}  // namespace impactbench
