#include "schemes/event_driven/event_steps.hpp"

#include "schemes/event_driven/tolerances.hpp"
#include "schemes/support/contacts/obstacle_impulse.hpp"
#include "schemes/support/theta/velocity_impacts.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::event_driven {

EventSteps::EventSteps(const Params& params, const MechanicalSystem& system, const State& start,
                       double h, ContactSolver& solver)
    : params_(params),
      remembers_(round_system(system)),
      h_(h),
      contacts_(contacts_of(system)),
      solver_(solver),
      touching_(1e-10 * contacts_->length()),
      speed_(contacts_->speed()),
      looks_(remembers_ == nullptr && !system.constant_force() ? 8 : 1),
      is_closed_(contacts_->count(), 0),
      rests_(contacts_->count(), 0),
      motion_(*contacts_, start, solver, params.tolerance),
      next_(h),
      to_(start),
      inside_(start),
      gaps_(static_cast<Eigen::Index>(contacts_->count())),
      gaps_end_(gaps_),
      one_(contacts_->shape(1)),
      one_impulse_(static_cast<std::size_t>(contacts_->rows()), 0.0),
      small_(params.rest * h) {
  contacts_->look_from(start.q);
  // As many contacts as can be closed at a time: in the plane and in space no body has more than
  // six others of its size on either side; of constraints all.
  const std::size_t most =
      std::min(contacts_->count(), 8 * static_cast<std::size_t>(start.v.size()));
  const auto rows = static_cast<std::size_t>(contacts_->rows());
  problem_ = contacts_->shape(most);
  shown_ = contacts_->shape(most);
  closed_.reserve(contacts_->count());
  touched_.reserve(contacts_->count());
  for (auto* list : {&impulses_, &shown_impulses_})
    list->reserve(rows * most);
  motion_.hold(closed_);
  motion_.reserve(most);
  Eigen::VectorXd a(start.v);
  if (contacts_->acceleration(0.0, start.q, start.v, a)) {
    const double most_a = a.cwiseProduct(contacts_->arms()).cwiseAbs().maxCoeff();
    speed_ = std::max(speed_, std::sqrt(contacts_->length() * most_a));
    if (most_a > 0.0) small_ = params.rest * speed_ / most_a;
  }
  slow_ = velocity_impacts({.force_at_ends = true}, system, start, small_, {.contact = &solver});
  slow_start_ = dynamic_cast<Restartable*>(slow_.get());
  solver.prepare(most, problem_.inverse_mass.size() / static_cast<std::size_t>(problem_.dofs),
                 problem_.rows);
}

void EventSteps::record_impulses(ContactImpulses* out) {
  Scheme::record_impulses(out);
  motion_.keep_stages(out != nullptr);
  slow_->record_impulses(out != nullptr ? &slow_recorded_ : nullptr);
}

StepReport EventSteps::step(State& state) {
  report_ = {};
  step_impulses_.begin(problem_.rows, static_cast<int>(shown_.dofs));
  shown_.resize(0);
  shown_impulses_.clear();
  speed_ =
      std::max({speed_, state.v.cwiseProduct(contacts_->arms()).cwiseAbs().maxCoeff(), 1e-300});
  time_ = static_cast<double>(state.step) * h_;
  const int before = motion_.iterations();
  double done = 0.0;
  meet(done, state);
  const int most = 100000;
  int events = 0;
  while (done < h_ && report_.status == StepStatus::done) {
    enter(Phase::update);
    choose_modes(time_ + done, state);
    double length = integrate(h_ - done);
    const auto impact = first_impact(state, length);
    if (impact) length = *impact;
    const auto stop = first_stop(length);
    if (stop) length = *stop;
    const double change = first_change(time_ + done, length);
    if (change < length) {
      (void)motion_.take(change, speed_);
      length = change;
    } else if (impact || stop) {
      ++events;
    }
    motion_.end(state);
    if (recorded() != nullptr) motion_.record(step_impulses_);
    // The last step ends where the step of the run does.
    done = length < h_ - done ? done + length : h_;
    release(time_ + done, state);
    keep_closed(state, true);
    meet(done, state);
    if (motion_.broken() || !state.q.allFinite() || !state.v.allFinite())
      fail(StepStatus::breakdown, "the motion between events broke down");
    if (events > most) fail(StepStatus::not_converged, "more than 100000 events in a step");
  }
  if (remembers_ != nullptr) remembers_->remember(state.q);
  report_.nonlinear_iterations += motion_.iterations() - before;
  if (recorded() != nullptr) step_impulses_.write(*recorded());
  ++state.step;
  return report_;
}

void EventSteps::fail(StepStatus status, std::string_view reason) {
  if (report_.status == StepStatus::breakdown) return;
  report_.status = status;
  report_.reason = reason;
}

void EventSteps::compute_gaps(const State& state, Eigen::VectorXd& gaps) const {
  for (std::size_t c = 0; c < contacts_->count(); ++c)
    gaps[static_cast<Eigen::Index>(c)] = contacts_->gap(c, state.q);
}

void EventSteps::touch(const State& state) {
  enter(Phase::detection);
  compute_gaps(state, gaps_);
  touched_.clear();
  for (std::size_t c = 0; c < contacts_->count(); ++c)
    if (gaps_[static_cast<Eigen::Index>(c)] <= touching_) touched_.push_back(c);
}

/// Impacts of contacts that close, and then which contacts are closed; moves on in time where
/// impacts accumulate.
void EventSteps::meet(double& done, State& state) {
  touch(state);
  constexpr int most = 100;
  std::fill(rests_.begin(), rests_.end(), 0);
  for (int k = 0; k < most && impact(state); ++k)
    if (k + 1 == most)
      fail(StepStatus::not_converged, "an impact did not end: contacts keep closing");
  if (std::find(rests_.begin(), rests_.end(), 1) != rests_.end()) close_slowly(done, state);
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
  problem_.velocity_unit = 1.0;
  contacts_->look_from(state.q);
  if (!contacts_->go_to(state.q)) return false;
  const auto rows = static_cast<std::size_t>(contacts_->rows());
  for (const std::size_t c : touched_) {
    const ContactLaw law = contacts_->law(c);
    AlongRows b = contacts_->slips(c, state.q, state.v);
    for (std::size_t r = 0; r < rows; ++r)
      b[r] *= 1.0 + (r == 0 ? law.restitution : r < 3 ? law.tangential_restitution : 0.0);
    contacts_->add(c, state.q, b, {}, problem_);
  }
  impulses_.assign(rows * touched_.size(), 0.0);
  const SolveReport solved = solver_.solve(problem_, impulses_);
  report_.nonlinear_iterations += solved.iterations;
  report_.own_residual = solved.own_residual;
  if (solved.status == SolveStatus::breakdown)
    fail(StepStatus::breakdown, "the contact solver broke down");
  if (solved.status == SolveStatus::iteration_limit)
    fail(StepStatus::not_converged, "the contact solver reached its limit of iterations");
  contacts_->push(problem_, impulses_, state.v);
  for (std::size_t k = 0; k < touched_.size(); ++k) {
    const std::size_t c = touched_[k];
    if (recorded() != nullptr)
      contacts_->record(c, state.q, {}, std::span(impulses_).subspan(k * rows, rows), 1.0,
                        step_impulses_);
    const double u = contacts_->rate(c, state.q, state.v);
    if (impulses_[k * rows] > 0.0 && contacts_->law(c).restitution < 1.0 &&
        u < params_.rest * speed_)
      rests_[c] = 1;
  }
  if (!touches_obstacle(shown_, shown_impulses_)) {
    shown_ = problem_;
    shown_impulses_ = impulses_;
  }
  return true;
}

/// Takes steps of moreau_jean until the contacts whose impacts accumulate are closed. If the step
/// of the run ends before, or another contact would close, integration continues from event to
/// event; contacts that take too long are closed then.
void EventSteps::close_slowly(double& done, State& state) {
  constexpr int most = 2000;
  if (has_closed(state)) return;
  slow_start_->restart(state);
  to_ = state;
  to_.step = std::llround((time_ + done) / small_);
  int steps = 0;
  while (steps < most && done + (steps + 1) * small_ < h_ && !has_closed(to_)) {
    inside_ = to_;
    const StepReport report = slow_->step(to_);
    if (closes_another(to_)) {
      to_ = inside_;
      break;
    }
    ++steps;
    if (recorded() != nullptr) step_impulses_.add(slow_recorded_);
    report_.nonlinear_iterations += report.nonlinear_iterations;
    if (report.status != StepStatus::done) fail(report.status, report.reason);
    if (report.status == StepStatus::breakdown) break;
  }
  if (steps < most) std::fill(rests_.begin(), rests_.end(), 0);
  if (steps == 0) return;
  done += steps * small_;
  state.q = to_.q;
  state.v = to_.v;
  touch(state);
}

/// Whether a contact has closed since the last look at gaps, or overlaps; else these are looked at.
bool EventSteps::closes_another(const State& state) {
  compute_gaps(state, gaps_end_);
  for (Eigen::Index c = 0; c < gaps_.size(); ++c) {
    if (gaps_end_[c] < (gaps_[c] > touching_ ? 0.0 : -touching_)) return true;
  }
  gaps_.swap(gaps_end_);
  return false;
}

/// Whether no contact whose impacts accumulate moves any more, or it has left for good.
bool EventSteps::has_closed(const State& state) {
  for (const std::size_t c : touched_) {
    if (rests_[c] == 0) continue;
    const double u = contacts_->rate(c, state.q, state.v);
    if (std::abs(u) > still * speed_ && u < params_.rest * speed_) return false;
  }
  return true;
}

/// Closed are the contacts that touch and do not part, and those whose impacts have accumulated.
void EventSteps::settle(State& state) {
  closed_.clear();
  std::fill(is_closed_.begin(), is_closed_.end(), 0);
  for (const std::size_t c : touched_) {
    const double u = contacts_->rate(c, state.q, state.v);
    const bool rests = rests_[c] != 0 && u < params_.rest * speed_;
    if (!rests && u > still * speed_) continue;
    closed_.push_back({.contact = c, .carries = rests});
    is_closed_[c] = 1;
  }
  keep_closed(state, false);
}

/// Chooses the modes of closed contacts from here on: present slip continues, and without slip the
/// forces decide whether it begins.
void EventSteps::choose_modes(double t, const State& state) {
  contacts_->look_from(state.q);
  for (Closed& closed : closed_) {
    const AlongRows u = contacts_->slips(closed.contact, state.q, state.v);
    for (std::size_t pair = 0; pair < 2; ++pair)
      closed.slides[pair] = direction(closed.contact, pair, u, still * speed_);
    check_slide(closed, state);
  }
  const auto rows = static_cast<std::size_t>(contacts_->rows());
  const auto forces = motion_.forces(t, state);
  for (std::size_t n = 0; n < closed_.size(); ++n) {
    Closed& closed = closed_[n];
    AlongRows f{};
    std::copy_n(forces.begin() + static_cast<std::ptrdiff_t>(n * rows), rows, f.begin());
    closed.carries = f[0] > 0.0;
    const auto bounds = contacts_->holds(closed.contact);
    for (std::size_t pair = 0; pair < 2 && closed.carries; ++pair) {
      if (closed.slides[pair]) continue;
      for (std::size_t r : {1 + 2 * pair, 2 + 2 * pair})
        f[r] = -f[r];
      closed.slides[pair] =
          direction(closed.contact, pair, f, begins_to_slip * bounds[pair] * f[0]);
    }
  }
  motion_.forgive();
  motion_.begin(t, state);
  if (!motion_.fault().empty()) fail(StepStatus::not_converged, motion_.fault());
}

/// The direction of a pair of numbers above `least`, if the contact has friction.
std::optional<Direction> EventSteps::direction(std::size_t c, std::size_t pair, const AlongRows& u,
                                               double least) const {
  if (!(contacts_->bounds(c)[pair] > 0.0)) return std::nullopt;
  const double first = u[1 + 2 * pair], second = u[2 + 2 * pair];
  const double size = std::hypot(first, second);
  if (!(size > 0.0 && size >= least)) return std::nullopt;
  return Direction{first / size, second / size};
}

/// With p_t = -mu p_n along the slip a_n = (W_nn - mu W_nt) p_n + b_n: unless that factor is above
/// 0 there is no p_n for b_n < 0, and for b_n > 0 there are two.
void EventSteps::check_slide(const Closed& closed, const State& state) {
  if (!closed.slides[0] || !contacts_->go_to(state.q)) return;
  compute_row(closed.contact, state, closed.slides);
  if (!(weight(0, 0) > contacts_->bounds(closed.contact)[0] * weight(0, 1)))
    fail(StepStatus::not_converged, no_slide);
}

/// The rows of a contact, alone in one_.
void EventSteps::compute_row(std::size_t c, const State& state, const Directions& along) {
  one_.resize(0);
  contacts_->add(c, state.q, {}, along, one_);
}

/// An entry of W of that contact.
double EventSteps::weight(std::size_t row, std::size_t other) const {
  const auto width = static_cast<std::size_t>(one_.dofs);
  double sum = 0.0;
  const auto add = [&](int body, const std::vector<double>& jacobian) {
    if (body == ContactProblem::fixed) return;
    for (std::size_t k = 0; k < width; ++k)
      sum += jacobian[row * width + k] * jacobian[other * width + k] *
             one_.inverse_mass[static_cast<std::size_t>(body) * width + k];
  };
  add(one_.body_a[0], one_.jacobian_a);
  add(one_.body_b[0], one_.jacobian_b);
  return sum;
}

/// Contacts without a force at the end of a step of the integrator are not held there.
void EventSteps::release(double t, const State& state) {
  if (closed_.empty()) return;
  const auto rows = static_cast<std::size_t>(contacts_->rows());
  const auto forces = motion_.forces(t, state);
  for (std::size_t n = 0; n < closed_.size(); ++n)
    if (!(forces[n * rows] > 0.0)) closed_[n].carries = false;
}

/// Contacts that carry a force back to a gap of 0 and to velocities of 0, along their tangents too
/// where they stick; or their normal velocities alone. One after the other, until rounding.
void EventSteps::keep_closed(State& state, bool places) {
  constexpr int most = 100;
  const auto rows = static_cast<std::size_t>(contacts_->rows());
  for (const bool place : {true, false}) {
    if (place && !places) continue;
    const double unit = place ? 1e-15 * contacts_->length() : 1e-15 * speed_;
    for (int k = 0; k < most; ++k) {
      double moved = 0.0;
      for (const Closed& closed : closed_) {
        if (!closed.carries) continue;
        const std::size_t c = closed.contact;
        if (!contacts_->go_to(state.q)) return;
        compute_row(c, state, {});
        for (std::size_t r = 0; r < (places && !place ? rows : 1); ++r) {
          const std::size_t pair = r > 2 ? 1 : 0;
          if (r > 0 && (closed.slides[pair] || !(contacts_->bounds(c)[pair] > 0.0))) continue;
          if (!(weight(r, r) > 0.0)) continue;
          const double off =
              place ? contacts_->gap(c, state.q) : contacts_->slips(c, state.q, state.v)[r];
          push_back(c, r, off, place, state);
          moved = std::max(moved, std::abs(off));
        }
      }
      if (!(moved > unit)) break;
    }
  }
}

/// Along a row of the contact in one_, by which the gap or a velocity is off.
void EventSteps::push_back(std::size_t c, std::size_t row, double off, bool place, State& state) {
  std::fill(one_impulse_.begin(), one_impulse_.end(), 0.0);
  one_impulse_[row] = -off / weight(row, row);
  if (place) {
    inside_.v.setZero();
    contacts_->push(one_, one_impulse_, inside_.v);
    state.q.head(inside_.v.size()) += inside_.v;
    return;
  }
  contacts_->push(one_, one_impulse_, state.v);
  if (recorded() != nullptr) contacts_->record(c, state.q, {}, one_impulse_, 1.0, step_impulses_);
}

}  // namespace impactbench::event_driven
