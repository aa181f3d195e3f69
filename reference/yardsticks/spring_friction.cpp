#include "reference/yardsticks/spring_friction.hpp"

#include "problems/contact/round_bodies.hpp"
#include "reference/support/fast_power.hpp"
#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

/// A tangent vector turned into the tangent plane of n: it keeps its length.
Vec3 carried(const Vec3& old, const Vec3& n) {
  const Vec3 flat = old - n.dot(old) * n;
  const double length = flat.norm();
  return length > 0.0 ? Vec3(old.norm() / length * flat) : Vec3(Vec3::Zero());
}

}  // namespace

void SpringFriction::begin_step() {
  now_.clear();
  search_.start();
}

void SpringFriction::end_step() {
  const auto by_key = [](const Memory& x, const Memory& y) { return x.key < y.key; };
  if (!std::is_sorted(now_.begin(), now_.end(), by_key))
    std::sort(now_.begin(), now_.end(), by_key);
  before_.swap(now_);
}

double SpringFriction::defect(const LawContact& c, const Compliance& own, const State& before) {
  const Memory* known = search_.find(before_, c.key);
  const Stretches was = known == nullptr ? Stretches{} : known->stretches;
  // Two contacts of the same bodies come one after the other and are one spring.
  if (now_.empty() || now_.back().key != c.key) now_.push_back({c.key, {}});
  Stretches& is = now_.back().stretches;
  const double slip = slip_defect(c, own, before, was, is);
  if (contacts_.bodies().inertia.empty()) return slip;
  return std::max(slip, turn_defect(c, own, before, was, is));
}

/// -(k xi + eta w), cut to the bound, after a step at this rate; and xi then.
Vec3 SpringFriction::force(const Spring& s, const Vec3& rate, Vec3& stretch) const {
  const double eta = 2.0 * s.damping_ratio * std::sqrt(s.stiffness / s.mobility);
  stretch += h_ * rate;
  const Vec3 trial = -(s.stiffness * stretch + eta * rate);
  if (!(trial.norm() > s.bound)) return trial;
  const Vec3 out = s.bound / trial.norm() * trial;
  if (s.stiffness > 0.0) stretch = -(out + eta * rate) / s.stiffness;
  return out;
}

double SpringFriction::slip_defect(const LawContact& c, const Compliance& own, const State& before,
                                   const Stretches& was, Stretches& is) {
  const Vec3 n = c.normal.normalized(), u = contacts_.relative(c, before.v);
  const double k = own.tangential.per_root_depth
                       ? own.tangential.stiffness_at(c.depth)
                       : step_.tangential * 2.0 * step_.spring.coefficient;
  const double mu = system_.law(c.key.first, c.key.second).friction;
  is.stiffness = k;
  is.slip = carried(was.slip, n);
  const Vec3 f =
      force({k, step_.tangential_damping, c.slip_mobility, mu * std::max(c.pressure(), 0.0) / h_},
            u - n.dot(u) * n, is.slip);
  if (was.stiffness > 0.0)
    work_ += 0.25 * (k - was.stiffness) * (was.slip.squaredNorm() + is.slip.squaredNorm());
  keep_largest(most_work_, work_);
  return (c.friction() - h_ * f).norm();
}

double SpringFriction::turn_defect(const LawContact& c, const Compliance& own, const State& before,
                                   const Stretches& was, Stretches& is) const {
  const auto inverse_inertia = [&](int i) {
    return 1.0 / system_.bodies().inertia[static_cast<std::size_t>(i)];
  };
  const ContactLaw& law = system_.law(c.key.first, c.key.second);
  const double R = reduced_radius(contacts_.bodies(), c.key.first, c.key.second);
  if (law.rolling_friction == 0.0 && law.twisting_friction == 0.0) return (c.resistance / R).norm();
  const double turning =
      inverse_inertia(c.key.first) + (c.wall() ? 0.0 : inverse_inertia(c.key.second));
  const double secant =
      c.depth > 0.0 ? own.exponent * own.coefficient * fast_power(c.depth, own.exponent - 2.0)
                    : 0.0;
  const double pressure = std::max(c.pressure(), 0.0) / h_;
  const auto spring = [&](double friction) {
    return Spring{step_.rolling * secant, step_.rolling_damping, R * R * turning,
                  friction * pressure};
  };
  const Vec3 n = c.normal.normalized(), w = R * contacts_.relative_spin(c, before.v);
  const Vec3 along = w.dot(n) * n;
  is.rolling = carried(was.rolling, n);
  is.twisting =
      was.twisting.dot(n) >= 0.0 ? Vec3(was.twisting.norm() * n) : Vec3(-was.twisting.norm() * n);
  const Vec3 f = force(spring(law.rolling_friction), w - along, is.rolling) +
                 force(spring(law.twisting_friction), along, is.twisting);
  return (c.resistance / R - h_ * f).norm();
}

}  // namespace impactbench
