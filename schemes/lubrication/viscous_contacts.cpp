#include "schemes/lubrication/viscous_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::lubrication {
namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

double log_distance(double range, double a, double d) {
  if (a == 0.0) return d > 0.0 ? std::log(d / range) : -std::numeric_limits<double>::infinity();
  // f(y) = range e^y + a y - d rises and is convex: from the right Newton's method comes down to
  // the root without passing it.
  double y = std::min(0.0, d / a);
  for (int k = 0; k < 200; ++k) {
    const double e = range * std::exp(y);
    const double step = (e + a * y - d) / (e + a);
    if (!(step > 1e-16 * std::abs(y))) break;
    y -= step;
  }
  return y;
}

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
  contacts_.clear();
  last_.clear();
  contacts_.reserve(room);
  last_.reserve(room);
  keys_.reserve(room);
}

template <int Dim>
void ViscousContacts<Dim>::find(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  double fastest = 0.0;
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(bodies_.size()); ++i)
    fastest = std::max(fastest, v.segment<Dim>(bodies_.stride * i).norm());
  // Whatever can come within range in the step, were all as fast as that.
  const double reach = range_ + 2.0 * h_ * fastest;
  keys_.clear();
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    for (std::size_t k = 0; k < bodies_.obstacles.size(); ++k) {
      const auto gap = obstacle_gap<Dim>(centre<Dim>(bodies_, q, i), bodies_.radius[index(i)],
                                         bodies_.obstacles[k]);
      if (gap.distance < reach) keys_.push_back(wall_key(i, static_cast<int>(k)));
    }
  }
  tree_.build(bodies_, q);
  tree_.near(reach, [&](int i, int j) { keys_.push_back({i, j}); });
  std::sort(keys_.begin(), keys_.end(), before);
  contacts_.clear();
  std::size_t known = 0;
  for (const ContactKey& key : keys_) {
    add(key, q);
    Contact& c = contacts_.back();
    if (advance_to(last_, known, key, [](const Contact& l) { return l.key; })) {
      c.pressed = last_[known].pressed;
    } else if (viscosity_ > 0.0 && c.distance < range_) {
      c.pressed = -viscosity_ * std::log(std::max(c.distance, 1e-300) / range_);
    }
  }
}

template <int Dim>
void ViscousContacts<Dim>::add(const ContactKey& key, const Eigen::VectorXd& q) {
  const int i = key.disc;
  const Vec<Dim> x = centre<Dim>(bodies_, q, i);
  const double r = bodies_.radius[index(i)];
  const bool wall = is_wall(key);
  const Gap<Dim> gap = wall ? obstacle_gap<Dim>(x, r, bodies_.obstacles[index(-1 - key.partner)])
                            : pair_gap<Dim>(x, r, centre<Dim>(bodies_, q, key.partner),
                                            bodies_.radius[index(key.partner)]);
  const double weight =
      1.0 / bodies_.mass[index(i)] + (wall ? 0.0 : 1.0 / bodies_.mass[index(key.partner)]);
  contacts_.push_back({key, gap.distance, gap.normal, weight, 0.0});
}

template <int Dim>
double ViscousContacts<Dim>::opening(const Contact& c, const Eigen::VectorXd& v) const {
  const auto of = [&](int body) {
    return c.normal.dot(v.segment<Dim>(static_cast<Eigen::Index>(bodies_.stride) * body));
  };
  return is_wall(c.key) ? of(c.key.disc) : of(c.key.partner) - of(c.key.disc);
}

template <int Dim>
void ViscousContacts<Dim>::push(const Contact& c, double impulse, Eigen::VectorXd& v) const {
  const auto give = [&](int body, double p) {
    v.segment<Dim>(static_cast<Eigen::Index>(bodies_.stride) * body) +=
        p / bodies_.mass[index(body)] * c.normal;
  };
  if (is_wall(c.key)) {
    give(c.key.disc, impulse);
  } else {
    give(c.key.disc, -impulse);
    give(c.key.partner, impulse);
  }
}

template <int Dim>
double ViscousContacts<Dim>::relax(Contact& c, Eigen::VectorXd& v) const {
  const double slope = h_ * c.weight;  // of the gap over -gamma
  const double gap = c.distance + h_ * opening(c, v);
  const double alone = gap - slope * c.pressed;
  double pressed = 0.0;
  if (viscosity_ == 0.0) {
    pressed = std::max(0.0, -alone / slope);
  } else if (alone < range_) {
    pressed = -viscosity_ * log_distance(range_, slope * viscosity_, alone);
  }
  const double change = pressed - c.pressed;
  push(c, change, v);
  c.pressed = pressed;
  return std::abs(slope * change);
}

template <int Dim>
StepReport ViscousContacts<Dim>::solve(const Eigen::VectorXd& q, Eigen::VectorXd& v) {
  StepReport report;
  if (!q.allFinite() || !v.allFinite()) {
    report.status = StepStatus::breakdown;
    report.reason = "a position or a velocity is not a number";
    return report;
  }
  find(q, v);
  // The aim is v - M^-1 sum p^n G, and the impulses start at p^n: together v.
  double worst = 0.0;
  for (int sweep = 1; sweep <= params_.max_iterations; ++sweep) {
    worst = 0.0;
    for (Contact& c : contacts_)
      worst = std::max(worst, relax(c, v));
    report.nonlinear_iterations = sweep;
    report.own_residual = worst / radius_;
    if (worst <= params_.tolerance * radius_) break;
  }
  if (!(worst <= params_.tolerance * radius_)) {
    report.status = StepStatus::not_converged;
    report.reason = "the sweeps over contacts reached max_iterations";
  }
  remember();
  return report;
}

template <int Dim>
void ViscousContacts<Dim>::remember() {
  last_.clear();
  for (const Contact& c : contacts_) {
    if (c.pressed > 0.0) last_.push_back(c);
  }
}

template class ViscousContacts<1>;
template class ViscousContacts<2>;
template class ViscousContacts<3>;

}  // namespace impactbench::lubrication
