// Balls with friction in space: Coulomb's thresholds, what collisions keep and what friction takes.
#include "problems/model/ball_setup.hpp"
#include "reference/api/reference.hpp"
#include "reference/yardsticks/meter.hpp"
#include "reference/yardsticks/momentum.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <map>
#include <optional>
#include <string>

namespace impactbench::testing {
namespace {

constexpr double g = 9.80665;

std::map<std::string, double> measured(const Problem& problem, double h, std::int64_t steps) {
  Session session(scheme_entry("nscd"), {}, problem, h);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  Meter meter(problem, std::nullopt, std::nullopt, h, steps);
  State before = problem.initial;
  session.run(steps, [&](const State& after) {
    meter.after_step(before, after, session.scheme().contact_problem(), session.scheme().impulses(),
                     &recorded);
    before = after;
  });
  EXPECT_EQ(session.unconverged(), 0);
  return meter.finish().quantities;
}

TEST(Balls, OnASlopeRollWhereFrictionSufficesAndSlideWhereNot) {
  // Rolling down a slope takes friction of (2/7) m g sin(theta) at most mu m g cos(theta): it rolls
  // at (5/7) g sin(theta) while tan(theta) <= 7/2 mu, and slides at g (sin(theta) - mu cos(theta))
  // beyond. The plane stays, gravity is tilted, in a direction that is no axis.
  const Vec3 down = Vec3(std::cos(0.7), std::sin(0.7), 0.0);
  const double mu = 0.2, h = 1e-3, r = 0.1, end = 0.2;
  for (const double slope : {0.1, 0.65, 0.75, 1.4}) {  // tan(theta); the threshold is 0.7
    const double c = 1.0 / std::hypot(1.0, slope), s = slope * c;
    BallSetup setup({.friction = mu});
    setup.half_space(Vec3::Zero(), Vec3::UnitZ());
    setup.gravity(g * (s * down - c * Vec3::UnitZ()));
    setup.ball(2.0, r, {0.0, 0.0, r}, Vec3::Zero());
    const Problem ball = std::move(setup).make("slope", {}, 1.0);
    Session session(scheme_entry("nscd"), {}, ball, h);
    session.run(200);
    const bool rolls = slope < 3.5 * mu;
    const double rate = rolls ? 5.0 / 7.0 * g * s : g * (s - mu * c);
    const Vec3 v = session.state.v.head<3>(), om = session.state.v.tail<3>();
    EXPECT_LE((v - rate * end * down).norm(), 1e-10) << slope;
    const double slip = (v + r * Vec3::UnitZ().cross(om)).norm();
    // Torque of sliding friction: (5/2) mu g cos(theta) / r.
    EXPECT_NEAR(slip, rolls ? 0.0 : (rate - 2.5 * mu * g * c) * end, 1e-10) << slope;
  }
}

/// Two unequal balls with spins about any axes that meet off centre, in free space.
Problem collision(double restitution, double friction) {
  BallSetup setup(
      {.restitution = restitution, .tangential_restitution = restitution, .friction = friction});
  setup.ball(1.0, 0.1, {0.0, 0.0, 0.0}, {1.0, 0.2, -0.1}, {3.0, -8.0, 5.0});
  setup.ball(2.5, 0.15, {0.4, 0.12, 0.05}, {-0.4, 0.1, 0.2}, {-6.0, 2.0, 9.0});
  return std::move(setup).make("collision", {}, 1.0);
}

TEST(Balls, ThatCollideKeepMomentaAndLoseEnergy) {
  for (const double e : {0.0, 0.5, 1.0}) {
    for (const double mu : {0.1, 0.5, 10.0}) {
      const Problem p = collision(e, mu);
      const double h = 1e-5;
      Session session(scheme_entry("nscd"), {}, p, h);
      const Vec3 spin_before = p.initial.v.segment<3>(3);
      session.run(50000);
      EXPECT_LE((linear_momentum(*p.system, session.state) - linear_momentum(*p.system, p.initial))
                    .norm(),
                1e-12);
      // Friction acts at two points that overlap by up to h |v|: the moment of that pair is all
      // that is not kept, here less than 2 r p_t by four orders.
      EXPECT_LE(
          (angular_momentum(*p.system, session.state) - angular_momentum(*p.system, p.initial))
              .norm(),
          2.0 * h)
          << e << ' ' << mu;
      EXPECT_GT((Vec3(session.state.v.segment<3>(3)) - spin_before).norm(), 0.1) << "they met";
      const double lost =
          kinetic_energy(*p.system, p.initial.v) - kinetic_energy(*p.system, session.state.v);
      // With e = e_t = 1 and enough friction nothing slides and nothing is lost.
      if (e == 1.0 && mu > 0.1) {
        EXPECT_NEAR(lost, 0.0, 1e-12);
      } else {
        EXPECT_GT(lost, 1e-3) << e << ' ' << mu;
      }
    }
  }
}

TEST(Balls, InABoxNeverGainEnergy) {
  // With e = e_t each step is a contraction of the kinetic energy: K^+ - K^- = p.u / (1 + e) -
  // p.W p (1 / (1 + e) - 1 / 2), p.u <= 0 by Coulomb's law.
  for (const double e : {0.0, 0.6, 1.0}) {
    const Problem p = problem_entry("ball_box")
                          .make({{"n", std::int64_t{27}},
                                 {"lid", true},
                                 {"speed", 1.0},
                                 {"gravity", 0.0},
                                 {"restitution", e},
                                 {"tangential_restitution", e}});
    Session session(scheme_entry("nscd"), {}, p, 1e-3);
    const double start = kinetic_energy(*p.system, p.initial.v);
    double energy = start, highest_gain = -start;
    session.run(500, [&](const State& s) {
      const double now = kinetic_energy(*p.system, s.v);
      highest_gain = larger(highest_gain, now - energy);
      energy = now;
    });
    EXPECT_LE(highest_gain, 1e-10 * start) << e;
    EXPECT_LT(energy, 0.9 * start) << e << ": friction has acted";
  }
}

TEST(Balls, FrictionTakesExactlyTheSlip) {
  // m_eff w^2 / 2 is lost, w the slip at the start and m_eff = m / (1 + m r^2 / J) = 2 m / 7; the
  // sum of p.(w^n + w^{n+1}) / 2 over steps telescopes, so that no step is small enough to matter.
  for (const double h : {1e-2, 1e-3}) {
    const Problem p = problem_entry("thrown_ball").make({{"mass", 3.0}});
    const auto q = measured(p, h, std::lround(0.5 / h));
    const Vec3 v = p.initial.v.head<3>(), om = p.initial.v.tail<3>();
    const double slip = (v + 0.1 * Vec3::UnitZ().cross(om)).norm();
    ASSERT_GT(slip, 0.5);
    EXPECT_NEAR(q.at("budget_friction"), -3.0 / 7.0 * slip * slip, 1e-11) << h;
    EXPECT_LE(q.at("impulse_defect"), 1e-12) << h;
    EXPECT_LE(q.at("complementarity_residual"), 1e-9) << h;
  }
}

/// A solver for piles: rounding is not what these tests are about.
Session pile_session(const Problem& p, bool warm, const char* solver = "nlgs") {
  ParameterSet settings{{"tolerance", 1e-4}};
  if (solver == std::string("nlgs")) settings["stop"] = std::string("natural");
  return {scheme_entry("nscd"), {{"warm_start", warm}}, p, 2e-3, solver, settings};
}

TEST(Balls, ThrownOnAPlaneAreOffByTheFallOfTheirFirstStep) {
  // Contact is where D > 0 at the middle of a step: a ball that just touches falls freely for the
  // first step, g h^2 / 2 in it, and as much until the middle of the second has stopped it. All
  // the friction that the first step lacks the second one makes up for. So the position is off by
  // g h^2: order 2, with this constant, against the closed form.
  const Problem p = problem_entry("thrown_ball").make({});
  std::optional<Truth> truth;
  for (const ReferenceEntry& entry : reference_catalogue()) {
    if (entry.name == "ball_on_plane") truth = entry.truth(p, std::nullopt);
  }
  ASSERT_TRUE(truth);
  for (const std::int64_t steps : {50, 200, 800, 3200}) {
    const double h = 0.5 / static_cast<double>(steps);
    // The published condition: a contact acts once it overlaps, so that the ball falls first.
    Session session(scheme_entry("nscd"), {{"contacts", std::string("overlapping")}}, p, h);
    Eigen::VectorXd q(6), v(6);
    double worst = 0.0;
    session.run(steps, [&](const State& s) {
      ASSERT_TRUE(truth->at(static_cast<double>(s.step) * h, q, v));
      worst = larger(worst, (s.q - q).head<3>().cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
    });
    EXPECT_NEAR(worst / (g * h * h), 1.0, 1e-4) << steps;
    EXPECT_LE((session.state.v - v).norm(), 1e-11) << "it rolls as it should";
  }
}

TEST(Balls, AllocateNothingInAStep) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Problem p = problem_entry("ball_box").make({{"n", std::int64_t{60}}});
  for (const auto& [solver, warm] :
       {std::pair{"nlgs", false}, {"nlgs", true}, {"apgd", false}, {"apgd", true}}) {
    Session session = pile_session(p, warm, solver);
    const std::int64_t start = allocations();
    session.run(300);
    EXPECT_EQ(allocations() - start, 0) << solver;
    EXPECT_GT(session.scheme().contact_problem()->contacts(), 60U) << "a pile";
  }
}

TEST(Balls, ComeToRestInAPileThatStands) {
  const Problem p = problem_entry("ball_box").make({{"n", std::int64_t{27}}, {"friction", 0.6}});
  Session session = pile_session(p, true);
  session.run(1000);
  double lowest = HUGE_VAL;
  for (Eigen::Index k = 0; k < session.state.q.size(); k += 6)
    lowest = std::min(lowest, session.state.q[k + 2]);
  EXPECT_GT(lowest, 0.07) << "nobody fell through the floor";
  // Nothing resists rolling, so that some balls still do; but a fall by a diameter is a thousand
  // times what is left.
  const double fall = 0.2 * g * p.system->mass().sum() / 3.0;
  EXPECT_LT(kinetic_energy(*p.system, session.state.v), 1e-3 * fall);
}

}  // namespace
}  // namespace impactbench::testing
