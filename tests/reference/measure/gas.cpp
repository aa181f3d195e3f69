// Means of a gas: whole runs of nscd, right and slightly wrong, and limits by hand.
#include "problems/model/disc_setup.hpp"
#include "reference/acceptance/statistics.hpp"
#include "reference/api/reference.hpp"
#include "reference/yardsticks/block_mean.hpp"
#include "reference/yardsticks/gas_meter.hpp"
#include "reference/yardsticks/meter.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

using Misses = std::set<std::string>;

constexpr double step = 1e-3;

ParameterSet gas(double restitution = 1.0) {
  return {{"n", std::int64_t{100}},
          {"fraction", 0.15},
          {"restitution", restitution},
          {"seed", std::int64_t{7}},
          {"horizon", 60.0}};
}

/// A column under gravity whose ceiling is out of reach.
ParameterSet column() {
  return {{"n", std::int64_t{50}}, {"fraction", 0.005},       {"headroom", 40.0}, {"speed", 4.0},
          {"gravity", 1.0},        {"seed", std::int64_t{3}}, {"horizon", 500.0}};
}

/// Runs `moved` and judges it as `right`, by statistics alone. `impulses`: factor on those
/// recorded.
Misses misses(const Problem& right, const Problem& moved, double impulses = 1.0) {
  const double h = right.traits.gravity ? 8e-3 : step;
  Session session(scheme_entry("nscd"), {}, moved, h);
  const std::int64_t steps = std::llround(right.horizon / h);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  GasMeter meter(right, h, steps);
  session.run(steps, [&](const State& state) {
    ContactImpulses heard = recorded;
    for (double& p : heard.impulse)
      p *= impulses;
    meter.after_step(state, &heard);
  });
  std::map<std::string, double> q;
  meter.finish(q);
  const ParameterSet none;
  std::vector<Check> checks;
  judge_statistics(
      {right, "nscd", "nlgs", none, none, h, EnergyBehaviour::conserves_nearly, {}, 1.0, q},
      checks);
  EXPECT_EQ(checks.size(), right.traits.gravity ? 8U : right.traits.restitution < 1.0 ? 2U : 6U);
  Misses out;
  for (const Check& c : checks) {
    if (!c.passed) out.insert(c.name.substr(c.name.find(':') + 1));
  }
  return out;
}

/// The same with one parameter of the problem times `factor`; the box stays as it is.
Misses misses_of(const char* parameter, double factor, const ParameterSet& right) {
  const Problem problem = problem_entry("disc_gas").make(right);
  ParameterSet wrong = problem.parameters;
  wrong[parameter] = std::get<double>(wrong.at(parameter)) * factor;
  if (std::string(parameter) == "radius")
    wrong["fraction"] = std::get<double>(wrong.at("fraction")) * factor * factor;
  return misses(problem, problem_entry("disc_gas").make(wrong));
}

Misses misses_of(const char* parameter, double factor, double restitution = 1.0) {
  return misses_of(parameter, factor, gas(restitution));
}

TEST(Gas, ARightRunPasses) {
  EXPECT_EQ(misses_of("speed", 1.0), Misses{});
  EXPECT_EQ(misses_of("speed", 1.0, 0.97), Misses{});
}

TEST(Gas, NoticesWrongPhysics) {
  EXPECT_TRUE(misses_of("speed", 1.02).contains("pressure"));
  EXPECT_TRUE(misses_of("radius", 1.06).contains("collision_rate"));
  EXPECT_TRUE(misses_of("radius", 0.94).contains("collision_rate"));
  EXPECT_TRUE(misses_of("mass", 1.03).contains("pressure"));
  EXPECT_TRUE(misses_of("restitution", 0.995).contains("pressure"));
  EXPECT_TRUE(misses_of("restitution", 0.995, 0.97).contains("haff"));
  EXPECT_TRUE(misses_of("restitution", 1.005, 0.97).contains("loss_per_impact"));
  const Problem right = problem_entry("disc_gas").make(gas());
  EXPECT_TRUE(misses(right, right, 1.03).contains("pressure"));
}

TEST(Gas, AColumnIsBarometric) {
  EXPECT_EQ(misses_of("speed", 1.0, column()), Misses{});
  EXPECT_TRUE(misses_of("speed", 1.25, column()).contains("kinetic"));
  EXPECT_TRUE(misses_of("gravity", 1.25, column()).contains("kinetic"));
  EXPECT_TRUE(misses_of("mass", 1.25, column()).contains("floor_impulse"));
  EXPECT_TRUE(misses_of("radius", 1.3, column()).contains("collision_rate"));
  EXPECT_TRUE(misses_of("restitution", 0.99, column()).contains("kinetic"));
}

TEST(Gas, AContactThatGoesOnIsOneImpact) {
  // Two discs that push each other in two steps of every four, and the floor in all: of the last 80
  // of 100 steps, 1 s each, 20 impacts of 2 x 1.5 N s, and none on the floor that begins.
  const Problem problem = problem_entry("disc_gas").make({{"n", std::int64_t{2}}});
  GasMeter meter(problem, 1.0, 100);
  State state = problem.initial;
  for (state.step = 1; state.step <= 100; ++state.step) {
    ContactImpulses recorded;
    recorded.clear(1, 3);
    recorded.body_a = {0};
    recorded.body_b = {ContactProblem::fixed};
    recorded.jacobian_a = {0.0, 1.0, 0.0};
    recorded.jacobian_b = {0.0, 0.0, 0.0};
    recorded.impulse = {0.5};
    if (state.step % 4 < 2) {
      recorded.body_a.push_back(0);
      recorded.body_b.push_back(1);
      recorded.jacobian_a.insert(recorded.jacobian_a.end(), {-1.0, 0.0, 0.0});
      recorded.jacobian_b.insert(recorded.jacobian_b.end(), {1.0, 0.0, 0.0});
      recorded.impulse.push_back(1.5);
    }
    meter.after_step(state, &recorded);
  }
  std::map<std::string, double> q;
  meter.finish(q);
  EXPECT_DOUBLE_EQ(q.at("gas_collision_rate"), 0.25);
  EXPECT_DOUBLE_EQ(q.at("gas_wall_rate"), 0.0);
  EXPECT_DOUBLE_EQ(q.at("gas_impulse"), 3.0);
  EXPECT_EQ(q.at("gas_impacts"), 20.0);
}

/// Of hard_disc_gas.
std::optional<Truth> known_means(const Problem& problem) {
  for (const ReferenceEntry& entry : reference_catalogue()) {
    if (entry.name == "hard_disc_gas") return entry.truth(problem, std::nullopt);
  }
  return std::nullopt;
}

/// The meter's results for a run of so many steps of 1 s without any impact.
std::map<std::string, double> of_free_flight(const ParameterSet& given, std::int64_t steps) {
  const Problem problem = problem_entry("disc_gas").make(given);
  GasMeter meter(problem, 1.0, steps);
  State state = problem.initial;
  ContactImpulses none;
  none.clear(1, 3);
  for (state.step = 1; state.step <= steps; ++state.step)
    meter.after_step(state, &none);
  std::map<std::string, double> q;
  meter.finish(q);
  return q;
}

TEST(Gas, MeansOfWhatDidNotHappenAreLeftOut) {
  const auto names = [](const std::map<std::string, double>& q) {
    std::set<std::string> out;
    for (const auto& [name, value] : q) {
      EXPECT_TRUE(std::isfinite(value)) << name;
      if (!name.ends_with("_half_width")) out.insert(name);
    }
    return out;
  };
  const std::set<std::string> rates{"gas_compressibility", "gas_wall_rate", "gas_collision_rate",
                                    "gas_impacts"};
  std::set<std::string> with_speeds = rates;
  with_speeds.insert({"gas_speed_mean", "gas_speed_fourth"});
  EXPECT_EQ(names(of_free_flight(gas(), 500)), with_speeds);
  EXPECT_EQ(names(of_free_flight(gas(), 100)), rates) << "4 steps a block, a sample every 16";
  EXPECT_EQ(of_free_flight(gas(), 500).at("gas_collision_rate"), 0.0);
  EXPECT_EQ(names(of_free_flight(gas(0.97), 500)), std::set<std::string>{"gas_impacts"});
}

TEST(Gas, IsJudgedOnceItHasLeftItsStartBehind) {
  // A disc meets others 2 nu / N times a second, nu the rate of impacts between discs: ten times in
  // the first fifth of the run if 0.4 nu T = 10 N.
  const auto checks = [](ParameterSet given, double share) {
    const Problem one = problem_entry("disc_gas").make(given);
    const double rate = known_means(one).value().scalars.at("gas_collision_rate");
    given["horizon"] = share * 10.0 * one.traits.body_count / (0.4 * rate);
    const Problem p = problem_entry("disc_gas").make(given);
    const ParameterSet none;
    const std::map<std::string, double> q{{"gas_impacts", 1.0}};
    std::vector<Check> out;
    judge_statistics({p, "nscd", "nlgs", none, none, step, EnergyBehaviour::gains, {}, 1.0, q},
                     out);
    return out.size();
  };
  EXPECT_EQ(checks(gas(), 0.99), 0U);
  EXPECT_EQ(checks(gas(), 1.01), 6U);
  EXPECT_EQ(checks(column(), 0.99), 0U);
  EXPECT_EQ(checks(column(), 1.01), 8U);
}

TEST(Gas, BlocksThatFollowEachOtherCountForFewer) {
  // Of 1, 2, 3, 4: c = 1.25 / 5; of blocks that alternate c = -.95 counts as 0; of the deviations
  // 1, 1, -1, -1, .. c = 1 / 20. t of 3 and 19 degrees of freedom is 12.924 and 3.8834.
  const BlockMean few = block_mean({1.0, 2.0, 3.0, 4.0});
  EXPECT_EQ(few.mean, 2.5);
  EXPECT_NEAR(few.half_width, 12.924 * std::sqrt(5.0 / 3.0 / (4.0 * 0.75 / 1.25)), 1e-2);
  std::vector<double> blocks(20);
  for (std::size_t k = 0; k < blocks.size(); ++k)
    blocks[k] = k % 2 == 0 ? 1.0 : -1.0;
  EXPECT_NEAR(block_mean(blocks).half_width, 3.8834 * std::sqrt(1.0 / 19.0), 1e-4);
  for (std::size_t k = 0; k < blocks.size(); ++k)
    blocks[k] = k % 4 < 2 ? 1.0 : -1.0;
  EXPECT_NEAR(block_mean(blocks).half_width, 3.8834 * std::sqrt(1.05 / 0.95 / 19.0), 1e-4);
}

TEST(Gas, AMeanIsJudgedByItsIntervalAndTheory) {
  const Problem problem = problem_entry("disc_gas").make(gas());
  const ParameterSet none;
  const auto passes = [&](double off, double half) {
    std::map<std::string, double> q{{"gas_impacts", 1.0}};
    const double exact = 0.08873349;  // G(3/2) G(100) / G(100.5)
    q["gas_speed_mean"] = exact + off;
    if (half >= 0.0) q["gas_speed_mean_half_width"] = half;
    std::vector<Check> checks;
    judge_statistics(
        {problem, "nscd", "nlgs", none, none, step, EnergyBehaviour::gains, {}, 1.0, q}, checks);
    for (const Check& c : checks) {
      if (c.name == "statistics:speed_mean") return c.passed;
      EXPECT_FALSE(c.passed) << c.name << " was not measured";
    }
    return false;
  };
  EXPECT_TRUE(passes(9e-5, 1e-4));
  EXPECT_FALSE(passes(1.1e-4, 1e-4));
  EXPECT_FALSE(passes(-1.1e-4, 1e-4));
  EXPECT_FALSE(passes(0.0, std::nan("")));
  EXPECT_FALSE(passes(0.0, -1.0)) << "no half width";
  EXPECT_FALSE(passes(0.0, 0.02)) << "an interval of a fifth resolves nothing";
}

TEST(Gas, AMeanWithoutAHalfWidthIsNotMeasured) {
  const Problem problem = problem_entry("disc_gas").make(gas());
  const ParameterSet none;
  // 1 in place of the mean gives the exact value; a run that meets it has still to say how well.
  const auto pressure = [&](double mean, const char* beside) {
    const std::map<std::string, double> q{
        {"gas_impacts", 1.0}, {"gas_compressibility", mean}, {beside, 1e-3}};
    std::vector<Check> checks;
    judge_statistics(
        {problem, "nscd", "nlgs", none, none, step, EnergyBehaviour::gains, {}, 1.0, q}, checks);
    for (const Check& c : checks)
      if (c.name == "statistics:pressure") return c;
    return Check{};
  };
  const double exact = 1.0 / (1.0 + pressure(1.0, "gas_compressibility_half_width").value.value());
  EXPECT_TRUE(pressure(exact, "gas_compressibility_half_width").passed);
  EXPECT_FALSE(pressure(exact, "another").passed);
}

TEST(Gas, HasNoTruthWhereHeatIsNotConductedFastEnough) {
  const auto truth = [](double restitution, std::int64_t n) {
    return known_means(problem_entry("disc_gas")
                           .make({{"n", n}, {"fraction", 0.25}, {"restitution", restitution}}))
        .has_value();
  };
  EXPECT_TRUE(truth(0.97, 100));
  EXPECT_FALSE(truth(0.9, 300));
  EXPECT_FALSE(truth(0.0, 100));
}

}  // namespace
}  // namespace impactbench::testing
