#include "schemes/event_driven/event_steps.hpp"

#include "schemes/support/obstacle_impulse.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::event_driven {
namespace {

constexpr double still = 1e-11;     ///< speeds below this share of V are 0
constexpr double shortest = 1e-10;  ///< share of h that a step of the integrator has at least

}  // namespace

EventSteps::EventSteps(const Params& params, const MechanicalSystem& system, const State& start,
                       double h, ContactSolver& solver)
    : params_(params),
      remembers_(round_system(system)),
      h_(h),
      contacts_(contacts_of(system)),
      solver_(solver),
      touching_(1e-10 * contacts_->length()),
      speed_(contacts_->speed()),
      is_closed_(contacts_->count(), 0),
      motion_(*contacts_, start, solver, params.tolerance),
      next_(h),
      to_(start),
      inside_(start),
      gaps_(static_cast<Eigen::Index>(contacts_->count())),
      gaps_end_(gaps_),
      one_(contacts_->shape(1)),
      one_impulse_(1, 0.0) {
  // As many contacts as can be closed at a time: in the plane and in space no body has more than
  // six others of its size on either side; of constraints all.
  const std::size_t most =
      std::min(contacts_->count(), 8 * static_cast<std::size_t>(start.v.size()));
  problem_ = contacts_->shape(most);
  shown_ = contacts_->shape(most);
  for (auto* list : {&closed_, &touched_})
    list->reserve(contacts_->count());
  carries_.reserve(contacts_->count());
  rests_.reserve(contacts_->count());
  for (auto* list : {&impulses_, &shown_impulses_})
    list->reserve(most);
  motion_.hold(closed_);
  motion_.reserve(most);
  solver.prepare(most, problem_.inverse_mass.size() / static_cast<std::size_t>(problem_.dofs), 1);
  Eigen::VectorXd a(start.v);
  if (contacts_->acceleration(0.0, start.q, start.v, a))
    speed_ = std::max(speed_, std::sqrt(contacts_->length() * a.cwiseAbs().maxCoeff()));
}

StepReport EventSteps::step(State& state) {
  report_ = {};
  shown_.resize(0);
  shown_impulses_.clear();
  speed_ = std::max({speed_, state.v.cwiseAbs().maxCoeff(), 1e-300});
  const double t = static_cast<double>(state.step) * h_;
  const int before = motion_.iterations();
  enter(Phase::detection);
  take_gaps(state, gaps_);
  meet(state);
  const int most = 100000;
  int events = 0;
  for (double done = 0.0; done < h_ && report_.status == StepStatus::done;) {
    enter(Phase::update);
    motion_.begin(t + done, state);
    carries_.clear();
    for (const double force : motion_.forces(t + done, state))
      carries_.push_back(force > 0.0 ? 1 : 0);
    double length = integrate(h_ - done);
    const auto impact = first_impact(state, length);
    if (impact) length = *impact;
    const double change = first_change(t + done, length);
    if (change < length) {
      (void)motion_.take(change, speed_);
      length = change;
    }
    motion_.end(state);
    // The last step ends where the step of the run does.
    done = length < h_ - done ? done + length : h_;
    let_go(t + done, state);
    keep_closed(state, true);
    take_gaps(state, gaps_);
    if (impact || change < length) ++events;
    meet(state);
    if (motion_.broken() || !state.q.allFinite() || !state.v.allFinite())
      report_ = {.status = StepStatus::breakdown, .reason = "the motion between events broke down"};
    if (events > most) {
      report_.status = StepStatus::not_converged;
      report_.reason = "more than 100000 events in a step";
    }
  }
  if (remembers_ != nullptr) remembers_->remember(state.q);
  report_.nonlinear_iterations += motion_.iterations() - before;
  ++state.step;
  return report_;
}

void EventSteps::take_gaps(const State& state, Eigen::VectorXd& gaps) const {
  for (std::size_t c = 0; c < contacts_->count(); ++c)
    gaps[static_cast<Eigen::Index>(c)] = contacts_->gap(c, state.q);
}

/// Impacts of contacts that close, and then which contacts are closed.
void EventSteps::meet(State& state) {
  touched_.clear();
  for (std::size_t c = 0; c < contacts_->count(); ++c)
    if (gaps_[static_cast<Eigen::Index>(c)] <= touching_) touched_.push_back(c);
  rests_.assign(touched_.size(), 0);
  constexpr int most = 100;
  for (int k = 0; k < most && impact(state); ++k)
    if (k + 1 == most)
      report_ = {.status = StepStatus::not_converged,
                 .reason = "an impact did not end: contacts go on closing"};
  settle(state);
}

/// The impact law of all contacts that touch; false where none of them closes.
bool EventSteps::impact(State& state) {
  const double closing = -still * speed_;
  bool closes = false;
  for (const std::size_t c : touched_)
    closes = closes || contacts_->rate(c, state.q, state.v) < closing;
  if (!closes) return false;
  enter(Phase::solve);
  problem_.resize(0);
  if (!contacts_->go_to(state.q)) return false;
  for (const std::size_t c : touched_) {
    const double u = contacts_->rate(c, state.q, state.v);
    contacts_->add_row(c, state.q, (1.0 + contacts_->restitution(c)) * u, problem_);
  }
  impulses_.assign(touched_.size(), 0.0);
  const SolveReport solved = solver_.solve(problem_, impulses_);
  report_.nonlinear_iterations += solved.iterations;
  report_.own_residual = solved.own_residual;
  if (solved.status == SolveStatus::breakdown)
    report_ = {.status = StepStatus::breakdown, .reason = "the contact solver broke down"};
  contacts_->push(problem_, impulses_, state.v);
  for (std::size_t k = 0; k < touched_.size(); ++k) {
    const std::size_t c = touched_[k];
    // The last of impacts that accumulate.
    const double u = contacts_->rate(c, state.q, state.v);
    if (impulses_[k] > 0.0 && contacts_->restitution(c) < 1.0 && u < params_.rest * speed_)
      rests_[k] = 1;
  }
  if (!touches_obstacle(shown_, shown_impulses_)) {
    shown_ = problem_;
    shown_impulses_ = impulses_;
  }
  return true;
}

/// Closed are the contacts that touch and do not part, and those whose last impact that was.
void EventSteps::settle(State& state) {
  closed_.clear();
  const double parting = still * speed_;
  carries_.clear();
  std::fill(is_closed_.begin(), is_closed_.end(), 0);
  for (std::size_t k = 0; k < touched_.size(); ++k) {
    const std::size_t c = touched_[k];
    if (rests_[k] == 0 && contacts_->rate(c, state.q, state.v) > parting) continue;
    closed_.push_back(c);
    carries_.push_back(rests_[k]);
    is_closed_[c] = 1;
  }
  keep_closed(state, false);
}

/// g . M^-1 g of a contact, whose row is then that of one_.
double EventSteps::weight(std::size_t c, const State& state) {
  one_.resize(0);
  contacts_->add_row(c, state.q, 0.0, one_);
  double sum = 0.0;
  for (int k = 0; k < one_.dofs; ++k) {
    const auto at = static_cast<std::size_t>(k), width = static_cast<std::size_t>(one_.dofs);
    const auto a = static_cast<std::size_t>(one_.body_a[0]);
    sum += one_.jacobian_a[at] * one_.jacobian_a[at] * one_.inverse_mass[a * width + at];
    if (one_.body_b[0] == ContactProblem::fixed) continue;
    const auto b = static_cast<std::size_t>(one_.body_b[0]);
    sum += one_.jacobian_b[at] * one_.jacobian_b[at] * one_.inverse_mass[b * width + at];
  }
  return sum;
}

/// Contacts without a force at the end of a step of the integrator are not held there.
void EventSteps::let_go(double t, const State& state) {
  if (closed_.empty()) return;
  const auto forces = motion_.forces(t, state);
  for (std::size_t n = 0; n < forces.size(); ++n)
    if (!(forces[n] > 0.0)) carries_[n] = 0;
}

/// Velocities of the contacts that carry a force to 0, and places to a gap of 0: one after the
/// other, until rounding.
void EventSteps::keep_closed(State& state, bool places) {
  constexpr int most = 100;
  for (const bool place : {true, false}) {
    if (place && !places) continue;
    const double unit = place ? 1e-15 * contacts_->length() : 1e-15 * speed_;
    for (int k = 0; k < most; ++k) {
      double moved = 0.0;
      for (std::size_t n = 0; n < closed_.size(); ++n) {
        if (carries_[n] == 0) continue;
        const std::size_t c = closed_[n];
        if (!contacts_->go_to(state.q)) return;
        const double w = weight(c, state);
        const double off =
            place ? contacts_->gap(c, state.q) : contacts_->rate(c, state.q, state.v);
        one_impulse_[0] = -off / w;
        if (place) {
          inside_.v.setZero();
          contacts_->push(one_, one_impulse_, inside_.v);
          state.q.head(inside_.v.size()) += inside_.v;
        } else {
          contacts_->push(one_, one_impulse_, state.v);
        }
        moved = std::max(moved, std::abs(off));
      }
      if (!(moved > unit)) break;
    }
  }
}

/// A step of the integrator within its tolerance, of no more than `left`: its length.
double EventSteps::integrate(double left) {
  double length = std::min(next_, left);
  for (;;) {
    const double error = motion_.take(length, speed_);
    const double growth = std::clamp(0.9 * std::pow(error, -0.2), 0.2, 5.0);
    const bool taken = error <= 1.0 || length <= shortest * h_;
    // A step that was cut by the end of the run's says nothing of the next one.
    if (!taken || length < left || growth < 1.0 || !(next_ > length))
      next_ = std::max(length * (std::isnan(growth) ? 0.2 : growth), shortest * h_);
    if (taken || motion_.broken()) return length;
    length = std::min(next_, left);
  }
}

/// The time of the first impact in that step, which then ends there.
std::optional<double> EventSteps::first_impact(const State& from, double length) {
  enter(Phase::detection);
  motion_.end(to_);
  take_gaps(to_, gaps_end_);
  std::optional<double> first;
  std::size_t which = 0;
  const double reach =
      4.0 * length * std::max(from.v.cwiseAbs().maxCoeff(), to_.v.cwiseAbs().maxCoeff());
  for (std::size_t c = 0; c < contacts_->count(); ++c) {
    if (is_closed_[c] != 0) continue;
    const auto at = static_cast<Eigen::Index>(c);
    if (remembers_ != nullptr && std::min(gaps_[at], gaps_end_[at]) > reach) continue;
    const auto time = impact_of(c, from, length);
    if (!time || (first && *first <= *time)) continue;
    first = time;
    which = c;
  }
  if (first) first = land_on(which, *first, length);
  return first;
}

/// When an open contact closes, on the dense output.
std::optional<double> EventSteps::impact_of(std::size_t c, const State& from, double length) {
  const double gap = gaps_[static_cast<Eigen::Index>(c)];
  const double end = gaps_end_[static_cast<Eigen::Index>(c)];
  const auto rate_at = [&](double time) {
    motion_.at(time, inside_);
    return contacts_->rate(c, inside_.q, inside_.v);
  };
  const auto bisect = [](double low, double high, const auto& before) {
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (before(middle) ? low : high) = middle;
    }
    return high;
  };
  const bool parts = contacts_->rate(c, from.q, from.v) > 0.0;
  const bool closes = contacts_->rate(c, to_.q, to_.v) < 0.0;
  double low = 0.0, high = length;
  if (gap <= touching_) {
    // It has just been left: it closes after the turn of its rate alone.
    if (!closes || (!parts && end > 0.0)) return std::nullopt;
    if (parts) low = bisect(0.0, length, [&](double s) { return rate_at(s) > 0.0; });
  }
  if (end > 0.0) {
    // A gap that becomes smaller and then larger may have been closed between.
    if (parts || closes) return std::nullopt;
    high = bisect(0.0, length, [&](double s) { return rate_at(s) < 0.0; });
    motion_.at(high, inside_);
    if (!(contacts_->gap(c, inside_.q) < -touching_)) return std::nullopt;
  }
  return bisect(low, high, [&](double s) {
    motion_.at(s, inside_);
    return contacts_->gap(c, inside_.q) > 0.0;
  });
}

/// Newton's method on the length of a step that ends at the impact.
double EventSteps::land_on(std::size_t c, double time, double length) {
  for (int k = 0; k < 8; ++k) {
    (void)motion_.take(time, speed_);
    motion_.end(to_);
    const double gap = contacts_->gap(c, to_.q), rate = contacts_->rate(c, to_.q, to_.v);
    if (std::abs(gap) <= 1e-15 * contacts_->length() || !(rate < 0.0)) break;
    const double next = std::clamp(time - gap / rate, 0.5 * time, std::min(2.0 * time, length));
    if (next == time) break;
    time = next;
  }
  (void)motion_.take(time, speed_);
  return time;
}

/// Whether a contact that carried a force at the start of the step carries none there, or one that
/// did not does.
bool EventSteps::changed(double t, const State& state) {
  const auto forces = motion_.forces(t, state);
  for (std::size_t n = 0; n < forces.size(); ++n)
    if ((forces[n] > 0.0) != (carries_[n] != 0)) return true;
  return false;
}

/// Until when the contacts that carry a force are those of the start of the step.
double EventSteps::first_change(double t, double length) {
  if (closed_.empty() || length <= 1e3 * shortest * h_) return length;
  motion_.end(inside_);
  if (!changed(t + length, inside_)) return length;
  double low = 0.0, high = length;
  while (high - low > 1e-9 * length) {
    const double middle = 0.5 * (low + high);
    (void)motion_.take(middle, speed_);
    motion_.end(inside_);
    (changed(t + middle, inside_) ? high : low) = middle;
  }
  // What changes at once was no state of the start.
  return high > 1e2 * shortest * h_ ? high : length;
}

}  // namespace impactbench::event_driven
