#include "reference/yardsticks/contact_episodes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

ContactEpisodes::ContactEpisodes(const MechanicalSystem& system,
                                 const std::vector<Eigen::Index>& translations, double h)
    : system_(system), translations_(translations), h_(h) {
  force_ = impulse_ = step_impulse_ = v_begin_ = v_end_ = Eigen::VectorXd::Zero(system.dofs());
}

std::optional<double> ContactEpisodes::restitution() const {
  double approach = 0.0, separation = 0.0, scale = 0.0;
  for (const Eigen::Index k : translations_) {
    approach += v_begin_[k] * impulse_[k];
    separation += v_end_[k] * impulse_[k];
    scale += std::abs(v_begin_[k] * impulse_[k]);
  }
  // Bodies that a force lifts off, or that lie on each other, do not approach.
  if (!(-approach > 1e-6 * scale)) return std::nullopt;
  return -separation / approach;
}

void ContactEpisodes::after_step(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                 const Eigen::VectorXd& after, double t) {
  system_.mean_force(t - h_, t, q, v, force_);
  double jump = 0.0, speed = 0.0, beside_half = 0.0;
  for (const Eigen::Index k : translations_) {
    const double change = after[k] - v[k] - h_ * force_[k] / system_.mass()[k];
    step_impulse_[k] = system_.mass()[k] * change;
    jump = std::max(jump, std::abs(change));
    beside_half =
        std::max(beside_half, std::abs(change + 0.5 * h_ * force_[k] / system_.mass()[k]));
    // Both ends: a disc that starts to fall from rest has no speed before the step, and the
    // rounding of its own weight is no impact.
    speed = std::max({speed, std::abs(v[k]), std::abs(after[k])});
  }
  const bool starts_up = t < 1.5 * h_ && beside_half <= 1e-9 * speed;
  const bool active = jump > 1e-9 * speed && !starts_up;
  if (active && !active_) {
    closed_.push_back({t - h_, std::nullopt, std::nullopt});
    impulse_.setZero();
    v_begin_ = v;
  }
  if (!active && active_) {
    closed_.back().end = last_;
    closed_.back().restitution = restitution();
  }
  if (active) {
    impulse_ += step_impulse_;
    v_end_ = after;
    last_ = t;
  }
  active_ = active;
}

std::vector<ContactEpisodes::Episode> ContactEpisodes::episodes() const {
  std::vector<Episode> out = closed_;
  if (active_) out.back().restitution = restitution();
  return out;
}

}  // namespace impactbench
