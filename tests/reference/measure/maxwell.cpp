// Statistics of mixed discs under gravity: whole runs of nscd, right and wrong, and hand-made
// steps.
#include "reference/acceptance/statistics.hpp"
#include "reference/yardsticks/maxwell_meter.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

namespace impactbench::testing {
namespace {

using Misses = std::set<std::string>;

constexpr double step = 1e-3;

/// Dense enough that no theory of the gas is needed to know these means.
Problem dense_box() {
  return problem_entry("disc_gas")
      .make({{"n", std::int64_t{60}},
             {"fraction", 0.2},
             {"gravity", 10.0},
             {"speed", 3.0},
             {"horizon", 40.0}});
}

/// Runs the box and judges what is measured, with impulses times `impulses`, and velocities across
/// times `across`.
Misses misses(double impulses, double across) {
  const Problem problem = dense_box();
  const std::int64_t steps = std::llround(problem.horizon / step);
  EXPECT_TRUE(MaxwellMeter::applies(problem, step, steps));
  Session session(scheme_entry("nscd"), {}, problem, step);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  MaxwellMeter meter(problem, step, steps);
  session.run(steps, [&](const State& state) {
    ContactImpulses heard = recorded;
    for (double& p : heard.impulse)
      p *= impulses;
    State seen = state;
    for (Eigen::Index k = 0; k < seen.v.size(); k += 3)
      seen.v[k] *= across;
    meter.after_step(seen, &heard);
  });
  std::map<std::string, double> q;
  meter.finish(q);
  EXPECT_LT(q.at("maxwell_together"), 0.05);
  const ParameterSet none;
  std::vector<Check> checks;
  judge_statistics(
      {problem, "nscd", "nlgs", none, none, step, EnergyBehaviour::conserves_nearly, {}, 1.0, q},
      checks);
  EXPECT_EQ(checks.size(), 5U);
  Misses out;
  for (const Check& c : checks) {
    if (!c.passed) out.insert(c.name.substr(c.name.find(':') + 1));
  }
  return out;
}

TEST(Maxwell, MixedDiscsHaveTheMeansOfTheSphere) {
  EXPECT_EQ(misses(1.0, 1.0), Misses{});
  const Misses impulses = misses(1.1, 1.0);
  EXPECT_TRUE(impulses.contains("pair_impulse"));
  EXPECT_TRUE(impulses.contains("wall_impulse"));
  EXPECT_TRUE(misses(1.0, 1.15).contains("equipartition"));
}

TEST(Maxwell, CountsImpactsAndThoseThatShareABody) {
  // Every step of 400 discs 0 and 1, of mass 1, transmit 3 N s, and the floor 2 N s to disc 2; in
  // every second one the floor pushes disc 0 too. Only velocities of disc 3 are not zero.
  const Problem problem = dense_box();
  MaxwellMeter meter(problem, 1.0, 400);
  State state = problem.initial;
  state.v.setZero();
  state.v[9] = 4.0;  // K = 8 J
  for (state.step = 1; state.step <= 400; ++state.step) {
    ContactImpulses recorded;
    recorded.clear(1, 3);
    recorded.body_a = {0, 2};
    recorded.body_b = {1, ContactProblem::fixed};
    recorded.impulse = {3.0, 2.0};
    if (state.step % 2 == 0) {
      recorded.body_a.push_back(0);
      recorded.body_b.push_back(ContactProblem::fixed);
      recorded.impulse.push_back(2.0);
    }
    meter.after_step(state, &recorded);
  }
  std::map<std::string, double> q;
  meter.finish(q);
  EXPECT_DOUBLE_EQ(q.at("maxwell_speed_mean"), 1.0 / 60.0);
  EXPECT_DOUBLE_EQ(q.at("maxwell_across"), 1.0);
  EXPECT_DOUBLE_EQ(q.at("maxwell_pair_impulse"), 0.5 * 3.0 / std::sqrt(8.0));
  EXPECT_DOUBLE_EQ(q.at("maxwell_wall_impulse"), 0.5 * 2.0 / 4.0);
  EXPECT_DOUBLE_EQ(q.at("maxwell_phase"), 3.0 / 0.2) << "h w / s with w = p / (2 m_red)";
  EXPECT_DOUBLE_EQ(q.at("maxwell_together"), 2.0 / 5.0);
}

TEST(Maxwell, ShortRunsAndOtherPhysicsAreNotMixed) {
  const auto applies = [](ParameterSet p, double time) {
    p.emplace("gravity", 10.0);
    const Problem problem = problem_entry("disc_gas").make(p);
    return MaxwellMeter::applies(problem, 1e-3, std::llround(1e3 * time));
  };
  EXPECT_TRUE(applies({}, 100.0));
  EXPECT_FALSE(applies({}, 5.0));
  EXPECT_FALSE(applies({{"n", std::int64_t{40}}}, 100.0));
  EXPECT_FALSE(applies({{"restitution", 0.9}}, 100.0));
  EXPECT_FALSE(applies({{"friction", 0.1}}, 100.0));
  EXPECT_FALSE(applies({{"gravity", 0.0}}, 100.0));
}

}  // namespace
}  // namespace impactbench::testing
