// The part of ContactLaws for contacts that minimise a convex function, are compliant, or may close
// within a step, and for torques against rolling and twisting.
#include "problems/contact/round_bodies.hpp"
#include "reference/yardsticks/contact_laws.hpp"
#include "reference/yardsticks/extremes.hpp"
#include "reference/yardsticks/law_rules.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

/// NormalRule::cone, over the inverse mass with which p_n opens the contact.
void ContactLaws::judge_cone(const LawContact& c, const State& before, const State& after) {
  const double p = c.pressure(), R = softness(c).normal;
  const double closing = c.normal.dot(contacts_.relative(c, after.v));
  double asked = -c.depth / (h_ + step_.cone.relaxation);
  if (step_.cone.impedance) {
    if (-c.depth > open_tolerance(c)) {
      keep_largest(distance_, std::abs(p));
      return;
    }
    if (p == 0.0 && c.depth < open_tolerance(c)) return;
    const ImpedanceLaw own = impedance_law(*step_.cone.impedance, h_, std::max(c.depth, 0.0));
    asked = own.kept * c.normal.dot(contacts_.relative(c, before.v)) - own.pull * c.depth;
  }
  const double opening =
      asked - closing + R * p - law(c.key).friction * law_slip(c, before, after).norm();
  const double mass = 1.0 / (1.0 / c.reduced_mass + R);
  keep_largest(distance_, std::min(std::abs(p), std::max(0.0, mass * opening)));
  keep_largest(normal_, std::abs(p - std::max(0.0, p - mass * opening)));
}

ConeSoftness ContactLaws::softness(const LawContact& c) const {
  if (const auto& rule = step_.cone.impedance) {
    const double R = impedance_law(*rule, h_, std::max(c.depth, 0.0)).yield / c.reduced_mass;
    return {R, R / rule->ratio};
  }
  return cone_softness(step_.cone, h_, 1.0 / c.reduced_mass, c.slip_mobility,
                       contacts_.bodies().dimension);
}

/// The impulse of NormalRule::barrier at a gap.
double ContactLaws::barrier_at(double gap) const {
  const BarrierRule& rule = step_.barrier;
  const auto& radius = contacts_.bodies().radius;
  const double range = rule.range * *std::min_element(radius.begin(), radius.end());
  return barrier_impulse(rule, h_, range, gap + rule.inset * range);
}

/// SlipRule::barrier; the cone is that of the pressure that friction knows.
void ContactLaws::judge_rubbing(const LawContact& c, const State& after) {
  const double bound = law(c.key).friction * barrier_at(c.gap_at_start);
  const Vec3 p = c.friction(), v = contacts_.relative(c, after.v);
  keep_largest(cone_, p.norm() - bound);
  if (contacts_.bodies().dimension == 1) return;
  const Vec3 u = v - v.dot(c.slip_normal) * c.slip_normal;
  const double speed = u.norm(), x = std::min(speed / step_.barrier.creep, 1.0);
  const Vec3 wanted = speed > 0.0 ? Vec3(-bound * x * (2.0 - x) / speed * u) : Vec3(Vec3::Zero());
  keep_largest(slip_, (p - wanted).norm());
  keep_largest(largest_, bound);
}

/// Without a stated rule: a contact that slips one way through the whole step has Coulomb's law,
/// whatever the scheme calls the slip of a step, and wherever in the step it has its law.
void ContactLaws::judge_steady_slip(const LawContact& c, double bound, const State& before,
                                    const State& after) {
  const auto tangential = [&](const Eigen::VectorXd& v) {
    const Vec3 u = contacts_.relative(c, v);
    return Vec3(u - u.dot(c.normal) * c.normal);
  };
  const Vec3 start = tangential(before.v), end = tangential(after.v);
  const bool sticks_elsewhere = end.norm() <= 2.0 * contacts_.turned(c, after.v).slip;
  if (!sticks_elsewhere && start.dot(end) > 0.99 * start.norm() * end.norm() &&
      end.norm() > 0.1 * start.norm()) {
    const Vec3& slower = start.norm() < end.norm() ? start : end;
    keep_largest(slip_, slip_defect(c.friction(), slower, c.slip_mobility, bound));
  }
}

/// The slip that the scheme's friction law speaks of.
Vec3 ContactLaws::law_slip(const LawContact& c, const State& before, const State& after) const {
  Vec3 s = contacts_.relative(c, step_.slip == SlipRule::viscous_mean ? mean_ : after.v);
  if (step_.slip == SlipRule::velocity || step_.slip == SlipRule::cone) {
    const auto& soft = step_.cone.impedance;
    const double e = soft ? -impedance_law(*soft, h_, std::max(c.depth, 0.0)).kept
                          : law(c.key).tangential_restitution;
    s += e * contacts_.relative(c, before.v);
    if (step_.slip == SlipRule::cone) s += softness(c).tangential * c.friction();
  } else {
    s += c.friction() / (h_ * step_.stick);
  }
  return s - s.dot(c.normal) / c.normal.squaredNorm() * c.normal;
}

/// Coulomb's law once more for the torques across and along the normal, over the reduced radius R:
/// against R om, om the relative spin of the slip rule's own velocity, with the rule's stick;
/// Their bounds are shares of `friction_load` [N s].
double ContactLaws::turn_defect(const LawContact& c, double friction_load,
                                const State& after) const {
  const RoundBodies& bodies = contacts_.bodies();
  const auto turning = [&](int i) { return 1.0 / bodies.inertia[static_cast<std::size_t>(i)]; };
  const double R = reduced_radius(bodies, c.key.first, c.key.second);
  const double mobility = R * R * (turning(c.key.first) + (c.wall() ? 0.0 : turning(c.key.second)));
  const Vec3 n = c.normal.normalized(), p = c.resistance / R, along = p.dot(n) * n;
  Vec3 w = R * contacts_.relative_spin(c, step_.slip == SlipRule::viscous_mean ? mean_ : after.v);
  if (step_.slip == SlipRule::viscous_mean || step_.slip == SlipRule::viscous_end)
    w += p / (h_ * step_.stick);
  const Vec3 twist = w.dot(n) * n;
  const ContactLaw& own = law(c.key);
  return std::max(slip_defect(p - along, w - twist, mobility, own.rolling_friction * friction_load),
                  slip_defect(along, twist, mobility, own.twisting_friction * friction_load));
}

/// Whether an open contact may have closed within the step without its impulse: bodies approach by
/// at most twice the largest speed of the step, plus p / m without p.
bool ContactLaws::may_act(const LawContact& c, double p, const State& before, const State& after) {
  if (!step_.closing_acts || !c.recorded) return false;
  const double reach = h_ * (2.0 * fastest(before, after) + p / c.reduced_mass);
  return -c.depth <= reach + open_tolerance(c);
}

double ContactLaws::fastest(const State& before, const State& after) {
  if (fastest_) return *fastest_;
  fastest_ = 0.0;
  for (int i = 0; i < static_cast<int>(contacts_.bodies().size()); ++i) {
    for (const Eigen::VectorXd* v : {&before.v, &after.v})
      keep_largest(*fastest_, contacts_.translation(*v, i).norm());
  }
  return *fastest_;
}

}  // namespace impactbench
