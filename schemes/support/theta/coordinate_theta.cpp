#include "schemes/support/theta/coordinate_theta.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "schemes/support/coordinates/settling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench {
namespace {

StepReport broken(std::string_view reason) {
  StepReport report;
  report.status = StepStatus::breakdown;
  report.reason = reason;
  return report;
}

}  // namespace

CoordinateTheta::CoordinateTheta(const ThetaSettings& settings, const GeneralisedSystem& system,
                                 const State& start, double h, ContactSolver& solver,
                                 std::unique_ptr<AccelerationRule> rule)
    : system_(&system),
      settings_(settings),
      h_(h),
      arms_(arms_of(system)),
      top_speed_(system.top_speed()),
      before_((1.0 - settings.theta) * h),
      after_(settings.theta * h),
      reach_(settings.touching ? 1e-12 * system.length() : 0.0),
      violated_(-1e-12 * system.length()),
      uniform_(system.constant_mass() && system.constant_force()) {
  coordinates_.prepare(system, h);
  contacts_.prepare(system, solver, settings.warm_start, 1.0);
  if (settings.projects) projection_.prepare(system, 1e-13, 100);
  acts_.assign(static_cast<std::size_t>(system.constraints()), false);
  const Eigen::Index n = system.dofs();
  for (Eigen::VectorXd* x : {&v_, &next_, &end_, &place_, &force_start_, &force_, &inertial_,
                             &residual_, &kept_, &probe_})
    x->setZero(n);
  for (Eigen::MatrixXd* m : {&mass_, &metric_, &stiffness_})
    m->setZero(n, n);
  if (uniform_ || !rule) return;
  rule_ = std::move(rule);
  inertia_.prepare(system);
  bent_.compute(Eigen::MatrixXd::Identity(n, n));
  product_.setZero(n, n);
  for (Eigen::VectorXd* x : {&acceleration_, &gain_, &shift_})
    x->setZero(n);
  restart(start);
}

void CoordinateTheta::restart(const State& state) {
  if (!rule_) return;
  compute_force(static_cast<double>(state.step) * h_, state.q, state.v, force_);
  acceleration_ = force_;
  if (inertia_.go_to(state.q)) inertia_.solve(acceleration_);
  rule_->start(acceleration_);
}

StepReport CoordinateTheta::step(State& state) {
  enter(Phase::detection);
  if (!state.q.allFinite() || !state.v.allFinite()) return broken(no_mass_there);
  place_ = state.q + settings_.ahead * h_ * state.v;
  coordinates_.look_at_constraints(place_);
  pushes_known_ = false;
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a)
    acts_[static_cast<std::size_t>(a)] = coordinates_.gap(a) < reach_;
  if (rule_) {
    begin_rule();
  } else {
    compute_force(static_cast<double>(state.step) * h_, state.q, state.v, force_start_);
  }
  v_ = state.v;
  StepReport report = find_velocity(state);
  while (settings_.projects && report.status != StepStatus::breakdown && add_violated(state)) {
    const int before = report.nonlinear_iterations;
    report = find_velocity(state);
    report.nonlinear_iterations += before;
  }
  if (report.status == StepStatus::breakdown) return report;
  enter(Phase::update);
  compute_end(state, v_);
  if (rule_) rule_->finish(acceleration_);
  if (settings_.projects) project(state, report);
  if (report.status == StepStatus::breakdown) return report;
  if (recorded() != nullptr) {
    recorded()->clear(contacts_.problem().rows, contacts_.problem().dofs);
    contacts_.record(coordinates_, *recorded());
  }
  state.q = end_;
  state.v = v_;
  ++state.step;
  return report;
}

StepReport CoordinateTheta::find_velocity(const State& state) {
  constexpr int most = 100;
  constexpr double poor = 0.3, good = 0.1;  // of the move before
  Settling settling(rounding_of_forces);
  StepReport report;
  double first = 0.0, last = 0.0;  // moves
  int iterations = 0, since = 0;
  for (int k = 1;; ++k) {
    enter(Phase::assembly);
    compute_residual(state, v_);
    if (!compute_metric()) return broken(no_mass_there);
    coordinates_.solve(residual_);
    next_ = v_ + residual_;
    // At rest impulses balance the forces: the rounding is that of both.
    if (k == 1) first = largest(residual_) + gain_of_rule();
    contacts_.clear();
    for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a) {
      if (!acts_[static_cast<std::size_t>(a)]) continue;
      contacts_.add_impact(coordinates_, a, next_, state.v);
    }
    enter(Phase::solve);
    report = contacts_.solve(k > 1);
    iterations += report.nonlinear_iterations;
    report.nonlinear_iterations = iterations;
    if (report.status == StepStatus::breakdown) return report;
    contacts_.apply(coordinates_, next_);
    double moved = largest(next_ - v_);
    v_.swap(next_);
    if (rule_) {
      // An impact law may fix v while the impulse still changes.
      kept_ = acceleration_;
      if (!compute_acceleration(state)) return broken(no_mass_there);
      moved = std::max(moved, weights_.end * largest(acceleration_ - kept_));
    }
    if (k == 1) first += moved;
    const double size = largest(v_) + first;
    if (uniform_ || settling.settled(moved, size)) return report;
    if (k == most || !v_.allFinite()) break;
    // Converged: the rest is a geometric series.
    const double rate = k > 1 ? moved / last : 1.0;
    if (rate < good && rate * moved <= 4e-16 * size) return report;
    ++since;
    const bool slow = rate > poor || (!stiffness_known_ && k == 3);
    if (since > 1 && slow && moved > rounding_of_forces * 4e-16 * size) {
      compute_stiffness(state);
      since = 0;
    }
    last = moved;
  }
  report.status = v_.allFinite() ? StepStatus::not_converged : StepStatus::breakdown;
  report.reason = force_at_end_unsettled;
  return report;
}

void CoordinateTheta::begin_rule() {
  weights_ = rule_->begin(gain_, shift_);
}

bool CoordinateTheta::compute_acceleration(const State& state) {
  acceleration_ = (v_ - state.v - gain_) / weights_.end;
  probe_.setZero();
  contacts_.add_momenta(coordinates_, probe_);
  if (probe_.isZero(0.0)) return true;
  if (!inertia_.go_to(end_)) return false;
  inertia_.solve(probe_);
  acceleration_ -= probe_ / weights_.end;
  return true;
}

void CoordinateTheta::compute_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    Eigen::VectorXd& force) {
  if (rule_) {
    system_->external_force(t, q, v, force);
  } else {
    system_->mean_force(t, t + h_, q, v, force);
  }
  if (system_->constant_mass()) return;  // S is zero
  system_->inertial_force(q, v, inertial_);
  force += inertial_;
}

/// Its rounding is that of v.
double CoordinateTheta::gain_of_rule() const {
  return rule_ ? largest(gain_) : 0.0;
}

/// q^{n+1} into end_.
void CoordinateTheta::compute_end(const State& state, const Eigen::VectorXd& v) {
  end_ = state.q + before_ * state.v;
  end_ += after_ * v;
  if (rule_) end_ += shift_ + weights_.bend * acceleration_;
}

void CoordinateTheta::compute_residual(const State& state, const Eigen::VectorXd& v) {
  compute_end(state, v);
  compute_force(static_cast<double>(state.step + (rule_ ? 1 : 0)) * h_, end_, v, force_);
  if (rule_) {
    if (!factorised_ || !system_->constant_mass()) system_->mass_matrix(end_, mass_);
    if (bends_) return compute_bent_residual(state, v);
    probe_ = v - state.v - gain_;
    residual_ = weights_.end * force_;
    residual_.noalias() -= mass_ * probe_;
    return;
  }
  place_ = (1.0 - settings_.theta) * state.q + settings_.theta * end_;
  if (!factorised_ || !system_->constant_mass()) system_->mass_matrix(place_, mass_);
  residual_ = settings_.theta * force_ + (1.0 - settings_.theta) * force_start_;
  residual_ *= h_;
  probe_ = v - state.v;
  residual_.noalias() -= mass_ * probe_;
}

/// M (gain - dv + end a') + end M B^-1 (f - M a'), B of compute_stiffness: a' in displacements.
void CoordinateTheta::compute_bent_residual(const State& state, const Eigen::VectorXd& v) {
  residual_.noalias() = mass_ * acceleration_;
  probe_ = force_ - residual_;
  bent_.solveInPlace(probe_);
  probe_ = weights_.end * (probe_ + acceleration_) + gain_ - v + state.v;
  residual_.noalias() = mass_ * probe_;
}

/// The metric of this pass: M plus the known part of -dr/dv.
bool CoordinateTheta::compute_metric() {
  if (!factorised_ || !system_->constant_mass()) {
    metric_ = mass_ + stiffness_;
    factorised_ = coordinates_.factorise(metric_);
    if (!factorised_) {
      stiffness_.setZero();
      factorised_ = coordinates_.factorise(mass_);
    }
    pushes_known_ = false;
  }
  for (Eigen::Index a = 0; factorised_ && !pushes_known_ && a < coordinates_.constraints(); ++a)
    if (acts_[static_cast<std::size_t>(a)]) coordinates_.compute_push(a);
  pushes_known_ = factorised_;
  return factorised_;
}

void CoordinateTheta::compute_stiffness(const State& state) {
  const Eigen::Index n = v_.size();
  bends_ = false;
  compute_residual(state, v_);
  kept_ = residual_;
  metric_ = mass_;
  const double fastest = std::max(largest(v_), top_speed_);
  for (Eigen::Index k = 0; k < n; ++k) {
    const double size = 1e-6 * fastest / arms_[k];
    next_ = v_;
    next_[k] += size;
    compute_residual(state, next_);
    stiffness_.col(k) = (kept_ - residual_) / size;
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      const double mean = 0.5 * (stiffness_(i, j) + stiffness_(j, i)) - metric_(i, j);
      stiffness_(i, j) = stiffness_(j, i) = mean;
    }
  }
  if (rule_ && weights_.bend != 0.0) compute_bend();
  if (!stiffness_.allFinite()) stiffness_.setZero(), bends_ = false;
  stiffness_known_ = true;
  factorised_ = false;
}

/// The way has bend a' besides, which the impulses of the step do not reach: with end G the
/// stiffness so far, B = M + (bend / after) G, it is end M B^-1 G.
void CoordinateTheta::compute_bend() {
  bent_.compute(metric_ + (weights_.bend / (weights_.end * after_)) * stiffness_);
  bends_ = bent_.info() == Eigen::Success;
  if (!bends_) return;
  bent_.solveInPlace(stiffness_);
  product_.noalias() = metric_ * stiffness_;
  stiffness_ = 0.5 * (product_ + product_.transpose());
}

/// Constraints that are violated at the end act: true where some have not yet.
bool CoordinateTheta::add_violated(const State& state) {
  compute_end(state, v_);
  bool added = false;
  for (std::size_t a = 0; a < acts_.size(); ++a) {
    if (acts_[a] || system_->constraint(static_cast<Eigen::Index>(a), end_) >= violated_) continue;
    acts_[a] = added = true;
    pushes_known_ = false;
  }
  return added;
}

/// end_ to the nearest point of K, in the metric of M there.
void CoordinateTheta::project(const State& state, StepReport& report) {
  bool outside = false;
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a)
    outside = outside || system_->constraint(a, end_) < violated_;
  if (!outside) return;
  if (!projection_.set_metric(end_)) {
    report = broken(no_mass_there);
    return;
  }
  place_ = end_;
  const auto found = projection_.nearest(place_, state.q, end_);
  report.nonlinear_iterations += found.linearisations;
  if (found.status == KineticProjection::Status::found) return;
  report.status = StepStatus::not_converged;
  report.reason = "the nearest place without overlap was not found";
}

}  // namespace impactbench
