// Statements of schemes/barrier/barrier.hpp: gaps, rest, creep, decay, late friction, energy.
#include "problems/base/error.hpp"
#include "problems/model/round_setup.hpp"
#include "reference/yardsticks/constraint_laws.hpp"
#include "reference/yardsticks/contact_laws.hpp"
#include "schemes/barrier/barrier_law.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/schemes/cone_cases.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace impactbench::testing {
namespace {

constexpr double g = 9.80665;

Session session_of(const Problem& p, double h, const ParameterSet& settings = {}) {
  return {scheme_entry("barrier"), settings, p, h};
}

Problem slope(const ParameterSet& given) {
  return problem_entry("slope").make(given);
}

/// kappa b, -kappa b' and kappa b'' of b(x) = -(x - d)^2 ln(x / d), by differences of b alone.
struct Wall {
  double kappa, d;
  [[nodiscard]] double energy(double x) const {
    return x < d ? -kappa * (x - d) * (x - d) * std::log(x / d) : 0.0;
  }
  [[nodiscard]] double force(double x) const {
    const double s = 1e-5 * x;
    return (energy(x - s) - energy(x + s)) / (2.0 * s);
  }
  [[nodiscard]] double stiffness(double x) const {
    const double s = 1e-3 * x;
    return (force(x - s) - force(x + s)) / (2.0 * s);
  }
};

TEST(Barrier, RestsWhereTheBarrierBearsTheWeightWhateverTheStepAndTheSpeed) {
  const double m = 2.0, r = 0.1;
  for (const double kappa : {1e6, 1e8}) {
    for (const double range : {1e-3, 1e-2}) {
      const Wall wall{kappa, range * r};
      const Problem p =
          slope({{"slope", 0.0}, {"speed", 0.0}, {"mass", m}, {"radius", r}, {"friction", 0.0}});
      for (const double h : {1e-3, 1e-2}) {
        for (const double speed : {0.0, 3.0}) {
          Session s = session_of(p, h, {{"stiffness", kappa}, {"range", range}});
          s.state.v[0] = speed;
          s.run(400);
          const double gap = gap_of(p, s.state) + wall.d;  // with the inset
          EXPECT_GT(gap, 0.0);
          EXPECT_NEAR(wall.force(gap) / (m * g), 1.0, 1e-5) << kappa << ' ' << range << ' ' << h;
          EXPECT_EQ(s.unconverged(), 0);
        }
      }
    }
  }
}

TEST(Barrier, CreepsOnASlopeByTheShareOfItsSlipThatGivesTheGrip) {
  // mu N f(u / creep) = N tan a, f(x) = 2 x - x^2.
  for (const std::int64_t d : {2, 3}) {
    for (const double steep : {0.1, 0.45}) {
      for (const double creep : {1e-2, 1e-4}) {
        for (const double h : {1e-3, 1e-2}) {
          const Problem p = slope({{"dimension", d}, {"slope", steep}, {"speed", 0.0}});
          Session s = session_of(p, h, {{"creep", creep}});
          s.run(300);
          EXPECT_EQ(s.unconverged(), 0);
          const double wanted = creep * (1.0 - std::sqrt(1.0 - steep / 0.5));
          EXPECT_NEAR(s.state.v[0] / wanted, 1.0, 1e-5) << d << ' ' << steep << ' ' << creep;
          EXPECT_LT(s.state.v[0], creep);
        }
      }
    }
  }
}

TEST(Barrier, WhatIsTooSteepSlidesAsCoulombHasItWithoutAGap) {
  const double mu = 0.5, h = 1e-3, a = std::atan(0.6);
  const Problem p = slope({{"slope", 0.6}, {"friction", mu}, {"speed", 1.0}});
  Session s = session_of(p, h);
  s.run(20);
  const double at = s.state.v[0];
  const double rested = gap_of(p, s.state);
  s.run(480);
  EXPECT_NEAR((s.state.v[0] - at) / (0.48 * g * (std::sin(a) - mu * std::cos(a))), 1.0, 1e-4);
  EXPECT_NEAR(gap_of(p, s.state), rested, 1e-9) << "a relaxation leaves h mu v = 5e-4 m";
}

TEST(Barrier, FrictionComesAStepLate) {
  // It meets the floor in its first steps: there mu P of the step before acts, 0 at first.
  RoundSetup setup({.dimension = 2, .rotates = false}, {.restitution = 0.0, .friction = 0.5});
  setup.half_space(Vec3::Zero(), Vec3::UnitY());
  setup.body(2.0, 0.1, 0.0, {0.0, 0.1, 0.0}, {3.0, -0.01, 0.0});
  const Problem p = std::move(setup).make("impact", {}, 1.0);
  Session s = session_of(p, 1e-3);
  ContactImpulses recorded;
  s.scheme().record_impulses(&recorded);
  double before = 0.0, pressed = 0.0, slid = 3.0;
  s.run(50, [&](const State& x) {
    EXPECT_NEAR(2.0 * (slid - x.v[0]), 0.5 * before, 1e-9);
    slid = x.v[0];
    before = recorded.contacts() > 0 ? recorded.impulse[0] : 0.0;
    pressed += before;
  });
  EXPECT_GT(pressed, 0.01);
}

TEST(Barrier, NearRestItDecaysAsImplicitEulerDoes) {
  // x'' = -w^2 x by implicit Euler: the amplitude falls by 1 / sqrt(1 + h^2 w^2) a step.
  const double m = 1.0, r = 0.1, kappa = 1e5, d = 1e-2 * r;
  const Problem p =
      slope({{"slope", 0.0}, {"speed", 0.0}, {"mass", m}, {"radius", r}, {"friction", 0.0}});
  for (const double h : {2e-3, 5e-4}) {
    Session s = session_of(p, h, {{"stiffness", kappa}, {"range", 1e-2}});
    s.run(std::llround(20.0 / h));
    const Wall wall{kappa, d};
    const double rest = gap_of(p, s.state), w = std::sqrt(wall.stiffness(rest + d) / m);
    s.state.q[1] += 1e-4 * (rest + d);
    s.state.v[1] = 0.0;
    // x^{n+1} (1 + h^2 w^2) - 2 x^n + x^{n-1} = 0
    double one = 1e-4 * (rest + d), two = one;
    double off = 0.0;
    const double start = one;
    s.run(std::llround(6.0 / (w * h)), [&](const State& x) {
      const double next = (2.0 * one - two) / (1.0 + h * h * w * w);
      two = one;
      one = next;
      off = larger(off, std::abs(gap_of(p, x) - rest - next));
    });
    EXPECT_LT(off, 2e-3 * start) << h;
    EXPECT_GT(h * w, 0.1);
  }
}

/// T + V + sum kappa b of the pairs and obstacles of a problem.
double energy_with_barriers(const Problem& p, const State& s, const Wall& wall, double* least) {
  return with_dimension(round_bodies(*p.system).dimension, [&](auto dimension) {
    constexpr int d = dimension();
    const RoundBodies bodies = round_bodies(*p.system);
    double sum = p.system->kinetic_energy(s.q, s.v) + p.system->external_potential(0.0, s.q);
    const auto add = [&](double gap) {
      *least = std::min(*least, gap + wall.d);
      sum += wall.energy(gap + wall.d);
    };
    for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
      const Vec<d> x = centre<d>(bodies, s.q, i);
      const double r = bodies.radius[static_cast<std::size_t>(i)];
      for (const Obstacle& o : bodies.obstacles)
        add(obstacle_gap<d>(x, r, o).distance);
      for (int j = i + 1; j < static_cast<int>(bodies.size()); ++j)
        add(pair_gap<d>(x, r, centre<d>(bodies, s.q, j), bodies.radius[static_cast<std::size_t>(j)])
                .distance);
    }
    return sum;
  });
}

TEST(Barrier, HeapsLoseEnergyInEveryStepAndNeverTouch) {
  for (const int d : {1, 2, 3}) {
    const Problem p = heap(d, d > 1, d > 1 ? 0.4 : 0.0);
    const Wall wall{1e6, 1e-2 * 0.08};
    Session s = session_of(p, 4e-3, {{"stiffness", wall.kappa}, {"range", 1e-2}});
    double least = HUGE_VAL, most = 0.0;
    const double start = energy_with_barriers(p, s.state, wall, &least);
    State before = s.state;
    double last = start;
    s.run(120, [&](const State& x) {
      const double now = energy_with_barriers(p, x, wall, &least);
      const Eigen::VectorXd dv = x.v - before.v;
      // On a line gaps are linear: |dv|_M^2 / 2 is lost as well.
      const double lost = d == 1 ? 0.5 * dv.dot(p.system->mass().cwiseProduct(dv)) : 0.0;
      most = larger(most, now + lost - last);
      last = now;
      before = x;
    });
    EXPECT_LT(most, 1e-9 * start) << d;
    EXPECT_LT(last, 0.95 * start) << d;
    EXPECT_GT(least, 0.0) << d;
    EXPECT_LT(least, wall.d) << d << ": they have met";
    EXPECT_EQ(s.unconverged(), 0);
  }
}

TEST(Barrier, APairThatGrazesWinsWhatTheTurningOfItsNormalGives) {
  // E' - E = kappa [b(g') - b(g) - b'(g') n' . dx] - |dv|_M^2 / 2, and for b linear that is
  // h p_n u_t^2 / (2 |x|) - |dv|_M^2 / 2 > 0 where p_n is small.
  RoundSetup setup({.dimension = 2, .rotates = false}, {.restitution = 0.0, .friction = 0.0});
  const double r = 0.1, d = 1e-2 * r, h = 1e-3, u = 2.0;
  setup.body(1.0, r, 0.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0});
  setup.body(1.0, r, 0.0, {-0.0095, 2.0 * r - 0.02 * d, 0.0}, {u, 0.0, 0.0});
  const Problem p = std::move(setup).make("graze", {}, 1.0);
  const Wall wall{1e4, d};
  Session s = session_of(p, h, {{"stiffness", wall.kappa}, {"range", 1e-2}});
  double least = HUGE_VAL;
  ContactImpulses recorded;
  s.scheme().record_impulses(&recorded);
  const double start = energy_with_barriers(p, s.state, wall, &least);
  double before = start, won = 0.0, bound = 0.0;
  s.run(30, [&](const State& x) {
    const double now = energy_with_barriers(p, x, wall, &least);
    won = larger(won, now - before);
    const double p_n = recorded.contacts() > 0 ? recorded.impulse[0] : 0.0;
    bound = larger(bound, h * p_n * u * u / (2.0 * 2.0 * r));
    EXPECT_LE(now - before, 1.01 * h * p_n * u * u / (2.0 * (2.0 * r - d)) + 1e-12 * start);
    before = now;
  });
  EXPECT_GT(bound, 0.0);
  EXPECT_GT(won, 1e-11 * start) << "the bound says that it may";
}

TEST(Barrier, NothingPassesThroughAnythingAtAnySpeed) {
  for (const double speed : {1.0, 1e3}) {
    RoundSetup setup({.dimension = 2, .rotates = true}, {.restitution = 0.0, .friction = 0.3});
    setup.segment({-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0});
    setup.ball({0.0, 1.0, 0.0}, 0.05);
    setup.body(1.0, 0.1, 0.005, {0.02, 0.6, 0.0}, {0.0, -speed, 0.0}, {0.0, 0.0, 3.0});
    setup.body(1e-3, 0.02, 1e-6, {0.01, 0.3, 0.0}, {0.0, 0.5 * speed, 0.0});
    setup.body(1.0, 0.05, 0.001, {0.0, 1.5, 0.0}, {0.0, -speed, 0.0});
    const Problem p = std::move(setup).make("shots", {}, 1.0);
    for (const double inset : {0.0, 1.0}) {
      Session s = session_of(p, 1e-2, {{"inset", inset}});
      const Wall wall{1e8, inset * 1e-3 * 0.02};
      s.run(60, [&](const State& x) {
        double least = HUGE_VAL;
        const double d = wall.d;
        (void)energy_with_barriers(p, x, {0.0, d > 0.0 ? d : 1e-300}, &least);
        EXPECT_GT(least, 0.0) << speed << ' ' << inset;
        EXPECT_GT(x.q[1], 0.1 - d);
        EXPECT_GT(x.q[7], 1.1 - d);
      });
      EXPECT_EQ(s.unconverged(), 0) << speed;
    }
  }
}

TEST(Barrier, KeepsTheLawsThatItStates) {
  for (const int d : {1, 2, 3}) {
    const Problem p = heap(d, d > 1, d > 1 ? 0.4 : 0.0);
    const ParameterSet settings{{"stiffness", 1e6}};
    auto laws = laws_of("barrier", settings, p, 2e-3, 120);
    EXPECT_GT(laws["law_contacts"], 50.0);
    for (const char* law : {"law_pull", "law_distance", "law_normal", "law_cone", "law_slip",
                            "law_reaction", "law_lever", "law_momentum"})
      EXPECT_LT(laws[law], 1e-6) << d << ' ' << law;
    for (const ParameterSet& other : {ParameterSet{{"stiffness", 1.01e6}},
                                      ParameterSet{{"stiffness", 1e6}, {"range", 1.01e-3}}}) {
      auto wrong =
          laws_of("barrier", settings, p, 2e-3, 120, scheme_entry("barrier").make(other)->claims());
      EXPECT_GT(wrong["law_normal"], 1e-4);
    }
    if (d == 1) continue;
    const ParameterSet creeps{{"stiffness", 1e6}, {"creep", 2e-3}};
    auto wrong =
        laws_of("barrier", settings, p, 2e-3, 120, scheme_entry("barrier").make(creeps)->claims());
    EXPECT_GT(wrong["law_slip"], 1e-5);
  }
}

TEST(Barrier, ConstraintsHaveTheSameBarrier) {
  const Problem p = problem_entry("double_pendulum").make({{"restitution", 0.0}});
  const double h = 1e-3;
  const auto laws_with = [&](const ParameterSet& claimed) {
    Session s = session_of(p, h);
    ContactImpulses recorded;
    s.scheme().record_impulses(&recorded);
    const SchemeClaims claims = scheme_entry("barrier").make(claimed)->claims();
    ConstraintLaws laws(p, claims.step, h, claims.motion);
    State before = s.state;
    s.run(std::min<std::int64_t>(2000, std::llround(p.horizon / h)), [&](const State& after) {
      laws.after_step(before, after, static_cast<double>(after.step) * h, &recorded);
      before = after;
    });
    EXPECT_EQ(s.unconverged(), 0);
    std::map<std::string, double> out;
    laws.finish(out);
    return out;
  };
  auto right = laws_with({}), wrong = laws_with({{"stiffness", 1.01e8}});
  EXPECT_GT(right["law_contacts"], 3.0);
  EXPECT_LT(right["law_normal"], 1e-6);
  EXPECT_LT(right["law_momentum"], 1e-8);
  EXPECT_GT(wrong["law_normal"], 1e-4);
}

TEST(Barrier, EachPairOfMaterialsHasItsOwnFrictionAndNoneMayRebound) {
  // Both rest on a slope of tan a = 0.3, and creep by creep (1 - sqrt(1 - tan(a) / mu)).
  const std::vector<double> mu{0.4, 0.9};
  for (const double restitution : {0.0, 0.3}) {
    MaterialLaws laws({.restitution = restitution}, 3);
    RoundSetup setup({.dimension = 2, .rotates = false}, {});
    for (int i = 0; i < 2; ++i) {
      laws.set(i + 1, 0, {.restitution = 0.0, .friction = mu[static_cast<std::size_t>(i)]});
      setup.body(1.0, 0.1, 0.0, {2.0 * i, 0.1, 0.0}, Vec3::Zero());
    }
    setup.materials(laws, {1, 2});
    setup.half_space(Vec3::Zero(), Vec3::UnitY());
    setup.gravity(g * Vec3(0.3, -1.0, 0.0));
    const Problem p = std::move(setup).make("row", {}, 1.0);
    ASSERT_FALSE(scheme_entry("barrier").make({})->refuses(p.traits, 1e-3));
    if (restitution > 0.0) {
      EXPECT_THROW(session_of(p, 1e-3), ConfigurationError);
      continue;
    }
    Session s = session_of(p, 1e-3);
    s.run(200);
    for (std::size_t i = 0; i < 2; ++i) {
      const double wanted = 1e-3 * (1.0 - std::sqrt(1.0 - 0.3 / mu[i]));
      EXPECT_NEAR(s.state.v[2 * static_cast<Eigen::Index>(i)] / wanted, 1.0, 1e-5) << mu[i];
    }
  }
}

TEST(Barrier, IsInfiniteWhereBodiesTouchOrOverlap) {
  const barrier::Wall wall{1.0, 0.1};
  for (const double gap : {0.0, -0.01}) {
    EXPECT_EQ(wall.energy(gap), HUGE_VAL);
    EXPECT_EQ(wall.force(gap), HUGE_VAL);
    EXPECT_EQ(wall.curvature(gap), HUGE_VAL);
  }
}

TEST(Barrier, SaysWhatItHasNoLawFor) {
  const Problem p = problem_entry("rolling_ball").make({{"restitution", 0.5}});
  const auto refusal = scheme_entry("barrier").make({})->refuses(p.traits, 1e-3);
  ASSERT_TRUE(refusal);
  EXPECT_NE(refusal->find("restitution"), std::string::npos);
  // Without an inset nothing may touch at the start.
  EXPECT_THROW(session_of(slope({}), 1e-3, {{"inset", 0.0}}), ConfigurationError);
  EXPECT_NO_THROW(session_of(slope({{"gap", 1e-3}}), 1e-3, {{"inset", 0.0}}));
}

}  // namespace
}  // namespace impactbench::testing
