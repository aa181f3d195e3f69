// Up to which step explicit springs with dashpots are stable, and that longer ones are refused.

#include "schemes/support/laws/dissipation.hpp"
#include "tests/schemes/scheme_cases.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impactbench::testing {
namespace {

constexpr double compliance = 1e-4, mass = 0.5, gravity = 10.0;
const double period = std::sqrt(compliance * mass);  // 1 / omega

/// A disc that lies on a floor, pressed in by its weight.
Problem resting(double restitution, double friction, double speed) {
  DiscCommon common;
  common.inertia = "physical";
  common.restitution = restitution;
  common.friction = friction;
  DiscSetup setup(common);
  const double depth = compliance * mass * gravity;
  setup.gravity({0.0, -gravity});
  setup.wall({0.0, 0.0}, {0.0, 1.0});
  setup.allow_penetration(depth);
  setup.disc(mass, 0.1, {0.0, 0.1 - depth}, friction > 0.0 ? Vec2{speed, 0.0} : Vec2{0.0, speed});
  return std::move(setup).make("resting", {}, 1.0);
}

/// Largest speed after so many steps over that of the start, so small that the contact stays
/// closed and sticks.
double growth(const char* scheme, const ParameterSet& settings, double restitution, double friction,
              double h) {
  constexpr double start = 1e-12;
  const Problem problem = resting(restitution, friction, start);
  Session session(scheme_entry(scheme), settings, problem, h);
  double late = 0.0;
  session.run(400, [&](const State& s) {
    if (s.step > 300) late = larger(late, s.v.cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
  });
  return late / start;
}

bool refused(const char* scheme, const ParameterSet& settings, double restitution, double friction,
             double h) {
  const Problem problem = resting(restitution, friction, 0.0);
  const auto reason = scheme_entry(scheme).make(settings)->refuses(problem.traits, h);
  if (reason) {
    EXPECT_NE(reason->find("dt must be at most"), std::string::npos) << *reason;
  }
  return reason.has_value();
}

TEST(SpringBounds, MdRefusesExactlyTheStepsThatItsDashpotMakesUnstable) {
  // (omega h)^2 + 4 zeta omega h = 4: without a dashpot 2, with the critical one 2 (sqrt 2 - 1).
  const ParameterSet settings{{"R", compliance}};
  for (const double e : {1.0, 0.9, 0.5, 0.1, 0.0}) {
    const double zeta = Dissipation::damping_ratio(e);
    const double bound = 2.0 * (std::sqrt(1.0 + zeta * zeta) - zeta) * period;
    EXPECT_FALSE(refused("md", settings, e, 0.0, 0.99 * bound)) << e;
    EXPECT_TRUE(refused("md", settings, e, 0.0, 1.01 * bound)) << e;
    EXPECT_LT(growth("md", settings, e, 0.0, 0.98 * bound), 20.0) << e;
    EXPECT_GT(growth("md", settings, e, 0.0, 1.02 * bound), 1e4) << e;
  }
}

TEST(SpringBounds, DemRefusesWhereItsDashpotThrowsBackFasterThanWhatCame) {
  // zeta omega h = 1 with zeta above 1/2; what is slower is the resolution of a hit, omega h = 2.
  const ParameterSet settings{{"R", compliance}};
  for (const double e : {0.1, 0.0}) {
    const double bound = period / Dissipation::damping_ratio(e);
    EXPECT_FALSE(refused("dem", settings, e, 0.0, 0.99 * bound)) << e;
    EXPECT_TRUE(refused("dem", settings, e, 0.0, 1.01 * bound)) << e;
    EXPECT_LT(growth("dem", settings, e, 0.0, 0.98 * bound), 20.0) << e;
    EXPECT_GT(growth("dem", settings, e, 0.0, 1.02 * bound), 1e4) << e;
  }
  EXPECT_FALSE(refused("dem", settings, 0.9, 0.0, 1.99 * period));
  EXPECT_TRUE(refused("dem", settings, 0.9, 0.0, 2.01 * period));
}

TEST(SpringBounds, TheTangentialDashpotCountsWhereThereIsFriction) {
  // omega_t^2 = 3 tangential omega^2 of a solid disc; damping 1/2: omega_t h = sqrt 5 - 1.
  const ParameterSet settings{{"R", compliance}, {"tangential", 1.0}, {"tangential_damping", 0.5}};
  const double bound = (std::sqrt(5.0) - 1.0) * period / std::sqrt(3.0);
  for (const char* scheme : {"dem", "md"}) {
    EXPECT_FALSE(refused(scheme, settings, 1.0, 0.5, 0.99 * bound)) << scheme;
    EXPECT_TRUE(refused(scheme, settings, 1.0, 0.5, 1.01 * bound)) << scheme;
    EXPECT_FALSE(refused(scheme, settings, 1.0, 0.0, 1.01 * bound)) << scheme;
  }
  EXPECT_LT(growth("md", settings, 1.0, 0.5, 0.98 * bound), 20.0);
  EXPECT_GT(growth("md", settings, 1.0, 0.5, 1.02 * bound), 1e4);
}

}  // namespace
}  // namespace impactbench::testing
