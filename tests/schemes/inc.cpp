#include "problems/contact/geometry.hpp"
#include "problems/model/round_system.hpp"
#include "reference/yardsticks/meter.hpp"
#include "schemes/inc/laws.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

TEST(Inc, ConservingVariantKeepsTheEnergyWhateverTheStepAndTheStiffness) {
  // Kinetic energy before and after all contacts have opened; includes steps so coarse that a
  // contact lasts one or two of them (R = 1e-7 at dt = 1e-3).
  for (const char* name : {"moving_ball", "newton_cradle", "four_balls_to_point"}) {
    const Problem problem = problem_entry(name).make({});
    for (const double alpha : {2.0, 3.0, 4.0}) {
      for (const double R : {1e-3, 1e-5, 1e-7}) {
        Session session(scheme_entry("inc"), {{"alpha", alpha}, {"R", R}}, problem, 1e-3);
        const double initial = kinetic_energy(*problem.system, session.state.v);
        const Eigen::VectorXd v0 = session.state.v;
        session.run(1100);
        EXPECT_GT((session.state.v - v0).norm(), 0.1) << "no impact";
        EXPECT_EQ(session.unconverged(), 0);
        // The contact may still be closed when alpha and R are soft: add its energy.
        const auto& system = *disc_system(*problem.system);
        double energy = kinetic_energy(system, session.state.v);
        const auto n = static_cast<int>(system.bodies().size());
        const auto add = [&](double depth) {
          if (depth > 0.0) energy += std::pow(depth, alpha) / (2.0 * R);
        };
        for (int i = 0; i < n; ++i) {
          const double r = system.bodies().radius[static_cast<std::size_t>(i)];
          for (const Wall& wall : system.walls()) {
            add(wall_frame(centre(session.state.q, i), r, wall).depth);
          }
          for (int j = i + 1; j < n; ++j) {
            add(pair_frame(centre(session.state.q, i), r, centre(session.state.q, j), r).depth);
          }
        }
        EXPECT_LE(std::abs(energy - initial) / initial, 5e-12)
            << name << ", alpha " << alpha << ", R " << R;
      }
    }
  }
}

TEST(Inc, ThesisVariantLosesEnergyAtEntryAndExitOnly) {
  // One ball on a wall: the loss is c D1^(alpha-1) |D0| on entry + c D_last^alpha on exit.
  const Problem ball = problem_entry("falling_ball").make({});
  const auto& system = *disc_system(*ball.system);
  const double R = 1e-4;
  const double alpha = 3.0;
  const double c = 0.5 / R;
  Session session(scheme_entry("inc"), {{"alpha", alpha}, {"R", R}, {"variant", "thesis"}}, ball,
                  1e-4);
  const double initial = kinetic_energy(system, session.state.v);
  const double r = system.bodies().radius[0];
  double previous = wall_frame(centre(session.state.q, 0), r, system.wall(0)).depth;
  double predicted = 0.0;
  bool closed = false;
  for (int k = 0; k < 12000; ++k) {
    session.run(1);
    const double depth = wall_frame(centre(session.state.q, 0), r, system.wall(0)).depth;
    if (!closed && depth > 0.0) predicted += c * depth * depth * std::abs(previous);
    if (closed && depth <= 0.0) predicted += c * previous * previous * previous;
    closed = depth > 0.0;
    previous = depth;
  }
  ASSERT_GT(predicted, 0.0);
  ASSERT_GT(session.state.v[1], 0.0) << "has bounced";
  const double lost = initial - kinetic_energy(system, session.state.v);
  EXPECT_NEAR(lost, predicted, 1e-3 * predicted + 1e-13);
}

TEST(Inc, ConservingVariantTakesAnyRealExponent) {
  // Head-on hit of a ball on the floor: largest depth (m v^2 / (2 c))^(1/alpha), c = 1 / (2R).
  const Problem ball = problem_entry("falling_ball").make({});
  const auto& system = *disc_system(*ball.system);
  for (const double alpha : {2.0, 2.5, 3.3, 6.0}) {
    Session session(scheme_entry("inc"), {{"alpha", alpha}, {"R", 1e-5}}, ball, 1e-4);
    double deepest = 0.0;
    session.run(12000, [&](const State& s) {
      deepest = std::max(
          deepest, wall_frame(centre(s.q, 0), system.bodies().radius[0], system.wall(0)).depth);
    });
    EXPECT_NEAR(deepest, std::pow(1e-5, 1.0 / alpha), 0.01 * std::pow(1e-5, 1.0 / alpha)) << alpha;
  }
}

TEST(Inc, ThesisLawIsTheQuotientMixedWithTheEndOfTheStep) {
  // A disc of radius 1 on the floor, D1 = 0.2 deep after the step and D0 = 0.1 before it:
  // lam = c (Dt + e D1) / (1 + e) with Dt = (D1^alpha - D0^alpha) / (D1 - D0), and its derivative
  // in D1.
  const Obstacle floor{.b = {0.0, 1.0, 0.0}};
  constexpr double c = 3.0, D0 = 0.1, D1 = 0.2;
  for (const double alpha : {2.0, 2.5, 3.0}) {
    for (const double e : {0.0, 0.25, 1.0}) {
      const inc::ThesisLaw law{.law = {alpha}, .end_weight = e, .coefficient = c};
      const auto at = [&](double depth) {
        return law
            .obstacle(LawBody<2>{Vec2(0.0, 1.0 - depth), Vec2(0.0, 1.0 - D0), 1.0, 1.0}, floor, 2)
            .value();
      };
      const auto lam = [&](double depth) {
        const double Dt = (std::pow(depth, alpha) - std::pow(D0, alpha)) / (depth - D0);
        return c * (Dt + e * depth) / (1.0 + e);
      };
      EXPECT_NEAR(at(D1).force, lam(D1), 1e-14) << alpha << ' ' << e;
      EXPECT_NEAR(at(D1).stiffness, (lam(D1 + 1e-5) - lam(D1 - 1e-5)) / 2e-5, 1e-8);
      EXPECT_NEAR(at(D1).friction_load, (1.0 + e) * lam(D1) - e * c * D1, 1e-14)
          << "Coulomb's law: c Dt";
      // At rest the quotient is a derivative, alpha D^(alpha - 1), and its tangent that of the
      // listing.
      EXPECT_NEAR(at(D0).stiffness,
                  c * (alpha * (alpha - 1.0) * std::pow(D0, alpha - 2.0) + e) / (1.0 + e), 1e-12);
      EXPECT_NEAR(at(D0).force, c * (alpha * std::pow(D0, alpha - 1.0) + e * D0) / (1.0 + e),
                  1e-13);
      EXPECT_FALSE(
          law.obstacle(LawBody<2>{Vec2(0.0, 1.1), Vec2(0.0, 0.9), 1.0, 1.0}, floor, 2).has_value())
          << "variant thesis looks at the end alone";
    }
  }
}

TEST(Inc, ConservingLawIsTheDiscreteGradientAndItsTangent) {
  // c (D1^alpha - D0^alpha) / (D1 - D0) and its derivative in D1; where both are one, half of c
  // times the second derivative of D^alpha.
  const Obstacle floor{.b = {0.0, 1.0, 0.0}};
  constexpr double c = 3.0, D0 = 0.1, D1 = 0.2;
  for (const double alpha : {2.0, 2.5, 3.0}) {
    const inc::ConservingLaw law{.law = {alpha}, .coefficient = c};
    const auto at = [&](double depth) {
      return law
          .obstacle(LawBody<2>{Vec2(0.0, 1.0 - depth), Vec2(0.0, 1.0 - D0), 1.0, 1.0}, floor, 2)
          .value();
    };
    const auto lam = [&](double depth) {
      return c * (std::pow(depth, alpha) - std::pow(D0, alpha)) / (depth - D0);
    };
    EXPECT_NEAR(at(D1).force, lam(D1), 1e-14) << alpha;
    EXPECT_NEAR(at(D1).stiffness, (lam(D1 + 1e-5) - lam(D1 - 1e-5)) / 2e-5, 1e-8) << alpha;
    EXPECT_NEAR(at(D0).force, c * alpha * std::pow(D0, alpha - 1.0), 1e-13) << alpha;
    EXPECT_NEAR(at(D0).stiffness, 0.5 * c * alpha * (alpha - 1.0) * std::pow(D0, alpha - 2.0),
                1e-12)
        << alpha;
  }
}

// Whatever a ball meets and wherever it goes along it, the force of a step does the work that the
// contact energy c [D]^alpha loses: past the edge of a box too, where the normal turns.
TEST(Inc, ConservingLawDoesTheWorkOfItsEnergyAtAnyObstacle) {
  constexpr double c = 3.0, alpha = 2.5, r = 1.0;
  const inc::ConservingLaw law{.law = {alpha}, .coefficient = c};
  const auto energy = [&](const Vec3& x, const Obstacle& fixed) {
    return c * std::pow(std::max(0.0, -obstacle_gap<3>(x, r, fixed).distance), alpha);
  };
  const Vec3 from(1.3, 1.5, 0.2), to(1.7, 1.1, 0.3);
  for (const Obstacle& fixed :
       {Obstacle{Obstacle::Shape::box, {-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}},
        Obstacle{Obstacle::Shape::segment, {-1.0, 1.0, 0.0}, {1.0, 1.0, 0.0}},
        Obstacle{Obstacle::Shape::half_space, {1.0, 1.0, 0.0}, Vec3(0.6, 0.8, 0.0)}}) {
    const auto response = law.obstacle(LawBody<3>{to, from, r, 1.0}, fixed, 2);
    ASSERT_TRUE(response.has_value());
    const double work = -response->force * response->normal.dot(to - from);
    EXPECT_NEAR(work, energy(from, fixed) - energy(to, fixed), 1e-14);
    EXPECT_NE(work, 0.0);
  }
}

TEST(Inc, EachVariantObeysItsLawsWithEitherNormal) {
  // The impulses follow from gaps and normals of the states (ContactStep), also where an obstacle
  // is curved, between bodies, and in coordinates. The conserving law pushes a contact that was
  // closed at the start of a step and is open at its end: the release of each impact.
  for (const char* name : {"dome", "oblique_impact", "double_pendulum"}) {
    for (const char* variant : {"ec", "thesis"}) {
      for (const char* normal : {"middle", "end"}) {
        const Problem p = problem_entry(name).make({});
        const double h = p.horizon / 1700.0;
        const ParameterSet settings{{"variant", std::string(variant)},
                                    {"normal", std::string(normal)}};
        const SchemeClaims claims = scheme_entry("inc").make(settings)->claims();
        Session s(scheme_entry("inc"), settings, p, h);
        ContactImpulses recorded;
        s.scheme().record_impulses(&recorded);
        Meter meter(p, claims.contact, std::nullopt, h, 1700, claims.step, claims.motion);
        State before = p.initial;
        s.run(1700, [&](const State& after) {
          meter.after_step(before, after, nullptr, {}, &recorded);
          before = after;
        });
        auto q = meter.finish().quantities;
        EXPECT_GT(q["law_contacts"], 10.0) << name;
        for (const char* law : {"law_normal", "law_distance", "law_momentum"}) {
          ASSERT_TRUE(q.contains(law)) << name << ' ' << law;
          EXPECT_LT(q[law], 1e-8) << name << ' ' << variant << ' ' << normal << ' ' << law;
        }
      }
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
