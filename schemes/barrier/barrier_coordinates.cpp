#include "schemes/barrier/barrier_coordinates.hpp"

#include "problems/base/error.hpp"
#include "problems/model/coordinate_arms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace impactbench::barrier {
namespace {

constexpr int most_newton = 300, most_halvings = 60;
constexpr double found = 1e-13, enough = 1e-9;
/// The share of a gap that one iteration may close by its slope, and the share that it must leave.
constexpr double careful = 0.9, kept = 0.05;
/// The largest h^2 kappa b'' (grad f_a . M^-1 grad f_a) in the matrix: it leaves the factors six
/// digits of the directions along a wall. It is h v over the gap, so that no solution that rounding
/// resolves has as much.
constexpr double steepest = 1e10;
/// Iterations in turn that may go by less than rounding, or have gaps below it.
constexpr int patience = 3;
constexpr std::string_view unresolved =
    "a gap is so small that rounding hides the force of its barrier: stiffness or range is too "
    "small for this step";

}  // namespace

BarrierCoordinates::BarrierCoordinates(const BarrierRule& rule, const GeneralisedSystem& system,
                                       const State& start, double h)
    : system_(&system), h_(h), creep_(rule.creep), factor_(system.dofs()) {
  const Eigen::Index n = system.dofs(), m = system.constraints();
  const double range = rule.range * system.length();
  wall_ = {rule.stiffness, range};
  inset_ = rule.inset * range;
  arms_ = arms_of(system);
  coordinates_.prepare(system, h);
  matrix_.setZero(n, n);
  curved_ = matrix_;
  slopes_.setZero(n, m);
  none_.setZero(n);
  aim_ = v_ = trial_ = place_ = row_ = heavy_ = gradient_ = direction_ = none_;
  impulses_.setZero(m);
  bounds_ = gaps_ = closing_ = curvatures_ = impulses_;
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
      rounded_speed_ +=
          1e-15 * weight * t.cwiseAbs().dot(v_.cwiseAbs()) * largest(coordinates_.push(a, k));
      matrix_.noalias() += weight * t * t.transpose();
    }
    gradient_ += weight * row_;
    matrix_.noalias() += along * row_ * row_.transpose();
  }
}

StepReport BarrierCoordinates::minimise(const State& state) {
  StepReport report;
  const auto fail = [&](std::string_view why) {
    report.status = StepStatus::not_converged;
    report.reason = why;
    return report;
  };
  double before = HUGE_VAL;
  int idle = 0;
  for (int k = 0;; ++k) {
    compute_gradient(state);
    row_ = gradient_;
    coordinates_.solve(row_);
    const double left = largest(row_), size = largest(aim_) + largest(v_);
    report.nonlinear_iterations = k;
    if (left <= found * size) return report;
    if (!std::isfinite(left)) {
      report.status = StepStatus::breakdown;
      report.reason = "a velocity is not a number";
      return report;
    }
    // Rounding of gaps ends it above `found` where barriers are steep.
    const double floor = enough * size + std::min(rounded_speed_, excused * size);
    if (left <= floor && (left > 0.5 * before || idle > patience)) return report;
    if (idle > patience) return fail(unresolved);
    if (k == most_newton) return fail("Newton's method on the sum of barriers reached its limit");
    if (!factorise(left > 0.5 * before)) return fail(unresolved);
    before = left;
    direction_ = -gradient_;
    factor_.solveInPlace(direction_);
    const double moves = h_ * largest(direction_);
    const bool seen = std::min(moves, gaps_.minCoeff()) > rounded_place_;
    idle = search(state) && seen ? 0 : idle + 1;
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
  rounded_place_ = 1e-15 * (system_->length() + largest(state.q) + largest(place_));
  for (Eigen::Index a = 0; a < impulses_.size(); ++a) {
    const double gap = system_->constraint(a, place_) + inset_;
    system_->constraint_gradient(a, place_, row_);
    slopes_.col(a) = row_;
    gaps_[a] = gap;
    impulses_[a] = h_ * wall_.force(gap);
    if (impulses_[a] == 0.0) continue;
    gradient_ -= impulses_[a] * row_;
    const double rounded_gap = rounded_place_ * row_.cwiseQuotient(arms_).lpNorm<1>();
    rounded_sum_ += wall_.force(gap) * rounded_gap;
    coordinates_.solve(row_);
    curvatures_[a] =
        std::min(wall_.curvature(gap), steepest / (h_ * h_ * slopes_.col(a).dot(row_)));
    matrix_.noalias() += (h_ * h_ * curvatures_[a]) * slopes_.col(a) * slopes_.col(a).transpose();
    rounded_speed_ = std::max(rounded_speed_, h_ * curvatures_[a] * rounded_gap * largest(row_));
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
    if (!(gap > kept * gaps_[a])) return HUGE_VAL;
    out += wall_.energy(gap);
    if (bounds_[a] > 0.0) out += RegularisedFriction{bounds_[a], creep_}.energy(slip(a, v).norm());
  }
  return out;
}

/// Factorises the matrix; if `curved`, with -h p_a times the second derivative of f_a, by
/// differences of gradients, provided that it stays positive definite. False where rounding or
/// overflow leaves no factors.
bool BarrierCoordinates::factorise(bool curved) {
  if (curved) {
    curved_ = matrix_;
    const double shift = 1e-7 * (system_->length() + largest(place_));
    for (Eigen::Index k = 0; k < place_.size(); ++k) {
      trial_ = place_;
      trial_[k] += shift / arms_[k];
      for (Eigen::Index a = 0; a < gaps_.size(); ++a) {
        if (impulses_[a] == 0.0) continue;
        system_->constraint_gradient(a, trial_, row_);
        row_ = (0.5 * h_ * impulses_[a] / (trial_[k] - place_[k])) * (row_ - slopes_.col(a));
        curved_.col(k) -= row_;
        curved_.row(k) -= row_.transpose();
      }
    }
    factor_.compute(curved_);
    if (factor_.info() == Eigen::Success) return true;
  }
  factor_.compute(matrix_);
  return factor_.info() == Eigen::Success;
}

/// Moves v_ along direction_, or along the curve that bend() makes of it, as far as the sum falls
/// and no gap falls below `kept` of itself: an iterate that is much closer to a wall than the
/// solution can only creep along it. False where no length will do.
bool BarrierCoordinates::search(const State& state) {
  constexpr double armijo = 1e-4, rounding = 1e-14;
  const double slope = gradient_.dot(direction_), here = sum(place_, v_);
  const double noise = rounding * std::abs(here) + rounded_sum_;
  closing_.noalias() = h_ * (slopes_.transpose() * direction_);
  double length = 1.0;
  for (Eigen::Index a = 0; a < gaps_.size(); ++a)
    if (closing_[a] < 0.0) length = std::min(length, careful * gaps_[a] / -closing_[a]);
  for (int k = 0; k < most_halvings; ++k, length *= 0.5) {
    for (const bool bent : {false, true}) {
      if (bent)
        bend(length);
      else
        trial_ = v_ + length * direction_;
      place_ = state.q + h_ * trial_;
      if (sum(place_, trial_) <= here + armijo * length * slope + noise) {
        v_ = trial_;
        return true;
      }
    }
  }
  return false;
}

/// Second-order correction of trial_, at that length of direction_: brings the gaps that press to
/// where their slopes predicted them.
void BarrierCoordinates::bend(double length) {
  row_.setZero();
  for (Eigen::Index a = 0; a < gaps_.size(); ++a) {
    if (impulses_[a] == 0.0) continue;
    const double off = system_->constraint(a, place_) + inset_ - gaps_[a] - length * closing_[a];
    row_ -= (h_ * curvatures_[a] * off) * slopes_.col(a);
  }
  factor_.solveInPlace(row_);
  trial_ += row_;
}

}  // namespace impactbench::barrier
