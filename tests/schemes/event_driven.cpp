// event_driven: errors are those of the integrator, whatever the step of the run, in each kind of
// event; what the scheme has no law for is refused.
#include "schemes/event_driven/event_driven.hpp"
#include "problems/base/error.hpp"
#include "problems/model/disc_setup.hpp"
#include "tests/schemes/springs.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <tuple>
#include <utility>

namespace impactbench::testing {
namespace {

const SchemeEntry& scheme() {
  static const SchemeEntry entry = event_driven::entry();
  return entry;
}

using Exact = std::function<Eigen::VectorXd(double)>;  ///< q(t)

double error_of(const Problem& p, int steps, const Exact& exact,
                const ParameterSet& settings = {}) {
  const double h = p.horizon / steps;
  Session s(scheme(), settings, p, h);
  double most = 0.0;
  s.run(steps, [&](const State& state) {
    const double t = static_cast<double>(state.step) * h;
    most = larger(most, (state.q - exact(t)).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
  });
  EXPECT_EQ(s.unconverged(), 0) << p.name;
  return most;
}

double energy(const Problem& p, const State& s) {
  return p.system->kinetic_energy(s.q, s.v) + p.system->external_potential(0.0, s.q);
}

TEST(EventDriven, AnImpactIsFoundWhereverInAStepItFalls) {
  // x'' = -x from (1/2, -1) meets the wall x = 0 at tan t = 1/2 with -sqrt(5)/2.
  const Exact exact = [](double t) {
    const double first = std::atan(0.5), amplitude = std::sqrt(5.0) / 2.0;
    const double x =
        t < first ? amplitude * std::sin(first - t) : 0.5 * amplitude * std::sin(t - first);
    return Eigen::VectorXd::Constant(1, x);
  };
  const Problem p = spring_at_wall(1.0, 0.0, 0.5, 0.5, -1.0);
  for (int steps = 1; steps <= 40; ++steps)
    EXPECT_LT(error_of(p, steps, exact), 1e-10) << steps;
  // A hundred million times the tolerance of the integrator is seen.
  EXPECT_GT(error_of(p, 1, exact, {{"tolerance", 1e-4}}), 1e-8);
}

/// A ball that falls from the height H bounces up with e times its speed.
Exact bounces(double H, double g, double e, double r) {
  return [=](double t) {
    double start = -std::sqrt(2.0 * H / g), up = std::sqrt(2.0 * g * H);
    while (t > start + 2.0 * up / g && up > 1e-14)
      start += 2.0 * up / g, up *= e;
    const double s = t - start;
    return Eigen::VectorXd(Vec3(1.0, r + (up > 1e-14 ? up * s - 0.5 * g * s * s : 0.0), 0.0));
  };
}

TEST(EventDriven, AccumulatingImpactsAreExactAndEndAtRest) {
  const double r = 0.2, g = 9.80665;
  for (const double e : {0.5, 0.9}) {
    const Problem p =
        problem_entry("bouncing_ball").make({{"restitution", e}, {"horizon", e < 0.6 ? 2.5 : 7.0}});
    for (const int steps : {3, 100})
      EXPECT_LT(error_of(p, steps, bounces(p.initial.q[1] - r, g, e, r)), 1e-10) << e;
  }
  // t_1 (1 + e) / (1 - e) = 1.21 s: then it rests, and stays.
  const Problem p = problem_entry("bouncing_ball").make({{"restitution", 0.5}});
  Session s(scheme(), {}, p, 0.1);
  s.run(14);
  EXPECT_EQ(s.state.v[1], 0.0);
  EXPECT_NEAR(s.state.q[1], r, 1e-15);
}

TEST(EventDriven, AnElasticBallBouncesForEver) {
  const double r = 0.2, g = 9.80665;
  const Problem p = problem_entry("bouncing_ball").make({{"horizon", 50.0}});
  EXPECT_LT(error_of(p, 40, bounces(p.initial.q[1] - r, g, 1.0, r)), 1e-10);
}

TEST(EventDriven, SlidesAlongAWallInCoordinatesWhoseMassVaries) {
  // In polar coordinates: a straight line to the wall, then along it.
  for (const double e : {0.0, 0.5}) {
    const Problem p = problem_entry("polar_wall").make({{"restitution", e}});
    const Exact exact = [e](double t) {
      const double x = t < 1.0 ? 1.0 - t : e * (t - 1.0), y = 0.2 + 0.4 * t;
      return Eigen::VectorXd(Vec2(std::hypot(x, y), std::atan2(y, x)));
    };
    EXPECT_LT(error_of(p, 7, exact), 1e-10) << e;
  }
}

TEST(EventDriven, GlidesAroundTheInsideOfADisc) {
  const Problem p =
      problem_entry("disc_wall")
          .make(
              {{"side", std::string("inside")}, {"x", 1.0}, {"y", 0.0}, {"vx", 0.0}, {"vy", 1.0}});
  const Exact exact = [](double t) { return Eigen::VectorXd(Vec2(std::cos(t), std::sin(t))); };
  for (const int steps : {1, 30, 1000})
    EXPECT_LT(error_of(p, steps, exact), 1e-10) << steps;
}

/// A disc that slides down a fixed one of radius R - r from the angle theta_0 at rest leaves it at
/// cos theta = (2/3) cos theta_0: theta'' = (g / R) sin theta until there, then a parabola.
Vec2 slides_off(double R, double g, double start, double end) {
  double theta = start, rate = 0.0, t = 0.0;
  const double leave = std::acos(2.0 / 3.0 * std::cos(start));
  const auto step = [&](double h) {
    const auto f = [&](double x) { return g / R * std::sin(x); };
    const double a = f(theta), b = f(theta + 0.5 * h * rate),
                 c = f(theta + 0.5 * h * (rate + 0.5 * h * a)),
                 d = f(theta + h * (rate + 0.5 * h * b));
    return std::pair(theta + h * rate + h * h / 6.0 * (a + b + c),
                     rate + h / 6.0 * (a + 2.0 * b + 2.0 * c + d));
  };
  const double h = 1e-4;
  for (;;) {
    const auto [next, faster] = step(h);
    if (next > leave) break;
    theta = next, rate = faster, t += h;
  }
  double low = 0.0, high = h;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (step(middle).first > leave ? high : low) = middle;
  }
  std::tie(theta, rate) = step(low);
  const double left = end - t - low;
  const Vec2 x = R * Vec2(std::sin(theta), std::cos(theta));
  const Vec2 v = R * rate * Vec2(std::cos(theta), -std::sin(theta));
  return x + left * v - 0.5 * g * left * left * Vec2(0.0, 1.0);
}

TEST(EventDriven, ABallLeavesAnotherWhereItsForceEnds) {
  const double R = 1.0, g = 9.81, start = 0.3, T = 1.0;
  for (const double e : {0.0, 1.0}) {
    DiscSetup setup{DiscCommon{.restitution = e}};
    setup.gravity({0.0, -g});
    setup.ball({0.0, 0.0, 0.0}, 0.8);
    setup.disc(1.0, 0.2, R * Vec2(std::sin(start), std::cos(start)), {0.0, 0.0});
    const Problem p = std::move(setup).make("slides_off", {}, T);
    for (const int steps : {1, 23}) {
      Session s(scheme(), {}, p, T / steps);
      s.run(steps);
      EXPECT_LT((s.state.q.head<2>() - slides_off(R, g, start, T)).norm(), 1e-10) << e << steps;
      EXPECT_NEAR(energy(p, s.state), energy(p, p.initial), 1e-11) << e;
    }
  }
}

TEST(EventDriven, KeepsTheEnergyOfADoublePendulumBetweenStops) {
  const Problem p = problem_entry("double_pendulum").make({{"restitution", 1.0}});
  Session s(scheme(), {}, p, p.horizon / 50.0);
  const Eigen::VectorXd v = p.initial.v;
  s.run(50);
  EXPECT_GT((s.state.v - v).norm(), 0.1);
  EXPECT_NEAR(energy(p, s.state), energy(p, p.initial), 1e-10);
}

TEST(EventDriven, AStackStaysAndARowPassesItsImpactOn) {
  const Problem stack = problem_entry("four_stacked").make({});
  Session rests(scheme(), {}, stack, 0.05);
  rests.run(10);
  EXPECT_LT((rests.state.q - stack.initial.q).norm(), 1e-12);
  const Problem cradle = problem_entry("newton_cradle").make({{"restitution", 0.0}});
  Session moves(scheme(), {}, cradle, cradle.horizon / 10.0);
  moves.run(10);
  for (const int disc : {1, 2, 3})
    EXPECT_NEAR(moves.state.v[3 * disc], moves.state.v[0], 1e-12);
  EXPECT_NE(moves.state.v[9], 0.0);
}

TEST(EventDriven, SaysWhatItHasNoLawFor) {
  const auto refuses = [](const char* problem, const ParameterSet& settings, const char* why) {
    const auto reason =
        scheme().make({})->refuses(problem_entry(problem).make(settings).traits, 0.1);
    ASSERT_TRUE(reason) << problem;
    EXPECT_NE(reason->find(why), std::string::npos) << *reason;
  };
  refuses("langevin_wall", {}, "jumps of forces");
  refuses("resting_ball", {{"depth", 5e-4}}, "is rigid");
}

}  // namespace
}  // namespace impactbench::testing
