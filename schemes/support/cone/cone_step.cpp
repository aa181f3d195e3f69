#include "schemes/support/cone/cone_step.hpp"

#include "problems/contact/gap.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/laws/impedance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench {
namespace {

/// Contacts per body that there is room for at once.
constexpr std::size_t contacts_per_body = 10;
/// Rounding of an opening, in units of its speeds.
constexpr double rounding = 1e-13;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

template <int Dim, int Dofs>
ConeStep<Dim, Dofs>::ConeStep(const ConeRule& rule, const ConeSearch& search,
                              const RoundSystem& system, double h, LinearSolver& solver)
    : rule_(rule),
      search_(search),
      system_(&system),
      bodies_(round_bodies(system)),
      h_(h),
      settles_(h + rule.relaxation),
      friction_(Dim > 1 ? bodies_.law.friction : 0.0),
      smallest_radius_(*std::min_element(bodies_.radius.begin(), bodies_.radius.end())),
      play_(rule.play * smallest_radius_) {
  for (const ContactLaw& law : system.laws().table())
    rebound_ = std::max(rebound_, std::abs(law.tangential_restitution));
  const std::size_t n = bodies_.size();
  const std::size_t contacts =
      std::min(n * (n - 1) / 2, std::max<std::size_t>(contacts_per_body * n, 64)) +
      n * std::min<std::size_t>(bodies_.obstacles.size(), 2 * Dim);
  tree_.prepare(n);
  problem_.rows = friction_ > 0.0 ? Dim : 1;
  problem_.dofs = Dofs;
  problem_.reserve(contacts, n);
  problem_.resize(0);
  problem_.inverse_mass.resize(index(Dofs) * n);
  Eigen::Map<Eigen::VectorXd>(problem_.inverse_mass.data(), system.dofs()) =
      system.mass().cwiseInverse();
  impulses_.reserve(contacts * rows);
  give_.reserve(contacts);
  for (auto* keys : {&keys_, &known_, &found_})
    keys->reserve(contacts);
  pressed_.reserve(contacts);
  aim_.setZero(system.dofs());
  v_ = force_ = aim_;
  translation_.setZero(Dim * static_cast<Eigen::Index>(n));
  newton_.prepare(contacts, n, problem_.rows, Dofs, solver);
}

template <int Dim, int Dofs>
StepReport ConeStep<Dim, Dofs>::step(State& state) {
  enter(Phase::detection);
  aim(state);
  if (!state.q.allFinite() || !aim_.allFinite()) {
    StepReport broken;
    broken.status = StepStatus::breakdown;
    broken.reason = "a position or a velocity is not a number";
    return broken;
  }
  const StepReport report = find(state);
  if (report.status == StepStatus::breakdown) return report;
  enter(Phase::update);
  if (recorded() != nullptr) recorded()->take(problem_, impulses_, 1.0);
  state.v = v_;
  move_bodies(*system_, h_, state.v, state.q);
  ++state.step;
  return report;
}

template <int Dim, int Dofs>
void ConeStep<Dim, Dofs>::aim(const State& state) {
  const double t = static_cast<double>(state.step) * h_;
  system_->mean_force(t, t + h_, state.q, state.v, force_);
  aim_ = state.v + h_ * force_.cwiseQuotient(system_->mass());
  v_ = aim_;
}

template <int Dim, int Dofs>
StepReport ConeStep<Dim, Dofs>::find(const State& state) {
  tree_.build(bodies_, state.q);
  start_faces(state);
  int newton = 0, linear = 0;
  for (int round = 1;; ++round) {
    enter(Phase::solve);
    impulses_.resize(problem_.size(), 0.0);
    const double speed = fastest(aim_);
    StepReport report = rule_.hard() ? newton_.hard(problem_, speed, impulses_)
                                     : newton_.soft(problem_, speed, give_, impulses_);
    newton += report.nonlinear_iterations;
    linear += report.linear_iterations;
    report.nonlinear_iterations = newton;
    report.linear_iterations = linear;
    if (report.status == StepStatus::breakdown) return report;
    v_ = aim_ + newton_.change();
    if (rule_.impedance) {
      remember();
      return report;
    }
    enter(Phase::detection);
    const std::size_t before = keys_.size();
    const double worst = add_violated(state);
    const bool enough = worst <= rounding * (aim_.norm() + v_.norm());
    if (!enough && round < search_.max_rounds) continue;
    keys_.resize(before);
    problem_.resize(before);
    remember();
    if (!enough) {
      report.status = StepStatus::not_converged;
      report.reason = "contacts that were left out are still violated after the last round";
    }
    return report;
  }
}

/// Contacts whose gap is below the reach.
template <int Dim, int Dofs>
void ConeStep<Dim, Dofs>::start_faces(const State& state) {
  keys_.clear();
  give_.clear();
  impulses_.clear();
  problem_.resize(0);
  translation_.setZero();
  find_near(state, 0.0, rule_.impedance ? 0.0 : search_.reach * smallest_radius_);
  enter(Phase::assembly);
  std::size_t last = 0;
  for (const ContactKey& key : found_) {
    const Face face = face_of(key, state);
    add_face(face);
    impulses_.resize(problem_.size(), 0.0);
    if (advance_to(pressed_, last, key, [](const Pressed& p) { return p.key; }))
      begin_from(keys_.size() - 1, face, pressed_[last]);
  }
  known_.assign(keys_.begin(), keys_.end());
}

/// Into found_, in order: the contacts whose gap, moved on by h translation_, is below the reach.
template <int Dim, int Dofs>
void ConeStep<Dim, Dofs>::find_near(const State& state, double h, double reach) {
  found_.clear();
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    for (std::size_t k = 0; k < bodies_.obstacles.size(); ++k) {
      const auto gap = obstacle_gap<Dim>(centre<Dim>(bodies_, state.q, i), bodies_.radius[index(i)],
                                         bodies_.obstacles[k]);
      const double closing = h * gap.normal.dot(translation_.segment<Dim>(Dim * Eigen::Index{i}));
      if (gap.distance + closing < reach) found_.push_back(wall_key(i, static_cast<int>(k)));
    }
  }
  tree_.set_velocities(translation_);
  tree_.closing(h, reach, [&](int i, int j) { found_.push_back({i, j}); });
  sort_keys(found_);
}

/// Appends contacts that v_ violates. Returns the worst violation [m/s].
template <int Dim, int Dofs>
double ConeStep<Dim, Dofs>::add_violated(const State& state) {
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(bodies_.size()); ++i)
    translation_.segment<Dim>(Dim * i) = v_.segment<Dim>(dofs * i);
  find_near(state, settles_, reach_of_slip(state));
  enter(Phase::assembly);
  double worst = 0.0;
  std::size_t at = 0;
  for (const ContactKey& key : found_) {
    if (advance_to(known_, at, key, [](const ContactKey& k) { return k; })) continue;
    const Face face = face_of(key, state);
    const double least = least_opening(face, v_);
    if (!(least < 0.0)) continue;
    add_face(face);
    worst = std::max(worst, -least);
  }
  known_.assign(keys_.begin(), keys_.end());
  sort_keys(known_);
  return worst;
}

template <int Dim, int Dofs>
typename ConeStep<Dim, Dofs>::Face ConeStep<Dim, Dofs>::face_of(const ContactKey& key,
                                                                const State& state) const {
  const Vec<Dim> x = centre<Dim>(bodies_, state.q, key.body);
  const double r = bodies_.radius[index(key.body)];
  Face face{key, {}, 0.0, Dim > 1 ? system_->law(key.body, key.partner).friction : 0.0, {}, 0.0};
  face.rebound.setZero();
  double distance = 0.0;
  if (is_wall(key)) {
    const auto gap = obstacle_gap<Dim>(x, r, bodies_.obstacles[index(-1 - key.partner)]);
    face.rows = contact_rows(Vec<Dim>(-gap.normal));
    distance = gap.distance;
  } else {
    const auto gap = pair_gap<Dim>(x, r, centre<Dim>(bodies_, state.q, key.partner),
                                   bodies_.radius[index(key.partner)]);
    face.rows = contact_rows(gap.normal);
    distance = gap.distance;
  }
  ask(face, distance, state);
  return face;
}

/// Computes the terms of y that do not depend on v^{n+1}.
template <int Dim, int Dofs>
void ConeStep<Dim, Dofs>::ask(Face& face, double gap, const State& state) const {
  double keeps = -system_->law(face.key.body, face.key.partner).tangential_restitution;
  if (rule_.impedance) {
    const Impedance asked = impedance_at(*rule_.impedance, -gap, h_);
    keeps = asked.kept;
    face.yield = asked.yield;
    face.gap = asked.pull * gap - keeps * relative(face, 0, state.v);
  } else {
    face.gap = opened(gap);
  }
  for (std::size_t k = 1; k < rows; ++k)
    face.rebound[static_cast<Eigen::Index>(k) - 1] = -keeps * relative(face, k, state.v);
}

/// D / (h + tau), of overlaps within the play 0.
template <int Dim, int Dofs>
double ConeStep<Dim, Dofs>::opened(double gap) const {
  return (gap < 0.0 ? std::min(0.0, gap + play_) : gap) / settles_;
}

/// One contact more, with b = y of the aim without R p.
template <int Dim, int Dofs>
void ConeStep<Dim, Dofs>::add_face(const Face& face) {
  const int i = face.key.body, j = is_wall(face.key) ? ContactProblem::fixed : face.key.partner;
  const std::size_t c = problem_.contacts();
  const auto count = index(problem_.rows);
  problem_.resize(c + 1);
  keys_.push_back(face.key);
  problem_.body_a[c] = i;
  problem_.body_b[c] = j;
  problem_.friction[c] = face.friction;
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t at = (c * count + row) * index(Dofs);
    Eigen::Map<Vec<Dofs>> a(problem_.jacobian_a.data() + at), b(problem_.jacobian_b.data() + at);
    a.template head<Dim>() = face.rows.along[row];
    b.setZero();
    if (j != ContactProblem::fixed) b.template head<Dim>() = -face.rows.along[row];
    if constexpr (Dofs > Dim) {
      a.template tail<Dofs - Dim>() = bodies_.radius[index(i)] * face.rows.turn[row];
      if (j != ContactProblem::fixed)
        b.template tail<Dofs - Dim>() = bodies_.radius[index(j)] * face.rows.turn[row];
    }
    problem_.b[c * count + row] =
        relative(face, row, aim_) +
        (row == 0 ? face.gap : face.rebound[static_cast<Eigen::Index>(row) - 1]);
  }
  if (!rule_.hard()) give_.push_back(softness(c, face));
}

/// R_n and R_t of ConeRule.
template <int Dim, int Dofs>
ConeSoft ConeStep<Dim, Dofs>::softness(std::size_t contact, const Face& face) const {
  const ConeSoft w = contact_weights(problem_, contact);
  if (rule_.impedance) {
    const double normal = w.normal * face.yield;
    return {normal, normal / rule_.impedance->ratio};
  }
  double tangential = w.tangential;
  if (friction_ == 0.0) {  // the row is not there
    const auto mobility = [&](int body) {
      if (body == ContactProblem::fixed) return 0.0;
      const double r = bodies_.radius[index(body)], m = bodies_.mass[index(body)];
      return 1.0 / m + (Dofs > Dim ? r * r / bodies_.inertia[index(body)] : 0.0);
    };
    tangential = mobility(problem_.body_a[contact]) + mobility(problem_.body_b[contact]);
  }
  const double mean = std::sqrt(w.normal * w.normal + (Dim - 1.0) * tangential * tangential) / Dim;
  const double turns = rule_.near_rigid / (2.0 * std::numbers::pi);
  return {std::max(turns * turns * mean, rule_.compliance / (h_ * settles_)), rule_.slip * mean};
}

template <int Dim, int Dofs>
double ConeStep<Dim, Dofs>::relative(const Face& face, std::size_t row,
                                     const Eigen::VectorXd& v) const {
  const int i = face.key.body, j = face.key.partner;
  const auto& e = face.rows.along[row];
  double sum = e.dot(v.segment<Dim>(dofs * i));
  if (!is_wall(face.key)) sum -= e.dot(v.segment<Dim>(dofs * j));
  if constexpr (Dofs > Dim) {
    constexpr int angles = Dofs - Dim;
    const auto& turn = face.rows.turn[row];
    sum += bodies_.radius[index(i)] * turn.dot(v.segment<angles>(dofs * i + Dim));
    if (!is_wall(face.key))
      sum += bodies_.radius[index(j)] * turn.dot(v.segment<angles>(dofs * j + Dim));
  }
  if (row > 0 && is_wall(face.key) && system_->surfaces_move()) {
    const Vec<Dim> n = -face.rows.along[0];
    sum -= e.dot(surface_velocity<Dim>(bodies_.obstacles[index(-1 - j)], n));
  }
  return sum;
}

/// y_n - mu |y_t| of velocities without p.
template <int Dim, int Dofs>
double ConeStep<Dim, Dofs>::least_opening(const Face& face, const Eigen::VectorXd& v) const {
  double square = 0.0;
  for (std::size_t k = 1; k < rows; ++k) {
    const double slip = relative(face, k, v) + face.rebound[static_cast<Eigen::Index>(k) - 1];
    square += slip * slip;
  }
  return relative(face, 0, v) + face.gap - face.friction * std::sqrt(square);
}

/// The largest (h + tau) mu |y_t| that a contact can have [m].
template <int Dim, int Dofs>
double ConeStep<Dim, Dofs>::reach_of_slip(const State& state) const {
  return 2.0 * settles_ * friction_ * (fastest(v_) + rebound_ * fastest(state.v));
}

/// The largest speed of the surface of a body or an obstacle.
template <int Dim, int Dofs>
double ConeStep<Dim, Dofs>::fastest(const Eigen::VectorXd& v) const {
  double most = 0.0;
  for (const Obstacle& o : bodies_.obstacles)
    most = std::max(most, o.surface_speed());
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(bodies_.size()); ++i) {
    double speed = v.segment<Dim>(dofs * i).norm();
    if constexpr (Dofs > Dim) {
      constexpr int angles = Dofs - Dim;
      speed +=
          bodies_.radius[static_cast<std::size_t>(i)] * v.segment<angles>(dofs * i + Dim).norm();
    }
    most = std::max(most, speed);
  }
  return most;
}

template <int Dim, int Dofs>
void ConeStep<Dim, Dofs>::begin_from(std::size_t contact, const Face& face, const Pressed& last) {
  const auto count = index(problem_.rows);
  impulses_[contact * count] = last.normal;
  for (std::size_t k = 1; k < count; ++k)
    impulses_[contact * count + k] = face.rows.along[k].dot(last.friction);
}

template <int Dim, int Dofs>
void ConeStep<Dim, Dofs>::remember() {
  const auto count = index(problem_.rows);
  pressed_.clear();
  for (std::size_t c = 0; c < keys_.size(); ++c) {
    if (impulses_[c * count] == 0.0) continue;
    Pressed p{keys_[c], impulses_[c * count], Vec<Dim>::Zero()};
    for (std::size_t k = 1; k < count; ++k)
      p.friction +=
          impulses_[c * count + k] *
          Eigen::Map<const Vec<Dim>>(problem_.jacobian_a.data() + (c * count + k) * index(Dofs));
    pressed_.push_back(p);
  }
  std::sort(pressed_.begin(), pressed_.end(),
            [](const Pressed& x, const Pressed& y) { return before(x.key, y.key); });
}

template class ConeStep<1, 1>;
template class ConeStep<2, 2>;
template class ConeStep<2, 3>;
template class ConeStep<3, 3>;
template class ConeStep<3, 6>;

}  // namespace impactbench
