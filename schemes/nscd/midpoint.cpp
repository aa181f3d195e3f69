#include "schemes/nscd/midpoint.hpp"

#include "problems/model/parallel.hpp"
#include "schemes/support/contact_rows.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::nscd {
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
Midpoint<Dim, Dofs>::Midpoint(const Params& params, const RoundSystem& system, const State& start,
                              double h, ContactSolver& solver) {
  system_ = &system;
  bodies_ = round_bodies(system);
  params_ = params;
  solver_ = &solver;
  h_ = h;
  const std::size_t n = bodies_.size();
  constexpr double touching = 1e-12;  // of a radius
  reach_ = params.contacts == "touching"
               ? touching * *std::min_element(bodies_.radius.begin(), bodies_.radius.end())
               : 0.0;
  const std::size_t contacts = ClosedContacts<Dim>::per_body * n;
  problem_.rows = bodies_.law.friction > 0.0 ? Dim : 1;
  problem_.dofs = dofs;
  closed_.reserve(n);
  problem_.reserve(contacts, n);
  problem_.resize(0);
  problem_.inverse_mass.resize(static_cast<std::size_t>(dofs) * n);
  Eigen::Map<Eigen::VectorXd>(problem_.inverse_mass.data(), system.dofs()) =
      system.mass().cwiseInverse();
  impulses_.clear();
  impulses_.reserve(contacts * rows());
  kept_.clear();
  kept_.reserve(contacts);
  middle_.setZero(system.dofs());
  kick_ = middle_;
  take_mean_force(start);
  speed_ = top_speed(start.v);
  driven_ = !system.constant_force();
  prepare_neighbours<Dim, Dofs>(neighbours_, *system_, start.q);
  solver.prepare(contacts, n, problem_.rows);
}

template <int Dim, int Dofs>
StepReport Midpoint<Dim, Dofs>::step(State& state) {
  enter(Phase::detection);
  detect(state);
  enter(Phase::assembly);
  if (driven_) take_mean_force(state);
  collect_contacts(state);
  enter(Phase::solve);
  const StepReport report = solve();
  if (report.status == StepStatus::breakdown) return report;
  enter(Phase::update);
  fly(state);
  apply_impulses(state.v);
  for (std::size_t c = 0; c < problem_.contacts(); ++c) {
    land(problem_.body_a[c], state);
    land(problem_.body_b[c], state);
  }
  system_->remember(state.q);
  if (told() != nullptr) told()->take(problem_, impulses_, 1.0);
  ++state.step;
  return report;
}

template <int Dim, int Dofs>
Eigen::Map<const Eigen::VectorXd> Midpoint<Dim, Dofs>::inverse_mass() const {
  return {problem_.inverse_mass.data(), static_cast<Eigen::Index>(problem_.inverse_mass.size())};
}

template <int Dim, int Dofs>
void Midpoint<Dim, Dofs>::take_mean_force(const State& state) {
  const double t = static_cast<double>(state.step) * h_;
  // q may hold more than the places of bodies: what forces remember.
  place_ = state.q;
  place_.head(state.v.size()) += (0.5 * h_) * state.v;
  system_->mean_force(t, t + h_, place_, state.v, kick_);
  kick_ = h_ * kick_.cwiseProduct(inverse_mass());
  gain_ = top_speed(kick_);
}

/// From one middle of a step to the next a body goes h v. Looking at where all bodies are costs as
/// much as the rest of a step in which few of them meet; a bound of their speeds does not.
template <int Dim, int Dofs>
void Midpoint<Dim, Dofs>::detect(const State& state) {
  if (!neighbours_.outdated((1.0 + 1e-9) * h_ * speed_)) return;
  middle_ = state.q.head(state.v.size()) + (0.5 * h_) * state.v;
  neighbours_.update(middle_);
  speed_ = top_speed(state.v);
}

template <int Dim, int Dofs>
double Midpoint<Dim, Dofs>::top_speed(const Eigen::VectorXd& v) {
  double square = 0.0;
  for (Eigen::Index at = 0; at < v.size(); at += dofs)
    raise(square, v.segment<Dim>(at).squaredNorm());
  return std::sqrt(square);
}

template <int Dim, int Dofs>
void Midpoint<Dim, Dofs>::collect_contacts(const State& state) {
  closed_.find(
      bodies_, neighbours_,
      [&](int i) -> Vec<Dim> {
        return centre<Dim>(bodies_, state.q, i) + (0.5 * h_) * centre<Dim>(bodies_, state.v, i);
      },
      reach_);
  const std::vector<ClosedContact<Dim>>& contacts = closed_.contacts();
  problem_.resize(contacts.size());
  for_blocks(contacts.size(), blocks_for(contacts.size()),
             [&](int, std::size_t begin, std::size_t end) {
               for (std::size_t c = begin; c < end; ++c)
                 set_contact(c, contacts[c], state);
             });
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    remember_middle(problem_.body_a[c], state);
    remember_middle(problem_.body_b[c], state);
  }
}

/// Rows of contact_rows.hpp, and b = u(v^n + h M^-1 F) + e u(v^n).
template <int Dim, int Dofs>
void Midpoint<Dim, Dofs>::set_contact(std::size_t c, const ClosedContact<Dim>& contact,
                                      const State& state) {
  const int i = contact.key.body;
  const int j = is_wall(contact.key) ? ContactProblem::fixed : contact.key.partner;
  problem_.body_a[c] = i;
  problem_.body_b[c] = j;
  problem_.friction[c] = bodies_.law.friction;
  const ContactRows<Dim> e = contact_rows(contact.normal);
  for (std::size_t row = 0; row < rows(); ++row) {
    const std::size_t at = (c * rows() + row) * static_cast<std::size_t>(dofs);
    Eigen::Map<Vec<dofs>> a(problem_.jacobian_a.data() + at);
    Eigen::Map<Vec<dofs>> b(problem_.jacobian_b.data() + at);
    a.template head<Dim>() = e.along[row];
    b.setZero();
    if (j != ContactProblem::fixed) b.template head<Dim>() = -e.along[row];
    if constexpr (Dofs > Dim) {
      a.template tail<Dofs - Dim>() = bodies_.radius[index(i)] * e.turn[row];
      if (j != ContactProblem::fixed)
        b.template tail<Dofs - Dim>() = bodies_.radius[index(j)] * e.turn[row];
    }
    const double restitution =
        row == 0 ? bodies_.law.restitution : bodies_.law.tangential_restitution;
    problem_.b[c * rows() + row] =
        along(a.data(), i, state.v, restitution) + along(b.data(), j, state.v, restitution);
  }
}

/// For land(), when the velocity of the way there is overwritten.
template <int Dim, int Dofs>
void Midpoint<Dim, Dofs>::remember_middle(int body, const State& state) {
  if (body == ContactProblem::fixed) return;
  const Eigen::Index at = dofs * body;
  middle_.segment<dofs>(at) = state.q.segment<dofs>(at) + (0.5 * h_) * state.v.segment<dofs>(at);
}

template <int Dim, int Dofs>
double Midpoint<Dim, Dofs>::along(const double* row, int body, const Eigen::VectorXd& v,
                                  double restitution) const {
  if (body == ContactProblem::fixed) return 0.0;
  double sum = 0.0;
  for (Eigen::Index k = 0; k < dofs; ++k) {
    const Eigen::Index at = dofs * body + k;
    sum += row[k] * (v[at] + kick_[at] + restitution * v[at]);
  }
  return sum;
}

template <int Dim, int Dofs>
Eigen::Map<const Vec<Dim>> Midpoint<Dim, Dofs>::direction(std::size_t contact,
                                                          std::size_t row) const {
  return Eigen::Map<const Vec<Dim>>(problem_.jacobian_a.data() +
                                    (contact * rows() + row) * static_cast<std::size_t>(dofs));
}

template <int Dim, int Dofs>
StepReport Midpoint<Dim, Dofs>::solve() {
  impulses_.assign(problem_.size(), 0.0);
  if (params_.warm_start) take_kept_impulses();
  const SolveReport solved = solver_->solve(problem_, impulses_);
  if (params_.warm_start) keep_impulses();
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

template <int Dim, int Dofs>
void Midpoint<Dim, Dofs>::take_kept_impulses() {
  std::size_t old = 0;
  const auto& contacts = closed_.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (!advance_to(kept_, old, contacts[c].key, [](const Kept& k) { return k.key; })) continue;
    impulses_[c * rows()] = kept_[old].normal;
    for (std::size_t k = 1; k < rows(); ++k) {
      if constexpr (Dim == 3) {
        impulses_[c * rows() + k] = direction(c, k).dot(kept_[old].friction);
      } else {
        impulses_[c * rows() + k] = kept_[old].friction[0];
      }
    }
  }
}

template <int Dim, int Dofs>
void Midpoint<Dim, Dofs>::keep_impulses() {
  kept_.clear();
  for (std::size_t c = 0; c < problem_.contacts(); ++c) {
    Kept kept{closed_.contacts()[c].key, impulses_[c * rows()], {}};
    kept.friction.setZero();
    for (std::size_t k = 1; k < rows(); ++k) {
      if constexpr (Dim == 3) {
        kept.friction += impulses_[c * rows() + k] * direction(c, k);
      } else {
        kept.friction[0] = impulses_[c * rows() + k];
      }
    }
    kept_.push_back(kept);
  }
}

/// All bodies as if nothing touched, in one pass: at most steps most of them touch nothing.
template <int Dim, int Dofs>
void Midpoint<Dim, Dofs>::fly(State& state) {
  const double half = 0.5 * h_;
  const double* kick = kick_.data();
  double* v = state.v.data();
  double* q = state.q.data();
  const std::size_t n = bodies_.size();
  constexpr auto width = static_cast<std::size_t>(dofs);
  for_blocks(n, blocks_for(n), [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t k = width * begin; k < width * end; ++k) {
      const double middle = q[k] + half * v[k];
      const double next = v[k] + kick[k];
      v[k] = next;
      q[k] = middle + half * next;
    }
  });
  speed_ += gain_;
}

/// The second half of the way of a body that an impulse has pushed.
template <int Dim, int Dofs>
void Midpoint<Dim, Dofs>::land(int body, State& state) {
  if (body == ContactProblem::fixed) return;
  const Eigen::Index at = dofs * body;
  state.q.segment<dofs>(at) = middle_.segment<dofs>(at) + (0.5 * h_) * state.v.segment<dofs>(at);
  raise(speed_, centre<Dim>(bodies_, state.v, body).norm());
}

template <int Dim, int Dofs>
void Midpoint<Dim, Dofs>::apply_impulses(Eigen::VectorXd& v) const {
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

template class Midpoint<1, 1>;
template class Midpoint<2, 2>;
template class Midpoint<2, 3>;
template class Midpoint<3, 3>;
template class Midpoint<3, 6>;

}  // namespace impactbench::nscd
