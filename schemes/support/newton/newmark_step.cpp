#include "schemes/support/newton/newmark_step.hpp"

#include "schemes/support/contacts/record_contact.hpp"

#include <cmath>

namespace impactbench {
namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

template <int Dim, int Dofs>
NewmarkStep<Dim, Dofs>::NewmarkStep(const NewtonSettings& settings, const RoundSystem& system,
                                    const State& start, double h, bool looks_back,
                                    LinearSolver& solver) {
  system_ = &system;
  settings_ = settings;
  h_ = h;
  coulomb_.c_tau = settings.c_tau;
  rows_.prepare(system);
  searches_ = rows_.act() && settings_.slip_newton == "exact";
  per_dq_ = (looks_back ? 1.0 : 2.0) / h;
  const Eigen::Index dofs = system.dofs();
  for (Eigen::VectorXd* work : {&q_, &v_, &residual_, &dq_, &previous_}) {
    work->setZero(dofs);
  }
  flight_ = 0.5 * h * h * system.mass().cwiseInverse();
  mass_per_step_ = system.mass() / h;
  external_ = &system_->weight();
  if (!system_->constant_force()) {
    mean_force_ = system_->weight();
    external_ = &mean_force_;
  }
  fall_ = flight_.cwiseProduct(*external_);
  keeps_corrections_ = searches_ || settings_.newton_stop == "two_cycle";
  near_.prepare(*system_, start.q, looks_back);
  const std::size_t n = system_->bodies().size();
  const std::size_t contacts = ClosedContacts<Dim>::per_body * n;
  contacts_.clear();
  contacts_.reserve(contacts, rows_.kinds().size());
  if (searches_) last_.reserve(contacts, rows_.kinds().size());
  involved_.reserve(n);
  involved_in_.assign(n, -1);
  linear_.prepare(*system_, h, rows_.act(), solver);
}

template <int Dim, int Dofs>
StepReport NewmarkStep<Dim, Dofs>::step(State& state) {
  StepReport report;
  if (external_ == &mean_force_) compute_mean_force(state);
  start_from(state);
  involved_.clear();
  bool converged = false, cycles = false;
  for (int k = 1; k <= settings_.newton_limit && !converged && !cycles; ++k) {
    report.nonlinear_iterations = k;
    enter(Phase::detection);
    if (k == 1) {
      near_.start(state.q, q_);
    } else {
      near_.follow(report.own_residual, state.q, q_);
    }
    enter(Phase::assembly);
    collect(state, k, 1.0);
    if (searches_) search(state, k);
    linearise();
    if (!contacts_.normal.empty()) linear_.assemble(contacts_);
    enter(Phase::solve);
    fly(k);
    if (!contacts_.normal.empty() && !linear_.solve(residual_, dq_, report)) return report;
    enter(Phase::update);
    report.own_residual = move(k);
    if (!std::isfinite(report.own_residual)) {
      report.status = StepStatus::breakdown;
      report.reason = "the Newton correction is not a number";
      return report;
    }
    converged = k > 1 && small_enough(settings_, report.own_residual, last_change_);
    cycles = k > 1 && !converged && reverses_last_step();
    last_change_ = report.own_residual;
    if (searches_) complete_friction_changes();
    previous_.swap(dq_);
  }
  if (!converged) {
    report.status = StepStatus::not_converged;
    report.two_cycle = cycles;
    report.reason = newton_failed(cycles);
  }
  accept(state);
  ++state.step;
  if (recorded() != nullptr) record(*recorded());
  return report;
}

// The compiler inlines all that this calls for each contact.
template <int Dim, int Dofs>
[[gnu::flatten]] void NewmarkStep<Dim, Dofs>::collect(const State& state, int k, double share) {
  if (searches_ && share == 1.0) last_.swap(contacts_);
  contacts_.clear();
  add_contacts(state, k, share);
  start_residual(state, k);
  if (!rows_.act()) {
    for (const Contact& c : contacts_.normal)
      add_normal_force<Dofs>(c, c.force, residual_);
  }
  for_each_friction([&](const Contact& c, const Friction& g) {
    add_force<Dofs>(c, g, g.kind == FrictionKind::slide ? c.force : 0.0, g.force, residual_);
  });
}

template <int Dim, int Dofs>
void NewmarkStep<Dim, Dofs>::start_from(const State& state) {
  const double *q = state.q.data(), *v = state.v.data();
  double *q_end = q_.data(), *v_end = v_.data();
  for (Eigen::Index k = 0, n = state.v.size(); k < n; ++k) {
    q_end[k] = q[k] + h_ * v[k];
    v_end[k] = v[k];
  }
}

template <int Dim, int Dofs>
void NewmarkStep<Dim, Dofs>::accept(State& state) {
  if (state.q.size() == q_.size()) {
    state.q.swap(q_);
  } else {
    state.q.head(q_.size()) = q_;
    system_->remember(state.q);
  }
  state.v.swap(v_);
}

template <int Dim, int Dofs>
void NewmarkStep<Dim, Dofs>::record(ContactImpulses& out) const {
  const Eigen::VectorXd& dq = previous_;
  out.clear(rows_.act() ? Dim : 1, Dofs);
  const auto force_of = [&](const Contact& c, const Friction& g) {
    Slip<Dim> f = g.force + g.change;
    if (!searches_) {
      f += g.coupling * along_normal<Dofs>(c, dq) -
           g.stick * along_tangents<Dofs>(c, g, [&](Eigen::Index i) { return dq[i]; });
    }
    return f;
  };
  for (std::size_t k = 0; k < contacts_.normal.size(); ++k) {
    const Contact& c = contacts_.normal[k];
    const auto kinds = contacts_.friction_of(k);
    const Friction g = kinds.empty() ? Friction{} : kinds.front();
    const double lam = c.force - c.stiffness * along_normal<Dofs>(c, dq);
    record_contact<Dim, Dofs>(c.key, c.normal, g.lever_i, g.lever_j, h_ * lam, h_ * force_of(c, g),
                              out);
    if (kinds.size() < 2) continue;
    Slide<Dim> torque = Slide<Dim>::Zero();
    for (const Friction& turns : kinds.subspan(1))
      torque += torque_on_first(c, turns, force_of(c, turns));
    torque *= h_;
    out.resistance.insert(out.resistance.end(), torque.begin(), torque.end());
  }
}

template <int Dim, int Dofs>
void NewmarkStep<Dim, Dofs>::compute_mean_force(const State& state) {
  const double t = static_cast<double>(state.step) * h_;
  place_ = state.q;
  place_.head(state.v.size()) += (0.5 * h_) * state.v;
  system_->mean_force(t, t + h_, place_, state.v, mean_force_);
  fall_ = flight_.cwiseProduct(mean_force_);
}

template <int Dim, int Dofs>
bool NewmarkStep<Dim, Dofs>::reverses_last_step() const {
  return settings_.newton_stop == "two_cycle" &&
         (dq_ + previous_).norm() < settings_.newton_tolerance;
}

template <int Dim, int Dofs>
inline void NewmarkStep<Dim, Dofs>::start_residual(const State& state, int k) {
  for (const Contact& c : contacts_.normal) {
    involve(c.key.body, state.step);
    if (!is_wall(c.key)) involve(c.key.partner, state.step);
  }
  const Eigen::VectorXd& weight = *external_;
  if (k == 1) {  // v = v^n
    for (const Eigen::Index at : involved_)
      residual_.segment<Dofs>(at) = weight.segment<Dofs>(at);
    return;
  }
  for (const Eigen::Index at : involved_) {
    residual_.segment<Dofs>(at) = mass_per_step_.segment<Dofs>(at).cwiseProduct(
                                      state.v.segment<Dofs>(at) - v_.segment<Dofs>(at)) +
                                  weight.segment<Dofs>(at);
  }
}

template <int Dim, int Dofs>
inline void NewmarkStep<Dim, Dofs>::involve(int body, std::int64_t step) {
  if (involved_in_[index(body)] == step) return;
  involved_in_[index(body)] = step;
  involved_.push_back(Dofs * static_cast<Eigen::Index>(body));
}

template <int Dim, int Dofs>
inline void NewmarkStep<Dim, Dofs>::fly(int k) {
  if (k == 1) {
    dq_ = fall_;
  } else if (keeps_corrections_) {
    dq_.setZero();
  }
  for (const Eigen::Index at : involved_)
    dq_.segment<Dofs>(at) = flight_.segment<Dofs>(at).cwiseProduct(residual_.segment<Dofs>(at));
}

template <int Dim, int Dofs>
inline double NewmarkStep<Dim, Dofs>::move(int k) {
  if (k == 1) return move_all();
  double sum = 0.0;
  for (const Eigen::Index at : involved_) {
    const Vec<Dofs> d = dq_.segment<Dofs>(at);
    q_.segment<Dofs>(at) += d;
    v_.segment<Dofs>(at) += (2.0 / h_) * d;
    sum += d.squaredNorm();
  }
  return std::sqrt(sum);
}

template <int Dim, int Dofs>
inline double NewmarkStep<Dim, Dofs>::move_all() {
  const double per_length = 2.0 / h_;
  using Entries = Eigen::Array<double, Dofs, 1>;
  Entries squares = Entries::Zero();
  for (Eigen::Index at = 0; at < dq_.size(); at += Dofs) {
    const Entries d = dq_.segment<Dofs>(at);
    q_.segment<Dofs>(at).array() += d;
    v_.segment<Dofs>(at).array() += per_length * d;
    squares += d * d;
  }
  return std::sqrt(squares.sum());
}

template <int Dim, int Dofs>
inline double NewmarkStep<Dim, Dofs>::mobility(const Friction& g) const {
  return per_dq_ * 0.5 * h_ * h_ * g.inverse_mass;
}

template <int Dim, int Dofs>
inline double NewmarkStep<Dim, Dofs>::merit() const {
  const double metres = 0.5 * h_ * h_;
  double sum = 0.0;
  for (const Eigen::Index at : involved_)
    sum += flight_.segment<Dofs>(at).cwiseProduct(residual_.segment<Dofs>(at)).squaredNorm();
  for (const Friction& g : contacts_.friction) {
    const double per_force = metres * g.inverse_mass;
    sum += (per_force * slip_defect(coulomb_, g, mobility(g))).squaredNorm();
  }
  return std::sqrt(sum);
}

template <int Dim, int Dofs>
inline void NewmarkStep<Dim, Dofs>::search(const State& state, int k) {
  constexpr double shortest = 1.0 / 1024.0;
  double now = merit();
  for (double share = 1.0; k > 1 && share > shortest && now > 0.01 * settings_.newton_tolerance &&
                           !(now < (1.0 - 1e-4 * share) * last_merit_);) {
    share *= 0.5;
    // A body that touches nothing has got there with its first correction, and keeps it.
    for (const Eigen::Index at : involved_) {
      q_.segment<Dofs>(at) -= share * previous_.segment<Dofs>(at);
      v_.segment<Dofs>(at) -= (2.0 / h_ * share) * previous_.segment<Dofs>(at);
    }
    near_.follow(share * previous_.norm(), state.q, q_);
    collect(state, k, share);
    now = merit();
  }
  last_merit_ = now;
}

template <int Dim, int Dofs>
inline void NewmarkStep<Dim, Dofs>::linearise() {
  for_each_friction([&](const Contact& c, Friction& g) {
    const Slip<Dim> f = searches_ ? linearise_exactly(coulomb_, per_dq_, mobility(g), g)
                                  : linearise_as_thesis(coulomb_, per_dq_, g);
    g.change = f - g.force;
    add_force<Dofs>(c, g, 0.0, g.change, residual_);
  });
}

template <int Dim, int Dofs>
inline void NewmarkStep<Dim, Dofs>::complete_friction_changes() {
  for_each_friction([&](const Contact& c, Friction& g) {
    const Slip<Dim> along_t = along_tangents<Dofs>(c, g, [&](Eigen::Index k) { return dq_[k]; });
    g.change += g.coupling * along_normal<Dofs>(c, dq_) - g.stick * along_t;
  });
}

template class NewmarkStep<1, 1>;
template class NewmarkStep<2, 2>;
template class NewmarkStep<2, 3>;
template class NewmarkStep<3, 3>;
template class NewmarkStep<3, 6>;

}  // namespace impactbench
