#include "schemes/support/elastic/end_contacts.hpp"

#include "schemes/support/coordinates/settling.hpp"
#include "schemes/support/theta/theta_step.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

std::optional<std::string> refuse_beside_elastic_constraints(std::string_view scheme,
                                                             const ProblemTraits& traits) {
  if (auto reason = refuse_elastic(scheme, traits)) return reason;
  const std::string name(scheme);
  if (traits.first_order) {
    return name + " is for motion with inertia: the problem must not be of first order";
  }
  if (!traits.elastic) {
    return name +
           " has no law of impact: it is for constraints on elastic bodies, whose waves determine "
           "the rebound";
  }
  if (traits.friction) return name + " has no friction: the problem must have friction = 0";
  if (traits.restitution != 0.0) {
    return name + " has no law of impact: waves determine the rebound, and restitution must be 0";
  }
  return std::nullopt;
}

void EndContacts::prepare(const GeneralisedSystem& system, const State& start, double h,
                          ContactSolver& solver, bool warm_start) {
  system_ = &system;
  h_ = h;
  force_at_end_.prepare(system, h);
  look_.prepare(system, h);
  contacts_.prepare(system, solver, warm_start, system.length() / h);
  const Eigen::Index n = system.dofs();
  for (Eigen::VectorXd* x : {&force_, &place_, &residual_})
    x->setZero(n);
  for (Eigen::MatrixXd* m : {&inertia_, &stiffness_, &metric_})
    m->setZero(n, n);
  gradients_.setZero(n, system.constraints());
  force_at_end_.compute_stiffness(start, start.q, stiffness_);
}

bool EndContacts::compute_inertia(const Eigen::MatrixXd& inertia) {
  inertia_ = inertia;
  return factorise();
}

bool EndContacts::factorise() {
  pushes_known_ = false;
  metric_ = inertia_ + 0.25 * h_ * h_ * stiffness_;
  return look_.factorise(metric_);
}

/// A^-1 g_a where g_a or A are others than in the last pass.
void EndContacts::compute_pushes() {
  for (Eigen::Index a = 0; a < look_.constraints(); ++a) {
    if (pushes_known_ && look_.gradient(a) == gradients_.col(a)) continue;
    gradients_.col(a) = look_.gradient(a);
    look_.compute_push(a);
  }
  pushes_known_ = true;
}

StepReport EndContacts::find(const State& state, const Eigen::VectorXd& first_force,
                             Eigen::VectorXd& end) {
  constexpr int most = 100;
  constexpr double poor = 0.3;  // of the move before
  Settling settling(rounding_of_forces);
  StepReport report;
  end = state.q + h_ * state.v;
  force_at_end_.take(state, end, force_);
  int iterations = 0;
  double last = 0.0;
  for (int k = 1;; ++k) {
    place_ = end - state.q - h_ * state.v;
    residual_ = 0.25 * h_ * h_ * (first_force + force_);
    residual_.noalias() -= inertia_ * place_;
    look_.solve(residual_);  // dq without impulses
    look_.look_at_constraints(end);
    compute_pushes();
    contacts_.clear();
    for (Eigen::Index a = 0; a < look_.constraints(); ++a)
      contacts_.add(look_, a, (look_.gap(a) + look_.gradient(a).dot(residual_)) / h_);
    report = contacts_.solve(k > 1);
    report.nonlinear_iterations = iterations += report.nonlinear_iterations;
    if (report.status == StepStatus::breakdown) return report;
    residual_ /= h_;
    contacts_.apply(look_, residual_);
    end += h_ * residual_;
    force_at_end_.take(state, end, force_);
    const double moved = h_ * residual_.cwiseAbs().maxCoeff();
    const double size = end.cwiseAbs().maxCoeff() + h_ * state.v.cwiseAbs().maxCoeff();
    if (settling.settled(moved, size)) return report;
    // Converged: the rest is a geometric series.
    if (k > 1 && moved * moved <= 4e-16 * size * last) return report;
    if (k == most || !end.allFinite()) break;
    if (k > 1 && moved > poor * last && moved > rounding_of_forces * 4e-16 * size) {
      force_at_end_.compute_stiffness(state, end, stiffness_);
      force_at_end_.take(state, end, force_);
      if (!factorise()) break;
    }
    last = moved;
  }
  report.status = end.allFinite() ? StepStatus::not_converged : StepStatus::breakdown;
  report.reason = force_at_end_unsettled;
  return report;
}

void EndContacts::record(double share, ContactImpulses& out) const {
  out.clear(1, static_cast<int>(system_->dofs()));
  contacts_.record(look_, out);
  for (double& p : out.impulse)
    p *= share;
}

}  // namespace impactbench
