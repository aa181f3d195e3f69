#include "schemes/time_dg/round_jumps.hpp"

#include "schemes/support/contacts/velocity_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench::time_dg {

template <int Dim, int Dofs>
RoundJumps<Dim, Dofs>::RoundJumps(const Params& params, const RoundSystem& system,
                                  const State& start, double h, ContactSolver& solver)
    : system_(&system),
      bodies_(round_bodies(system)),
      solver_(solver),
      h_(h),
      reach_(1e-12 * *std::min_element(bodies_.radius.begin(), bodies_.radius.end())),
      warm_start_(params.warm_start),
      driven_(!system.constant_force()),
      inverse_mass_(system.mass().cwiseInverse()),
      next_(start) {
  for (Eigen::VectorXd* x : {&kick_, &place_, &ahead_, &none_, &from_})
    x->setZero(system.dofs());
  found_.reserve(bodies_.size());
  for (Stage* stage : {&start_, &end_, &impacts_})
    prepare(*stage);
  system.mean_force(0.0, h, start.q, start.v, kick_);
  kick_ = h_ * kick_.cwiseProduct(inverse_mass_);
  prepare_neighbours<Dim, Dofs>(neighbours_, system, start.q);
  solver.prepare(ClosedContacts<Dim>::per_body * bodies_.size(), bodies_.size(),
                 start_.problem.rows);
  find(start.q);
  start_.contacts = found_.contacts();
}

template <int Dim, int Dofs>
void RoundJumps<Dim, Dofs>::prepare(Stage& stage) {
  const std::size_t n = bodies_.size(), contacts = ClosedContacts<Dim>::per_body * n;
  ContactProblem& problem = stage.problem;
  problem.rows = bodies_.law.friction > 0.0 ? Dim : 1;
  if (Dofs > Dim &&
      (bodies_.law.rolling_friction > 0.0 || (Dim == 3 && bodies_.law.twisting_friction > 0.0)))
    problem.rows = 5;
  problem.dofs = Dofs;
  problem.reserve(contacts, n);
  problem.resize(0);
  problem.inverse_mass.assign(inverse_mass_.begin(), inverse_mass_.end());
  stage.contacts.reserve(contacts);
  stage.impulses.reserve(contacts * static_cast<std::size_t>(problem.rows));
  stage.kept.reserve(contacts);
}

template <int Dim, int Dofs>
StepReport RoundJumps<Dim, Dofs>::step(State& state) {
  const double t = static_cast<double>(state.step) * h_;
  if (recorded() != nullptr) recorded()->clear(start_.problem.rows, Dofs);
  const auto compute_kick = [&](const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    if (!driven_) return;
    system_->mean_force(t, t + h_, q, v, kick_);
    kick_ = h_ * kick_.cwiseProduct(inverse_mass_);
  };
  StepReport report;
  enter(Phase::assembly);
  from_ = state.v;
  if (approaches(start_.contacts, from_)) hit_at_start(state.q, report);
  compute_kick(state.q, from_);
  set_start(state.q);
  solve(start_, true, report);
  ahead_ = from_ + kick_;
  apply(start_, ahead_);
  record(start_, 0.5);

  enter(Phase::assembly);
  next_.q = state.q;
  next_.q.head(ahead_.size()) += 0.5 * h_ * (from_ + ahead_);
  next_.v = 0.5 * (from_ + ahead_);
  compute_kick(next_.q, ahead_);
  next_.v += 0.5 * kick_;
  end_.contacts = start_.contacts;
  set_end(end_, next_.v, false);
  solve(end_, true, report);
  apply(end_, next_.v);
  record(end_, 1.0);

  enter(Phase::detection);
  set_impacts(next_.v);
  if (!approaches(impacts_.contacts, next_.v)) {
    impacts_.contacts.clear();
    impacts_.problem.resize(0);
  }
  solve(impacts_, false, report);
  apply(impacts_, next_.v);
  record(impacts_, 1.0);
  jumps_ = false;
  for (std::size_t c = 0; c < impacts_.contacts.size(); ++c)
    jumps_ = jumps_ || impacts_.impulses[c * static_cast<std::size_t>(impacts_.problem.rows)] > 0.0;

  enter(Phase::update);
  if (report.status == StepStatus::breakdown) return report;
  system_->remember(next_.q);
  next_.step = state.step + 1;
  state = next_;
  return report;
}

/// The contacts that are closed at q.
template <int Dim, int Dofs>
void RoundJumps<Dim, Dofs>::find(const Eigen::VectorXd& q) {
  place_ = q.head(place_.size());
  neighbours_.update(place_);
  found_.find(
      bodies_, neighbours_, [&](int i) -> Vec<Dim> { return centre<Dim>(bodies_, q, i); }, reach_);
}

/// In the form of ClosedContact.
template <int Dim, int Dofs>
Vec<Dim> RoundJumps<Dim, Dofs>::normal(const ContactKey& key, const Eigen::VectorXd& q) const {
  const Vec<Dim> x = centre<Dim>(bodies_, q, key.body);
  if (is_wall(key)) {
    const auto& obstacle = bodies_.obstacles[static_cast<std::size_t>(-1 - key.partner)];
    return -obstacle_gap<Dim>(x, radius(key.body), obstacle).normal;
  }
  return (centre<Dim>(bodies_, q, key.partner) - x).normalized();
}

/// The velocity of the first body against the second at a contact of that normal.
template <int Dim, int Dofs>
Vec<Dim> RoundJumps<Dim, Dofs>::contact_velocity(const ContactKey& key, const Vec<Dim>& n,
                                                 const Eigen::VectorXd& v) const {
  Vec<Dim> u = centre<Dim, Dofs>(v, key.body);
  if (!is_wall(key)) u -= centre<Dim, Dofs>(v, key.partner);
  if (is_wall(key) && system_->surfaces_move())
    u -= surface_velocity<Dim>(bodies_.obstacles[static_cast<std::size_t>(-1 - key.partner)], n);
  if constexpr (Dofs > Dim) {
    const auto spin = [&](int i) { return radius(i) * v.segment<Dofs - Dim>(Dofs * i + Dim); };
    Vec<Dofs - Dim> w = spin(key.body);
    if (!is_wall(key)) w += spin(key.partner);
    if constexpr (Dim == 2) u += w[0] * rot90(n);
    if constexpr (Dim == 3) u += w.cross(n);
  }
  return u;
}

/// A row of a problem times v.
template <int Dim, int Dofs>
double RoundJumps<Dim, Dofs>::rate(const Stage& stage, std::size_t c, std::size_t row,
                                   const Eigen::VectorXd& v) const {
  const ContactProblem& p = stage.problem;
  using Row = Eigen::Map<const Vec<Dofs>>;
  const std::size_t at = (c * static_cast<std::size_t>(p.rows) + row) * Dofs;
  double sum = Row(p.jacobian_a.data() + at).dot(v.template segment<Dofs>(Dofs * p.body_a[c]));
  if (p.body_b[c] != ContactProblem::fixed)
    sum += Row(p.jacobian_b.data() + at).dot(v.template segment<Dofs>(Dofs * p.body_b[c]));
  return sum;
}

/// Whether one of these contacts is approached by more than the round-off of the lines before.
template <int Dim, int Dofs>
bool RoundJumps<Dim, Dofs>::approaches(const Contacts& contacts, const Eigen::VectorXd& v) const {
  constexpr double rounding = 1e-9;
  for (const ClosedContact<Dim>& contact : contacts) {
    const ContactKey& key = contact.key;
    Vec<Dim> u = centre<Dim, Dofs>(v, key.body);
    double size = u.norm();
    if (!is_wall(key)) {
      const Vec<Dim> other = centre<Dim, Dofs>(v, key.partner);
      size += other.norm();
      u -= other;
    }
    if (contact.normal.dot(u) > rounding * size) return true;
  }
  return false;
}

/// Line 0: the impulses at q^n, and the velocity from which the step starts.
template <int Dim, int Dofs>
void RoundJumps<Dim, Dofs>::hit_at_start(const Eigen::VectorXd& q, StepReport& report) {
  next_.q = q;
  impacts_.contacts = start_.contacts;
  set_end(impacts_, from_, true);
  solve(impacts_, false, report);
  apply(impacts_, from_);
  record(impacts_, 1.0);
  enter(Phase::assembly);
}

/// Line 1: rows at q^n, the change of velocities by f and by the turn of the normal in b.
template <int Dim, int Dofs>
void RoundJumps<Dim, Dofs>::set_start(const Eigen::VectorXd& q) {
  ContactProblem& problem = start_.problem;
  const auto rows = static_cast<std::size_t>(problem.rows);
  problem.resize(start_.contacts.size());
  if (start_.contacts.empty()) return;
  place_ = q.head(from_.size()) + h_ * from_;
  const VelocityRows<Dim, Dofs> rows_of{*system_, bodies_, none_, from_, problem, false};
  for (std::size_t c = 0; c < start_.contacts.size(); ++c) {
    const ClosedContact<Dim>& contact = start_.contacts[c];
    rows_of.write(c, contact);
    double* b = problem.b.data() + c * rows;
    std::array<double, 5> slip{};
    std::copy_n(b, rows, slip.begin());
    double most = 0.0;
    for (std::size_t row = 0; row < rows; ++row) {
      const double gained = rate(start_, c, row, kick_);
      b[row] += gained;
      if (row < Dim) most = std::max(most, std::abs(gained));
    }
    const Vec<Dim> n = normal(contact.key, place_);
    const Vec<Dim> u = contact_velocity(contact.key, n, from_);
    const Vec<Dim> turned = u - n.dot(u) * n;
    const ContactRows<Dim> e = contact_rows(contact.normal);
    const double closing = -n.dot(u) - slip[0];
    b[0] += closing;
    const double change = most + std::abs(closing);
    for (std::size_t row = 1; row < std::min<std::size_t>(rows, Dim); ++row)
      b[row] += e.along[row].dot(turned) - slip[row];
    if (rows > 1) set_slip(b + 1, slip.data() + 1, Dim - 1, change, 1.0);
    if (rows == 5) set_slip(b + 3, slip.data() + 3, 2, change, radius(contact.key.body));
  }
}

/// Slip that is faster than its change in a step keeps its direction through line 1: b is then
/// along it, and longer by a thousand times that change. Where forces change no slip (two bodies
/// that fall together) b is the slip itself, and line 1 may end it.
template <int Dim, int Dofs>
void RoundJumps<Dim, Dofs>::set_slip(double* b, const double* slip, std::size_t rows, double change,
                                     double arm) const {
  constexpr double longer = 1e3;
  double speed = 0.0;
  for (std::size_t k = 0; k < rows; ++k)
    speed += slip[k] * slip[k];
  speed = std::sqrt(speed);
  if (!(arm * speed > change)) return;
  for (std::size_t k = 0; k < rows; ++k)
    b[k] = slip[k] * (1.0 + longer * change / (arm * speed));
}

/// Rows at q^{n+1} for velocities v.
template <int Dim, int Dofs>
void RoundJumps<Dim, Dofs>::set_end(Stage& stage, const Eigen::VectorXd& v, bool rebounds) {
  stage.problem.resize(stage.contacts.size());
  const VelocityRows<Dim, Dofs> rows_of{*system_, bodies_, v, none_, stage.problem, rebounds};
  for (std::size_t c = 0; c < stage.contacts.size(); ++c) {
    stage.contacts[c].normal = normal(stage.contacts[c].key, next_.q);
    rows_of.write(c, stage.contacts[c]);
  }
}

/// Line 3: the contacts of the step and those that are closed at its end.
template <int Dim, int Dofs>
void RoundJumps<Dim, Dofs>::set_impacts(const Eigen::VectorXd& v) {
  find(next_.q);
  start_.contacts = found_.contacts();  // of the next step
  for (const ClosedContact<Dim>& contact : end_.contacts)
    (void)found_.insert(contact);
  impacts_.contacts = found_.contacts();
  enter(Phase::assembly);
  set_end(impacts_, v, true);
}

template <int Dim, int Dofs>
void RoundJumps<Dim, Dofs>::solve(Stage& stage, bool keeps, StepReport& report) {
  enter(Phase::solve);
  stage.impulses.assign(stage.problem.size(), 0.0);
  const bool warm = keeps && warm_start_;
  if (warm) stage.kept.take(stage.problem, stage.contacts, stage.impulses);
  const SolveReport solved = solver_.solve(stage.problem, stage.impulses);
  if (warm) stage.kept.keep(stage.problem, stage.contacts, stage.impulses);
  report.nonlinear_iterations += solved.iterations;
  report.own_residual = std::max(report.own_residual, solved.own_residual);
  if (solved.status == SolveStatus::iteration_limit && report.status == StepStatus::done) {
    report.status = StepStatus::not_converged;
    report.reason = "the contact solver reached its limit of sweeps";
  } else if (solved.status == SolveStatus::breakdown) {
    report.status = StepStatus::breakdown;
    report.reason = "the contact solver broke down";
  }
}

/// v += M^-1 H p.
template <int Dim, int Dofs>
void RoundJumps<Dim, Dofs>::apply(const Stage& stage, Eigen::VectorXd& v) const {
  const ContactProblem& problem = stage.problem;
  using Row = Eigen::Map<const Vec<Dofs>>;
  const auto rows = static_cast<std::size_t>(problem.rows);
  const auto push = [&](int body, const double* row, double impulse) {
    if (body == ContactProblem::fixed) return;
    v.template segment<Dofs>(Dofs * body) +=
        impulse * inverse_mass_.template segment<Dofs>(Dofs * body).cwiseProduct(Row(row));
  };
  for (std::size_t k = 0; k < stage.impulses.size(); ++k) {
    push(problem.body_a[k / rows], problem.jacobian_a.data() + Dofs * k, stage.impulses[k]);
    push(problem.body_b[k / rows], problem.jacobian_b.data() + Dofs * k, stage.impulses[k]);
  }
}

/// Adds the impulses of a problem to the record.
template <int Dim, int Dofs>
void RoundJumps<Dim, Dofs>::record(const Stage& stage, double share) {
  if (recorded() == nullptr) return;
  ContactImpulses& out = *recorded();
  const ContactProblem& p = stage.problem;
  out.body_a.insert(out.body_a.end(), p.body_a.begin(), p.body_a.end());
  out.body_b.insert(out.body_b.end(), p.body_b.begin(), p.body_b.end());
  out.jacobian_a.insert(out.jacobian_a.end(), p.jacobian_a.begin(), p.jacobian_a.end());
  out.jacobian_b.insert(out.jacobian_b.end(), p.jacobian_b.begin(), p.jacobian_b.end());
  for (const double impulse : stage.impulses)
    out.impulse.push_back(share * impulse);
}

template class RoundJumps<1, 1>;
template class RoundJumps<2, 2>;
template class RoundJumps<2, 3>;
template class RoundJumps<3, 3>;
template class RoundJumps<3, 6>;

}  // namespace impactbench::time_dg
