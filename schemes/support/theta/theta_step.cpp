#include "schemes/support/theta/theta_step.hpp"

#include "problems/base/parallel.hpp"
#include "schemes/support/contacts/contact_rows.hpp"
#include "schemes/support/coordinates/settling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench {
namespace {

/// The larger of the two; a NaN stays.
void raise(double& bound, double value) {
  if (!(value <= bound) && !std::isnan(bound)) bound = value;
}

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

template <int Dim, int Dofs>
ThetaStep<Dim, Dofs>::ThetaStep(const ThetaSettings& settings, const RoundSystem& system,
                                const State& start, double h, ContactSolver& solver,
                                std::unique_ptr<AccelerationRule> rule) {
  system_ = &system;
  bodies_ = round_bodies(system);
  settings_ = settings;
  solver_ = &solver;
  h_ = h;
  before_ = (1.0 - settings.theta) * h;
  after_ = settings.theta * h;
  ahead_ = settings.ahead * h;
  displacement_ = displacement_ahead(settings.theta, settings.ahead) * h;
  const std::size_t n = bodies_.size();
  const double smallest = *std::min_element(bodies_.radius.begin(), bodies_.radius.end());
  reach_ = settings.touching ? 1e-12 * smallest : 0.0;
  violated_ = -1e-10 * smallest;
  const std::size_t contacts = ClosedContacts<Dim>::per_body * n;
  problem_.rows = bodies_.law.friction > 0.0 ? Dim : 1;
  if (Dofs > Dim &&
      (bodies_.law.rolling_friction > 0.0 || (Dim == 3 && bodies_.law.twisting_friction > 0.0)))
    problem_.rows = 5;
  problem_.dofs = dofs;
  closed_.reserve(n);
  problem_.reserve(contacts, n);
  problem_.resize(0);
  problem_.inverse_mass.resize(static_cast<std::size_t>(dofs) * n);
  Eigen::Map<Eigen::VectorXd>(problem_.inverse_mass.data(), system.dofs()) =
      system.mass().cwiseInverse();
  impulses_.clear();
  impulses_.reserve(contacts * rows());
  kept_.reserve(contacts);
  middle_.setZero(system.dofs());
  kick_ = at_start_ = at_end_ = push_ = middle_;
  driven_ = !system.constant_force();
  if (driven_) rule_ = std::move(rule);
  repeats_ = (driven_ && settings.force_at_ends) || settings.projects;
  start_ = start;
  if (rule_) {
    place_.setZero(system.coordinates());
    for (Eigen::VectorXd* x : {&acceleration_, &known_, &shift_, &bent_})
      x->setZero(system.dofs());
    compute_acceleration(start, acceleration_);
    rule_->start(acceleration_);
  }
  compute_force(start);
  speed_ = top_speed(start.v);
  prepare_neighbours<Dim, Dofs>(neighbours_, *system_, start.q);
  if (settings.projects) {
    ended_.reserve(n);
    nearest_.prepare(system, start, h, RowSearch{}, solver, [this](Phase phase) { enter(phase); });
  }
  solver.prepare(contacts, n, problem_.rows);
}

template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::restart(const State& state) {
  elsewhere_ = true;
  if (!rule_) return;
  compute_acceleration(state, acceleration_);
  rule_->start(acceleration_);
}

template <int Dim, int Dofs>
StepReport ThetaStep<Dim, Dofs>::step(State& state) {
  enter(Phase::detection);
  detect(state);
  enter(Phase::assembly);
  if (driven_) compute_force(state);
  find_contacts(state);
  set_contacts(state);
  if (repeats_) start_ = state;
  StepReport report = move(state, false);
  if (repeats_) repeat(state, report);
  if (report.status == StepStatus::breakdown) return report;
  if (rule_) rule_->finish(acceleration_);
  system_->remember(state.q);
  if (recorded() != nullptr) recorded()->take(problem_, impulses_, 1.0);
  ++state.step;
  return report;
}

template <int Dim, int Dofs>
Eigen::Map<const Eigen::VectorXd> ThetaStep<Dim, Dofs>::inverse_mass() const {
  return {problem_.inverse_mass.data(), static_cast<Eigen::Index>(problem_.inverse_mass.size())};
}

template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::compute_force(const State& state) {
  if (rule_) return begin_rule(state);
  const double t = static_cast<double>(state.step) * h_;
  // q may hold more than the places of bodies: the memory of forces.
  place_ = state.q;
  if (!settings_.force_at_ends) place_.head(state.v.size()) += before_ * state.v;
  system_->mean_force(t, t + h_, place_, state.v, at_start_);
  kick_ = h_ * at_start_.cwiseProduct(inverse_mass());
  gain_ = top_speed(kick_);
}

/// The step of the rule, with the acceleration at its start in place of that at its end.
template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::begin_rule(const State& state) {
  weights_ = rule_->begin(known_, shift_);
  compute_drive(state, at_start_);
  known_ += h_ * at_start_;
  kick_ = known_ + weights_.end * acceleration_;
  bent_ = shift_ + weights_.bend * acceleration_;
  gain_ = top_speed(kick_);
}

/// M^-1 of weights and of forces that have a potential.
template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::compute_acceleration(const State& state, Eigen::VectorXd& a) const {
  const double t = static_cast<double>(state.step) * h_;
  a = system_->weight();
  for (const auto& force : system_->actions().forces)
    if (!force->drives()) force->add_mean(t, t + h_, state.q, state.v, a);
  a.array() *= inverse_mass().array();
}

/// M^-1 of all others.
template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::compute_drive(const State& state, Eigen::VectorXd& a) {
  const double t = static_cast<double>(state.step) * h_;
  place_ = state.q;
  place_.head(state.v.size()) += before_ * state.v;
  a.setZero();
  for (const auto& force : system_->actions().forces)
    if (force->drives()) force->add_mean(t, t + h_, place_, state.v, a);
  a.array() *= inverse_mass().array();
  const UniformField& field = system_->actions().field;
  if (!field.acts()) return;
  const Vec<Dim> pull = field.mean(t, t + h_) * field.along.template head<Dim>();
  for (Eigen::Index at = 0; at < a.size(); at += dofs)
    a.segment<Dim>(at) += pull;
}

/// From one place ahead to the next a body goes no further than displacement_ times its speed.
/// Looking at where all bodies are costs as much as the rest of a step in which few of them meet; a
/// bound of their speeds does not.
template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::detect(const State& state) {
  // A projection or the bend of a rule moves bodies by more than their speeds do.
  const bool follows = !settings_.projects && !rule_ && !elsewhere_;
  if (follows && !neighbours_.outdated((1.0 + 1e-9) * displacement_ * speed_)) return;
  elsewhere_ = false;
  middle_ = state.q.head(state.v.size()) + ahead_ * state.v;
  neighbours_.update(middle_);
  speed_ = top_speed(state.v);
}

template <int Dim, int Dofs>
double ThetaStep<Dim, Dofs>::top_speed(const Eigen::VectorXd& v) {
  double square = 0.0;
  for (Eigen::Index at = 0; at < v.size(); at += dofs)
    raise(square, v.segment<Dim>(at).squaredNorm());
  return std::sqrt(square);
}

template <int Dim, int Dofs>
Vec<Dim> ThetaStep<Dim, Dofs>::place_ahead(const State& state, int body) const {
  return centre<Dim>(bodies_, state.q, body) + ahead_ * centre<Dim>(bodies_, state.v, body);
}

template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::find_contacts(const State& state) {
  closed_.find(
      bodies_, neighbours_, [&](int i) -> Vec<Dim> { return place_ahead(state, i); }, reach_);
}

template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::set_contacts(const State& state) {
  const std::vector<ClosedContact<Dim>>& contacts = closed_.contacts();
  problem_.resize(contacts.size());
  VelocityRows<Dim, Dofs> rows_of{*system_, bodies_, state.v, kick_, problem_};
  for_blocks(contacts.size(), blocks_for(contacts.size()),
             [&](int, std::size_t begin, std::size_t end) {
               for (std::size_t c = begin; c < end; ++c)
                 rows_of.write(c, contacts[c]);
             });
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    remember_middle(problem_.body_a[c], state);
    remember_middle(problem_.body_b[c], state);
  }
}

/// For land(), when the velocity that led there is overwritten.
template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::remember_middle(int body, const State& state) {
  if (body == ContactProblem::fixed) return;
  const Eigen::Index at = dofs * body;
  middle_.segment<dofs>(at) = state.q.segment<dofs>(at) + before_ * state.v.segment<dofs>(at);
  if (rule_) middle_.segment<dofs>(at) += bent_.segment<dofs>(at);
}

template <int Dim, int Dofs>
StepReport ThetaStep<Dim, Dofs>::solve(bool again) {
  impulses_.assign(problem_.size(), 0.0);
  if (settings_.warm_start || again) kept_.take(problem_, closed_.contacts(), impulses_);
  const SolveReport solved = solver_->solve(problem_, impulses_);
  if (settings_.warm_start || repeats_) kept_.keep(problem_, closed_.contacts(), impulses_);
  StepReport report;
  report.nonlinear_iterations = solved.iterations;
  report.own_residual = solved.own_residual;
  if (solved.status == SolveStatus::iteration_limit) {
    report.status = StepStatus::not_converged;
    report.reason = "the contact solver reached its limit of sweeps";
  } else if (solved.status == SolveStatus::breakdown) {
    report.status = StepStatus::breakdown;
    report.reason = "the contact solver broke down";
  }
  return report;
}

/// Impulses for the rows as they are, and with them the velocities and positions of the end.
template <int Dim, int Dofs>
StepReport ThetaStep<Dim, Dofs>::move(State& state, bool again) {
  enter(Phase::solve);
  const StepReport report = solve(again);
  if (report.status == StepStatus::breakdown) return report;
  enter(Phase::update);
  fly(state);
  if (rule_) state.q.head(bent_.size()) += bent_;
  apply_impulses(state.v);
  for (std::size_t c = 0; c < problem_.contacts(); ++c) {
    land(problem_.body_a[c], state);
    land(problem_.body_b[c], state);
  }
  return report;
}

/// All bodies as if nothing touched, in one pass: at most steps most of them touch nothing.
template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::fly(State& state) {
  const std::size_t n = bodies_.size();
  constexpr auto width = static_cast<std::size_t>(dofs);
  for_blocks(n, blocks_for(n), [&](int, std::size_t begin, std::size_t end) {
    const double before = before_, after = after_;  // here, so that no store can change them
    const double* kick = kick_.data();
    double* v = state.v.data();
    double* q = state.q.data();
    for (std::size_t k = width * begin; k < width * end; ++k) {
      const double middle = q[k] + before * v[k];
      const double next = v[k] + kick[k];
      v[k] = next;
      q[k] = middle + after * next;
    }
  });
  speed_ += gain_;
}

/// The second part of the displacement of a body with an impulse.
template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::land(int body, State& state) {
  if (body == ContactProblem::fixed) return;
  const Eigen::Index at = dofs * body;
  state.q.segment<dofs>(at) = middle_.segment<dofs>(at) + after_ * state.v.segment<dofs>(at);
  raise(speed_, centre<Dim>(bodies_, state.v, body).norm());
}

template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::apply_impulses(Eigen::VectorXd& v) const {
  constexpr auto width = static_cast<std::size_t>(dofs);
  for (std::size_t c = 0; c < problem_.contacts(); ++c) {
    const auto push = [&](int body, const std::vector<double>& jacobian) {
      if (body == ContactProblem::fixed) return;
      for (std::size_t row = 0; row < rows(); ++row) {
        for (std::size_t k = 0; k < width; ++k) {
          const std::size_t at = width * index(body) + k;
          v[static_cast<Eigen::Index>(at)] += problem_.inverse_mass[at] *
                                              jacobian[(c * rows() + row) * width + k] *
                                              impulses_[c * rows() + row];
        }
      }
    };
    push(problem_.body_a[c], problem_.jacobian_a);
    push(problem_.body_b[c], problem_.jacobian_b);
  }
}

/// Takes the force at the end into the kick; true where that changed it.
template <int Dim, int Dofs>
bool ThetaStep<Dim, Dofs>::renew_force(const State& state, Settling& settling) {
  if (rule_) {
    compute_acceleration(state, acceleration_);
    push_ = known_ + weights_.end * acceleration_;
    bent_ = shift_ + weights_.bend * acceleration_;
  } else {
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, at_end_);
    push_ = h_ * (settings_.theta * at_end_ + (1.0 - settings_.theta) * at_start_)
                     .cwiseProduct(inverse_mass());
  }
  const double moved = (push_ - kick_).cwiseAbs().maxCoeff();
  kick_ = push_;
  gain_ = top_speed(kick_);
  // A motion that has come to rest has places all the same.
  const double places = state.q.head(kick_.size()).cwiseAbs().maxCoeff() / h_;
  return !settling.settled(moved, state.v.cwiseAbs().maxCoeff() + kick_.cwiseAbs().maxCoeff(),
                           rounding_of_places * places);
}

/// Contacts that overlap at the end of the step and have not acted act in it: true where there are.
template <int Dim, int Dofs>
bool ThetaStep<Dim, Dofs>::add_violated(const State& state) {
  enter(Phase::detection);
  push_ = state.q.head(state.v.size());
  neighbours_.update(push_);
  ended_.find(
      bodies_, neighbours_, [&](int i) -> Vec<Dim> { return centre<Dim>(bodies_, state.q, i); },
      violated_);
  bool added = false;
  for (const ClosedContact<Dim>& end : ended_.contacts()) {
    const int i = end.key.body;
    const Vec<Dim> x = place_ahead(start_, i);
    const double r = bodies_.radius[index(i)];
    ClosedContact<Dim> contact{end.key, {}, 0.0};
    if (is_wall(end.key)) {
      const auto gap = obstacle_gap<Dim>(x, r, bodies_.obstacles[index(-1 - end.key.partner)]);
      contact.normal = -gap.normal;
    } else {
      const int j = end.key.partner;
      contact.normal = pair_gap<Dim>(x, r, place_ahead(start_, j), bodies_.radius[index(j)]).normal;
    }
    added = closed_.insert(contact) || added;
  }
  return added;
}

/// Repeats the step until force and contacts are those of its own end.
template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::repeat(State& state, StepReport& report) {
  constexpr int most = 100;
  Settling settling(rounding_of_forces);
  for (int k = 1; report.status != StepStatus::breakdown; ++k) {
    const bool varies = driven_ && settings_.force_at_ends && renew_force(state, settling);
    const bool added = settings_.projects && add_violated(state);  // at most all contacts
    if (!varies && !added) break;
    if (added) k = 0;
    if (k == most || !state.v.allFinite()) {
      report.status = StepStatus::not_converged;
      report.reason = force_at_end_unsettled;
      break;
    }
    state = start_;
    enter(Phase::assembly);
    set_contacts(state);
    const int iterations = report.nonlinear_iterations;
    report = move(state, true);
    report.nonlinear_iterations += iterations;
  }
  if (settings_.projects && report.status != StepStatus::breakdown) project(state, report);
}

/// To the nearest place, in the metric of the masses, where nothing overlaps.
template <int Dim, int Dofs>
void ThetaStep<Dim, Dofs>::project(State& state, StepReport& report) {
  if (ended_.contacts().empty()) return;
  push_.setZero();
  const StepReport projected = nearest_.find(state.q, push_);
  report.nonlinear_iterations += projected.nonlinear_iterations;
  if (projected.status != StepStatus::done) {
    report.status = projected.status;
    report.reason = projected.reason;
  }
  state.q.head(push_.size()) += h_ * push_;
}

template class ThetaStep<1, 1>;
template class ThetaStep<2, 2>;
template class ThetaStep<2, 3>;
template class ThetaStep<3, 3>;
template class ThetaStep<3, 6>;

}  // namespace impactbench
