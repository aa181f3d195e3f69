// A body that touches a wall at the start and moves into it: an impact in the first step, or before
// it, which no scheme may take for a contact that lasts.
#include "problems/model/round_setup.hpp"
#include "tests/schemes/scheme_cases.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace impactbench::testing {
namespace {

constexpr double speed = 1.0;

/// A ball of radius 0.1 m on the floor, going down at 1 m/s, without gravity.
Problem on_the_floor(double restitution) {
  RoundSetup setup({.dimension = 2, .rotates = false}, {.restitution = restitution});
  setup.half_space(Vec3::Zero(), Vec3::UnitY());
  setup.body(1.0, 0.1, 0.0, {0.0, 0.1, 0.0}, {0.0, -speed, 0.0});
  return std::move(setup).make("hits_at_once", {}, 1.0);
}

/// The same of a constraint: 1 kg without a spring, launched at the stop that it touches.
Problem at_the_stop(double restitution) {
  return problem_entry("stop_launched")
      .make({{"restitution", restitution}, {"mass", 1.0}, {"stiffness", 0.0}, {"velocity", speed}});
}

/// Convex relaxations and barriers move as they state; their laws are held elsewhere.
bool relaxes(const SchemeClaims& claims) {
  return claims.step &&
         (claims.step->normal == NormalRule::cone || claims.step->normal == NormalRule::barrier);
}

class ImpactAtStart : public ::testing::TestWithParam<SchemeCase> {
 protected:
  /// The velocity out of the wall that is left of `speed`, and the way by then, over it.
  struct Left {
    double speed, way;
  };
  [[nodiscard]] Left left(const Problem& problem, Eigen::Index entry, double out, double h,
                          int steps) const {
    Session s(*GetParam().entry, settings(), problem, h);
    const double from = s.state.q[entry];
    s.run(steps);
    return {out * s.state.v[entry] / speed, out * (s.state.q[entry] - from) / (speed * h * steps)};
  }
  [[nodiscard]] ParameterSet settings() const {
    return with(GetParam().parameters, *GetParam().entry, {{"R", 1e-4}, {"young", 1e6}});
  }
  void leaves(const Problem& problem, Eigen::Index entry, double out) {
    const auto method = GetParam().entry->make(settings());
    const SchemeClaims claims = method->claims();
    const double e = problem.traits.restitution;
    const double h = claims.contact ? 1e-5 : 1e-3;
    if (method->refuses(problem.traits, h) || relaxes(claims) || claims.set) return;
    if (claims.contact && e == 0.0) return;  // critical damping takes its time
    ++ran_;
    const int steps = claims.contact ? 20000 : 50;
    const Left now = left(problem, entry, out, h, steps);
    EXPECT_NEAR(now.speed, e, claims.contact ? 6e-3 : 1e-9) << problem.name << " e = " << e;
    // A step late, and one more where a rebound takes one; how long a spring holds it is its own.
    if (claims.contact) return;
    EXPECT_NEAR(now.way, e, 4.0 / steps) << problem.name << " e = " << e;
  }
  int ran_{0};
};

TEST_P(ImpactAtStart, LeavesWithWhatTheLawOfImpactGivesBack) {
  for (const double e : {0.0, 0.5, 1.0}) {
    leaves(on_the_floor(e), 1, 1.0);
    leaves(at_the_stop(e), 0, -1.0);
  }
  if (ran_ == 0) GTEST_SKIP() << "has no rigid or compliant law of impact of such bodies";
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ImpactAtStart,
                         ::testing::ValuesIn(scheme_cases({BodyKind::round,
                                                           BodyKind::generalised})),
                         [](const auto& run) { return name_of(run.param); });

}  // namespace
}  // namespace impactbench::testing
