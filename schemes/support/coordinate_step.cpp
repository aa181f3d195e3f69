#include "schemes/support/coordinate_step.hpp"

#include "schemes/support/settling.hpp"

namespace impactbench {

void CoordinateStep::prepare(const GeneralisedSystem& system, double h) {
  system_ = &system;
  h_ = h;
  mass_.prepare(system);
  const Eigen::Index n = system.dofs(), m = system.constraints();
  for (Eigen::VectorXd* x : {&place_, &force_, &inertial_, &middle_, &last_, &gradient_})
    x->setZero(n);
  gaps_.setZero(m);
  gradients_.setZero(n, m);
  pushes_.setZero(n, m);
}

bool CoordinateStep::look(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  if (!q.allFinite() || !v.allFinite()) return false;
  place_ = q;
  look_at_constraints(q);
  if (!mass_.go_to(q)) return false;
  take_pushes();
  system_->mean_force(t, t + h_, q, v, force_);
  return force_.allFinite() && gaps_.allFinite() && gradients_.allFinite();
}

void CoordinateStep::look_at_constraints(const Eigen::VectorXd& q) {
  for (Eigen::Index a = 0; a < gaps_.size(); ++a) {
    gaps_[a] = system_->constraint(a, q);
    system_->constraint_gradient(a, q, gradient_);
    gradients_.col(a) = gradient_;
  }
}

void CoordinateStep::take_pushes() {
  for (Eigen::Index a = 0; a < gaps_.size(); ++a)
    take_push(a);
}

void CoordinateStep::take_push(Eigen::Index a) {
  gradient_ = gradients_.col(a);
  mass_.solve(gradient_);
  pushes_.col(a) = gradient_;
}

void CoordinateStep::kick_with(const Eigen::VectorXd& w, const Eigen::VectorXd& v,
                               const Eigen::VectorXd& impulse, Eigen::VectorXd& next) {
  system_->inertial_force(place_, w, inertial_);
  next = h_ * (force_ + inertial_) + impulse;
  mass_.solve(next);
  next += v;
}

void CoordinateStep::kick_at_start(const Eigen::VectorXd& v, const Eigen::VectorXd& impulse,
                                   Eigen::VectorXd& next) {
  middle_ = v;
  kick_with(middle_, v, impulse, next);
}

bool CoordinateStep::kick(const Eigen::VectorXd& v, const Eigen::VectorXd& impulse,
                          Eigen::VectorXd& next) {
  kick_at_start(v, impulse, next);
  if (system_->constant_mass()) return true;  // S is zero
  constexpr int most = 100;
  Settling settling;
  for (int k = 0; k < most; ++k) {
    last_ = next;
    middle_ = 0.5 * (v + last_);
    kick_with(middle_, v, impulse, next);
    const double moved = (next - last_).cwiseAbs().maxCoeff();
    if (settling.there(moved, next.cwiseAbs().maxCoeff())) return true;
  }
  return false;
}

void tell_constraint(Eigen::Index constraint, const Eigen::Ref<const Eigen::VectorXd>& gradient,
                     double impulse, ContactImpulses& out) {
  out.body_a.push_back(static_cast<int>(constraint));
  out.body_b.push_back(ContactProblem::fixed);
  out.jacobian_a.insert(out.jacobian_a.end(), gradient.begin(), gradient.end());
  out.jacobian_b.insert(out.jacobian_b.end(), static_cast<std::size_t>(gradient.size()), 0.0);
  out.impulse.push_back(impulse);
}

}  // namespace impactbench
