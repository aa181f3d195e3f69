#include "reference/exact/damped_springs/damped_contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::exact::damped_springs {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
/// A body that is pressed back so often has come to rest for any horizon.
constexpr std::size_t most_phases = 10000;

}  // namespace

Decay::Decay(const Oscillator& o, double rest, double value, double rate)
    : delta_(o.zeta * o.omega),
      square_(o.omega * o.omega),
      under_(square_ * (1.0 - o.zeta * o.zeta)),
      w_(std::sqrt(std::abs(under_))),
      rest_(rest),
      offset_(value - rest),
      rate_(rate),
      b_(delta_ * rate + square_ * offset_) {}

DepthState Decay::at(double s) const {
  double c = std::exp(-delta_ * s), sine = c * s;  // e^(-delta s) C and S
  if (under_ > 0.0) {
    sine = c * std::sin(w_ * s) / w_;
    c *= std::cos(w_ * s);
  } else if (under_ < 0.0 && w_ * s < 1.0) {
    sine = c * std::sinh(w_ * s) / w_;
    c *= std::cosh(w_ * s);
  } else if (under_ < 0.0) {  // without what overflows
    const double slow = std::exp((w_ - delta_) * s), fast = std::exp(-(w_ + delta_) * s);
    c = 0.5 * (slow + fast);
    sine = 0.5 * (slow - fast) / w_;
  }
  return {rest_ + offset_ * c + (rate_ + delta_ * offset_) * sine, rate_ * c - b_ * sine};
}

bool Decay::falls() const {
  return rate_ < 0.0 || (rate_ == 0.0 && b_ > 0.0);
}

/// The first s > 0 with x' = 0: S / C = V / b. For zeta >= 1 there is one at most.
double Decay::first_turn() const {
  if (under_ > 0.0) {
    const double phase = rate_ == 0.0 ? M_PI : std::atan2(w_ * rate_, b_);  // in (-pi, pi]
    return (phase > 0.0 ? phase : phase + M_PI) / w_;
  }
  const double ratio = rate_ / b_;
  if (!(ratio > 0.0 && w_ * ratio < 1.0)) return never;
  return w_ > 0.0 ? std::atanh(w_ * ratio) / w_ : ratio;
}

double Decay::largest(double until) const {
  const double end = until < never ? at(until).depth : rest_;
  const double turn = first_turn();
  // A path that falls first may rise above its start no more: |x - rest| decays.
  const double top = !falls() && turn < until ? at(turn).depth : end;
  return std::max({rest_ + offset_, top, end});
}

double Decay::falls_through_zero() const {
  double begin = 0.0, end = first_turn();
  if (!falls()) {
    begin = end;
    end += under_ > 0.0 ? M_PI / w_ : never;
  }
  if (end == never || !(at(end).depth < 0.0)) return never;
  for (;;) {
    const double middle = 0.5 * (begin + end);
    if (middle <= begin || middle >= end) return end;
    (at(middle).depth >= 0.0 ? begin : end) = middle;
  }
}

DampedContact::DampedContact(const Oscillator& o, double depth, double rate)
    : o_(o), duration_(never) {
  const double force = o.omega * depth + 2.0 * o.zeta * rate;
  Phase now{0.0, o.end == ContactEnd::overlap || force >= 0.0, {depth, rate}};
  while (phases_.size() < most_phases) {
    phases_.push_back(now);
    const End end = end_of(now);
    if (end.after == never) return;
    now = {now.start + end.after, !now.presses, in(now, end.after)};
    if (end.opens) {
      duration_ = now.start;
      return;
    }
  }
}

Decay DampedContact::depth_of(const Phase& phase) const {
  return {o_, o_.gravity / (o_.omega * o_.omega), phase.from.depth, phase.from.rate};
}

DepthState DampedContact::in(const Phase& phase, double since) const {
  if (phase.presses) return depth_of(phase).at(since);
  const auto [depth, rate] = phase.from;
  return {depth + since * (rate + 0.5 * o_.gravity * since), rate + o_.gravity * since};
}

DampedContact::End DampedContact::end_of(const Phase& phase) const {
  const auto [depth, rate] = phase.from;
  const double stiffness = o_.omega * o_.omega, damping = 2.0 * o_.zeta * o_.omega;
  if (phase.presses) {
    if (o_.end == ContactEnd::overlap) return {depth_of(phase).falls_through_zero(), true};
    // The force f = omega^2 D + 2 delta D' = g - D'' obeys the equation of D with g for its rest,
    // and is below zero where D is: it ends first.
    const double force = std::max(stiffness * depth + damping * rate, 0.0);
    const double grows = stiffness * rate + damping * (o_.gravity - force);
    return {Decay(o_, o_.gravity, force, grows).falls_through_zero(), false};
  }
  // Zeros of D + D' s + g s^2 / 2, and of f along it, which is not above zero now.
  const double g = o_.gravity, force = std::min(stiffness * depth + damping * rate, 0.0);
  const double under = rate * rate - 2.0 * g * depth, grows = stiffness * rate + damping * g;
  const double opens = rate < 0.0 && under >= 0.0 ? 2.0 * depth / (std::sqrt(under) - rate) : never;
  const double presses =
      g > 0.0 ? (std::sqrt(grows * grows - 2.0 * stiffness * g * force) - grows) / (stiffness * g)
              : never;
  return opens <= presses ? End{opens, true} : End{presses, false};
}

DepthState DampedContact::at(double since) const {
  const auto after = std::upper_bound(phases_.begin(), phases_.end(), since,
                                      [](double s, const Phase& phase) { return s < phase.start; });
  const Phase& phase = after == phases_.begin() ? phases_.front() : *std::prev(after);
  return in(phase, since - phase.start);
}

double DampedContact::deepest(double until) const {
  double out = 0.0;
  for (std::size_t k = 0; k < phases_.size() && phases_[k].start < until; ++k) {
    const double end = k + 1 < phases_.size() ? phases_[k + 1].start : duration_;
    // A body whose force is over leaves first, and has been where it comes back to.
    if (phases_[k].presses)
      out = std::max(out, depth_of(phases_[k]).largest(std::min(end, until) - phases_[k].start));
  }
  return out;
}

}  // namespace impactbench::exact::damped_springs
