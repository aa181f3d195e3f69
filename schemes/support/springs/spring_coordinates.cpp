#include "schemes/support/springs/spring_coordinates.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {

SpringCoordinates::SpringCoordinates(const SpringLaw& law, ContactPlace place,
                                     const GeneralisedSystem& system, const State& start, double h)
    : h_(h),
      stiffness_(1.0 / law.R),
      tangential_(law.tangential / law.R),
      tangential_damping_(law.tangential_damping),
      pulls_(law.end.value() == ContactEnd::overlap),
      at_start_(place == ContactPlace::start) {
  coordinates_.prepare(system, h);
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a) {
    damping_ratios_.push_back(
        Dissipation::damping_ratio(coordinates_.law(a).restitution, law.end.value()));
  }
  place_.setZero(system.dofs());
  impulse_ = next_ = place_;
  forces_.setZero(coordinates_.rows());
  trial_.setZero(coordinates_.rows() - 1);
  slip_ = trial_;
  stretches_.setZero(trial_.size(), coordinates_.constraints());
  require_short_step(start);
}

void SpringCoordinates::require_short_step(const State& start) {
  if (coordinates_.rows() == 1 || !coordinates_.look(0.0, start.q, start.v)) return;
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a) {
    // A mere stop beside one that rubs has tangents of zeros, and no spring along them.
    if (!(coordinates_.law(a).friction > 0.0)) continue;
    const double bound =
        leapfrog_phase(tangential_damping_) / std::sqrt(tangential_ * coordinates_.slip_weight(a));
    if (h_ <= bound) continue;
    throw ConfigurationError(fmt::format(
        "dt = {:.3g} s does not resolve the tangential spring of constraint {}: dt must be at most "
        "2 (sqrt(1 + d^2) - d) sqrt(R / (tangential w_t)) = {:.3g} s, d = tangential_damping = "
        "{:.3g}",
        h_, a + 1, bound, tangential_damping_));
  }
}

StepReport SpringCoordinates::step(State& state) {
  StepReport report;
  enter(Phase::detection);
  place_ = state.q + (at_start_ ? 0.0 : 0.5 * h_) * state.v;
  if (!coordinates_.look(static_cast<double>(state.step) * h_, place_, state.v)) {
    report.status = StepStatus::breakdown;
    report.reason = no_mass_there;
    return report;
  }
  enter(Phase::assembly);
  push(state.v);
  enter(Phase::update);
  if (at_start_) {
    coordinates_.kick_at_start(state.v, impulse_, next_);
  } else if (!coordinates_.kick(state.v, impulse_, next_)) {
    report.status = StepStatus::not_converged;
    report.reason = inertial_force_unsettled;
  }
  state.q += 0.5 * h_ * (state.v + next_);
  state.v.swap(next_);
  ++state.step;
  return report;
}

void SpringCoordinates::push(const Eigen::VectorXd& v) {
  if (recorded() != nullptr)
    recorded()->clear(static_cast<int>(coordinates_.rows()), static_cast<int>(v.size()));
  impulse_.setZero();
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a) {
    const double depth = -coordinates_.gap(a);
    if (!(depth > 0.0)) {
      stretches_.col(a).setZero();
      continue;
    }
    const auto g = coordinates_.gradient(a);
    const double mass = 1.0 / g.dot(coordinates_.push(a));
    const double zeta = damping_ratios_[static_cast<std::size_t>(a)];
    const double damping = 2.0 * zeta * std::sqrt(stiffness_ * mass);
    double force = stiffness_ * depth - damping * g.dot(v);
    if (!pulls_) force = std::max(force, 0.0);
    forces_.setZero();
    forces_[0] = force;
    if (coordinates_.law(a).friction > 0.0) add_friction(a, force, v);
    forces_ *= h_;
    for (Eigen::Index r = 0; r < forces_.size(); ++r)
      impulse_ += forces_[r] * coordinates_.row(a, r);
    if (recorded() != nullptr) {
      record_constraint(a, coordinates_.rows_of(a),
                        {forces_.data(), static_cast<std::size_t>(forces_.size())}, *recorded());
    }
  }
}

/// r into forces_, and xi at the end of the step.
void SpringCoordinates::add_friction(Eigen::Index a, double pressure, const Eigen::VectorXd& v) {
  const double damping =
      2.0 * tangential_damping_ * std::sqrt(tangential_ / coordinates_.slip_weight(a));
  for (Eigen::Index k = 0; k < slip_.size(); ++k)
    slip_[k] = coordinates_.row(a, 1 + k).dot(v);
  auto stretch = stretches_.col(a);
  stretch += h_ * slip_;
  trial_ = -tangential_ * stretch - damping * slip_;
  const double bound = coordinates_.law(a).friction * std::max(pressure, 0.0);
  if (const double size = trial_.norm(); size > bound) {
    trial_ *= bound / size;
    stretch = -(trial_ + damping * slip_) / tangential_;
  }
  forces_.tail(trial_.size()) = trial_;
}

}  // namespace impactbench
