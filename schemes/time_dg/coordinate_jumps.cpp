#include "schemes/time_dg/coordinate_jumps.hpp"

#include <algorithm>

namespace impactbench::time_dg {

CoordinateJumps::CoordinateJumps(const Params& params, const GeneralisedSystem& system, double h,
                                 ContactSolver& solver)
    : system_(&system),
      h_(h),
      restitution_(system.restitution()),
      reach_(1e-12 * system.length()),
      closed_(static_cast<std::size_t>(system.constraints()), false) {
  coordinates_.prepare(system, h);
  start_.prepare(system, solver, params.warm_start, 1.0);
  end_.prepare(system, solver, params.warm_start, 1.0);
  impacts_.prepare(system, solver, false, 1.0);
  for (Eigen::VectorXd* x : {&q_, &v_, &ahead_, &kick_, &gradient_, &none_})
    x->setZero(system.dofs());
}

StepReport CoordinateJumps::step(State& state) {
  const double t = static_cast<double>(state.step) * h_;
  if (told() != nullptr) told()->clear(1, static_cast<int>(v_.size()));
  enter(Phase::assembly);
  const StepReport broken{.status = StepStatus::breakdown, .reason = no_mass_there};
  if (!look(t, state.q, state.v)) return broken;
  StepReport report = press_at_start(state);
  if (report.status == StepStatus::breakdown) return report;
  q_ = state.q + 0.5 * h_ * (state.v + ahead_);
  v_ = 0.5 * (state.v + ahead_);
  enter(Phase::assembly);
  if (!look(t, q_, ahead_)) return broken;
  v_ += 0.5 * (kick_ - ahead_);
  for (const StepReport& next : {press_at_end(), jump()}) {
    report.nonlinear_iterations += next.nonlinear_iterations;
    report.own_residual = next.own_residual;
    if (next.status == StepStatus::done || report.status == StepStatus::breakdown) continue;
    report.status = next.status;
    report.reason = next.reason;
  }
  enter(Phase::update);
  state.q = q_;
  state.v = v_;
  ++state.step;
  return report;
}

/// Goes there, and v + h M^-1 f into kick_.
bool CoordinateJumps::look(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  if (!coordinates_.look(t, q, v)) return false;
  coordinates_.kick_at_start(v, none_, kick_);
  return kick_.allFinite();
}

/// Line 1: lambda_n and w.
StepReport CoordinateJumps::press_at_start(const State& state) {
  ahead_ = kick_;
  q_ = state.q + h_ * state.v;
  start_.clear();
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a) {
    const auto c = static_cast<std::size_t>(a);
    closed_[c] = coordinates_.gap(a) <= reach_;
    if (!closed_[c]) continue;
    system_->constraint_gradient(a, q_, gradient_);
    const auto g = coordinates_.gradient(a);
    start_.add(coordinates_, a, gradient_.dot(state.v) + g.dot(kick_) - g.dot(state.v));
  }
  enter(Phase::solve);
  const StepReport report = start_.solve();
  start_.apply(coordinates_, ahead_);
  tell(start_, 0.5);
  return report;
}

/// Line 2: lambda_{n+1} and v^-.
StepReport CoordinateJumps::press_at_end() {
  end_.clear();
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a)
    if (closed_[static_cast<std::size_t>(a)])
      end_.add(coordinates_, a, coordinates_.gradient(a).dot(v_));
  enter(Phase::solve);
  const StepReport report = end_.solve();
  end_.apply(coordinates_, v_);
  tell(end_, 1.0);
  return report;
}

/// Line 3: the impulses and v^{n+1}.
StepReport CoordinateJumps::jump() {
  enter(Phase::assembly);
  impacts_.clear();
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a) {
    if (closed_[static_cast<std::size_t>(a)] || coordinates_.gap(a) <= reach_)
      impacts_.add(coordinates_, a, (1.0 + restitution_) * coordinates_.gradient(a).dot(v_));
  }
  enter(Phase::solve);
  const StepReport report = impacts_.solve();
  impacts_.apply(coordinates_, v_);
  tell(impacts_, 1.0);
  const auto p = impacts_.impulses();
  jumps_ = std::any_of(p.begin(), p.end(), [](double x) { return x > 0.0; });
  return report;
}

void CoordinateJumps::tell(const CoordinateContacts& contacts, double share) {
  if (told() != nullptr) contacts.tell(coordinates_, *told(), share);
}

}  // namespace impactbench::time_dg
