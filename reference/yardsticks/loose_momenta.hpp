#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// Momenta of which rounding leaves open a multiple c_k, |c_k| <= most_k: what they may take from
/// the defect d of a balance of momentum,
///
///   min |d - sum c_k l_k| in the metric of M^-1,  one c_k after the other, in turns.
class LooseMomenta {
 public:
  LooseMomenta(Eigen::Index dofs, Eigen::Index most);

  void begin_step() { taken_.clear(); }
  /// At most as many as the constructor was told.
  void add(const Eigen::VectorXd& along, double most);
  /// Takes them from `defect`; `factor`: of M.
  void take_from(Eigen::VectorXd& defect, const Eigen::LLT<Eigen::MatrixXd>& factor);

 private:
  Eigen::MatrixXd along_;
  Eigen::VectorXd most_, solved_;
  std::vector<double> taken_;  ///< c_k
};

}  // namespace impactbench
