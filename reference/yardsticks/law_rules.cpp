#include "reference/yardsticks/law_rules.hpp"

#include "problems/contact/geometry.hpp"
#include "reference/support/fast_power.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench {
namespace {

double power(double x, double exponent) {
  return x > 0.0 ? fast_power(x, exponent) : 0.0;
}

/// (x^a - y^a) / (x - y) for x, y > 0; near x = y by its series about the middle, whose next term
/// is below 1e-15.
double secant_inside(double x, double y, double a) {
  const double middle = 0.5 * (x + y), delta = x - y;
  if (std::abs(delta) < 1e-4 * middle) {
    return a * std::pow(middle, a - 1.0) +
           a * (a - 1.0) * (a - 2.0) / 24.0 * std::pow(middle, a - 3.0) * delta * delta;
  }
  return (fast_power(x, a) - fast_power(y, a)) / delta;
}

/// The same with zero powers of numbers that are not positive.
double secant(double x, double y, double a) {
  if (x > 0.0 && y > 0.0) return secant_inside(x, y, a);
  return x == y ? 0.0 : (power(x, a) - power(y, a)) / (x - y);
}

/// The schemes' own depths end at the threshold of detection.
double inside(double depth) {
  return depth < least_overlap ? 0.0 : depth;
}

/// p_n of a spring rule whose dashpot may pull.
double spring_pulling(const ContactStep& step, double zeta, double h, double depth,
                      double depth_before, double rate, double mass) {
  const double a = step.spring.exponent, c = step.spring.coefficient;
  if (step.normal == NormalRule::spring_explicit) {
    if (!(depth > 0.0)) return 0.0;
    const double damping = zeta * a * std::sqrt(2.0 * c * mass) * fast_power(depth, 0.5 * a - 1.0);
    return h * (a * c * fast_power(depth, a - 1.0) + damping * rate);
  }
  double x = depth, y = depth_before, force = 0.0;
  if (step.normal == NormalRule::spring_end) {
    x = std::max(x, 0.0);
    y = std::max(y, 0.0);
    if (x == 0.0 && depth < -least_overlap) return 0.0;
    force = a * c * power(x, a - 1.0);
  } else if (step.normal == NormalRule::spring_secant) {
    force = c * secant(x, y, a);
  } else {
    if (!(depth > 0.0)) return 0.0;
    x = inside(x);
    y = inside(y);
    force = c * (secant(x, y, a) + step.end_weight * x) / (1.0 + step.end_weight);
  }
  const double damping = zeta * std::sqrt(8.0 * c * mass);
  return h * force + damping * (power(x, 0.5 * a) - power(y, 0.5 * a));
}

}  // namespace

bool pushed(const ContactImpulses& recorded) {
  return std::any_of(recorded.impulse.begin(), recorded.impulse.end(),
                     [](double p) { return p != 0.0; });
}

double spring_impulse(const ContactStep& step, double zeta, double h, double depth,
                      double depth_before, double rate, double mass) {
  const double pulling = spring_pulling(step, zeta, h, depth, depth_before, rate, mass);
  return step.spring.end == ContactEnd::force ? std::max(pulling, 0.0) : pulling;
}

double spring_friction_load(const ContactStep& step, double h, double depth, double depth_before,
                            double pressure) {
  if (step.normal == NormalRule::spring_secant_inside && step.end_weight > 0.0) {
    const double a = step.spring.exponent, c = step.spring.coefficient;
    return depth > 0.0 ? h * c * secant(inside(depth), inside(depth_before), a) : 0.0;
  }
  return std::max(pressure, 0.0);
}

ConeSoftness cone_softness(const ConeRule& rule, double h, double normal_mobility,
                           double slip_mobility, int dimension) {
  const double tangents = dimension - 1.0;
  const double w =
      std::sqrt(normal_mobility * normal_mobility + tangents * slip_mobility * slip_mobility) /
      dimension;
  const double turns = rule.near_rigid / (2.0 * std::numbers::pi);
  return {std::max(turns * turns * w, rule.compliance / (h * (h + rule.relaxation))),
          rule.slip * w};
}

ImpedanceLaw impedance_law(const ImpedanceRule& rule, double h, double depth) {
  const double x = std::min(depth / rule.width, 1.0), c = rule.midpoint, p = rule.power;
  const double s = x <= c ? std::pow(x, p) / std::pow(c, p - 1.0)
                          : 1.0 - std::pow(1.0 - x, p) / std::pow(1.0 - c, p - 1.0);
  const double d = (1.0 - s) * rule.least + s * rule.most;
  const double b = 2.0 / (rule.most * rule.time_constant);
  const double root = rule.most * rule.time_constant * rule.damping_ratio;
  return {1.0 - h * b, h * d / (root * root), 1.0 / d - 1.0};
}

double barrier_impulse(const BarrierRule& rule, double h, double range, double gap) {
  if (gap >= range) return 0.0;
  if (!(gap > 0.0)) return HUGE_VAL;
  // d/dg of (d - g)^2 ln(d / g) = -2 (d - g) ln(d / g) - (d - g)^2 / g
  const double left = range - gap;
  return h * rule.stiffness * left * (2.0 * std::log(range / gap) + left / gap);
}

double slip_defect(const Vec3& p, const Vec3& s, double mobility, double bound) {
  Vec3 trial = p - s / mobility;
  const double length = trial.norm();
  if (length > bound) trial *= bound / length;
  return (p - trial).norm();
}

}  // namespace impactbench
