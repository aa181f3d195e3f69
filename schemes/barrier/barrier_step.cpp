#include "schemes/barrier/barrier_step.hpp"

#include "problems/base/error.hpp"
#include "problems/contact/gap.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/contacts/contact_rows.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::barrier {
namespace {

constexpr std::size_t contacts_per_body = 10;
constexpr int most_newton = 300, most_halvings = 60, patience = 3;
/// Tolerances of velocities, over their scale; the second where rounding allows no more.
constexpr double found = 1e-12, enough = 1e-9;
/// Share of the distance to the first touch that one iteration may go.
constexpr double careful = 0.9;

}  // namespace

template <int Dim, int Dofs>
BarrierStep<Dim, Dofs>::BarrierStep(const BarrierRule& rule, const RoundSystem& system,
                                    const State& start, double h, LinearSolver& solver)
    : system_(&system), bodies_(round_bodies(system)), h_(h), creep_(rule.creep) {
  const std::size_t n = bodies_.size();
  const double range = rule.range * *std::min_element(bodies_.radius.begin(), bodies_.radius.end());
  wall_ = {rule.stiffness, range};
  inset_ = rule.inset * range;
  const std::size_t contacts =
      std::min(n * (n - 1) / 2, std::max<std::size_t>(contacts_per_body * n, 64)) +
      n * std::min<std::size_t>(bodies_.obstacles.size(), 2 * Dim);
  tree_.prepare(n);
  problem_.rows = bodies_.law.friction > 0.0 ? Dim : 1;
  problem_.dofs = Dofs;
  problem_.reserve(contacts, n);
  problem_.inverse_mass.resize(index(Dofs) * n);
  Eigen::Map<Eigen::VectorXd>(problem_.inverse_mass.data(), system.dofs()) =
      system.mass().cwiseInverse();
  keys_.reserve(contacts);
  for (auto* numbers : {&bounds_, &gaps_})
    numbers->reserve(contacts);
  for (auto* per_row : {&impulses_, &surface_})
    per_row->reserve(contacts * index(problem_.rows));
  aim_.setZero(system.dofs());
  v_ = best_ = trial_ = force_ = gradient_ = direction_ = aim_;
  matrix_.prepare(contacts, n, Dofs, solver);
  gather(start);
  for (std::size_t c = 0; c < keys_.size(); ++c) {
    if (!(gap_at(c, start, aim_) > 0.0))
      throw ConfigurationError(
          "the barrier is infinite where surfaces touch: inset must be above 0 for a start in "
          "which bodies touch");
  }
}

template <int Dim, int Dofs>
StepReport BarrierStep<Dim, Dofs>::step(State& state) {
  enter(Phase::detection);
  aim(state);
  if (!state.q.allFinite() || !aim_.allFinite()) {
    StepReport broken;
    broken.status = StepStatus::breakdown;
    broken.reason = "a position or a velocity is not a number";
    return broken;
  }
  displacement_ = 1.5 * h_ * std::max(fastest(aim_), fastest(state.v));
  v_ = aim_;
  gather(state);
  direction_.setZero();
  for (const int body : matrix_.touched()) {
    v_.segment<dofs>(dofs * body).setZero();
    direction_.segment<dofs>(dofs * body) = state.v.segment<dofs>(dofs * body);
  }
  v_ += std::min(1.0, careful * free_share(state)) * direction_;
  const StepReport report = minimise(state);
  if (report.status == StepStatus::breakdown) return report;
  enter(Phase::update);
  if (recorded() != nullptr) recorded()->take(problem_, impulses_, 1.0);
  state.v = v_;
  move_bodies(*system_, h_, state.v, state.q);
  ++state.step;
  return report;
}

template <int Dim, int Dofs>
void BarrierStep<Dim, Dofs>::aim(const State& state) {
  const double t = static_cast<double>(state.step) * h_;
  system_->mean_force(t, t + h_, state.q, state.v, force_);
  aim_ = state.v + h_ * force_.cwiseQuotient(system_->mass());
}

/// Collects the contacts that bodies can reach if they go no farther than displacement_.
template <int Dim, int Dofs>
void BarrierStep<Dim, Dofs>::gather(const State& state) {
  keys_.clear();
  bounds_.clear();
  surface_.clear();
  problem_.resize(0);
  const double reach = wall_.range - inset_ + displacement_;
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    const Vec<Dim> x = centre<Dim>(bodies_, state.q, i);
    for (std::size_t k = 0; k < bodies_.obstacles.size(); ++k)
      if (obstacle_distance<Dim>(x, bodies_.radius[index(i)], bodies_.obstacles[k]) < reach)
        add(wall_key(i, static_cast<int>(k)), state);
  }
  tree_.build(bodies_, state.q);
  tree_.near(reach + displacement_, [&](int i, int j) { add({i, j}, state); });
  gaps_.resize(keys_.size());
  impulses_.resize(problem_.size());
  matrix_.begin(problem_);
}

/// Tangents at q^n, and the bound of friction there.
template <int Dim, int Dofs>
void BarrierStep<Dim, Dofs>::add(const ContactKey& key, const State& state) {
  const std::size_t c = keys_.size();
  const int i = key.body, j = is_wall(key) ? ContactProblem::fixed : key.partner;
  keys_.push_back(key);
  problem_.resize(c + 1);
  problem_.body_a[c] = i;
  problem_.body_b[c] = j;
  const double mu = Dim > 1 ? system_->law(i, key.partner).friction : 0.0;
  problem_.friction[c] = mu;
  const Vec<Dim> x = centre<Dim>(bodies_, state.q, i);
  const double r = bodies_.radius[index(i)];
  const bool wall = is_wall(key);
  const Gap<Dim> gap =
      wall ? obstacle_gap<Dim>(x, r, bodies_.obstacles[index(-1 - key.partner)])
           : pair_gap<Dim>(x, r, centre<Dim>(bodies_, state.q, j), bodies_.radius[index(j)]);
  const ContactRows<Dim> e = contact_rows(Vec<Dim>(wall ? -gap.normal : gap.normal));
  bounds_.push_back(mu * h_ * wall_.force(gap.distance + inset_));
  Vec<Dim> moves = Vec<Dim>::Zero();
  if (wall && system_->surfaces_move())
    moves = surface_velocity<Dim>(bodies_.obstacles[index(-1 - key.partner)], -gap.normal);
  const auto count = index(problem_.rows);
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t at = (c * count + row) * index(Dofs);
    Eigen::Map<Vec<Dofs>> a(problem_.jacobian_a.data() + at), b(problem_.jacobian_b.data() + at);
    a.setZero();
    b.setZero();
    a.template head<Dim>() = e.along[row];
    if (!wall) b.template head<Dim>() = -e.along[row];
    surface_.push_back(e.along[row].dot(moves));
    if constexpr (Dofs > Dim) {
      if (row == 0) continue;
      a.template tail<Dofs - Dim>() = r * e.turn[row];
      if (!wall) b.template tail<Dofs - Dim>() = bodies_.radius[index(j)] * e.turn[row];
    }
  }
}

template <int Dim, int Dofs>
StepReport BarrierStep<Dim, Dofs>::minimise(const State& state) {
  StepReport report;
  const double scale = fastest(aim_) + fastest(state.v);
  double least = HUGE_VAL;
  int idle = 0;
  for (int k = 0;; ++k) {
    enter(Phase::assembly);
    const double left = compute_gradient(state), size = scale + fastest(v_);
    report.nonlinear_iterations = k;
    if (left <= found * size) return report;
    if (!std::isfinite(left)) {
      report.status = StepStatus::breakdown;
      report.reason = "a velocity is not a number";
      return report;
    }
    if (left < least) {
      least = left;
      best_ = v_;
      idle = 0;
    }
    // Rounding of gaps ends it above `found` where barriers are steep.
    if (least <= enough * size + std::min(rounded_speed_, excused * size) && ++idle > patience) {
      v_ = best_;
      (void)compute_gradient(state);
      return report;
    }
    if (k == most_newton) {
      report.status = StepStatus::not_converged;
      report.reason = "Newton's method on the sum of barriers reached its limit";
      return report;
    }
    compute_matrix();
    enter(Phase::solve);
    if (!matrix_.solve(gradient_, direction_, report)) return report;
    trial_ = v_ + direction_;
    if (const double needed = h_ * fastest(trial_); needed > displacement_) {
      displacement_ = 2.0 * needed;
      gather(state);
      continue;
    }
    v_ += search(state) * direction_;
  }
}

/// The share of direction_ from v_ on at which the first contact would touch. An obstacle other
/// than a ball is farther than its tangent plane.
template <int Dim, int Dofs>
double BarrierStep<Dim, Dofs>::free_share(const State& state) const {
  double least = HUGE_VAL;
  for (const ContactKey& key : keys_) {
    const Vec<Dim> x = place(state, v_, key.body);
    Vec<Dim> w = h_ * direction_.segment<Dim>(dofs * key.body);
    double s = bodies_.radius[index(key.body)] - inset_;
    Vec<Dim> d = x;
    if (is_wall(key)) {
      const Obstacle& o = bodies_.obstacles[index(-1 - key.partner)];
      if (o.shape != Obstacle::Shape::ball) {
        const auto gap = obstacle_gap<Dim>(x, bodies_.radius[index(key.body)], o);
        const double closing = -gap.normal.dot(w);
        if (closing > 0.0) least = std::min(least, (gap.distance + inset_) / closing);
        continue;
      }
      d -= o.a.template head<Dim>();
      s += o.b[0];
    } else {
      d -= place(state, v_, key.partner);
      w -= h_ * direction_.segment<Dim>(dofs * key.partner);
      s += bodies_.radius[index(key.partner)];
    }
    least = std::min(least, share_to_touch(d.squaredNorm(), d.dot(w), w.squaredNorm(), s));
  }
  return least;
}

/// The length of the step along direction_: no touch, and less of the sum.
template <int Dim, int Dofs>
double BarrierStep<Dim, Dofs>::search(const State& state) {
  constexpr double armijo = 1e-4, rounding = 1e-14;
  const double slope = gradient_.dot(direction_), here = sum(state, v_);
  const double noise = rounding * std::abs(here) + rounded_sum_;
  double length = std::min(1.0, careful * free_share(state));
  for (int k = 0; k < most_halvings; ++k, length *= 0.5) {
    trial_ = v_ + length * direction_;
    const double there = sum(state, trial_);
    if (there <= here + armijo * length * slope + noise) return length;
  }
  return 0.0;
}

/// The largest speed of a body or of its surface.
template <int Dim, int Dofs>
double BarrierStep<Dim, Dofs>::fastest(const Eigen::VectorXd& v) const {
  double most = 0.0;
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(bodies_.size()); ++i) {
    most = std::max(most, v.segment<Dim>(dofs * i).norm());
    if constexpr (Dofs > Dim)
      most = std::max(most, bodies_.radius[static_cast<std::size_t>(i)] *
                                v.segment<Dofs - Dim>(dofs * i + Dim).norm());
  }
  return most;
}

template class BarrierStep<1, 1>;
template class BarrierStep<2, 2>;
template class BarrierStep<2, 3>;
template class BarrierStep<3, 3>;
template class BarrierStep<3, 6>;

}  // namespace impactbench::barrier
