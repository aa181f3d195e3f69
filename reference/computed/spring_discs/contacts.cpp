#include "reference/computed/spring_discs/contacts.hpp"

#include "reference/support/damping_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::computed::spring_discs {
namespace {

/// x^p, and beyond zero its smooth continuation where there is one.
Real power(Real x, Real p) {
  if (p == 0) return 1;
  if (p == 1) return x;
  if (p == 2) return x * x;
  return x < 0 ? -std::pow(-x, p) : std::pow(x, p);
}

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

Contacts::Contacts(const RoundSystem& system, const Compliance& law)
    : system_(system),
      law_(law),
      has_friction_(system.law().friction > 0.0),
      alpha_(law.exponent),
      g_x_(system.gravity().x()),
      g_y_(system.gravity().y()) {
  for (const ContactLaw& pair : system.laws().table())
    losses_.push_back({pair.friction, damping_ratio(pair.restitution, law.end)});
}

Real Contacts::radius(int disc) const {
  return system_.bodies().radius[at(disc)];
}

Real Contacts::reduced_mass(const Contact& c) const {
  const Real m = system_.bodies().mass[at(c.disc)];
  if (c.with_wall()) return m;
  const Real o = system_.bodies().mass[at(c.partner)];
  return m * o / (m + o);
}

Touch Contacts::touch(const Contact& c, const Vector& q, const Vector& v) const {
  const Eigen::Index i = 3 * static_cast<Eigen::Index>(c.disc);
  const BodyTable& discs = system_.bodies();
  const Real r_i = radius(c.disc);
  Touch t{};
  Real vx = v[i], vy = v[i + 1];
  Real r_j = 0, turn = r_i * v[i + 2];
  t.inverse_mass = 1 / Real(discs.mass[at(c.disc)]);
  Real middle = 1;
  if (c.with_wall()) {
    const Wall& wall = system_.wall(at(-1 - c.partner));
    t.nx = -Real(wall.inward.x());
    t.ny = -Real(wall.inward.y());
    t.depth = r_i + (q[i] - Real(wall.point.x())) * t.nx + (q[i + 1] - Real(wall.point.y())) * t.ny;
    t.distance = std::numeric_limits<Real>::infinity();
    middle = 1 - t.depth / r_i;
  } else {
    const Eigen::Index j = 3 * static_cast<Eigen::Index>(c.partner);
    r_j = radius(c.partner);
    const Real dx = q[j] - q[i], dy = q[j + 1] - q[i + 1];
    t.distance = std::hypot(dx, dy);
    // Any normal is as good as another where centres meet (pass_through).
    t.nx = t.distance > 0 ? dx / t.distance : Real(1);
    t.ny = t.distance > 0 ? dy / t.distance : Real(0);
    t.depth = r_i + r_j - t.distance;
    vx -= v[j];
    vy -= v[j + 1];
    turn += r_j * v[j + 2];
    t.inverse_mass += 1 / Real(discs.mass[at(c.partner)]);
    middle = t.distance / (r_i + r_j);
  }
  if (!law_.tangential.acts_at_middle) middle = 1;
  t.lever_i = middle * r_i;
  t.lever_j = middle * r_j;
  t.inverse_mass += t.lever_i * t.lever_i / Real(discs.inertia[at(c.disc)]);
  if (!c.with_wall()) t.inverse_mass += t.lever_j * t.lever_j / Real(discs.inertia[at(c.partner)]);
  t.rate = vx * t.nx + vy * t.ny;
  t.across = -vx * t.ny + vy * t.nx;
  t.slip = t.across + middle * turn;
  t.coefficient = law_.coefficient;
  t.stiffness = law_.tangential.stiffness;
  if (law_.per_root_radius) {
    const Real root = std::sqrt(c.with_wall() ? r_i : r_i * r_j / (r_i + r_j));
    t.coefficient = root * Real(c.with_wall() ? law_.wall_coefficient : law_.coefficient);
    t.stiffness = root * Real(c.with_wall() ? law_.wall_stiffness : law_.tangential.stiffness);
  }
  t.onset = t.stiffness;
  if (law_.tangential.per_root_depth) t.stiffness *= std::sqrt(std::max(t.depth, Real(0)));
  const Real spring = alpha_ * t.coefficient * power(t.depth, alpha_ - 1);
  const Real zeta = losses(c).damping_ratio;
  const Real dashpot = zeta > 0 ? zeta * alpha_ * std::sqrt(2 * t.coefficient * reduced_mass(c)) *
                                      power(t.depth, alpha_ / 2 - 1) * t.rate
                                : Real(0);
  t.force = spring + dashpot;
  t.force_scale = std::abs(spring) + std::abs(dashpot);
  return t;
}

Real Contacts::damping(const Touch& t) const {
  const TangentialLaw& law = law_.tangential;
  return 2 * Real(law.damping_ratio) * std::sqrt(t.stiffness / t.inverse_mass) +
         Real(law.viscosity);
}

std::optional<bool> Contacts::sticks_at_first(const Contact& c, const Touch& t) const {
  if (!law_.tangential.per_root_depth || t.depth > 1e-16L) return std::nullopt;
  const Real slip = std::abs(t.slip);
  const Real held = 2 * Real(law_.tangential.damping_ratio) * std::sqrt(t.onset / t.inverse_mass);
  const Real most = losses(c).friction * losses(c).damping_ratio * alpha_ *
                    std::sqrt(2 * t.coefficient * reduced_mass(c));
  if (held > 0 || most > 0) return held * slip <= most * t.rate;
  return t.onset * slip <= losses(c).friction * alpha_ * t.coefficient * t.rate;
}

Real Contacts::trial(const Touch& t, Real stretch) const {
  return -(t.stiffness * stretch + damping(t) * t.slip);
}

Real Contacts::bound(const Contact& c, const Touch& t) const {
  return c.presses ? losses(c).friction * t.force : Real(0);
}

Real Contacts::friction(const Contact& c, const Touch& t, Real stretch) const {
  if (!has_friction()) return 0;
  return c.slip_state == SlipState::sticks ? trial(t, stretch) : -c.direction * bound(c, t);
}

Real Contacts::sliding_stretch(const Contact& c, const Touch& t) const {
  return -(friction(c, t, 0) + damping(t) * t.slip) / t.stiffness;
}

void Contacts::acceleration(const std::vector<Contact>& closed, const Vector& q, const Vector& v,
                            const Vector& stretch, Vector& a) const {
  const BodyTable& discs = system_.bodies();
  a.setZero(q.size());
  for (Eigen::Index k = 0; k < a.size(); k += 3) {
    a[k] = g_x_;
    a[k + 1] = g_y_;
  }
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const Contact& c = closed[k];
    const Touch t = touch(c, q, v);
    const Real f = friction(c, t, stretch[static_cast<Eigen::Index>(k)]);
    const Real force = c.presses || law_.end == ContactEnd::overlap ? t.force : Real(0);
    const Real fx = -force * t.nx - f * t.ny, fy = -force * t.ny + f * t.nx;
    const auto push = [&](int disc, Real sign, Real lever) {
      const Eigen::Index i = 3 * static_cast<Eigen::Index>(disc);
      a[i] += sign * fx / Real(discs.mass[at(disc)]);
      a[i + 1] += sign * fy / Real(discs.mass[at(disc)]);
      a[i + 2] += lever * f / Real(discs.inertia[at(disc)]);
    };
    push(c.disc, 1, t.lever_i);
    if (!c.with_wall()) push(c.partner, -1, t.lever_j);
  }
}

void Contacts::slips(const std::vector<Contact>& closed, const Vector& q, const Vector& v,
                     Vector& w) const {
  w.resize(static_cast<Eigen::Index>(closed.size()));
  for (std::size_t k = 0; k < closed.size(); ++k)
    w[static_cast<Eigen::Index>(k)] = has_friction() ? touch(closed[k], q, v).slip : Real(0);
}

/// mu dlam/dt.
Real Contacts::bound_rate(const Contact& c, const Touch& t, const Vector& a) const {
  const Eigen::Index i = 3 * static_cast<Eigen::Index>(c.disc);
  Real second = a[i] * t.nx + a[i + 1] * t.ny;
  if (!c.with_wall()) {
    const Eigen::Index j = 3 * static_cast<Eigen::Index>(c.partner);
    second -= a[j] * t.nx + a[j + 1] * t.ny + t.across * t.across / t.distance;
  }
  Real rate = alpha_ * (alpha_ - 1) * t.coefficient * power(t.depth, alpha_ - 2) * t.rate;
  const Real zeta = losses(c).damping_ratio;
  if (zeta > 0) {
    const Real eta = zeta * alpha_ * std::sqrt(2 * t.coefficient * reduced_mass(c));
    rate += eta * power(t.depth, alpha_ / 2 - 1) * second;
    if (alpha_ != 2)
      rate += eta * (alpha_ / 2 - 1) * power(t.depth, alpha_ / 2 - 2) * t.rate * t.rate;
  }
  return losses(c).friction * rate;
}

/// The rate that Mindlin's stiffness, growing with the depth, adds to a spring's force at the
/// bound, dk/dt = k dD/dt / (2 D): the spring carries the bound less the dashpot, whose factor
/// grows half as fast.
Real Contacts::stiffening(const Contact& c, const Touch& t) const {
  if (!law_.tangential.per_root_depth || !(t.depth > 0)) return 0;
  const Real dashpot = c.direction * damping(t) * t.slip;
  return (bound(c, t) - dashpot / 2) * t.rate / (2 * t.depth);
}

/// dw/dt, with levers that stay.
Real Contacts::slip_rate(const Contact& c, const Touch& t, const Vector& a) const {
  const Eigen::Index i = 3 * static_cast<Eigen::Index>(c.disc);
  Real out = -a[i] * t.ny + a[i + 1] * t.nx + t.lever_i * a[i + 2];
  if (c.with_wall()) return out;
  const Eigen::Index j = 3 * static_cast<Eigen::Index>(c.partner);
  return out + a[j] * t.ny - a[j + 1] * t.nx + t.lever_j * a[j + 2] +
         t.across * t.rate / t.distance;
}

Real Contacts::slip_margin(const std::vector<Contact>& closed, std::size_t k, const Vector& stretch,
                           const Vector& q, const Vector& v) const {
  const Contact& c = closed[k];
  const Touch t = touch(c, q, v);
  const Real most = bound(c, t);
  if (c.slip_state == SlipState::sticks) {
    const Real held = std::abs(trial(t, stretch[static_cast<Eigen::Index>(k)]));
    const Real scale = std::abs(most) + held;
    return scale > 0 ? (most - held) / scale : Real(0);
  }
  if (!has_spring()) {
    const Real pull = c.direction * damping(t) * t.slip;
    const Real scale = std::abs(most) + std::abs(pull);
    return scale > 0 ? (pull - most) / scale : Real(0);
  }
  // A spring at the bound goes on sliding while its force would grow faster than the bound.
  Vector a;
  acceleration(closed, q, v, stretch, a);
  const Real spring = c.direction * t.stiffness * t.slip + stiffening(c, t);
  const Real dashpot = c.direction * damping(t) * slip_rate(c, t, a);
  const Real grows = bound_rate(c, t, a);
  const Real scale = std::abs(spring) + std::abs(dashpot) + std::abs(grows);
  return scale > 0 ? (spring + dashpot - grows) / scale : Real(0);
}

}  // namespace impactbench::computed::spring_discs
