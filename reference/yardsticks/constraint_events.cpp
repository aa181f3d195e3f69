#include "reference/yardsticks/constraint_events.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

using Kind = ConstraintEvent::Kind;

namespace {

/// Slip, and rates of gaps, that count as zero, over those of the top speed: the tolerance of
/// solvers.
constexpr double none = 1e-9;

std::size_t place(Kind kind) {
  return static_cast<std::size_t>(kind);
}

}  // namespace

ConstraintEvents::ConstraintEvents(const GeneralisedSystem& system, const Truth& truth, double h,
                                   double end)
    : system_(system),
      truth_(truth),
      h_(h),
      end_(end),
      top_(system.top_speed()),
      arms_(arms_of(system)),
      watched_(static_cast<std::size_t>(system.constraints())),
      gradient_(Eigen::VectorXd::Zero(system.dofs())),
      pressed_(Eigen::VectorXd::Zero(system.constraints())),
      rubbed_(pressed_) {}

/// Near t, where the gap goes through zero in that sense: 1 upwards, -1 downwards.
double ConstraintEvents::crossing(Eigen::Index a, const State& state, double t, double sense) {
  system_.constraint_gradient(a, state.q, gradient_);
  const double rate = gradient_.dot(state.v), gap = system_.constraint(a, state.q);
  const double least = none * top_ * gradient_.cwiseQuotient(arms_).cwiseAbs().sum();
  const double s = sense * rate > least ? std::clamp(-gap / rate, -h_, h_) : 0.0;
  return std::max(0.0, t + s);
}

double ConstraintEvents::slip_of(Eigen::Index a, const Eigen::VectorXd& q,
                                 const Eigen::VectorXd& v) {
  system_.constraint_tangent(a, 0, q, gradient_);
  return gradient_.dot(v);
}

void ConstraintEvents::watch_contact(Eigen::Index a, Watched& one, const State& before,
                                     const State& after, double t) {
  // Impulses of resting contacts by rounding alone count as zero.
  one.largest = std::max(one.largest, pressed_[a]);
  if (pressed_[a] > 1e-9 * one.largest) {
    if (!one.acts) one.at[place(Kind::closes)].push_back(crossing(a, before, t - h_, -1.0));
    one.acts = true;
    one.last = after.step;
    one.opened = crossing(a, after, t, 1.0);
  } else if (one.acts && after.step - one.last >= 2) {
    one.acts = false;
    one.at[place(Kind::opens)].push_back(one.opened);
  }
}

/// The slip that a contact which sticks in a step may have at its end, but for turning tangents.
double ConstraintEvents::residue(Eigen::Index a) const {
  const bool sticks = rubbed_[a] < (1.0 - 1e-6) * system_.law(a).friction * pressed_[a];
  return (sticks ? 1e-5 : none) * top_;
}

/// The slip at the end of a step, at t; `residue`: that of a contact that sticks in the step.
void ConstraintEvents::watch_slip(Watched& one, double slip, double residue, double t) {
  const bool rests = std::abs(slip) <= none * top_;
  if (rests || slip * one.slip < 0.0) {
    // Where the step crosses zero, or would have, had it gone on as the one before.
    const double change = rests ? one.older - one.slip : one.slip - slip;
    const double share = change != 0.0 ? std::clamp(one.slip / change, 0.0, 1.0) : 1.0;
    const double zero = t - h_ + share * h_;
    if (one.side != 0.0 && !one.stopped) one.stopped = zero;
    one.rested = rests ? t : zero;
  }
  one.older = one.slip;
  one.slip = rests ? 0.0 : slip;
  if (std::abs(slip) <= residue) return;
  const double side = std::copysign(1.0, slip);
  if (one.side == side && !one.stopped) return;
  if (one.stopped) one.at[place(Kind::stops)].push_back(*one.stopped);
  one.at[place(Kind::starts)].push_back(one.rested);
  one.side = side;
  one.stopped.reset();
}

void ConstraintEvents::after_step(const State& before, const State& after, double t,
                                  const ContactImpulses* recorded) {
  knows_ = knows_ && recorded != nullptr && recorded->known;
  if (!knows_) return;
  pressed_.setZero();
  rubbed_.setZero();
  const auto rows = static_cast<std::size_t>(recorded->rows);
  for (std::size_t k = 0; k < recorded->contacts(); ++k) {
    pressed_[recorded->body_a[k]] += std::abs(recorded->impulse[k * rows]);
    if (rows > 1) rubbed_[recorded->body_a[k]] += std::abs(recorded->impulse[k * rows + 1]);
  }
  for (Eigen::Index a = 0; a < pressed_.size(); ++a) {
    Watched& one = watched_[static_cast<std::size_t>(a)];
    if (after.step == 1 && system_.tangents() == 1) {
      one.slip = one.older = slip_of(a, before.q, before.v);
      if (std::abs(one.slip) > none * top_) one.side = std::copysign(1.0, one.slip);
    }
    watch_contact(a, one, before, after, t);
    if (!one.acts || one.last != after.step || system_.tangents() != 1) continue;
    const double slip = slip_of(a, after.q, after.v);
    const double turned = slip - slip_of(a, before.q, after.v);
    watch_slip(one, slip, residue(a) + 2.0 * std::abs(turned), t);
  }
}

std::vector<double> ConstraintEvents::exact(Eigen::Index a, Kind kind) const {
  std::vector<double> out;
  for (const ConstraintEvent& event : truth_.constraint_events) {
    if (event.constraint == a && event.kind == kind) out.push_back(event.time);
  }
  return out;
}

void ConstraintEvents::finish(std::map<std::string, double>& q) const {
  if (!knows_) return;
  double count = 0.0, off = 0.0, worst = 0.0, apart = end_, lone = 0.0;
  for (Eigen::Index a = 0; a < pressed_.size(); ++a) {
    const Watched& one = watched_[static_cast<std::size_t>(a)];
    for (const Kind kind : {Kind::closes, Kind::opens, Kind::stops, Kind::starts}) {
      std::vector<double> ours = one.at[place(kind)], theirs = exact(a, kind);
      if (kind == Kind::stops && one.stopped) ours.push_back(*one.stopped);
      const std::size_t both = std::min(ours.size(), theirs.size());
      for (std::size_t k = both; k < std::max(ours.size(), theirs.size()); ++k) {
        off += 1.0;
        lone = std::max(lone, end_ - (ours.size() > both ? ours[k] : theirs[k]));
      }
      count += static_cast<double>(theirs.size());
      for (std::size_t k = 0; k < both; ++k) {
        keep_largest(worst, std::abs(ours[k] - theirs[k]));
      }
      for (std::size_t k = 1; k < theirs.size(); ++k)
        apart = std::min(apart, theirs[k] - theirs[k - 1]);
    }
  }
  q["event_count"] = count;
  q["event_count_error"] = off;
  q["events_apart"] = apart;
  q["events_lone"] = lone;
  q["event_time_error"] = worst;
}

}  // namespace impactbench
