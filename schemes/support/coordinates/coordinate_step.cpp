#include "schemes/support/coordinates/coordinate_step.hpp"

#include "schemes/support/coordinates/settling.hpp"

#include <cmath>

namespace impactbench {

void CoordinateStep::prepare(const GeneralisedSystem& system, double h) {
  system_ = &system;
  h_ = h;
  mass_.prepare(system);
  const Eigen::Index n = system.dofs(), m = system.constraints();
  for (Eigen::VectorXd* x : {&place_, &force_, &inertial_, &middle_, &last_, &gradient_})
    x->setZero(n);
  laws_.clear();
  for (Eigen::Index a = 0; a < m; ++a)
    laws_.push_back(system.law(a));
  rows_ = system.has_friction() ? 1 + system.tangents() : 1;
  gaps_.setZero(m);
  directions_.setZero(n, m * rows_);
  pushes_.setZero(n, m * rows_);
}

bool CoordinateStep::look(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  if (!q.allFinite() || !v.allFinite()) return false;
  place_ = q;
  look_at_constraints(q);
  if (!mass_.go_to(q)) return false;
  compute_pushes();
  system_->mean_force(t, t + h_, q, v, force_);
  return force_.allFinite() && gaps_.allFinite() && directions_.allFinite();
}

void CoordinateStep::look_at_constraints(const Eigen::VectorXd& q) {
  for (Eigen::Index a = 0; a < gaps_.size(); ++a) {
    gaps_[a] = system_->constraint(a, q);
    system_->constraint_gradient(a, q, gradient_);
    directions_.col(a * rows_) = gradient_;
    if (!(law(a).friction > 0.0)) continue;
    for (int k = 0; k + 1 < rows_; ++k) {
      system_->constraint_tangent(a, k, q, gradient_);
      directions_.col(a * rows_ + 1 + k) = gradient_;
    }
  }
}

void CoordinateStep::compute_pushes() {
  for (Eigen::Index a = 0; a < gaps_.size(); ++a)
    compute_push(a);
}

void CoordinateStep::compute_push(Eigen::Index a) {
  for (Eigen::Index at = a * rows_; at < (a + 1) * rows_; ++at) {
    gradient_ = directions_.col(at);
    mass_.solve(gradient_);
    pushes_.col(at) = gradient_;
  }
}

double CoordinateStep::slip_weight(Eigen::Index a) const {
  if (rows_ == 1) return 0.0;
  const double first = row(a, 1).dot(push(a, 1));
  if (rows_ == 2) return first;
  const double second = row(a, 2).dot(push(a, 2)), both = row(a, 1).dot(push(a, 2));
  return 0.5 * (first + second) + std::hypot(0.5 * (first - second), both);
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
    if (settling.settled(moved, next.cwiseAbs().maxCoeff())) return true;
  }
  return false;
}

void record_constraint(Eigen::Index constraint, const Eigen::Ref<const Eigen::VectorXd>& gradient,
                       double impulse, ContactImpulses& out) {
  record_constraint(constraint, gradient, std::span<const double>(&impulse, 1), out);
}

void record_constraint(Eigen::Index constraint, const Eigen::Ref<const Eigen::MatrixXd>& rows,
                       std::span<const double> impulses, ContactImpulses& out) {
  out.body_a.push_back(static_cast<int>(constraint));
  out.body_b.push_back(ContactProblem::fixed);
  for (Eigen::Index r = 0; r < rows.cols(); ++r)
    for (Eigen::Index k = 0; k < rows.rows(); ++k)
      out.jacobian_a.push_back(rows(k, r));
  out.jacobian_b.insert(out.jacobian_b.end(), static_cast<std::size_t>(rows.size()), 0.0);
  out.impulse.insert(out.impulse.end(), impulses.begin(), impulses.end());
}

}  // namespace impactbench
