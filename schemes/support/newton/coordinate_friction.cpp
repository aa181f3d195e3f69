#include "schemes/support/newton/coordinate_friction.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

void CoordinateFriction::prepare(const GeneralisedSystem& system, double c_tau, double per_dq,
                                 double h) {
  system_ = &system;
  law_.c_tau = c_tau;
  per_dq_ = per_dq;
  h_ = h;
  tangents_ = system.has_friction() ? system.tangents() : 0;
  at_.assign(static_cast<std::size_t>(system.constraints()), {});
  rows_.setZero(system.dofs(), 2 * system.constraints());
  pushes_ = rows_;
  row_.setZero(system.dofs());
}

void CoordinateFriction::begin(double share) {
  // A halved step continues from the same linearisation.
  for (One& one : at_) {
    if (share == 1.0) {
      one.force = one.closed ? one.now.force : Slip<3>(Slip<3>::Zero());
      one.change = one.closed ? one.now.change : Slip<3>(Slip<3>::Zero());
    }
    one.closed = false;
    one.now = {};
  }
  share_ = share;
  rows_.setZero();
  pushes_.setZero();
}

void CoordinateFriction::close(Eigen::Index a, const Pressure& pressure, const Eigen::VectorXd& q,
                               double stretch, const Eigen::VectorXd& w,
                               const CoordinateStep& mass) {
  One& one = at_[static_cast<std::size_t>(a)];
  const double mu = mass.law(a).friction;
  if (!acts() || !(mu > 0.0)) return;
  one.closed = true;
  Slip<3> weight = Slip<3>::Zero();
  double across = 0.0;
  for (Eigen::Index k = 0; k < tangents_; ++k) {
    system_->constraint_tangent(a, static_cast<int>(k), q, row_);
    row_ *= stretch;
    rows_.col(2 * a + k) = row_;
    one.now.slip[k] = row_.dot(w);
    mass.solve(row_);
    pushes_.col(2 * a + k) = row_;
    weight[k] = row_.dot(rows_.col(2 * a + k));
    if (k == 1) across = row_.dot(rows_.col(2 * a));
  }
  // The larger eigenvalue of T^T M^-1 T.
  one.now.inverse_mass =
      0.5 * (weight[0] + weight[1]) + std::hypot(0.5 * (weight[0] - weight[1]), across);
  one.now.bound = mu * pressure.friction_load;
  one.now.bound_stiffness = mu * pressure.friction_load_stiffness;
  one.now.force = one.force + share_ * one.change;
}

void CoordinateFriction::add_forces(double factor, Eigen::VectorXd& x) const {
  for (std::size_t a = 0; a < at_.size(); ++a) {
    for (Eigen::Index k = 0; at_[a].closed && k < tangents_; ++k)
      x += (factor * at_[a].now.force[k]) * rows_.col(2 * static_cast<Eigen::Index>(a) + k);
  }
}

void CoordinateFriction::add_changes(double factor, Eigen::VectorXd& x) const {
  for (std::size_t a = 0; a < at_.size(); ++a) {
    for (Eigen::Index k = 0; at_[a].closed && k < tangents_; ++k)
      x += (factor * at_[a].now.change[k]) * rows_.col(2 * static_cast<Eigen::Index>(a) + k);
  }
}

double CoordinateFriction::defect() const {
  double sum = 0.0;
  for (const One& one : at_) {
    if (!one.closed) continue;
    const double per_force = 0.5 * h_ * h_ * one.now.inverse_mass;
    sum += (per_force * slip_defect(law_, one.now, mobility(one.now))).squaredNorm();
  }
  return sum;
}

void CoordinateFriction::linearise() {
  for (One& one : at_) {
    if (!one.closed) continue;
    const Slip<3> f = linearise_exactly(law_, per_dq_, mobility(one.now), one.now);
    one.now.change = f - one.now.force;
  }
}

void CoordinateFriction::complete(Eigen::Index a, double along_normal, const Eigen::VectorXd& dq) {
  One& one = at_[static_cast<std::size_t>(a)];
  if (!one.closed) return;
  Slip<3> along = Slip<3>::Zero();
  for (Eigen::Index k = 0; k < tangents_; ++k)
    along[k] = rows_.col(2 * a + k).dot(dq);
  one.now.change += one.now.coupling * along_normal - one.now.stick * along;
}

}  // namespace impactbench
