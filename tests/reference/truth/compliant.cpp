#include "problems/model/disc_setup.hpp"
#include "reference/exact/compliant_hit/compliant_hit.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace impactbench::testing {
namespace {

/// int_0^1 dx / sqrt(1 - x^a) by the substitution x = 1 - s^2 and Simpson's rule.
double integral(double a) {
  const int n = 20000;
  const auto f = [&](double s) {
    if (s < 1e-6) return 2.0 / std::sqrt(a);
    return 2.0 * s / std::sqrt(1.0 - std::pow(1.0 - s * s, a));
  };
  double sum = f(0.0) + f(1.0);
  for (int k = 1; k < n; ++k)
    sum += (k % 2 == 1 ? 4.0 : 2.0) * f(static_cast<double>(k) / n);
  return sum / (3.0 * n);
}

TEST(CompliantHit, DurationIsTheQuadratureOfTheEnergy) {
  for (const double a : {2.0, 2.5, 3.0, 4.0}) {
    const Compliance contact{a, 5000.0};
    const double depth = exact::compliant_hit::largest_depth(0.3, 1.7, contact);
    EXPECT_NEAR(contact.coefficient * std::pow(depth, a), 0.5 * 0.3 * 1.7 * 1.7, 1e-12);
    EXPECT_NEAR(exact::compliant_hit::duration(0.3, 1.7, contact), 2.0 * integral(a) * depth / 1.7,
                1e-9 * depth);
  }
  // A linear contact lasts half a period, whatever the speed.
  EXPECT_NEAR(exact::compliant_hit::duration(2.0, 0.1, {2.0, 100.0}),
              std::numbers::pi * std::sqrt(2.0 / 200.0), 1e-14);
}

TEST(CompliantHit, EnergyChangeOfOneImpactIsThatOfTheSchemes) {
  // One fall on the floor at R = 1e-4, m = 1: omega = 100, (pi/2) omega h.
  const Problem ball = problem_entry("falling_ball").make({{"horizon", 1.2}});
  for (const double h : {1e-4, 2e-5}) {
    const double leading = exact::compliant_hit::energy_change_explicit(1.0, h, {2.0, 0.5e4});
    EXPECT_NEAR(leading, 0.5 * std::numbers::pi * 100.0 * h, 1e-15);
    for (const char* scheme : {"dem", "snc"}) {
      Session session(scheme_entry(scheme), {{"R", 1e-4}}, ball, h);
      session.run(static_cast<std::int64_t>(1.2 / h));
      const double change = 2.0 * kinetic_energy(*ball.system, session.state.v) - 1.0;
      const double expected = scheme == std::string("dem") ? leading : -leading;
      EXPECT_NEAR(change, expected, 0.06 * std::abs(leading)) << scheme << " h = " << h;
    }
  }
}

TEST(CompliantHit, IsSilentWhereAHitMayStillGoOn) {
  const auto covers = [](double horizon) {
    const Problem p = problem_entry("falling_ball").make({{"horizon", horizon}});
    return reference("compliant_hit").truth(p, Compliance{2.0, 500.0}).has_value();
  };
  // Contact from 0.8 s on, for pi sqrt(1 / 1000) = 0.099 s.
  EXPECT_FALSE(covers(0.7)) << "no hit yet";
  EXPECT_FALSE(covers(0.85)) << "in the middle of one";
  EXPECT_TRUE(covers(1.0));
}

/// The two truths of a linear contact, one closed, one integrated in 50 digits.
void expect_agreement(const Problem& p, double end) {
  const Compliance contact{2.0, 5000.0};
  const Truth closed = reference("linear_springs").truth(p, contact).value();
  const Truth computed = reference("compliant_impact").truth(p, contact).value();
  ASSERT_EQ(closed.event_times.size(), computed.event_times.size());
  for (std::size_t k = 0; k < closed.event_times.size(); ++k) {
    EXPECT_NEAR(closed.event_times[k], computed.event_times[k], 1e-12);
  }
  for (double t = 0.0; t <= end; t += end / 997.0) {
    const Sample a(closed, t, 3);
    const Sample b(computed, t, 3);
    EXPECT_NEAR((a.q - b.q).norm(), 0.0, 1e-12) << p.name << " t = " << t;
    EXPECT_NEAR((a.v - b.v).norm(), 0.0, 1e-9) << p.name << " t = " << t;
  }
}

TEST(CompliantTruths, ClosedFormAndMultiprecisionAgree) {
  expect_agreement(problem_entry("moving_ball").make({}), 3.0);
  expect_agreement(problem_entry("bouncing_ball").make({}), 2.5);
  expect_agreement(problem_entry("resting_ball").make({}), 0.06);
}

TEST(CompliantTruths, ADiscLetGoOnTheFloorSwingsAboutItsStaticDepth) {
  // D = D_e (1 - cos omega t), D_e = m g / (2 c), omega^2 = 2 c / m: 2 periods.
  const Problem p = problem_entry("resting_ball").make({{"depth", 0.0}, {"horizon", 0.13}});
  const double omega = 100.0, rest = 9.80665 / (omega * omega);
  const Truth truth = reference("linear_springs").truth(p, Compliance{2.0, 5000.0}).value();
  for (double t = 0.0; t <= 0.13; t += 1e-3) {
    const Sample s(truth, t, 3);
    EXPECT_NEAR(s.q[1], 0.2 - rest * (1.0 - std::cos(omega * t)), 1e-15) << t;
    EXPECT_NEAR(s.v[1], -rest * omega * std::sin(omega * t), 1e-13) << t;
  }
  EXPECT_FALSE(reference("compliant_impact").truth(p, Compliance{3.0, 5000.0}));
}

/// A contact of 0.1 ms: near its end the series in seconds has coefficients beyond 1e308.
TEST(CompliantTruths, AreNumbersInContactsOfAnyStiffness) {
  for (const double alpha : {2.5, 3.0}) {
    for (const double R : {1e-9, 1e-13}) {
      const Compliance law{alpha, 0.5 / R};
      const Problem p = problem_entry("two_balls_test1").make({});
      const Truth truth = reference("compliant_impact").truth(p, law).value();
      const double begin = truth.event_times.at(0);
      const double closing = p.initial.v[0] - p.initial.v[3];
      const double lasts = exact::compliant_hit::duration(0.5 * p.system->mass()[0], closing, law);
      for (int k = -50; k <= 1100; ++k) {
        const double t = begin + 1e-3 * k * lasts;
        const Sample s(truth, t, 6);
        ASSERT_TRUE(s.q.allFinite() && s.v.allFinite()) << alpha << " R = " << R << " k = " << k;
        // Equal discs: the relative velocity gives the depth by the energy.
        const double speed = s.v[0] - s.v[3], depth = std::max(0.0, 0.2 - (s.q[3] - s.q[0]));
        EXPECT_NEAR(
            0.25 * p.system->mass()[0] * speed * speed + law.coefficient * std::pow(depth, alpha),
            0.25 * p.system->mass()[0] * closing * closing, 1e-6)
            << alpha << " R = " << R << " k = " << k;
      }
    }
  }
}

TEST(CompliantTruths, IntegrateTheDurationThatTheEnergyGives) {
  // Along y the ball crosses 2 - 2 r at 1 m/s between contacts; what is left of the time from one
  // hit to the next is the contact itself.
  const Problem p = problem_entry("falling_ball").make({{"horizon", 8.0}});
  const auto& system = *disc_system(*p.system);
  const double mass = system.mass()[0];
  const double speed = std::abs(p.initial.v[1]);
  const double flight = (2.0 - 2.0 * system.largest_radius()) / speed;
  for (const double a : {2.0, 2.3, 3.0, 4.0, 6.5}) {
    const Compliance contact{a, 5e4};
    const Truth truth = reference("compliant_impact").truth(p, contact).value();
    ASSERT_GE(truth.event_times.size(), 2U);
    const double lasted = truth.event_times[1] - truth.event_times[0] - flight;
    EXPECT_NEAR(lasted, exact::compliant_hit::duration(mass, speed, contact), 1e-12) << a;
    const double middle = truth.event_times[0] + 0.5 * lasted;
    EXPECT_NEAR(system.largest_radius() - Sample(truth, middle, 3).q[1],
                exact::compliant_hit::largest_depth(mass, speed, contact), 1e-13)
        << a;
  }
}

TEST(CompliantTruths, KeepTheEnergyAndAreContinuous) {
  for (const double a : {2.0, 2.5, 3.0, 4.0}) {
    const Problem p = problem_entry("bouncing_ball").make({});
    const double c = 2e4;
    const Truth truth = reference("compliant_impact").truth(p, Compliance{a, c}).value();
    double last = 1.0;
    double deepest = 0.0;
    for (double t = 0.0; t < 2.5; t += 1e-4) {
      const Sample s(truth, t, 3);
      const double depth = std::max(0.2 - s.q[1], 0.0);
      const double energy = 0.5 * s.v[1] * s.v[1] + 9.80665 * s.q[1] + c * std::pow(depth, a);
      EXPECT_NEAR(energy, 9.80665, 1e-9) << "alpha " << a << " t = " << t;
      EXPECT_LT(std::abs(s.q[1] - last), 5e-4);
      last = s.q[1];
      deepest = larger(deepest, depth);
    }
    EXPECT_GT(deepest, 1e-3) << "never touched the floor";
  }
}

TEST(CompliantTruths, ConfirmTheConservingSchemeIndependently) {
  // inc (ec) converges to the multiprecision truth at order 2 for an exponent without closed form.
  const Problem p = problem_entry("bouncing_ball").make({});
  const Truth truth = reference("compliant_impact").truth(p, Compliance{2.5, 0.5 / 1e-3}).value();
  double previous = 0.0;
  for (const double h : {4e-4, 2e-4, 1e-4}) {
    Session session(scheme_entry("inc"), {{"alpha", 2.5}, {"R", 1e-3}}, p, h);
    double error = 0.0;
    session.run(static_cast<std::int64_t>(2.4 / h), [&](const State& s) {
      error = larger(error, (s.q - Sample(truth, static_cast<double>(s.step) * h, 3).q).norm());
    });
    if (previous > 0.0) {
      EXPECT_NEAR(previous / error, 4.0, 0.2) << h;
    }
    previous = error;
  }
  EXPECT_LT(previous, 1e-5);
}

}  // namespace
}  // namespace impactbench::testing
