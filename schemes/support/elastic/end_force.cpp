#include "schemes/support/elastic/end_force.hpp"

namespace impactbench {

void EndForce::prepare(const GeneralisedSystem& system, double h) {
  system_ = &system;
  h_ = h;
  for (Eigen::VectorXd* x : {&velocity_, &place_, &force_, &other_})
    x->setZero(system.dofs());
}

void EndForce::take(const State& state, const Eigen::VectorXd& q, Eigen::VectorXd& force) {
  velocity_ = (2.0 / h_) * (q - state.q) - state.v;
  const double t = static_cast<double>(state.step) * h_;
  system_->mean_force(t, t + h_, q, velocity_, force);
}

void EndForce::compute_stiffness(const State& state, const Eigen::VectorXd& q,
                                 Eigen::MatrixXd& stiffness) {
  const double size = 1e-5 * system_->length();
  place_ = q;
  for (Eigen::Index k = 0; k < q.size(); ++k) {
    place_[k] = q[k] + size;
    take(state, place_, force_);
    place_[k] = q[k] - size;
    take(state, place_, other_);
    place_[k] = q[k];
    stiffness.col(k) = (other_ - force_) / (2.0 * size);
  }
  for (Eigen::Index i = 0; i < q.size(); ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      stiffness(i, j) = stiffness(j, i) = 0.5 * (stiffness(i, j) + stiffness(j, i));
}

}  // namespace impactbench
