#include "reference/yardsticks/contact_episodes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {

ContactEpisodes::ContactEpisodes(const MechanicalSystem& system,
                                 const std::vector<Translation>& entries, int stride, double h,
                                 Inertia inertia)
    : system_(system), entries_(entries), stride_(stride), h_(h), inertia_(inertia) {
  force_ = change_ = impulse_ = step_impulse_ = Eigen::VectorXd::Zero(system.dofs());
  v_begin_ = v_end_ = force_;
  last_active_.assign(static_cast<std::size_t>(system.dofs() / stride + 1),
                      -std::numeric_limits<double>::infinity());
}

std::optional<double> ContactEpisodes::restitution() const {
  double approach = 0.0, separation = 0.0, scale = 0.0;
  for (const auto& [k, arm] : entries_) {
    approach += v_begin_[k] * impulse_[k];
    separation += v_end_[k] * impulse_[k];
    scale += std::abs(v_begin_[k] * impulse_[k]);
  }
  // Bodies that a force lifts off, or that lie on each other, do not approach.
  if (!(-approach > 1e-6 * scale)) return std::nullopt;
  return -separation / approach;
}

void ContactEpisodes::note_begins(double speed, double t) {
  now_active_.assign(last_active_.size(), false);
  for (const auto& [k, arm] : entries_) {
    if (std::abs(change_[k]) > 1e-9 * speed)
      now_active_[static_cast<std::size_t>(k / stride_)] = true;
  }
  for (std::size_t i = 0; i < now_active_.size(); ++i) {
    if (!now_active_[i]) continue;
    const bool begins = t > 1.5 * h_ && !(last_active_[i] > t - 3.5 * h_);
    if (begins && (begins_.empty() || begins_.back() < t - h_)) begins_.push_back(t - h_);
    last_active_[i] = t;
  }
}

void ContactEpisodes::after_step(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                 const Eigen::VectorXd& after, double t) {
  system_.mean_force(t - h_, t, q, v, force_);
  double jump = 0.0, speed = 0.0, beside_half = 0.0;
  for (const auto& [k, arm] : entries_) {
    const double free = force_[k] / system_.mass()[k];
    const double change = inertia_ == Inertia::with ? after[k] - v[k] - h_ * free : after[k] - free;
    change_[k] = change;
    step_impulse_[k] = system_.mass()[k] * change;
    jump = std::max(jump, std::abs(change));
    beside_half = std::max(beside_half, std::abs(change + 0.5 * h_ * free));
    // Both ends: a disc that starts to fall from rest has no speed before the step, and the
    // rounding of its own weight is not an impact.
    speed = std::max({speed, std::abs(v[k]), std::abs(after[k])});
  }
  const bool starts_up = inertia_ == Inertia::with && t < 1.5 * h_ && beside_half <= 1e-9 * speed;
  const bool active = jump > 1e-9 * speed && !starts_up;
  note_begins(speed, t);
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
