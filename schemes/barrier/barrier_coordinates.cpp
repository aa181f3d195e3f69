#include "schemes/barrier/barrier_coordinates.hpp"

#include "problems/base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace impactbench::barrier {
namespace {

constexpr int most_newton = 300, most_halvings = 60;
constexpr double found = 1e-13, enough = 1e-9;

}  // namespace

BarrierCoordinates::BarrierCoordinates(const BarrierRule& rule, const GeneralisedSystem& system,
                                       const State& start, double h)
    : system_(&system), h_(h), creep_(rule.creep), factor_(system.dofs()) {
  const Eigen::Index n = system.dofs(), m = system.constraints();
  const double range = rule.range * system.length();
  wall_ = {rule.stiffness, range};
  inset_ = rule.inset * range;
  coordinates_.prepare(system, h);
  matrix_.setZero(n, n);
  slopes_.setZero(n, m);
  none_.setZero(n);
  aim_ = v_ = trial_ = place_ = row_ = heavy_ = gradient_ = direction_ = none_;
  impulses_.setZero(m);
  bounds_ = impulses_;
  rows_.setZero(n, coordinates_.rows());
  for (Eigen::Index a = 0; a < m; ++a) {
    if (!(system.constraint(a, start.q) + inset_ > 0.0))
      throw ConfigurationError(
          "the barrier is infinite where a constraint is closed: inset must be above 0 for a start "
          "on one");
  }
}

StepReport BarrierCoordinates::step(State& state) {
  enter(Phase::detection);
  if (!coordinates_.look(static_cast<double>(state.step) * h_, state.q, state.v)) {
    StepReport broken;
    broken.status = StepStatus::breakdown;
    broken.reason = no_mass_there;
    return broken;
  }
  enter(Phase::solve);
  coordinates_.kick_at_start(state.v, none_, aim_);
  v_.setZero();
  compute_bounds();
  const StepReport report = minimise(state);
  if (report.status == StepStatus::breakdown) return report;
  enter(Phase::update);
  if (recorded() != nullptr) record(*recorded());
  state.v = v_;
  state.q += h_ * state.v;
  ++state.step;
  return report;
}

void BarrierCoordinates::record(ContactImpulses& out) {
  out.clear(static_cast<int>(rows_.cols()), static_cast<int>(v_.size()));
  std::array<double, 3> p{};
  for (Eigen::Index a = 0; a < impulses_.size(); ++a) {
    rows_ = coordinates_.rows_of(a);
    rows_.col(0) = slopes_.col(a);
    p[0] = impulses_[a];
    const Eigen::Vector2d u = slip(a, v_);
    const double weight =
        bounds_[a] > 0.0 ? RegularisedFriction{bounds_[a], creep_}.weight(u.norm()) : 0.0;
    for (Eigen::Index k = 1; k < rows_.cols(); ++k)
      p[static_cast<std::size_t>(k)] = -weight * u[k - 1];
    record_constraint(a, rows_, std::span(p).first(static_cast<std::size_t>(rows_.cols())), out);
  }
}

/// Bounds of friction, by the gaps of the start.
void BarrierCoordinates::compute_bounds() {
  if (coordinates_.rows() == 1) return;
  for (Eigen::Index a = 0; a < bounds_.size(); ++a)
    bounds_[a] = h_ * coordinates_.law(a).friction * wall_.force(coordinates_.gap(a) + inset_);
}

/// T_a^T v; the second is 0 in the plane.
Eigen::Vector2d BarrierCoordinates::slip(Eigen::Index a, const Eigen::VectorXd& v) const {
  Eigen::Vector2d out = Eigen::Vector2d::Zero();
  for (Eigen::Index k = 1; k < coordinates_.rows(); ++k)
    out[k - 1] = coordinates_.row(a, k).dot(v);
  return out;
}

/// Adds the friction terms to the derivative of the sum and to the matrix.
void BarrierCoordinates::add_friction() {
  for (Eigen::Index a = 0; a < bounds_.size(); ++a) {
    if (!(bounds_[a] > 0.0)) continue;
    const RegularisedFriction friction{bounds_[a], creep_};
    const Eigen::Vector2d u = slip(a, v_);
    const double speed = u.norm(), weight = friction.weight(speed);
    const double along = speed > 0.0 ? (friction.stiffness(speed) - weight) / (speed * speed) : 0.0;
    row_.setZero();
    for (Eigen::Index k = 1; k < coordinates_.rows(); ++k) {
      const auto t = coordinates_.row(a, k);
      row_ += u[k - 1] * t;
      matrix_.noalias() += weight * t * t.transpose();
    }
    gradient_ += weight * row_;
    matrix_.noalias() += along * row_ * row_.transpose();
  }
}

StepReport BarrierCoordinates::minimise(const State& state) {
  StepReport report;
  double before = HUGE_VAL;
  for (int k = 0;; ++k) {
    compute_gradient(state);
    row_ = gradient_;
    coordinates_.solve(row_);
    const double left = row_.lpNorm<Eigen::Infinity>();
    const double size = aim_.lpNorm<Eigen::Infinity>() + v_.lpNorm<Eigen::Infinity>();
    report.nonlinear_iterations = k;
    if (left <= found * size) return report;
    if (!std::isfinite(left)) {
      report.status = StepStatus::breakdown;
      report.reason = "a velocity is not a number";
      return report;
    }
    // Rounding of gaps ends it above `found` where barriers are steep.
    if (left <= enough * size + rounded_speed_ && left > 0.5 * before) return report;
    if (k == most_newton) {
      report.status = StepStatus::not_converged;
      report.reason = "Newton's method on the sum of barriers reached its limit";
      return report;
    }
    before = left;
    factor_.compute(matrix_);
    direction_ = -gradient_;
    factor_.solveInPlace(direction_);
    v_ += search(state) * direction_;
  }
}

/// The derivative of the sum, impulses and slopes where v_ leads, and the matrix of the next
/// iteration.
void BarrierCoordinates::compute_gradient(const State& state) {
  place_ = state.q + h_ * v_;
  trial_ = v_ - aim_;
  gradient_.noalias() = coordinates_.mass() * trial_;
  matrix_ = coordinates_.mass();
  rounded_speed_ = rounded_sum_ = 0.0;
  const double displacement = 1e-15 * (system_->length() + place_.lpNorm<Eigen::Infinity>());
  for (Eigen::Index a = 0; a < impulses_.size(); ++a) {
    const double gap = system_->constraint(a, place_) + inset_;
    system_->constraint_gradient(a, place_, row_);
    slopes_.col(a) = row_;
    impulses_[a] = h_ * wall_.force(gap);
    if (impulses_[a] == 0.0) continue;
    gradient_ -= impulses_[a] * row_;
    const double curvature = wall_.curvature(gap);
    matrix_.noalias() += (h_ * h_ * curvature) * row_ * row_.transpose();
    rounded_sum_ += wall_.force(gap) * displacement * row_.lpNorm<1>();
    coordinates_.solve(row_);
    const double speed = h_ * curvature * displacement * row_.lpNorm<Eigen::Infinity>();
    rounded_speed_ = std::max(rounded_speed_, slopes_.col(a).lpNorm<1>() * speed);
  }
  add_friction();
}

/// The objective at v, which leads to q; infinite if a constraint is closed there.
double BarrierCoordinates::sum(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  row_ = v - aim_;
  heavy_.noalias() = coordinates_.mass() * row_;
  double out = 0.5 * row_.dot(heavy_);
  for (Eigen::Index a = 0; a < impulses_.size(); ++a) {
    const double gap = system_->constraint(a, q) + inset_;
    if (!(gap > 0.0)) return HUGE_VAL;
    out += wall_.energy(gap);
    if (bounds_[a] > 0.0) out += RegularisedFriction{bounds_[a], creep_}.energy(slip(a, v).norm());
  }
  return out;
}

/// The length of the step along direction_: all constraints stay open, and the sum falls.
double BarrierCoordinates::search(const State& state) {
  constexpr double armijo = 1e-4, rounding = 1e-14;
  const double slope = gradient_.dot(direction_), here = sum(place_, v_);
  const double noise = rounding * std::abs(here) + rounded_sum_;
  double length = 1.0;
  for (int k = 0; k < most_halvings; ++k, length *= 0.5) {
    trial_ = v_ + length * direction_;
    place_ = state.q + h_ * trial_;
    if (sum(place_, trial_) <= here + armijo * length * slope + noise) return length;
  }
  return 0.0;
}

}  // namespace impactbench::barrier
