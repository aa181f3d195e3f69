// Nitsche's method on the bars: the energy that its symmetric variant keeps in every step, what the
// others gain, how far contact gives way, and its orders, each two-sided.
#include "schemes/nitsche/contact_force.hpp"

#include "problems/base/error.hpp"
#include "tests/schemes/elastic_runs.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace impactbench::testing {
namespace {

using nitsche::mean_force;
using nitsche::settled;

constexpr double gamma = 2.0;

/// A bar of nitsche.hpp's example: EA / d, and of its first node the weight.
struct End {
  double stiffness, weight;
};

/// At the end of a bar on a wall: R = (EA / d) (u_0 - u_1) + weight, kappa = gamma EA / d.
double kept_by_wall(const Problem& bar, const End& end, const State& s) {
  const double kappa = gamma * end.stiffness;
  const double R = end.stiffness * (s.q[0] - s.q[1]) + end.weight;
  const double p = std::max(R - kappa * s.q[0], 0.0);
  return bar.system->kinetic_energy(s.q, s.v) + bar.system->external_potential(0.0, s.q) +
         0.5 * (p * p - R * R) / kappa;
}

/// Largest change in a step over what there is, and the largest of the energy alone.
std::pair<double, double> changes(const ParameterSet& settings, const Problem& bar, const End& end,
                                  std::int64_t steps) {
  Session session(scheme_entry("nitsche"), settings, bar, bar.horizon / static_cast<double>(steps));
  double before = kept_by_wall(bar, end, session.state), most = 0.0, alone = 0.0;
  const double start = before;
  for (std::int64_t k = 0; k < steps; ++k) {
    EXPECT_EQ(session.step().status, StepStatus::done) << k;
    const double now = kept_by_wall(bar, end, session.state);
    most = larger(most, std::abs(now - before) / start);
    const double energy = bar.system->kinetic_energy(session.state.q, session.state.v) +
                          bar.system->external_potential(0.0, session.state.q);
    alone = larger(alone, std::abs(energy - start) / start);
    before = now;
  }
  return {most, alone};
}

constexpr std::int64_t elements = 20;
const End end_of_bar{900.0 * elements / 10.0, 0.5 * 10.0 * 10.0 / elements};

TEST(Nitsche, SymmetricVariantKeepsItsEnergyInEveryStepHoweverLong) {
  for (const char* mass : {"lumped", "consistent"}) {
    for (const std::int64_t steps : {160, 1600}) {
      const Problem bar = falling(elements + 1, 16.0 / 3.0, mass);
      const auto [own, energy] = changes({}, bar, end_of_bar, steps);
      EXPECT_LT(own, 1e-11) << mass << ' ' << steps;
      EXPECT_GT(energy, 1e-3) << "nothing was met";
      EXPECT_LT(energy, 0.2) << mass << ' ' << steps;
    }
  }
}

TEST(Nitsche, OtherVariantsAndTheTrapezoidalRuleDoNot) {
  const Problem bar = falling(elements + 1, 16.0 / 3.0);
  for (const ParameterSet& other : {ParameterSet{{"variant", std::string("plain")}},
                                    ParameterSet{{"variant", std::string("skew")}},
                                    ParameterSet{{"rule", std::string("trapezoid")}}}) {
    EXPECT_GT(changes(other, bar, end_of_bar, 1600).first, 1e-6) << other.begin()->first;
  }
}

TEST(Nitsche, EnergySwaysByThatOfAnElementAndComesBack) {
  // m w^2 d / (2 gamma) of the wave that presses, over the kinetic energy m w^2 L / 2 of an impact.
  const auto sway = [](std::int64_t n) {
    const Measured r = run("nitsche", {}, falling(n + 1, 2.5), 60 * n);
    return std::max(r.most - r.start, r.start - r.least) / r.start;
  };
  const double coarse = sway(20), fine = sway(80);
  EXPECT_GT(coarse, 0.5 / (20.0 * gamma));
  EXPECT_LT(coarse, 8.0 / (20.0 * gamma));
  EXPECT_NEAR(std::log(coarse / fine) / std::log(4.0), 1.0, 0.2);
}

TEST(Nitsche, ContactGivesWayByLessThanAnElementIsPressed) {
  // w (d / c) (1 / sqrt(2 gamma) + 1 / gamma), w = 10 m/s at the first impact.
  for (const double stiff : {1.5, 2.0, 20.0}) {
    for (const std::int64_t n : {20, 80}) {
      const Problem bar = falling(n + 1, 2.0);
      const std::int64_t steps = 60 * n;
      Session session(scheme_entry("nitsche"), {{"gamma", stiff}}, bar,
                      bar.horizon / static_cast<double>(steps));
      double deepest = 0.0;
      session.run(steps, [&](const State& s) { deepest = larger(deepest, -s.q[0]); });
      const double most = 10.0 * (10.0 / static_cast<double>(n)) / 30.0 *
                          (1.0 / std::sqrt(2.0 * stiff) + 1.0 / stiff);
      EXPECT_LT(deepest, most) << stiff << ' ' << n;
      EXPECT_GT(deepest, 0.2 * most) << stiff << ' ' << n;
    }
  }
}

TEST(Nitsche, IsOfOrderTwoInTheStepAcrossContactForItsOwnEquation) {
  const auto end = [](std::int64_t steps) {
    const Problem bar = falling(11, 2.5);
    Session session(scheme_entry("nitsche"), {}, bar, bar.horizon / static_cast<double>(steps));
    session.run(steps);
    return session.state.q;
  };
  const Eigen::VectorXd fine = end(64000);
  std::vector<double> h, error;
  for (const std::int64_t steps : {1000, 2000, 4000, 8000}) {
    h.push_back(1.0 / static_cast<double>(steps));
    error.push_back((end(steps) - fine).cwiseAbs().maxCoeff());
  }
  EXPECT_NEAR(slope(h, error), 2.0, 0.15);
}

TEST(Nitsche, ABarThatRestsOnTheFloorStaysAndDoesNotSink) {
  // Pressed by its weight alone, u = -m g (L s - s^2 / 2) / EA at the nodes: linear elements have
  // that exactly, and f = 0 at the floor.
  const Problem bar = problem_entry("bouncing_bar").make({{"n", std::int64_t{21}}, {"gap", 0.0}});
  State rest = bar.initial;
  for (Eigen::Index i = 0; i < rest.q.size(); ++i) {
    const double s = 0.5 * static_cast<double>(i);
    rest.q[i] = -10.0 * (10.0 * s - 0.5 * s * s) / 900.0;
  }
  for (const char* variant : {"symmetric", "plain", "skew"}) {
    const auto method = scheme_entry("nitsche").make({{"variant", std::string(variant)}});
    const auto scheme = method->instance(*bar.system, rest, 1e-2, {});
    State s = rest;
    for (int k = 0; k < 100; ++k)
      (void)scheme->step(s);
    EXPECT_LT((s.q - rest.q).cwiseAbs().maxCoeff(), 1e-11) << variant;
    EXPECT_LT(s.v.cwiseAbs().maxCoeff(), 1e-10) << variant;
  }
}

TEST(Nitsche, RefusesAStiffnessWithWhichTheEnergyHasNoMinimum) {
  const Problem bar = falling(11, 1.0);
  EXPECT_THROW(Session(scheme_entry("nitsche"), {{"gamma", 1.0}}, bar, 1e-3), ConfigurationError);
  EXPECT_NO_THROW(Session(scheme_entry("nitsche"), {{"gamma", 1.01}}, bar, 1e-3));
  EXPECT_NO_THROW(Session(scheme_entry("nitsche"),
                          {{"gamma", 1.0}, {"variant", std::string("skew")}}, bar, 1e-3));
}

TEST(Nitsche, MeanForcesAreWhatTheirEnergyChangesBy) {
  const auto square = [](double x) { return x > 0.0 ? 0.5 * x * x : 0.0; };
  for (const double x : {-2.0, -0.5, 0.0, 1e-3, 0.7, 3.0}) {
    for (const double y : {-3.0, -0.1, 0.0, 1e-4, 0.6, 2.0}) {
      const auto [value, rate] = mean_force(x, y, true);
      EXPECT_NEAR(value * (y - x), square(y) - square(x), 1e-15 * (1.0 + square(x) + square(y)));
      EXPECT_NEAR(mean_force(x, y, false).value, 0.5 * (std::max(x, 0.0) + std::max(y, 0.0)),
                  1e-15);
      const double step = 1e-6;
      const double off = mean_force(x, y + step, true).value - mean_force(x, y - step, true).value;
      if (y != 0.0 && std::abs(x - y) > 1e-2) {
        EXPECT_NEAR(rate, off / (2.0 * step), 1e-5);
      }
      for (const bool conserving : {false, true}) {
        for (const double give : {1e-6, 0.3, 40.0}) {
          const double found = settled(x, y, give, conserving);
          EXPECT_NEAR(found + give * mean_force(x, found, conserving).value, y,
                      1e-13 * (1.0 + give));
        }
      }
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
