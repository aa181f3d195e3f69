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
  for (State* state : {&now_.state, &before_.state, &whole_, &half_, &end_, &probe_})
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
       {&now_.acting, &before_.acting, &with_whole_, &with_first_, &with_second_, &with_probe_})
    set->reserve(room);
}

StepReport ControlledSteps::step(State& state) {
  outer_ = state.step;
  now_.state = state;
  now_.tick = 0;
  can_go_back_ = whole_known_ = looked_ = with_change_ = false;
  norm_.see(state);
  report_ = {};
  while (now_.tick < ladder_.ticks(0)) {
    while (now_.tick % ladder_.ticks(now_.level) != 0)
      ++now_.level;
    if (try_step()) accept();
    if (report_.status == StepStatus::breakdown) return report_;
    if (now_.tick == ladder_.ticks(0) && came_late()) (void)restore_last();
  }
  state = now_.state;
  state.step = outer_ + 1;
  return report_;
}

/// One step of the ladder; false where it failed, with the reason in the report.
bool ControlledSteps::inner_step(int level, State& state, std::int64_t tick, bool goes_on,
                                 ContactSet& acting) {
  const StepReport report = ladder_.step(level, state, outer_, tick, goes_on);
  last_level_ = level;
  report_.nonlinear_iterations += report.nonlinear_iterations;
  report_.linear_iterations += report.linear_iterations;
  report_.own_residual = std::max(report_.own_residual, report.own_residual);
  acting.take(ladder_.at(level));
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
    whole_ = now_.state;
    if (!inner_step(level, whole_, tick, false, with_whole_)) return halve(1), false;
  }
  whole_known_ = false;
  if (!looked_ && !with_whole_.within(now_.acting)) {
    looked_ = true;
    if (came_late() && restore_last()) return false;
  }
  half_ = now_.state;
  if (!inner_step(level + 1, half_, tick, false, with_first_)) return halve(1), false;
  half_known_ = true;
  if (!with_first_.empty()) {
    const Scheme& scheme = ladder_.at(level + 1);
    first_ = *scheme.contact_problem();
    first_impulses_.assign(scheme.impulses().begin(), scheme.impulses().end());
  }
  end_ = half_;
  const std::int64_t middle = tick + ladder_.ticks(level + 1);
  if (!inner_step(level + 1, end_, middle, true, with_second_)) return halve(1), false;
  constexpr double third = 1.0 / 3.0;
  changed_ =
      !with_whole_.agrees_with(with_first_, 2.0) || !with_first_.agrees_with(with_second_, third);
  const double apart = norm_.between(whole_, end_);
  error_ = (changed_ ? apart : apart / weight_) / control_.tolerance;
  if (error_ <= 1.0) return true;
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
  if (at_deepest()) return;
  now_.level = std::min(now_.level + levels, ladder_.deepest() - 1);
  whole_known_ = half_known_ && levels == 1;
  if (!whole_known_) return;
  std::swap(whole_, half_);
  std::swap(with_whole_, with_first_);
}

/// Whether the shortest step would have a contact act at once that has not acted before: it has
/// closed behind the last place where the step before looked at gaps.
bool ControlledSteps::came_late() {
  if (!can_go_back_) return false;
  if (norm_.displacement_share(ladder_.length(before_.level)) <= 4.0 * control_.tolerance)
    return false;
  probe_ = now_.state;
  const StepReport report = ladder_.step(ladder_.deepest(), probe_, outer_, now_.tick, false);
  with_probe_.take(ladder_.at(ladder_.deepest()));
  return report.status == StepStatus::breakdown || !with_probe_.within(now_.acting);
}

/// To the step before, which is then half as long; false where that is the shortest.
bool ControlledSteps::restore_last() {
  if (before_.level + 1 >= ladder_.deepest()) return false;
  std::swap(now_, before_);
  ++now_.level;
  can_go_back_ = whole_known_ = looked_ = false;
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
  if (changed_ && !with_first_.empty()) keep_change(&first_, first_impulses_);
  if (changed_ && !with_second_.empty()) keep_change(halves.contact_problem(), halves.impulses());
  now_.level = before_.level;
  now_.tick = before_.tick + ladder_.ticks(now_.level);
  const double share = 1.0 / weight_;
  const Eigen::Index n = norm_.places();
  const bool remembered = whole_.q.tail(whole_.q.size() - n) == end_.q.tail(end_.q.size() - n);
  const bool free = with_first_.empty();
  if (control_.extrapolate && !changed_ && remembered && (free || !gives_back_)) {
    end_.q.head(n) += share * (end_.q.head(n) - whole_.q.head(n));
    end_.v += share * (end_.v - whole_.v);
  }
  now_.state.q.swap(end_.q);
  now_.state.v.swap(end_.v);
  std::swap(now_.acting, with_second_);
  norm_.see(now_.state);
  can_go_back_ = true;
  looked_ = false;
  choose_level();
}

/// As the controller says; after a change the next step is twice as long, as nothing more is known.
void ControlledSteps::choose_level() {
  double growth = 2.0;
  if (!changed_) {
    const double k = control_.order + 1.0, error = std::max(error_, 1e-9);
    growth = 0.9 * std::pow(error, -0.7 / k) * std::pow(last_error_, 0.4 / k);
    last_error_ = error;
  }
  const int up = static_cast<int>(std::floor(std::log2(std::clamp(growth, 0.5, 8.0))));
  now_.level = std::clamp(now_.level - up, 0, ladder_.deepest() - 1);
}

}  // namespace impactbench::adaptive
