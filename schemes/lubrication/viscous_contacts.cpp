#include "schemes/lubrication/viscous_contacts.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench::lubrication {
namespace {

/// Velocities need not be sharp while rows are still found: times the tolerance, in a solve that is
/// followed by another one if it brings new rows.
constexpr double loose = 1e4;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

template <int Dim>
void ViscousContacts<Dim>::prepare(const MechanicalSystem& system, double viscosity, double h,
                                   const Params& params) {
  params_ = params;
  viscosity_ = viscosity;
  h_ = h;
  bodies_ = round_bodies(system);
  const std::size_t n = bodies_.size();
  radius_ = *std::min_element(bodies_.radius.begin(), bodies_.radius.end());
  range_ = params.range * radius_;
  tree_.prepare(n);
  const std::size_t room = std::min(n * (n - 1) / 2, 32 * n + 64) + n * bodies_.obstacles.size();
  for (auto* keys : {&keys_, &known_, &found_}) {
    keys->clear();
    keys->reserve(room);
  }
  rows_.reserve(room);
  impulses_.reserve(room);
  remembered_.reserve(room);
  pressed_.clear();
  pressed_.reserve(room);
  inverse_mass_.assign(n + 1, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    inverse_mass_[i] = 1.0 / bodies_.mass[i];
  free_.setZero(static_cast<Eigen::Index>(Dim * (n + 1)));
  u_ = free_;
  newton_.prepare(n, room);
}

template <int Dim>
void ViscousContacts<Dim>::refuse_closed(const Eigen::VectorXd& q) {
  const double least = 1e-12 * radius_;
  const auto refuse = [](int body, const char* what, int other) {
    throw ConfigurationError(fmt::format(
        "scheme lubrication: body {} touches {} {} at the start; gaps must be above 0 m "
        "there, as a film of no thickness holds for ever",
        body + 1, what, other + 1));
  };
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    for (int k = 0; k < static_cast<int>(bodies_.obstacles.size()); ++k) {
      if (gap_of(wall_key(i, k), q).distance <= least) refuse(i, "obstacle", k);
    }
  }
  tree_.build(bodies_, q);
  tree_.near(least, [&](int i, int j) { refuse(i, "body", j); });
}

template <int Dim>
Gap<Dim> ViscousContacts<Dim>::gap_of(const ContactKey& key, const Eigen::VectorXd& q) const {
  const Vec<Dim> x = centre<Dim>(bodies_, q, key.body);
  const double r = bodies_.radius[index(key.body)];
  if (is_wall(key)) return obstacle_gap<Dim>(x, r, bodies_.obstacles[index(-1 - key.partner)]);
  return pair_gap<Dim>(x, r, centre<Dim>(bodies_, q, key.partner),
                       bodies_.radius[index(key.partner)]);
}

template <int Dim>
void ViscousContacts<Dim>::start_rows(const Eigen::VectorXd& q) {
  tree_.build(bodies_, q);
  found_.clear();
  for (const Pressed& last : pressed_)
    found_.push_back(last.key);
  const auto walls = static_cast<int>(bodies_.obstacles.size());
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    for (int k = 0; k < walls; ++k) {
      if (gap_of(wall_key(i, k), q).distance < range_) found_.push_back(wall_key(i, k));
    }
  }
  tree_.near(range_, [&](int i, int j) { found_.push_back({i, j}); });
  sort_keys(found_);
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  rows_.clear();
  keys_.clear();
  impulses_.clear();
  remembered_.clear();
  add_rows(q, true);
  known_ = keys_;
}

template <int Dim>
void ViscousContacts<Dim>::add_rows(const Eigen::VectorXd& q, bool first) {
  std::size_t known = 0;
  for (const ContactKey& key : found_) {
    const Gap<Dim> gap = gap_of(key, q);
    const int obstacle = static_cast<int>(bodies_.size());
    const int a = is_wall(key) ? obstacle : key.body, b = is_wall(key) ? key.body : key.partner;
    const double weight = inverse_mass_[index(a)] + inverse_mass_[index(b)];
    rows_.push_back({a, b, gap.distance, h_ * weight, gap.normal});
    keys_.push_back(key);
    double impulse = 0.0;
    if (first) {
      if (advance_to(pressed_, known, key, [](const Pressed& p) { return p.key; })) {
        impulse = pressed_[known].impulse;
      } else if (gap.distance < range_) {
        impulse = -viscosity_ * std::log(std::max(gap.distance, 1e-300) / range_);
      }
      // The remembered impulse pushed before: it is subtracted from the velocity of the start.
      free_.template segment<Dim>(Dim * a) += impulse * inverse_mass_[index(a)] * gap.normal;
      free_.template segment<Dim>(Dim * b) -= impulse * inverse_mass_[index(b)] * gap.normal;
    }
    impulses_.push_back(impulse);
    remembered_.push_back(impulse);
  }
}

template <int Dim>
bool ViscousContacts<Dim>::add_closing(const Eigen::VectorXd& q, double tolerance) {
  if (known_.size() != keys_.size()) {
    known_ = keys_;
    sort_keys(known_);
  }
  found_.clear();
  const double reach = std::max(0.0, range_ - tolerance);
  const auto walls = static_cast<int>(bodies_.obstacles.size());
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    for (int k = 0; k < walls; ++k) {
      const Gap<Dim> gap = gap_of(wall_key(i, k), q);
      if (gap.distance + h_ * gap.normal.dot(u_.segment<Dim>(Dim * i)) < reach)
        found_.push_back(wall_key(i, k));
    }
  }
  tree_.set_velocities(u_);
  tree_.closing(h_, reach, [&](int i, int j) { found_.push_back({i, j}); });
  sort_keys(found_);
  std::size_t old = 0;
  std::erase_if(found_, [&](const ContactKey& key) {
    return advance_to(known_, old, key, [](const ContactKey& k) { return k; });
  });
  add_rows(q, false);
  return !found_.empty();
}

template <int Dim>
StepReport ViscousContacts<Dim>::solve(const Eigen::VectorXd& q, Eigen::VectorXd& v) {
  StepReport report;
  if (!q.allFinite() || !v.allFinite()) {
    report.status = StepStatus::breakdown;
    report.reason = "a position or a velocity is not a number";
    return report;
  }
  const auto n = static_cast<Eigen::Index>(bodies_.size());
  for (Eigen::Index i = 0; i < n; ++i)
    free_.segment<Dim>(Dim * i) = v.segment<Dim>(bodies_.stride * i);
  start_rows(q);
  const double tolerance = params_.tolerance * radius_;
  double asked = loose * tolerance;
  for (;;) {
    newton_.solve(rows_, inverse_mass_, {h_, viscosity_, range_, radius_}, asked,
                  params_.max_iterations, free_, impulses_, u_, report);
    const bool solved = report.own_residual <= asked;
    const bool grew = add_closing(q, asked);
    if (grew && solved) continue;
    if (solved && asked > tolerance) {
      asked = tolerance;
      continue;
    }
    if (!solved) {
      report.status = StepStatus::not_converged;
      report.reason = "Newton steps reached max_iterations";
    }
    break;
  }
  report.own_residual /= radius_;
  remember();
  for (Eigen::Index i = 0; i < n; ++i)
    v.segment<Dim>(bodies_.stride * i) = u_.segment<Dim>(Dim * i);
  return report;
}

template <int Dim>
void ViscousContacts<Dim>::record(ContactImpulses& out) const {
  out.clear(1, Dim);
  for (std::size_t c = 0; c < keys_.size(); ++c) {
    const bool wall = is_wall(keys_[c]);
    out.body_a.push_back(keys_[c].body);
    out.body_b.push_back(wall ? ContactProblem::fixed : keys_[c].partner);
    for (int k = 0; k < Dim; ++k) {
      out.jacobian_a.push_back(wall ? rows_[c].normal[k] : -rows_[c].normal[k]);
      out.jacobian_b.push_back(wall ? 0.0 : rows_[c].normal[k]);
    }
    out.impulse.push_back(impulses_[c] - remembered_[c]);
  }
}

template <int Dim>
void ViscousContacts<Dim>::remember() {
  pressed_.clear();
  for (std::size_t c = 0; c < keys_.size(); ++c) {
    if (impulses_[c] > 0.0) pressed_.push_back({keys_[c], impulses_[c]});
  }
  std::sort(pressed_.begin(), pressed_.end(),
            [](const Pressed& x, const Pressed& y) { return before(x.key, y.key); });
}

template class ViscousContacts<1>;
template class ViscousContacts<2>;
template class ViscousContacts<3>;

}  // namespace impactbench::lubrication
