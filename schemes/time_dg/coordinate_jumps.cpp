#include "schemes/time_dg/coordinate_jumps.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench::time_dg {

CoordinateJumps::CoordinateJumps(const Params& params, const GeneralisedSystem& system, double h,
                                 ContactSolver& solver)
    : system_(&system),
      h_(h),
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
  if (told() != nullptr) told()->clear(start_.problem().rows, start_.problem().dofs);
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
    start_.add_impact(coordinates_, a, kick_, none_);
    turn(a, state.v, start_.last());
  }
  enter(Phase::solve);
  const StepReport report = start_.solve();
  start_.apply(coordinates_, ahead_);
  tell(start_, 0.5);
  return report;
}

/// Adds to b of line 1 what the rows of constraint a gain over the step at this velocity. Slip that
/// is faster than its change in a step keeps its direction through line 1: b is then along it, and
/// longer than what impulses make of it.
void CoordinateJumps::turn(Eigen::Index a, const Eigen::VectorXd& v, std::span<double> b) {
  constexpr double longer = 1e3;
  const std::size_t rows = coordinates_.law(a).friction > 0.0 ? b.size() : 1;
  std::array<double, 3> slip{};
  double change = 0.0, closing = 0.0, speed = 0.0;
  for (std::size_t r = 0; r < rows; ++r) {
    if (r == 0) {
      system_->constraint_gradient(a, q_, gradient_);
    } else {
      system_->constraint_tangent(a, static_cast<int>(r) - 1, q_, gradient_);
    }
    slip[r] = coordinates_.row(a, static_cast<Eigen::Index>(r)).dot(v);
    const double turned = gradient_.dot(v) - slip[r];
    change = std::max(change, std::abs(b[r] - slip[r]));
    b[r] += turned;
    if (r == 0) {
      closing = std::abs(turned);
    } else {
      speed = std::hypot(speed, slip[r]);
    }
  }
  change += closing;
  for (std::size_t r = 1; r < rows && speed > change; ++r)
    b[r] = slip[r] * (1.0 + longer * change / speed);
}

/// Line 2: lambda_{n+1} and v^-.
StepReport CoordinateJumps::press_at_end() {
  end_.clear();
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a)
    if (closed_[static_cast<std::size_t>(a)]) end_.add_impact(coordinates_, a, v_, none_);
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
      impacts_.add_impact(coordinates_, a, v_, v_);
  }
  enter(Phase::solve);
  const StepReport report = impacts_.solve();
  impacts_.apply(coordinates_, v_);
  tell(impacts_, 1.0);
  const auto p = impacts_.impulses();
  const auto rows = static_cast<std::size_t>(impacts_.problem().rows);
  jumps_ = false;
  for (std::size_t k = 0; k < p.size(); k += rows)
    jumps_ = jumps_ || p[k] > 0.0;
  return report;
}

void CoordinateJumps::tell(const CoordinateContacts& contacts, double share) {
  if (told() != nullptr) contacts.tell(coordinates_, *told(), share);
}

}  // namespace impactbench::time_dg
