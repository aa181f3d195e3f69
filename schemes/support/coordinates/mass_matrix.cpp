#include "schemes/support/coordinates/mass_matrix.hpp"

namespace impactbench {

void MassMatrix::prepare(const GeneralisedSystem& system) {
  system_ = &system;
  factorised_ = false;
  const Eigen::Index n = system.dofs();
  matrix_.setZero(n, n);
  factor_.compute(Eigen::MatrixXd::Identity(n, n));  // takes its memory
}

bool MassMatrix::go_to(const Eigen::VectorXd& q) {
  if (factorised_ && system_->constant_mass()) return true;
  system_->mass_matrix(q, matrix_);
  factor_.compute(matrix_);
  factorised_ = factor_.info() == Eigen::Success && matrix_.allFinite();
  return factorised_;
}

bool MassMatrix::take(const Eigen::MatrixXd& metric) {
  factorised_ = false;
  factor_.compute(metric);
  return factor_.info() == Eigen::Success && metric.allFinite();
}

}  // namespace impactbench
