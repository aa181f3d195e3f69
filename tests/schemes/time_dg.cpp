// time_dg: order 2 across contacts that stay closed, with and without friction, and what its header
// says of drift, of accumulating impacts and of jumps; two-sided. Its orders on smooth motion are
// in smooth_motion.cpp.
#include "schemes/time_dg/time_dg.hpp"
#include "problems/base/error.hpp"
#include "problems/model/disc_setup.hpp"
#include "problems/model/generalised_system.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace impactbench::testing {
namespace {

const SchemeEntry& scheme() {
  static const SchemeEntry entry = time_dg::entry();
  return entry;
}

/// Least-squares slope of log(error) over log(h) for steps that are halved.
double order(const std::function<double(int)>& error, int steps, int levels) {
  double mx = 0.0, my = 0.0, xy = 0.0, xx = 0.0;
  std::vector<double> x, y;
  for (int k = 0; k < levels; ++k) {
    x.push_back(-k * std::log(2.0));
    y.push_back(std::log(error(steps << k)));
    mx += x.back() / levels, my += y.back() / levels;
  }
  for (std::size_t k = 0; k < x.size(); ++k)
    xy += (x[k] - mx) * (y[k] - my), xx += (x[k] - mx) * (x[k] - mx);
  return xy / xx;
}

TEST(TimeDg, GlidesAroundTheInsideOfADiscWithOrderTwo) {
  // Without friction a point keeps its speed along the wall: q = (cos t, sin t).
  const Problem p = problem_entry("disc_wall")
                        .make({{"side", std::string("inside")},
                               {"restitution", 0.5},
                               {"x", 1.0},
                               {"y", 0.0},
                               {"vx", 0.0},
                               {"vy", 1.0}});
  const double T = 2.0;
  const auto deviations = [&](int steps) {
    Session s(scheme(), {}, p, T / steps);
    double most = 0.0, off = 0.0;
    s.run(steps, [&](const State& state) {
      const double t = static_cast<double>(state.step) * T / steps;
      off = larger(off, (state.q - Vec2(std::cos(t), std::sin(t))).norm());
      most = larger(most, std::abs(state.q.norm() - 1.0));
    });
    return std::pair(off, most);
  };
  EXPECT_NEAR(order([&](int steps) { return deviations(steps).first; }, 50, 6), 2.0, 0.05);
  // The gap drifts by h^2 in general; on a circle that term is 0 by symmetry.
  EXPECT_NEAR(order([&](int steps) { return deviations(steps).second; }, 50, 6), 3.0, 0.05);
}

/// theta and its rate of a disc that slides down a fixed one without friction, by Runge and Kutta:
/// theta'' = (g / R) sin theta.
Vec2 slid(double R, double g, double theta, double rate, double end) {
  constexpr int steps = 4000;
  const double h = end / steps;
  const auto f = [&](double x) { return g / R * std::sin(x); };
  for (int k = 0; k < steps; ++k) {
    const double a = f(theta), b = f(theta + 0.5 * h * rate),
                 c = f(theta + 0.5 * h * (rate + 0.5 * h * a)),
                 d = f(theta + h * (rate + 0.5 * h * b));
    theta += h * rate + h * h / 6.0 * (a + b + c);
    rate += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
  }
  return {theta, rate};
}

TEST(TimeDg, SlidesDownABallWithOrderTwo) {
  const double R = 1.0, g = 9.81, start = 0.3, T = 0.4;
  DiscSetup setup{DiscCommon{.restitution = 0.3}};
  setup.gravity({0.0, -g});
  setup.ball({0.0, 0.0, 0.0}, 0.8);
  setup.disc(1.0, 0.2, R * Vec2(std::sin(start), std::cos(start)), {0.0, 0.0});
  const Problem p = std::move(setup).make("slides", {}, T);
  const double theta = slid(R, g, start, 0.0, T)[0];
  ASSERT_GT(std::cos(theta), 2.0 / 3.0 * std::cos(start)) << "it has left the ball";
  double drift = 0.0;  // of the gap, over h^2
  const auto error = [&](int steps) {
    const double h = T / steps;
    Session s(scheme(), {}, p, h);
    s.run(steps, [&](const State& state) {
      drift = larger(drift, std::abs(state.q.head<2>().norm() - R) / (h * h));
    });
    return (s.state.q.head<2>() - R * Vec2(std::sin(theta), std::cos(theta))).norm();
  };
  EXPECT_NEAR(order(error, 100, 6), 2.0, 0.1);
  EXPECT_LT(drift, g) << "more than a free fall of a step";
  EXPECT_GT(drift, 0.0);
}

/// A solid ball that slips on a plane which is tilted, its slip turning: with s the slip,
///   v' = g_s - mu g_n s / |s|,   s' = g_s - (7/2) mu g_n s / |s|.
std::array<double, 4> slipped(const Vec2& pull, double friction, Vec2 v, Vec2 s, double end) {
  constexpr int steps = 20000;
  const double h = end / steps;
  Vec2 x(0.0, 0.0);
  const auto rub = [&](const Vec2& slip) { return Vec2(friction * slip / slip.norm()); };
  for (int k = 0; k < steps; ++k) {
    const auto f = [&](const Vec2& slip) { return Vec2(pull - 3.5 * rub(slip)); };
    const Vec2 a = f(s), b = f(s + 0.5 * h * a), c = f(s + 0.5 * h * b), d = f(s + h * c);
    const Vec2 w = pull - rub(s), w_mid = pull - rub(s + 0.5 * h * b);
    const Vec2 w_end = pull - rub(s + h * c);
    x += h * v + h * h / 6.0 * (w + 2.0 * w_mid);
    v += h / 6.0 * (w + 4.0 * w_mid + w_end);
    s += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
  }
  return {x[0], x[1], v[0], v[1]};
}

TEST(TimeDg, ABallWhoseSlipTurnsHasOrderTwo) {
  const double r = 0.1, mu = 0.2, down = 9.0, T = 0.15;
  RoundSetup setup({.dimension = 3, .rotates = true}, {.restitution = 0.5, .friction = mu});
  setup.gravity({2.0, 0.0, -down});
  setup.half_space(Vec3::Zero(), Vec3::UnitZ());
  setup.body(1.0, r, 0.4 * r * r, {0.0, 0.0, r}, {0.0, 1.5, 0.0});
  const Problem p = std::move(setup).make("slips", {}, T);
  const auto exact = slipped({2.0, 0.0}, mu * down, {0.0, 1.5}, {0.0, 1.5}, T);
  const auto error = [&](int steps) {
    Session s(scheme(), {}, p, T / steps);
    s.run(steps);
    return std::hypot(s.state.q[0] - exact[0], s.state.q[1] - exact[1]) +
           std::hypot(s.state.v[0] - exact[2], s.state.v[1] - exact[3]);
  };
  EXPECT_NEAR(order(error, 20, 7), 2.0, 0.1);
}

TEST(TimeDg, SlipEndsInRollingWithinAStep) {
  // v = v_0 / (1 + J / (m r^2)) from the angular momentum about the floor.
  DiscCommon common;
  common.inertia = "physical";
  common.friction = 0.3;
  common.restitution = 0.0;
  common.tangential_restitution = 0.0;
  DiscSetup setup(common);
  setup.gravity({0.0, -9.81});
  setup.box(-1.0, 5.0, 0.0, 1.0);
  setup.disc(1.0, 0.2, {0.0, 0.2}, {1.0, 0.0});
  const Problem p = std::move(setup).make("rolls", {}, 1.0);
  for (const double h : {1e-2, 1e-3}) {
    Session s(scheme(), {}, p, h);
    s.run(std::llround(0.5 / h));
    EXPECT_NEAR(s.state.v[0], 2.0 / 3.0, 1e-12) << h;
    EXPECT_NEAR(s.state.v[2], -2.0 / 3.0 / 0.2, 1e-11) << h;
    EXPECT_NEAR(s.state.q[1], 0.2, 1e-14) << h;
  }
}

/// A ball that falls from the height H: after infinitely many bounces it rests.
Problem falling(double restitution) {
  DiscSetup setup{DiscCommon{.restitution = restitution}};
  setup.gravity({0.0, -9.81});
  setup.box(-1.0, 1.0, 0.0, 2.0);
  setup.disc(1.0, 0.1, {0.0, 0.6}, {0.0, 0.0});
  return std::move(setup).make("falls", {}, 1.0);
}

TEST(TimeDg, AGapThatDriftsOpenFallsAtOnceHoweverSmallTheStep) {
  // The end of a rod drifts off the floor by O(h^3) in a step, until it is open but for rounding:
  // then it falls for a step, g h^2 / 2, which leaves it closed. If the fall waited until 1e-12 of
  // the length had gathered, 0.01 s at this step and 4 s at a twentieth of it, the error over h^2
  // would go down with the step, and its order would be above 2.
  const Problem p = problem_entry("sliding_rod").make({});
  const double h = 2.5e-5;
  Session s(scheme(), {}, p, h);
  s.run(std::llround(0.005 / h));
  const double gap = generalised_system(*p.system)->constraint(0, s.state.q);
  EXPECT_NEAR(gap / (h * h), -0.5 * 9.81, 0.05);
}

TEST(TimeDg, AccumulatingImpactsEndAtRest) {
  // sqrt(2 H / g) (1 + e) / (1 - e) = 0.96 s for e = 1/2.
  for (const double e : {0.0, 0.5}) {
    for (const double h : {1e-2, 1e-3}) {
      const Problem p = falling(e);
      Session s(scheme(), {}, p, h);
      s.run(std::llround(1.2 / h));
      EXPECT_LT(std::abs(s.state.v[1]), 1e-12) << e << ' ' << h;
      const double height = s.state.q[1];
      s.run(100);
      EXPECT_NEAR(s.state.q[1], height, 1e-14) << "it sinks";
      // As deep as one of its impacts was late.
      EXPECT_LE(height, 0.1 + 1e-14) << e << ' ' << h;
      EXPECT_GT(height, 0.1 - h * std::sqrt(9.81)) << e << ' ' << h;
    }
  }
}

TEST(TimeDg, AnImpactGivesBackWhatItsLawSaysAtTheEndOfItsStep) {
  const double e = 0.7, g = 9.81, when = std::sqrt(1.0 / g);
  for (const double h : {9e-3, 1e-2, 1.1e-2}) {
    const Problem p = falling(e);
    Session s(scheme(), {}, p, h);
    double before = 0.0;
    bool hit = false;
    s.run(50, [&](const State& state) {
      if (!hit && state.v[1] > 0.0) {
        hit = true;
        EXPECT_NEAR(state.v[1], e * (g * h - before), 1e-12);
        const double late = static_cast<double>(state.step) * h - when;
        EXPECT_TRUE(late >= 0.0 && late < h) << h << ' ' << late;
      }
      before = state.v[1];
    });
    EXPECT_TRUE(hit);
  }
}

TEST(TimeDg, ElasticBouncesKeepTheEnergy) {
  const Problem p = falling(1.0);
  Session s(scheme(), {}, p, 7e-3);
  const double energy = 9.81 * s.state.q[1];
  int impacts = 0;
  double before = 0.0;
  s.run(3000, [&](const State& state) {
    EXPECT_NEAR(0.5 * state.v[1] * state.v[1] + 9.81 * state.q[1], energy, 1e-11);
    impacts += state.v[1] > 0.0 && before < 0.0 ? 1 : 0;
    before = state.v[1];
  });
  EXPECT_GT(impacts, 20);
}

TEST(TimeDg, WhatItRecordsIsTheChangeOfMomentum) {
  // Forces at both ends and impulses: over each step M (v' - v) = h m g + sum of what is recorded.
  const Problem p = problem_entry("rolling_ball").make({});
  Session s(scheme(), {}, p, 1e-3);
  ContactImpulses recorded;
  s.scheme().record_impulses(&recorded);
  const auto& system = *round_system(*p.system);
  Eigen::VectorXd before = s.state.v;
  double carried = 0.0, worst = 0.0;
  s.run(300, [&](const State& state) {
    Eigen::VectorXd handed = Eigen::VectorXd::Zero(state.v.size());
    for (std::size_t k = 0; k < recorded.impulse.size(); ++k) {
      const auto row = static_cast<std::size_t>(recorded.dofs) * k;
      for (int d = 0; d < recorded.dofs; ++d)
        handed[d] += recorded.impulse[k] * recorded.jacobian_a[row + static_cast<std::size_t>(d)];
      carried += k % static_cast<std::size_t>(recorded.rows) == 0 ? recorded.impulse[k] : 0.0;
    }
    handed += 1e-3 * system.weight();
    worst = larger(worst, (system.mass().cwiseProduct(state.v - before) - handed).norm());
    before = state.v;
  });
  EXPECT_GT(carried, 0.0);
  EXPECT_LT(worst, 1e-13);
}

TEST(TimeDg, AContactThatRestsHasNoImpact) {
  // Lines 1 and 2 carry a ball that rolls on a floor; nothing approaches at the end of a step, so
  // that line 3 has no contact and the residue of its solver is no impact.
  const Problem p = problem_entry("rolling_ball").make({});
  Session s(scheme(), {}, p, 1e-3);
  ContactImpulses recorded;
  s.scheme().record_impulses(&recorded);
  std::size_t most = 0;
  s.run(100, [&](const State&) { most = std::max(most, recorded.impulse.size()); });
  EXPECT_EQ(most, 2 * static_cast<std::size_t>(recorded.rows));
}

TEST(TimeDg, AllocatesNothingWithFrictionAndInCoordinates) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  for (const char* name : {"rolling_ball", "thrown_ball", "double_pendulum", "polar_wall"}) {
    const Problem p = problem_entry(name).make({});
    Session s(scheme(), {}, p, p.horizon / 400.0);
    // Lists of neighbours grow when there are more of them than ever.
    s.run(50);
    const std::int64_t before = allocations();
    for (int k = 0; k < 200; ++k)
      s.step();
    EXPECT_EQ(allocations() - before, 0) << name;
  }
}

TEST(TimeDg, SaysWhatItHasNoLawFor) {
  const auto refuses = [](const char* problem, const ParameterSet& settings, double h,
                          const char* why) {
    const auto reason = scheme().make({})->refuses(problem_entry(problem).make(settings).traits, h);
    ASSERT_TRUE(reason) << problem;
    EXPECT_NE(reason->find(why), std::string::npos) << *reason;
  };
  ProblemTraits constraints = problem_entry("polar_wall").make({}).traits;
  EXPECT_FALSE(scheme().make({})->refuses(constraints, 1e-3));
  constraints.friction = true;
  EXPECT_FALSE(scheme().make({})->refuses(constraints, 1e-3));
  refuses("newton_cradle", {}, -1e-3, "dt must be above 0 s");
  refuses("newton_cradle", {}, std::nan(""), "dt must be above 0 s");
  refuses("resting_ball", {{"depth", 5e-4}}, 1e-3, "is rigid");
  refuses("evacuation", {}, 1e-3, "with inertia");
  refuses("lamb", {}, 1e-6, "elastic bodies");
}

}  // namespace
}  // namespace impactbench::testing
