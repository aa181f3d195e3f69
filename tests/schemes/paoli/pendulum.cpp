// Motion impact by impact, and the scheme of Paoli and Schatzman on a pendulum between stops.

#include "reference/computed/event_driven/event_driven.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

Session paoli(const Problem& problem, double h, const ParameterSet& given = {}) {
  return {scheme_entry("schatzman_paoli"), given, problem, h};
}

/// Largest error of a coordinate at the ends of steps until the horizon.
double largest_error(const Problem& problem, double h, const ParameterSet& given = {}) {
  Session session = paoli(problem, h, given);
  return largest_error(session, truth_of(problem), problem.horizon, h);
}

TEST(PaoliPendulum, KeepsItsEnergyWithoutLossAndLosesWhatTheLawTakes) {
  const auto energy = [](const Problem& p, const State& s) {
    return p.system->kinetic_energy(s.q, s.v) + p.system->external_potential(0.0, s.q);
  };
  for (const double e : {1.0, 0.8}) {
    const Problem pendulum = problem_entry("double_pendulum").make({{"restitution", e}});
    double last = 0.0;
    for (const double h : {1e-4, 2.5e-5}) {
      Session session = paoli(pendulum, h);
      double gain = 0.0;
      const double start = energy(pendulum, pendulum.initial);
      session.run(std::llround(2.0 / h));
      gain = energy(pendulum, session.state) - start;
      if (e == 1.0) {
        EXPECT_LT(std::abs(gain), 40.0 * h * start);
      } else {
        EXPECT_LT(gain, -0.05 * start) << "the stops were hit";
        if (last != 0.0) {
          EXPECT_NEAR(gain, last, 0.05 * start);
        }
        last = gain;
      }
    }
  }
}

TEST(EventDriven, IsTheClosedFormWhereThereIsOneAndStaysWhenStepsAreHalved) {
  const Problem wall = problem_entry("polar_wall").make({});
  const Truth exact = truth_of(wall);
  const Truth ours = computed::event_driven::computed(wall, 1e-3);
  ASSERT_EQ(ours.event_times.size(), 1U);
  EXPECT_NEAR(ours.event_times[0], exact.event_times.at(0), 1e-9);
  Eigen::VectorXd q(2), v(2), q_exact(2), v_exact(2);
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.0199 * k;
    ASSERT_TRUE(ours.at(t, q, v) && exact.at(t, q_exact, v_exact)) << t;
    EXPECT_LT((q - q_exact).norm() + (v - v_exact).norm(), 1e-8) << t;
  }
  const Problem pendulum = problem_entry("double_pendulum").make({});
  const Truth coarse = computed::event_driven::computed(pendulum, 4e-4);
  const Truth fine = computed::event_driven::computed(pendulum, 2e-4);
  ASSERT_EQ(coarse.event_times.size(), fine.event_times.size());
  EXPECT_GE(fine.event_times.size(), 3U) << "a wall and a knee";
  for (int k = 0; k <= 200; ++k) {
    ASSERT_TRUE(coarse.at(0.00999 * k, q, v) && fine.at(0.00999 * k, q_exact, v_exact)) << k;
    EXPECT_LT((q - q_exact).norm(), fine.uncertainty) << k;
  }
}

TEST(EventDriven, HoldsWhatIsPressedAndLetsItGo) {
  // Without restitution the point slides along the wall: in closed form, from the impact on.
  const Problem wall = problem_entry("polar_wall").make({{"restitution", 0.0}});
  const Truth exact = truth_of(wall);
  const Truth ours = computed::event_driven::computed(wall, 1e-3);
  ASSERT_EQ(ours.event_times.size(), 1U);
  ASSERT_LT(ours.event_times[0], 0.9 * wall.horizon);
  Eigen::VectorXd q(2), v(2), q_exact(2), v_exact(2);
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.00999 * k * wall.horizon;
    ASSERT_TRUE(ours.at(t, q, v) && exact.at(t, q_exact, v_exact)) << t;
    EXPECT_LT((q - q_exact).norm() + (v - v_exact).norm(), 1e-8) << t;
  }
  // Inside of a disc it slides around, pressed by its own speed.
  const Problem bowl = problem_entry("disc_wall")
                           .make({{"side", std::string("inside")},
                                  {"x", 0.3},
                                  {"y", 0.1},
                                  {"vx", 1.0},
                                  {"vy", 0.4},
                                  {"restitution", 0.0}});
  const Truth around = truth_of(bowl);
  const Truth pressed = computed::event_driven::computed(bowl, 1e-3);
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.00999 * k * bowl.horizon;
    ASSERT_TRUE(pressed.at(t, q, v) && around.at(t, q_exact, v_exact)) << t;
    EXPECT_LT((q - q_exact).norm() + (v - v_exact).norm(), 1e-7) << t;
  }
  // The pendulum runs into its wall and its knee within 1e-5 s, which takes all its velocity: from
  // rest in the corner it swings off again, with the energy that its height is worth.
  const Problem pendulum = problem_entry("double_pendulum").make({{"restitution", 0.0}});
  const Truth coarse = computed::event_driven::computed(pendulum, 4e-4);
  const Truth fine = computed::event_driven::computed(pendulum, 2e-4);
  ASSERT_EQ(coarse.event_times.size(), fine.event_times.size());
  ASSERT_EQ(fine.event_times.size(), 4U) << "wall, knee, both";
  EXPECT_LT(fine.event_times[3] - fine.event_times[2], 1e-5);
  const double rest = fine.event_times[3];
  ASSERT_TRUE(fine.at(rest, q, v));
  EXPECT_NEAR(q[0], -0.2, 1e-9);
  EXPECT_NEAR(q[1], -0.3, 1e-9);
  EXPECT_LT(v.norm(), 1e-9);
  const double energy = pendulum.system->external_potential(0.0, q);
  for (int k = 0; k <= 100; ++k) {
    const double t = rest + 0.00999 * k * (pendulum.horizon - rest);
    ASSERT_TRUE(coarse.at(t, q_exact, v_exact) && fine.at(t, q, v)) << t;
    EXPECT_LT((q - q_exact).norm(), fine.uncertainty) << t;
    EXPECT_GE(q[0], -0.2 - 1e-9);
    EXPECT_GE(q[1] - q[0], -0.1 - 1e-9);
    EXPECT_NEAR(pendulum.system->kinetic_energy(q, v) + pendulum.system->external_potential(0.0, q),
                energy, 1e-8)
        << t;
  }
}

TEST(PaoliPendulum, ConvergesThroughTheCornerWithoutRestitution) {
  // The angle condition for e = 0 holds there: the law with both stops at once is the limit.
  const Problem pendulum = problem_entry("double_pendulum").make({{"restitution", 0.0}});
  std::vector<double> h, error;
  for (int level = 10; level <= 15; ++level) {
    h.push_back(std::ldexp(1.0, -level));
    error.push_back(largest_error(pendulum, h.back()));
  }
  EXPECT_NEAR(slope(h, error), 1.0, 0.25);
  EXPECT_LT(error.back(), 2e-4);
}

TEST(PaoliPendulum, RefusesAnOffsetAcrossNoVelocity) {
  const Problem pendulum = problem_entry("double_pendulum").make({});
  Session session(scheme_entry("schatzman_paoli"), {{"offset", 1.0}}, pendulum, 1e-3);
  const StepReport report = session.step();
  EXPECT_EQ(report.status, StepStatus::breakdown);
  EXPECT_NE(report.reason.find("offset needs an initial velocity"), std::string_view::npos);
}

TEST(PaoliPendulum, ConvergesWithOrderOne) {
  const Problem pendulum = problem_entry("double_pendulum").make({});
  std::vector<double> h, error;
  for (int level = 10; level <= 15; ++level) {
    h.push_back(std::ldexp(1.0, -level));
    error.push_back(largest_error(pendulum, h.back()));
  }
  EXPECT_NEAR(slope(h, error), 1.0, 0.25);
  EXPECT_LT(error.back(), 2e-3);
}

}  // namespace
}  // namespace impactbench::testing
