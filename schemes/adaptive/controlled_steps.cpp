#include "schemes/adaptive/controlled_steps.hpp"

#include "problems/model/generalised_system.hpp"
#include "problems/model/round_system.hpp"
#include "schemes/support/contacts/obstacle_impulse.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench::adaptive {
namespace {

/// So many halvings of h that a body at V goes no further than a hundredth of the tolerance, and
/// ten more for runs that get faster; times are exact integers up to 2^40.
int deepest_level(const ErrorNorm& norm, double tolerance, double h) {
  const double halvings = std::ceil(std::log2(norm.displacement_share(h) / (0.01 * tolerance)));
  return std::clamp(static_cast<int>(halvings) + 10, 8, 40);
}

/// Whether contacts of some bodies return a share of their approach velocity.
bool gives_back(const MechanicalSystem& system) {
  const auto does = [](const ContactLaw& law) {
    return law.restitution > 0.0 || (law.friction > 0.0 && law.tangential_restitution != 0.0);
  };
  if (const GeneralisedSystem* coordinates = generalised_system(system)) {
    bool some = false;
    for (Eigen::Index a = 0; a < coordinates->constraints(); ++a)
      some = some || does(coordinates->law(a));
    return some;
  }
  const RoundSystem* bodies = round_system(system);
  if (bodies == nullptr) return false;
  const auto& laws = bodies->laws().table();
  return std::any_of(laws.begin(), laws.end(), does);
}

}  // namespace

ControlledSteps::ControlledSteps(const Control& control, const Method& inner,
                                 const MechanicalSystem& system, const State& start, double h,
                                 Solvers solvers)
    : control_(control),
      weight_(std::exp2(control.order) - 1.0),
      gives_back_(gives_back(system)),
      norm_(system, start),
      ladder_(control.inner, inner, system, start, h, deepest_level(norm_, control.tolerance, h),
              solvers) {
  ladder_.listen(&phases_);
  for (State* state :
       {&now_.state, &before_.state, &whole_.state, &half_.state, &end_.state, &probe_.state})
    *state = start;
  const ContactProblem* problem = ladder_.at(0).contact_problem();
  const std::size_t room = problem == nullptr ? 0 : problem->body_a.capacity();
  for (ContactProblem* kept : {&change_, &first_}) {
    if (problem == nullptr) break;
    *kept = *problem;
    kept->reserve(room, problem->inverse_mass.size() / static_cast<std::size_t>(problem->dofs));
  }
  for (std::vector<double>* kept : {&change_impulses_, &first_impulses_})
    kept->reserve(problem == nullptr ? 0 : room * static_cast<std::size_t>(problem->rows));
  for (ContactSet* set :
       {&now_.acting, &before_.acting, &whole_.acting, &half_.acting, &end_.acting, &probe_.acting})
    set->reserve(room);
}

void ControlledSteps::record_impulses(ContactImpulses* out) {
  Scheme::record_impulses(out);
  ladder_.record_impulses(out != nullptr ? &inner_ : nullptr);
}

StepReport ControlledSteps::step(State& state) {
  outer_ = state.step;
  now_.state = state;
  now_.tick = 0;
  can_go_back_ = whole_known_ = looked_ = with_change_ = false;
  sums_known_ = last_counts_ = false;
  norm_.see(state);
  report_ = {};
  while (now_.tick < ladder_.ticks(0)) {
    while (now_.tick % ladder_.ticks(now_.level) != 0)
      ++now_.level;
    if (try_step()) accept();
    if (report_.status == StepStatus::breakdown) return report_;
    if (now_.tick == ladder_.ticks(0) && came_late()) (void)restore_last();
  }
  sum_last();
  if (recorded() != nullptr && sums_known_) sums_.write(*recorded());
  state = now_.state;
  state.step = outer_ + 1;
  return report_;
}

/// One step of the ladder; false where it failed, with the reason in the report.
bool ControlledSteps::inner_step(int level, Trial& trial, std::int64_t tick, bool goes_on) {
  const StepReport report = ladder_.step(level, trial.state, outer_, tick, goes_on);
  std::swap(trial.recorded, inner_);
  last_level_ = level;
  report_.nonlinear_iterations += report.nonlinear_iterations;
  report_.linear_iterations += report.linear_iterations;
  report_.own_residual = std::max(report_.own_residual, report.own_residual);
  trial.acting.take(ladder_.at(level));
  if (report.status == StepStatus::done) return true;
  if (at_deepest()) {
    report_.status = report.status;
    report_.reason = report.reason;
    return report.status != StepStatus::breakdown;
  }
  return false;
}

/// The step from now_ into end_; false where another one has to be tried.
bool ControlledSteps::try_step() {
  const int level = now_.level;
  const std::int64_t tick = now_.tick;
  half_known_ = false;
  if (!whole_known_) {
    whole_.state = now_.state;
    if (!inner_step(level, whole_, tick, false)) return halve(1), false;
  }
  whole_known_ = false;
  if (!looked_ && !whole_.acting.within(now_.acting)) {
    looked_ = true;
    if (came_late() && restore_last()) return false;
  }
  half_.state = now_.state;
  if (!inner_step(level + 1, half_, tick, false)) return halve(1), false;
  half_known_ = true;
  if (!half_.acting.empty()) {
    const Scheme& scheme = ladder_.at(level + 1);
    first_ = *scheme.contact_problem();
    first_impulses_.assign(scheme.impulses().begin(), scheme.impulses().end());
  }
  end_.state = half_.state;
  const std::int64_t middle = tick + ladder_.ticks(level + 1);
  if (!inner_step(level + 1, end_, middle, true)) return halve(1), false;
  constexpr double third = 1.0 / 3.0;
  changed_ = !whole_.acting.agrees_with(half_.acting, 2.0) ||
             !half_.acting.agrees_with(end_.acting, third);
  const double apart = norm_.between(whole_.state, end_.state);
  error_ = (changed_ ? apart : apart / weight_) / control_.tolerance;
  if (error_ <= 1.0) return true;
  if (at_deepest() && std::isnan(error_)) {
    report_.status = StepStatus::breakdown;
    report_.reason = "a position or velocity is not a number";
    return false;
  }
  if (at_deepest()) {
    if (report_.status == StepStatus::done) {
      report_.status = StepStatus::not_converged;
      report_.reason = "the shortest step is above the tolerance";
    }
    return true;
  }
  // The only knowledge of a change is that one half contains it.
  const double factor = 0.9 * std::pow(error_, -1.0 / (control_.order + 1.0));
  const double halvings = changed_ || !(factor > 0.0) ? 1.0 : std::ceil(-std::log2(factor));
  halve(static_cast<int>(std::clamp(halvings, 1.0, 8.0)));
  return false;
}

/// A shorter step from the same place: the first half of this one, where that is known.
void ControlledSteps::halve(int levels) {
  growth_left_ = 0.0;
  if (at_deepest()) return;
  now_.level = std::min(now_.level + levels, ladder_.deepest() - 1);
  whole_known_ = half_known_ && levels == 1;
  if (!whole_known_) return;
  std::swap(whole_, half_);
}

/// Whether the shortest step would have a contact act at once that has not acted before: it has
/// closed behind the last place where the step before looked at gaps.
bool ControlledSteps::came_late() {
  if (!can_go_back_) return false;
  if (norm_.displacement_share(ladder_.length(before_.level)) <= 4.0 * control_.tolerance)
    return false;
  probe_.state = now_.state;
  const StepReport report = ladder_.step(ladder_.deepest(), probe_.state, outer_, now_.tick, false);
  probe_.acting.take(ladder_.at(ladder_.deepest()));
  return report.status == StepStatus::breakdown || !probe_.acting.within(now_.acting);
}

/// To the step before, which is then half as long; false where that is the shortest.
bool ControlledSteps::restore_last() {
  if (before_.level + 1 >= ladder_.deepest()) return false;
  std::swap(now_, before_);
  ++now_.level;
  growth_left_ = 0.0;
  can_go_back_ = whole_known_ = looked_ = last_counts_ = false;
  return true;
}

/// Keeps the contacts of a half of the accepted step; one with an obstacle stays, since momentum is
/// kept until the first of them.
void ControlledSteps::keep_change(const ContactProblem* problem, std::span<const double> impulses) {
  if (problem == nullptr || impulses.empty()) return;
  if (with_change_ && touches_obstacle(change_, change_impulses_)) return;
  change_ = *problem;
  change_impulses_.assign(impulses.begin(), impulses.end());
  with_change_ = true;
}

void ControlledSteps::accept() {
  std::swap(before_, now_);
  const Scheme& halves = ladder_.at(before_.level + 1);
  if (changed_ && !half_.acting.empty()) keep_change(&first_, first_impulses_);
  if (changed_ && !end_.acting.empty()) keep_change(halves.contact_problem(), halves.impulses());
  now_.level = before_.level;
  now_.tick = before_.tick + ladder_.ticks(now_.level);
  const Eigen::Index n = norm_.places();
  Eigen::VectorXd &q = end_.state.q, &v = end_.state.v;
  const Eigen::Index memory = q.size() - n;
  const bool remembered = whole_.state.q.tail(memory) == q.tail(memory);
  const bool free = half_.acting.empty();
  double share = 0.0;
  if (control_.extrapolate && !changed_ && remembered && (free || !gives_back_)) {
    share = 1.0 / weight_;
    q.head(n) += share * (q.head(n) - whole_.state.q.head(n));
    v += share * (v - whole_.state.v);
  }
  now_.state.q.swap(q);
  now_.state.v.swap(v);
  std::swap(now_.acting, end_.acting);
  record(share);
  norm_.see(now_.state);
  can_go_back_ = true;
  looked_ = false;
  choose_level();
}

/// Keeps the impulses of the step that has just been accepted. It cannot take back the one before.
void ControlledSteps::record(double share) {
  sum_last();
  if (recorded() == nullptr || !half_.recorded.known) return;
  std::swap(last_.first, half_.recorded);
  std::swap(last_.second, end_.recorded);
  std::swap(last_.whole, whole_.recorded);
  last_.share = share;
  last_counts_ = true;
}

/// Extrapolation y_2 + share (y_2 - y_1) does the same to impulses: momenta are linear in them.
void ControlledSteps::sum_last() {
  if (!last_counts_) return;
  last_counts_ = false;
  if (!sums_known_) sums_.begin(last_.first.rows, last_.first.dofs);
  sums_known_ = true;
  sums_.add(last_.first, 1.0 + last_.share);
  sums_.add(last_.second, 1.0 + last_.share);
  if (last_.share != 0.0) sums_.add(last_.whole, -last_.share);
}

/// As the controller says; after a change the next step is twice as long, as nothing more is known.
/// Lengths are powers of 2: what they leave of the growth counts for the next step. Otherwise
/// errors that do not fall with the step, as those of rounding, would hold it at any length.
void ControlledSteps::choose_level() {
  double levels = 1.0;
  if (!changed_) {
    const double k = control_.order + 1.0, error = std::max(error_, 1e-9);
    const double growth = 0.9 * std::pow(error, -0.7 / k) * std::pow(last_error_, 0.4 / k);
    levels = std::log2(std::clamp(growth, 0.5, 8.0)) + growth_left_;
    last_error_ = std::max(error, std::pow(0.45, k / 0.3));
  }
  const double up = std::floor(levels);
  growth_left_ = levels - up;
  now_.level = std::clamp(now_.level - static_cast<int>(up), 0, ladder_.deepest() - 1);
}

}  // namespace impactbench::adaptive
