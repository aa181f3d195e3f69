#include "reference/yardsticks/balance_meter.hpp"

#include "problems/model/round_system.hpp"
#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

bool round_and_inert(const Problem& problem) {
  return !problem.traits.first_order && problem.traits.bodies != BodyKind::generalised &&
         has_contacts(*problem.system);
}

}  // namespace

BalanceMeter::BalanceMeter(const Problem& problem, double h, double first_kick,
                           const MotionStep& motion)
    : problem_(problem),
      applies_(round_and_inert(problem)),
      projected_(motion.projected),
      stated_(*problem.system, motion),
      balanced_(applies_ && stated_.known()),
      h_(h),
      first_kick_(first_kick) {
  if (!applies_) return;
  bodies_ = round_bodies(*problem.system);
  const Eigen::Index dofs = problem.system->dofs();
  force_ = handed_ = Eigen::VectorXd::Zero(dofs);
  size_ = problem.system->mass().cwiseProduct(problem.initial.v.cwiseAbs());
  path_ = Eigen::VectorXd::Zero(dofs);
  for (Eigen::Index k = 0; k < dofs; k += bodies_.stride)
    size_of_all_ += size_.segment(k, bodies_.dimension).sum();
  for (Eigen::Index k = 0; k < dofs; k += bodies_.stride)
    keep_largest(speed_, problem.initial.v.segment(k, bodies_.dimension).norm());
}

void BalanceMeter::measure_path(const State& before, const State& after) {
  path_ += 0.5 * h_ * (before.v + after.v);
  for (Eigen::Index k = 0; k < path_.size(); k += bodies_.stride) {
    const auto d = bodies_.dimension;
    const auto moved = after.q.segment(k, d) - problem_.initial.q.segment(k, d);
    keep_largest(path_error_, (moved - path_.segment(k, d)).norm());
    keep_largest(speed_, after.v.segment(k, d).norm());
  }
}

void BalanceMeter::measure_force(const State& before, const State& after, double t) {
  stated_.take(before, after, t, h_, force_);
  const double h = (before.step == 0 ? first_kick_ : 1.0) * h_;
  handed_ += h * force_;
  size_ += h * force_.cwiseAbs();
  // Over bodies first: rounded into the sum of the run once a step.
  Vec3 fallen(0.0, 0.0, 0.0);
  double size = 0.0;
  for (Eigen::Index k = 0; k < force_.size(); k += bodies_.stride) {
    const auto part = h * force_.segment(k, bodies_.dimension);
    fallen.head(bodies_.dimension) += part;
    size += part.cwiseAbs().sum();
  }
  fallen_ += fallen;
  size_of_all_ += size;
}

void BalanceMeter::add_impulses(const ContactImpulses& recorded) {
  const auto rows = static_cast<std::size_t>(recorded.rows);
  const auto dofs = static_cast<std::size_t>(recorded.dofs);
  for (std::size_t at = 0; at < recorded.contacts() * rows; ++at) {
    const std::size_t c = at / rows;
    const double p = recorded.impulse[at];
    const bool wall = recorded.body_b[c] == ContactProblem::fixed;
    const auto give = [&](int body, const std::vector<double>& jacobian) {
      for (std::size_t k = 0; k < dofs; ++k) {
        const Eigen::Index place = bodies_.stride * body + static_cast<Eigen::Index>(k);
        const double part = jacobian[at * dofs + k] * p;
        handed_[place] += part;
        size_[place] += std::abs(part);
        if (!wall || k >= static_cast<std::size_t>(bodies_.dimension)) continue;
        walls_[static_cast<Eigen::Index>(k)] += part;
        size_of_all_ += std::abs(part);
      }
    };
    give(recorded.body_a[c], recorded.jacobian_a);
    if (!wall) give(recorded.body_b[c], recorded.jacobian_b);
  }
  add_resistance(recorded);
}

void BalanceMeter::add_resistance(const ContactImpulses& recorded) {
  if (recorded.resistance.empty()) return;
  const std::size_t turns = recorded.resistance.size() / recorded.contacts();
  for (std::size_t at = 0; at < recorded.resistance.size(); ++at) {
    const double p = recorded.resistance[at];
    const auto give = [&](int body, double sign) {
      if (body == ContactProblem::fixed) return;
      const Eigen::Index place = bodies_.stride * (body + 1) - static_cast<Eigen::Index>(turns) +
                                 static_cast<Eigen::Index>(at % turns);
      handed_[place] += sign * p;
      size_[place] += std::abs(p);
    };
    give(recorded.body_a[at / turns], 1.0);
    give(recorded.body_b[at / turns], -1.0);
  }
}

void BalanceMeter::compare(const State& after) {
  gained_.setZero();
  double moving = 0.0;
  const Eigen::VectorXd& masses = problem_.system->mass();
  const Eigen::Index d = bodies_.dimension, stride = bodies_.stride;
  for (Eigen::Index first = 0; first < handed_.size(); first += stride) {
    // In proportion to the momentum at the largest speed of all, so that a body that hardly moves
    // is judged by those that move.
    const double along = size_.segment(first, d).sum() + masses[first] * speed_;
    const auto compare_one = [&](Eigen::Index k, double scale) {
      const double gained = masses[k] * (after.v[k] - problem_.initial.v[k]);
      const double missing = std::abs(gained - handed_[k]);
      // Only candidates for the largest are divided; NaN is kept.
      if (!(missing <= 0.9 * body_error_ * scale) && !(missing <= 0.0))
        keep_largest(body_error_, missing / scale);
      return gained;
    };
    for (Eigen::Index k = 0; k < d; ++k) {
      gained_[k] += compare_one(first + k, along);
      moving += masses[first + k] * std::abs(after.v[first + k]);
    }
    if (stride == d) continue;
    // As moments, those at its radius are among them.
    const double radius = bodies_.radius[static_cast<std::size_t>(first / stride)];
    const double turning = size_.segment(first + d, stride - d).sum() + radius * along;
    for (Eigen::Index k = d; k < stride; ++k)
      compare_one(first + k, turning);
  }
  // Of bodies at rest that push each other apart nothing is in the sums but rounding.
  most_moving_ = std::max(most_moving_, moving);
  const double missing = (gained_ - fallen_ - walls_).norm();
  if (!(missing <= 0.0))
    keep_largest(momentum_error_, missing / std::max(size_of_all_, most_moving_));
}

void BalanceMeter::after_step(const State& before, const State& after, double t,
                              const ContactImpulses* recorded) {
  if (!applies_) return;
  stepped_ = true;
  t_ = t;
  measure_path(before, after);
  balanced_ = balanced_ && recorded != nullptr && recorded->known;
  if (!balanced_) return;
  measure_force(before, after, t);
  add_impulses(*recorded);
  compare(after);
}

void BalanceMeter::finish(std::map<std::string, double>& q) const {
  if (!stepped_) return;
  if (!projected_) q["path_error"] = path_error_;
  q["speed_most"] = speed_;
  if (!balanced_) return;
  q["body_balance_error"] = body_error_;
  q["momentum_balance_error"] = momentum_error_;
  const double g = bodies_.gravity.norm();
  if (!(g > 0.0)) return;
  double mass = 0.0;
  for (const double m : bodies_.mass)
    mass += m;
  const Vec3 up = -bodies_.gravity / g;
  q["weight_carried"] = (walls_ - gained_).dot(up) / (mass * g * (t_ - (1.0 - first_kick_) * h_));
}

}  // namespace impactbench
