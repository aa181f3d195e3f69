#include "problems/model/generalised_system.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace impactbench::testing {
namespace {

Truth known(const Problem& p, const Compliance& law) {
  return reference("spring_constraints").truth(p, law).value();
}

TEST(SpringConstraints, AreTheHalfSineOfALinearSpring) {
  // A point of 1 kg from q = 1 with -1 m/s on a spring of k = 2 c: D = sin(w s) / w for pi / w,
  // then back with 1 m/s.
  const Problem p = problem_entry("bouncing_point").make({{"restitution", 1.0}});
  const double c = 5000.0, w = std::sqrt(2.0 * c);
  const Truth truth = known(p, {2.0, c});
  for (int k = 0; k <= 400; ++k) {
    const double t = 2.0 * k / 400.0, s = t - 1.0;
    const double lasts = std::numbers::pi / w;
    const double q = s < 0.0 ? -s : s < lasts ? -std::sin(w * s) / w : s - lasts;
    EXPECT_NEAR(Sample(truth, t, 1).q[0], q, 1e-12) << t;
  }
  // Its length is its way without the wall, 2 m.
  EXPECT_NEAR(truth.scalars.at("penetration_relative"), 0.5 / w, 1e-13);
  ASSERT_EQ(truth.event_times.size(), 1U);
  EXPECT_NEAR(truth.event_times[0], 1.0, 1e-13);
}

TEST(SpringConstraints, PartWithTheRestitutionWhateverTheExponentAndTheEnd) {
  for (const ContactEnd end : {ContactEnd::overlap, ContactEnd::force}) {
    for (const double alpha : {2.0, 2.5, 3.0}) {
      for (const double e : {0.3, 0.8}) {
        const Problem p = problem_entry("bouncing_point").make({{"restitution", e}});
        const Truth truth = known(p, {alpha, 1e5, {}, end});
        EXPECT_NEAR(Sample(truth, 2.0, 1).v[0], e, 1e-9) << alpha << ' ' << e;
      }
    }
  }
}

TEST(SpringConstraints, AreRoundBodiesOnSpringsInOtherCoordinates) {
  // A point before a wall in polar coordinates, and in Cartesian ones: x as above, y straight on.
  const Problem polar = problem_entry("polar_wall").make({{"restitution", 0.5}});
  const Compliance law{3.0, 1e4};
  const Truth truth = known(polar, law);
  const Problem line = problem_entry("bouncing_point").make({{"restitution", 0.5}});
  const Truth flat = known(line, law);
  for (int k = 0; k <= 100; ++k) {
    const double t = 2.0 * k / 100.0;
    const Sample s(truth, t, 2);
    EXPECT_NEAR(s.q[0] * std::cos(s.q[1]), Sample(flat, t, 1).q[0], 1e-10) << t;
    EXPECT_NEAR(s.q[0] * std::sin(s.q[1]), 0.2 + 0.4 * t, 1e-10) << t;
  }
}

TEST(SpringConstraints, KeepTheEnergyOfADoublePendulumBetweenElasticStops) {
  const Problem p = problem_entry("double_pendulum").make({{"restitution", 1.0}});
  const auto& system = *generalised_system(*p.system);
  const double c = 5e3;
  const Truth truth = known(p, {2.0, c});
  const double start = system.external_potential(0.0, p.initial.q);
  ASSERT_GT(truth.event_times.size(), 1U);
  for (int k = 0; k <= 100; ++k) {
    const Sample s(truth, p.horizon * k / 100.0, 2);
    double energy = system.kinetic_energy(s.q, s.v) + system.external_potential(0.0, s.q);
    for (Eigen::Index a = 0; a < 2; ++a)
      energy += c * std::pow(std::max(-system.constraint(a, s.q), 0.0), 2);
    EXPECT_NEAR(energy, start, 1e-9 * start) << k;
  }
}

TEST(SpringConstraints, AreNoneWhereNoDashpotTakesAllSpeed) {
  // A contact that ends with its force gives e = 0 only in the limit of infinite damping; one that
  // ends with its overlap has it critically damped.
  const Problem p = problem_entry("bouncing_point").make({{"restitution", 0.0}});
  Compliance law{2.0, 5e3};
  EXPECT_TRUE(reference("spring_constraints").truth(p, law));
  law.end = ContactEnd::force;
  EXPECT_FALSE(reference("spring_constraints").truth(p, law));
}

TEST(SpringConstraints, DoNotPassOverADiscInAStep) {
  // Free flight has no error: without a bound a step would go from one side of the disc to the
  // other.
  const Problem p = problem_entry("disc_wall").make({{"restitution", 1.0}});
  const Truth truth = known(p, {2.0, 1e4});
  ASSERT_EQ(truth.event_times.size(), 1U);
  EXPECT_NEAR(truth.event_times[0], 2.0 - std::sqrt(0.75), 1e-12) << "x = sqrt(1 - y^2), y = 1/2";
}

}  // namespace
}  // namespace impactbench::testing
