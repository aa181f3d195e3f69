#include "schemes/support/nearest/nearest_velocity.hpp"

#include "problems/contact/gap.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace impactbench {
namespace {

/// Strictness grows by this factor from one solve to the next.
constexpr double tightening = 100.0;
/// Share of new rows above which the next tolerance stays: most impulses will change again.
constexpr double many = 0.02;
/// Rows per body that there is room for at once: half the number of neighbours in a dense packing,
/// and as many again that a long step brings.
constexpr std::size_t rows_per_body[] = {0, 3, 6, 10};

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

/// Place of each body in the order of their positions on a line.
std::vector<int> ranks(const RoundBodies& bodies, const Eigen::VectorXd& q) {
  std::vector<int> order(bodies.size()), rank(bodies.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
    return centre<1>(bodies, q, i).x() < centre<1>(bodies, q, j).x();
  });
  for (std::size_t k = 0; k < order.size(); ++k)
    rank[index(order[k])] = static_cast<int>(k);
  return rank;
}

}  // namespace

template <int Dim>
void Minimiser<Dim>::prepare(const MechanicalSystem& system, const State& start, double h,
                             const RowSearch& params, Glue glue, ContactSolver& solver,
                             Enter enter) {
  solver_ = &solver;
  params_ = params;
  glue_ = glue;
  enter_ = std::move(enter);
  h_ = h;
  bodies_ = round_bodies(system);
  const std::size_t n = bodies_.size();
  smallest_radius_ = n == 0 ? 1.0 : *std::min_element(bodies_.radius.begin(), bodies_.radius.end());
  tree_.prepare(n);
  if constexpr (Dim == 1) rank_ = ranks(bodies_, start.q);
  // A few bodies have room for every contact that there is.
  const std::size_t walls = bodies_.obstacles.size();
  const std::size_t contacts = std::min(n * (n - std::min<std::size_t>(n, 1)) / 2,
                                        std::max<std::size_t>(rows_per_body[Dim] * n, 64)) +
                               n * std::min<std::size_t>(walls, 2 * Dim);
  problem_.rows = 1;
  problem_.dofs = Dim;
  problem_.reserve(contacts, n);
  problem_.resize(0);
  problem_.inverse_mass.resize(Dim * n);
  for (std::size_t k = 0; k < Dim * n; ++k)
    problem_.inverse_mass[k] = 1.0 / bodies_.mass[k / Dim];
  for (auto* keys : {&keys_, &known_, &found_}) {
    keys->clear();
    keys->reserve(contacts);
  }
  impulses_.clear();
  impulses_.reserve(contacts);
  for (auto* pressed : {&pressed_, &pulled_}) {
    pressed->clear();
    pressed->reserve(contacts);
  }
  aim_.setZero(static_cast<Eigen::Index>(Dim * n));
  u_ = aim_;
  solver.prepare(contacts, n, 1);
}

template <int Dim>
StepReport Minimiser<Dim>::find(const Eigen::VectorXd& q, Eigen::VectorXd& v) {
  StepReport report;
  enter_(Phase::detection);
  const auto n = static_cast<Eigen::Index>(bodies_.size());
  for (Eigen::Index i = 0; i < n; ++i)
    aim_.segment<Dim>(Dim * i) = v.segment<Dim>(bodies_.stride * i);
  if (glue_.acts) pull(q);
  if (!q.allFinite() || !aim_.allFinite()) {
    report.status = StepStatus::breakdown;
    report.reason = "a position or a velocity is not a number";
    return report;
  }
  tree_.build(bodies_, q);
  start_rows(q);
  const double unit = smallest_radius_ / h_;
  double loose = params_.loose;
  for (int round = 1;; ++round) {
    enter_(Phase::solve);
    problem_.velocity_unit = loose * unit;
    const SolveReport solved = solver_->solve(problem_, impulses_);
    report.nonlinear_iterations += solved.iterations;
    report.own_residual = solved.own_residual;
    if (solved.status == SolveStatus::breakdown) {
      report.status = StepStatus::breakdown;
      report.reason = "the contact solver broke down";
      return report;
    }
    enter_(Phase::detection);
    push();
    const std::size_t before = keys_.size();
    const double worst = add_violated(q);
    if (loose == 1.0 && worst <= std::max(residual(before), 1e-14 * unit)) {
      // The omitted pairs are no worse than the solved rows: these rows represent all pairs.
      problem_.resize(before);
      keys_.resize(before);
      impulses_.resize(before);
      if (solved.status == SolveStatus::iteration_limit) {
        report.status = StepStatus::not_converged;
        report.reason = "the contact solver reached its limit of iterations";
      }
      break;
    }
    if (round == params_.max_rounds) {
      report.status = StepStatus::not_converged;
      report.reason = "pairs that were left out are still violated after the last round";
      break;
    }
    const double added = static_cast<double>(keys_.size() - before);
    if (added == 0.0) {
      loose = 1.0;
    } else if (added <= many * static_cast<double>(before)) {
      loose = std::max(1.0, loose / tightening);
    }
  }
  problem_.velocity_unit = unit;
  enter_(Phase::update);
  remember();
  for (Eigen::Index i = 0; i < n; ++i)
    v.segment<Dim>(bodies_.stride * i) = u_.segment<Dim>(Dim * i);
  return report;
}

template <int Dim>
void Minimiser<Dim>::pull(const Eigen::VectorXd& q) {
  for (const Pressed& last : pressed_) {
    const Gap<Dim> gap = gap_of(last.key, q);
    const int i = last.key.body, j = last.key.partner;
    const double sign = is_wall(last.key) ? 1.0 : -1.0;
    aim_.segment<Dim>(Dim * i) -= (sign * last.impulse / bodies_.mass[index(i)]) * gap.normal;
    if (!is_wall(last.key))
      aim_.segment<Dim>(Dim * j) -= (last.impulse / bodies_.mass[index(j)]) * gap.normal;
  }
}

template <int Dim>
Gap<Dim> Minimiser<Dim>::gap_of(const ContactKey& key, const Eigen::VectorXd& q) const {
  const Vec<Dim> x = centre<Dim>(bodies_, q, key.body);
  const double r = bodies_.radius[index(key.body)];
  if (is_wall(key)) return obstacle_gap<Dim>(x, r, bodies_.obstacles[index(-1 - key.partner)]);
  return pair_gap<Dim>(x, r, centre<Dim>(bodies_, q, key.partner),
                       bodies_.radius[index(key.partner)]);
}

/// Rows of the gaps below the reach, with the impulses of the last step where they pressed.
template <int Dim>
void Minimiser<Dim>::start_rows(const Eigen::VectorXd& q) {
  const double reach = params_.reach * smallest_radius_;
  found_.clear();
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    for (std::size_t k = 0; k < bodies_.obstacles.size(); ++k) {
      const auto gap = obstacle_gap<Dim>(centre<Dim>(bodies_, q, i), bodies_.radius[index(i)],
                                         bodies_.obstacles[k]);
      if (gap.distance < reach) found_.push_back(wall_key(i, static_cast<int>(k)));
    }
  }
  tree_.near(reach, [&](int i, int j) {
    if (counts(i, j)) found_.push_back({i, j});
  });
  enter_(Phase::assembly);
  sort_keys(found_);
  problem_.resize(0);
  keys_.clear();
  impulses_.clear();
  std::size_t last = 0;
  for (const ContactKey& key : found_) {
    add_row(key, q);
    const bool pressed = advance_to(pressed_, last, key, [](const Pressed& p) { return p.key; });
    impulses_.back() = pressed && params_.warm_start ? pressed_[last].impulse : 0.0;
  }
  known_.assign(keys_.begin(), keys_.end());
}

/// One contact more: u = G U + D / h.
template <int Dim>
void Minimiser<Dim>::add_row(const ContactKey& key, const Eigen::VectorXd& q) {
  const int i = key.body;
  const bool wall = is_wall(key);
  const int j = wall ? ContactProblem::fixed : key.partner;
  const Gap<Dim> gap = gap_of(key, q);
  const std::size_t c = problem_.contacts();
  problem_.resize(c + 1);
  keys_.push_back(key);
  impulses_.push_back(0.0);
  problem_.body_a[c] = i;
  problem_.body_b[c] = j;
  problem_.friction[c] = 0.0;
  Eigen::Map<Vec<Dim>> on_i(problem_.jacobian_a.data() + Dim * c);
  Eigen::Map<Vec<Dim>> on_j(problem_.jacobian_b.data() + Dim * c);
  on_i = wall ? gap.normal : Vec<Dim>(-gap.normal);
  on_j = wall ? Vec<Dim>(Vec<Dim>::Zero()) : gap.normal;
  double opening = on_i.dot(aim_.segment<Dim>(Dim * i));
  if (!wall) opening += on_j.dot(aim_.segment<Dim>(Dim * j));
  problem_.b[c] = opening + gap.distance / h_;
}

template <int Dim>
void Minimiser<Dim>::push() {
  u_ = aim_;
  for (std::size_t c = 0; c < problem_.contacts(); ++c) {
    const double p = impulses_[c];
    if (p == 0.0) continue;
    const auto add = [&](int body, const std::vector<double>& jacobian) {
      if (body == ContactProblem::fixed) return;
      u_.segment<Dim>(Dim * body) +=
          (p / bodies_.mass[index(body)]) * Eigen::Map<const Vec<Dim>>(jacobian.data() + Dim * c);
    };
    add(problem_.body_a[c], problem_.jacobian_a);
    add(problem_.body_b[c], problem_.jacobian_b);
  }
}

template <int Dim>
double Minimiser<Dim>::add_violated(const Eigen::VectorXd& q) {
  found_.clear();
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    for (std::size_t k = 0; k < bodies_.obstacles.size(); ++k) {
      const auto gap = obstacle_gap<Dim>(centre<Dim>(bodies_, q, i), bodies_.radius[index(i)],
                                         bodies_.obstacles[k]);
      if (gap.distance + h_ * gap.normal.dot(u_.segment<Dim>(Dim * i)) < 0.0)
        found_.push_back(wall_key(i, static_cast<int>(k)));
    }
  }
  tree_.set_velocities(u_);
  tree_.closing(h_, 0.0, [&](int i, int j) {
    if (counts(i, j)) found_.push_back({i, j});
  });
  enter_(Phase::assembly);
  sort_keys(found_);
  double worst = 0.0;
  std::size_t old = 0;
  const auto same = [](const ContactKey& key) { return key; };
  for (const ContactKey& key : found_) {
    if (advance_to(known_, old, key, same)) continue;
    add_row(key, q);
    worst = std::max(worst, -opening(problem_.contacts() - 1));
  }
  known_.assign(keys_.begin(), keys_.end());
  sort_keys(known_);
  return worst;
}

template <int Dim>
double Minimiser<Dim>::opening(std::size_t c) const {
  double sum = problem_.b[c];
  const auto add = [&](int body, const std::vector<double>& jacobian) {
    if (body == ContactProblem::fixed) return;
    sum += Eigen::Map<const Vec<Dim>>(jacobian.data() + Dim * c)
               .dot(u_.segment<Dim>(Dim * body) - aim_.segment<Dim>(Dim * body));
  };
  add(problem_.body_a[c], problem_.jacobian_a);
  add(problem_.body_b[c], problem_.jacobian_b);
  return sum;
}

template <int Dim>
double Minimiser<Dim>::residual(std::size_t rows) const {
  double worst = 0.0;
  for (std::size_t c = 0; c < rows; ++c) {
    double weight = 0.0;
    for (const int body : {problem_.body_a[c], problem_.body_b[c]}) {
      if (body != ContactProblem::fixed) weight += 1.0 / bodies_.mass[index(body)];
    }
    worst = std::max(worst, std::abs(std::min(weight * impulses_[c], opening(c))));
  }
  return worst;
}

template <int Dim>
void Minimiser<Dim>::record(const Eigen::VectorXd& q, ContactImpulses& out) const {
  out.take(problem_, impulses_, 1.0);
  if (!glue_.acts) return;
  std::vector<std::size_t> order(keys_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return before(keys_[a], keys_[b]); });
  std::size_t at = 0;
  for (const Pressed& last : pulled_) {
    if (advance_to(order, at, last.key, [&](std::size_t c) { return keys_[c]; })) {
      out.impulse[order[at]] -= last.impulse;
      continue;
    }
    const Gap<Dim> gap = gap_of(last.key, q);  // it opened, and is no row any more
    const bool wall = is_wall(last.key);
    out.body_a.push_back(last.key.body);
    out.body_b.push_back(wall ? ContactProblem::fixed : last.key.partner);
    for (int k = 0; k < Dim; ++k) {
      out.jacobian_a.push_back(wall ? gap.normal[k] : -gap.normal[k]);
      out.jacobian_b.push_back(wall ? 0.0 : gap.normal[k]);
    }
    out.impulse.push_back(-last.impulse);
  }
}

template <int Dim>
void Minimiser<Dim>::remember() {
  pulled_.swap(pressed_);
  pressed_.clear();
  for (std::size_t c = 0; c < keys_.size(); ++c) {
    if (impulses_[c] > 0.0) pressed_.push_back({keys_[c], std::min(impulses_[c], glue_.most)});
  }
  std::sort(pressed_.begin(), pressed_.end(),
            [](const Pressed& a, const Pressed& b) { return before(a.key, b.key); });
}

template class Minimiser<1>;
template class Minimiser<2>;
template class Minimiser<3>;

void NearestVelocity::prepare(const MechanicalSystem& system, const State& start, double h,
                              const RowSearch& rows, ContactSolver& solver, Enter enter,
                              Glue glue) {
  with_dimension(round_bodies(system).dimension, [&](auto dimension) {
    minimiser_.emplace<Minimiser<dimension()>>().prepare(system, start, h, rows, glue, solver,
                                                         std::move(enter));
  });
}

}  // namespace impactbench
