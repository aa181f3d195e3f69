#include "schemes/time_dg/coordinate_jumps.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench::time_dg {
namespace {

/// Adds the report of the next solve of a step.
void add(const StepReport& next, StepReport& report) {
  report.nonlinear_iterations += next.nonlinear_iterations;
  report.own_residual = std::max(report.own_residual, next.own_residual);
  if (next.status == StepStatus::done || report.status == StepStatus::breakdown) return;
  report.status = next.status;
  report.reason = next.reason;
}

}  // namespace

CoordinateJumps::CoordinateJumps(const Params& params, const GeneralisedSystem& system, double h,
                                 ContactSolver& solver)
    : system_(&system),
      h_(h),
      length_(system.length()),
      closed_(static_cast<std::size_t>(system.constraints()), false) {
  coordinates_.prepare(system, h);
  start_.prepare(system, solver, params.warm_start, 1.0);
  end_.prepare(system, solver, params.warm_start, 1.0);
  impacts_.prepare(system, solver, false, 1.0);
  for (Eigen::VectorXd* x : {&from_, &q_, &v_, &ahead_, &kick_, &push_, &gradient_, &none_})
    x->setZero(system.dofs());
}

StepReport CoordinateJumps::step(State& state) {
  const double t = static_cast<double>(state.step) * h_;
  if (recorded() != nullptr) recorded()->clear(start_.problem().rows, start_.problem().dofs);
  enter(Phase::assembly);
  const StepReport broken{.status = StepStatus::breakdown, .reason = no_mass_there};
  from_ = state.v;
  if (!look(t, state.q, from_)) return broken;
  StepReport report;
  if (starts_with_impact(state.q)) {
    report = hit_at_start(state.q);
    if (report.status == StepStatus::breakdown) return report;
    if (!look(t, state.q, from_)) return broken;
  }
  add(press_at_start(state), report);
  if (report.status == StepStatus::breakdown) return report;
  q_ = state.q + 0.5 * h_ * (from_ + ahead_);
  v_ = 0.5 * (from_ + ahead_);
  enter(Phase::assembly);
  if (!look(t, q_, ahead_)) return broken;
  v_ += 0.5 * (kick_ - ahead_);
  add(press_at_end(), report);
  add(jump(), report);
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

/// Whether constraint a has a gap at q but for rounding. A gap that is open by more has drifted
/// open, however little that is: a reach above rounding would put off the fall that ends the drift,
/// by h^-2, and with it the constant of the error.
bool CoordinateJumps::touches(Eigen::Index a, const Eigen::VectorXd& q) const {
  constexpr double rounding = 1e-15;
  const double places = coordinates_.gradient(a).cwiseAbs().dot(q.cwiseAbs());
  return coordinates_.gap(a) <= rounding * (length_ + places);
}

/// Whether v approaches constraint a by more than the round-off of the lines before.
bool CoordinateJumps::approaches(Eigen::Index a, const Eigen::VectorXd& v) const {
  constexpr double rounding = 1e-9;
  const auto row = coordinates_.gradient(a);
  return row.dot(v) < -rounding * row.cwiseAbs().dot(v.cwiseAbs());
}

bool CoordinateJumps::starts_with_impact(const Eigen::VectorXd& q) const {
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a)
    if (touches(a, q) && approaches(a, from_)) return true;
  return false;
}

/// Line 0: the impulses at q^n, and the velocity from which the step starts.
StepReport CoordinateJumps::hit_at_start(const Eigen::VectorXd& q) {
  impacts_.clear();
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a)
    if (touches(a, q)) impacts_.add_impact(coordinates_, a, from_, from_);
  enter(Phase::solve);
  const StepReport report = impacts_.solve();
  impacts_.apply(coordinates_, from_);
  record(impacts_, 1.0);
  enter(Phase::assembly);
  return report;
}

/// Line 1: lambda_n and w.
StepReport CoordinateJumps::press_at_start(const State& state) {
  ahead_ = kick_;
  q_ = state.q + h_ * from_;
  start_.clear();
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a) {
    const auto c = static_cast<std::size_t>(a);
    closed_[c] = touches(a, state.q);
    if (closed_[c]) add_force_at_start(a);
  }
  enter(Phase::solve);
  const StepReport report = start_.solve();
  start_.apply(coordinates_, ahead_);
  record(start_, 0.5);
  return report;
}

CoordinateJumps::Rows CoordinateJumps::rows_at_start(Eigen::Index a) {
  Rows out;
  const Eigen::Index rows = coordinates_.law(a).friction > 0.0 ? coordinates_.rows() : 1;
  for (Eigen::Index r = 0; r < rows; ++r) {
    if (r == 0) {
      system_->constraint_gradient(a, q_, gradient_);
    } else {
      system_->constraint_tangent(a, static_cast<int>(r) - 1, q_, gradient_);
    }
    const auto k = static_cast<std::size_t>(r);
    out.slip[k] = coordinates_.row(a, r).dot(from_);
    out.turned[k] = gradient_.dot(from_) - out.slip[k];
    if (r > 0) out.speed = std::hypot(out.speed, out.slip[k]);
  }
  return out;
}

/// Whether a contact that slides has no force that keeps it closed while it slides on: with the
/// slip's direction s, r = -mu s, and per impulse lambda, g . dv = A lambda and s . dslip = -D
/// lambda, A = g . M^-1 (g + t r) <= 0 (Painleve's paradox), or the slip ends by lambda = closing /
/// A.
bool CoordinateJumps::jams(Eigen::Index a, const Rows& rows, double closing) {
  const double mu = coordinates_.law(a).friction;
  push_ = coordinates_.push(a);
  for (Eigen::Index r = 1; r < coordinates_.rows(); ++r)
    push_ -= mu * rows.slip[static_cast<std::size_t>(r)] / rows.speed * coordinates_.push(a, r);
  const double pushes = coordinates_.gradient(a).dot(push_);
  double slows = 0.0;
  for (Eigen::Index r = 1; r < coordinates_.rows(); ++r) {
    const double share = rows.slip[static_cast<std::size_t>(r)] / rows.speed;
    slows -= share * coordinates_.row(a, r).dot(push_);
  }
  return pushes <= 0.0 || closing * slows >= rows.speed * pushes;
}

/// Constraint a in line 1, with the gain of its rows over the step at this velocity. Slip that is
/// faster than its change in a step keeps its direction through line 1: b is then along it, and
/// longer by a thousand times that change.
void CoordinateJumps::add_force_at_start(Eigen::Index a) {
  constexpr double longer = 1e3;
  const Rows rows = rows_at_start(a);
  const bool has_friction = coordinates_.law(a).friction > 0.0;
  const std::size_t count = has_friction ? static_cast<std::size_t>(coordinates_.rows()) : 1;
  double change = 0.0;
  for (std::size_t r = 0; r < count; ++r) {
    const double gained = coordinates_.row(a, static_cast<Eigen::Index>(r)).dot(kick_);
    change = std::max(change, std::abs(gained - rows.slip[r]));
  }
  change += std::abs(rows.turned[0]);
  const bool slides = has_friction && rows.speed > change;
  const double rate = coordinates_.gradient(a).dot(kick_) + rows.turned[0];
  if (slides && jams(a, rows, std::max(0.0, -rate))) return;
  start_.add_impact(coordinates_, a, kick_, none_);
  const std::span<double> b = start_.last();
  for (std::size_t r = 0; r < count; ++r)
    b[r] += rows.turned[r];
  for (std::size_t r = 1; slides && r < count; ++r)
    b[r] = rows.slip[r] * (1.0 + longer * change / rows.speed);
}

/// Line 2: lambda_{n+1} and v^-.
StepReport CoordinateJumps::press_at_end() {
  end_.clear();
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a)
    if (closed_[static_cast<std::size_t>(a)]) end_.add_impact(coordinates_, a, v_, none_);
  enter(Phase::solve);
  const StepReport report = end_.solve();
  end_.apply(coordinates_, v_);
  record(end_, 1.0);
  return report;
}

/// Line 3: the impulses and v^{n+1}.
StepReport CoordinateJumps::jump() {
  enter(Phase::assembly);
  impacts_.clear();
  bool hits = false;
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a) {
    if (!closed_[static_cast<std::size_t>(a)] && !touches(a, q_)) continue;
    impacts_.add_impact(coordinates_, a, v_, v_);
    hits = hits || approaches(a, v_);
  }
  if (!hits) impacts_.clear();
  enter(Phase::solve);
  const StepReport report = impacts_.solve();
  impacts_.apply(coordinates_, v_);
  record(impacts_, 1.0);
  jumps_ = pushed();
  return report;
}

/// Whether the last impacts handed something on.
bool CoordinateJumps::pushed() const {
  const auto p = impacts_.impulses();
  const auto rows = static_cast<std::size_t>(impacts_.problem().rows);
  for (std::size_t k = 0; k < p.size(); k += rows)
    if (p[k] > 0.0) return true;
  return false;
}

void CoordinateJumps::record(const CoordinateContacts& contacts, double share) {
  if (recorded() != nullptr) contacts.record(coordinates_, *recorded(), share);
}

}  // namespace impactbench::time_dg
