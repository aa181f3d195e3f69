// The forces that a scheme states: springs, dashpots and Coulomb's cone.
#include "reference/yardsticks/law_rules.hpp"

#include "reference/support/damping_ratio.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

constexpr double h = 0.125;

TEST(LawRules, SpringsHaveTheirForces) {
  // alpha = 2, 2 c = 1000 N/m: 1000 D; the secant from 0.01 to 0.03 is that of the middle.
  ContactStep step{.normal = NormalRule::spring_end, .spring = {2.0, 500.0}};
  EXPECT_NEAR(spring_impulse(step, 0.0, h, 0.03, 0.01, 0.0, 1.0), h * 30.0, 1e-12);
  step.normal = NormalRule::spring_secant;
  EXPECT_NEAR(spring_impulse(step, 0.0, h, 0.03, 0.01, 0.0, 1.0), h * 20.0, 1e-12);
  // Entering from a gap of 0.01: the energy 500 0.03^2 over the way of 0.04.
  EXPECT_NEAR(spring_impulse(step, 0.0, h, 0.03, -0.01, 0.0, 1.0), h * 0.45 / 0.04, 1e-12);
  EXPECT_NEAR(spring_impulse(step, 0.0, h, -0.01, 0.03, 0.0, 1.0), h * 0.45 / 0.04, 1e-12);
  step.normal = NormalRule::spring_secant_inside;
  EXPECT_NEAR(spring_impulse(step, 0.0, h, 0.03, -0.01, 0.0, 1.0), h * 15.0, 1e-12);
  EXPECT_EQ(spring_impulse(step, 0.0, h, -0.01, 0.03, 0.0, 1.0), 0.0);
  step.normal = NormalRule::spring_explicit;
  EXPECT_NEAR(spring_impulse(step, 0.0, h, 0.03, 0.01, 7.0, 1.0), h * 30.0, 1e-12);
  EXPECT_EQ(spring_impulse(step, 0.0, h, -0.03, 0.01, 7.0, 1.0), 0.0);
}

TEST(LawRules, TheSecantOfAnyPowerIsSmoothWhereDepthsMeet) {
  const ContactStep step{.normal = NormalRule::spring_secant, .spring = {3.5, 1.0}};
  const auto secant = [&](double x, double y) {
    return spring_impulse(step, 0.0, 1.0, x, y, 0.0, 1.0);
  };
  EXPECT_NEAR(secant(0.5, 0.5), 3.5 * std::pow(0.5, 2.5), 1e-14);
  // On either side of where the series takes over.
  const double inside = secant(0.5 + 0.2499e-4, 0.5 - 0.2499e-4);
  const double outside = secant(0.5 + 0.2501e-4, 0.5 - 0.2501e-4);
  EXPECT_NEAR(inside, outside, 1e-11);
}

TEST(LawRules, TheDampingRatioGivesTheRestitution) {
  for (const ContactEnd end : {ContactEnd::overlap, ContactEnd::force})
    EXPECT_EQ(damping_ratio(1.0, end), 0.0);
  EXPECT_EQ(damping_ratio(0.0, ContactEnd::overlap), 1.0);
  EXPECT_TRUE(std::isinf(damping_ratio(0.0, ContactEnd::force)));
  for (const double e : {0.1, 0.5, 0.9}) {
    const auto zeta = static_cast<double>(damping_ratio(e, ContactEnd::overlap));
    EXPECT_NEAR(std::exp(-zeta * std::acos(-1.0) / std::sqrt(1.0 - zeta * zeta)), e, 1e-14);
  }
  EXPECT_NEAR(static_cast<double>(damping_ratio(std::exp(-2.0L), ContactEnd::force)), 1.0, 1e-15);
}

/// Speed with which x'' + 2 zeta x' + x = 0 from x = 0, x' = 1 meets x'' = 0, by Taylor steps of
/// order 4 with a linear end: x'' is smooth there.
double speed_where_the_force_is_zero(double zeta) {
  constexpr double dt = 2e-4;
  double x = 0.0, v = 1.0, a = -2.0 * zeta;
  for (;;) {
    const double j = -2.0 * zeta * a - v, s = -2.0 * zeta * j - a;
    const double x_1 = x + dt * (v + dt / 2.0 * (a + dt / 3.0 * (j + dt / 4.0 * s)));
    const double v_1 = v + dt * (a + dt / 2.0 * (j + dt / 3.0 * s));
    const double a_1 = -x_1 - 2.0 * zeta * v_1;
    // The force is -x''; where it passes zero x' hardly changes.
    if (a_1 >= 0.0) return -(v + 0.5 * a * dt * a / (a - a_1));
    x = x_1;
    v = v_1;
    a = a_1;
  }
}

TEST(LawRules, TheForceEndsWithTheRestitutionTimesTheSpeed) {
  // Weak dashpots, the critical one and stronger ones, whatever the closed form.
  for (const double e : {0.95, 0.5, 0.2, 0.135, 0.1, 0.02}) {
    const auto zeta = static_cast<double>(damping_ratio(e, ContactEnd::force));
    EXPECT_NEAR(speed_where_the_force_is_zero(zeta), e, 1e-7) << e << " zeta = " << zeta;
  }
}

TEST(LawRules, AForceThatEndsDoesNotPull) {
  for (const NormalRule rule : {NormalRule::spring_explicit, NormalRule::spring_end,
                                NormalRule::spring_secant, NormalRule::spring_secant_inside}) {
    ContactStep step{.normal = rule, .spring = {2.0, 500.0}};
    // Parting, 0.01 m deep after 0.03 m, 100 kg: the dashpot wins.
    const double pulls = spring_impulse(step, 1.0, h, 0.01, 0.03, -2.0, 100.0);
    const double presses = spring_impulse(step, 1.0, h, 0.03, 0.01, 2.0, 100.0);
    EXPECT_LT(pulls, 0.0);
    step.spring.end = ContactEnd::force;
    EXPECT_EQ(spring_impulse(step, 1.0, h, 0.01, 0.03, -2.0, 100.0), 0.0);
    EXPECT_EQ(spring_impulse(step, 1.0, h, 0.03, 0.01, 2.0, 100.0), presses);
  }
}

TEST(LawRules, CoulombsDefectIsThatOfTheCone) {
  const Vec3 slip(2.0, 0.0, 0.0), none(0.0, 0.0, 0.0);
  EXPECT_EQ(slip_defect({-0.5, 0.0, 0.0}, slip, 1.0, 0.5), 0.0);
  EXPECT_EQ(slip_defect({0.3, 0.0, -0.2}, none, 1.0, 0.5), 0.0);
  EXPECT_DOUBLE_EQ(slip_defect({0.0, 0.0, 0.0}, slip, 1.0, 0.5), 0.5);
  EXPECT_GT(slip_defect({0.0, 0.0, -0.5}, slip, 1.0, 0.5), 0.5);  // across the slip
}

}  // namespace
}  // namespace impactbench::testing
