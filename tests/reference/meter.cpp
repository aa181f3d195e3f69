#include "reference/yardsticks/meter.hpp"
#include "problems/model/disc_setup.hpp"
#include "reference/yardsticks/quantities.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

namespace impactbench::testing {
namespace {

/// Two unit discs of mass 1 and 2 on a line, in free space.
Problem pair_of_discs() {
  DiscSetup setup{DiscCommon{}};
  setup.disc(1.0, 1.0, {0.0, 0.0}, {3.0, 0.0});
  setup.disc(2.0, 1.0, {4.0, 0.0}, {0.0, 0.0});
  return std::move(setup).make("pair", {}, 3.0);
}

State state(double x1, double v1, double x2, double v2, std::int64_t step) {
  State s;
  s.q = Eigen::VectorXd::Zero(6);
  s.v = Eigen::VectorXd::Zero(6);
  s.q[0] = x1, s.q[3] = x2, s.v[0] = v1, s.v[3] = v2;
  s.step = step;
  return s;
}

TEST(Meter, MeasuresAHandMadeRun) {
  const Problem p = pair_of_discs();
  // h = 1 s; the second state overlaps by 0.5 m, a contact of energy 4 D^2.
  Meter meter(p, Compliance{2.0, 4.0}, std::nullopt, 1.0, 2);
  const State first = state(2.0, 1.0, 3.5, 1.0, 1);
  const State second = state(1.0, -1.0, 6.0, 2.0, 2);
  meter.after_step(p.initial, first, nullptr, {});
  meter.after_step(first, second, nullptr, {});
  EXPECT_FALSE(meter.blown_up());
  const auto q = meter.finish().quantities;
  EXPECT_EQ(q.at("kinetic_energy_initial"), 4.5);
  EXPECT_EQ(q.at("kinetic_energy"), 4.5);  // 1/2 + 4
  EXPECT_EQ(q.at("energy_error_relative"), 0.0);
  EXPECT_EQ(q.at("energy_min"), 2.5);  // 1/2 + 1 + 4 * 0.25
  EXPECT_EQ(q.at("energy_max"), 4.5);
  EXPECT_DOUBLE_EQ(q.at("energy_drift_relative"), 2.0 / 4.5);
  EXPECT_EQ(q.at("penetration_relative"), 0.25);  // 0.5 of 2 r = 2
  EXPECT_EQ(q.at("contacts"), 1.0);
  EXPECT_EQ(q.at("momentum_drift"), 0.0);  // 3 = 1 + 2 = -1 + 4
  EXPECT_EQ(q.at("v1"), -1.0);
  EXPECT_EQ(q.at("v2"), 2.0);
  EXPECT_FALSE(q.contains("position_error_sup"));
  EXPECT_FALSE(q.contains("penetration_midpoint_relative")) << "for rigid schemes only";
  EXPECT_FALSE(q.contains("contacts_midpoint"));
}

TEST(Meter, NoticesAPlantedDefect) {
  const Problem p = pair_of_discs();
  Meter meter(p, std::nullopt, std::nullopt, 1.0, 1);
  const State wrong = state(2.0, 3.0, 4.0, 0.5, 1);  // momentum out of nothing
  meter.after_step(p.initial, wrong, nullptr, {});
  const auto q = meter.finish().quantities;
  EXPECT_EQ(q.at("momentum_drift"), 1.0);
  EXPECT_GT(q.at("energy_error_relative"), 0.05);
  // q^0 + h/2 v^0 = 1.5: no overlap there, but at the end.
  EXPECT_EQ(q.at("penetration_midpoint_relative"), 0.0);
  EXPECT_EQ(q.at("contacts_midpoint"), 0.0);
  EXPECT_EQ(q.at("contacts"), 1.0);
}

TEST(Meter, CallsNaNAndRunawayEnergyABlowUp) {
  const Problem p = pair_of_discs();
  for (const double v : {std::nan(""), HUGE_VAL, 1e4}) {
    Meter meter(p, std::nullopt, std::nullopt, 1.0, 1);
    meter.after_step(p.initial, state(0.0, v, 9.0, 0.0, 1), nullptr, {});
    EXPECT_TRUE(meter.blown_up()) << v;
    EXPECT_EQ(meter.finish().not_finite.empty(), std::isfinite(v));
    for (const auto& [name, value] : meter.finish().quantities)
      EXPECT_TRUE(std::isfinite(value)) << name;
  }
}

TEST(Meter, ErrorsAgainstATruthAreThoseOfTheRun) {
  const Problem p = problem_entry("falling_ball").make({{"horizon", 0.5}});
  Truth truth;
  truth.at = [](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q << 0.5, 1.0 - t, 0.0;
    v << 0.0, -1.0, 0.0;
    return true;
  };
  truth.scalars["penetration_relative"] = 0.1;
  Meter meter(p, Compliance{2.0, 1e4}, truth, 0.01, 50);
  State before = p.initial;
  for (int k = 1; k <= 50; ++k) {
    State after = before;
    after.step = k;
    after.q << 0.5, 1.0 - 0.01 * k + 0.003, 0.0;  // 3 mm too high
    after.v << 0.0, -0.8, 0.0;                    // 0.2 m/s too slow
    meter.after_step(before, after, nullptr, {});
    before = after;
  }
  const auto q = meter.finish().quantities;
  EXPECT_NEAR(q.at("position_error_sup"), 0.003, 1e-12);
  EXPECT_NEAR(q.at("velocity_error_l1"), 0.2, 1e-12);
  EXPECT_NEAR(q.at("penetration_relative_error_relative"), 1.0, 1e-12);
}

TEST(Meter, ErrorsOfRotationAreThoseOfTheRun) {
  const Problem p = problem_entry("superball").make({{"spin", 4.0}, {"horizon", 0.3}});
  Truth truth;
  truth.at = [](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q << 0.7 * t, 0.6 - t, 4.0 * t;
    v << 0.7, -1.0, 4.0;
    return true;
  };
  Meter meter(p, std::nullopt, truth, 0.01, 30);
  State before = p.initial;
  for (int k = 1; k <= 30; ++k) {
    State after = before;
    after.step = k;
    after.q << 0.007 * k, 0.6 - 0.01 * k, 0.04 * k - 0.002;
    after.v << 0.7, -1.0, 3.9;
    meter.after_step(before, after, nullptr, {});
    before = after;
  }
  const auto q = meter.finish().quantities;
  EXPECT_NEAR(q.at("angle_error_sup"), 0.002, 1e-12);
  EXPECT_NEAR(q.at("spin_error_l1"), 0.1, 1e-12);
  EXPECT_NEAR(q.at("spin_error_relative"), 0.1 / 4.0, 1e-12);
  EXPECT_NEAR(q.at("position_error_sup"), 0.0, 1e-12) << "angles are no positions";
}

/// A Meter's quantities of a rod that moves as its truth says, in 100 steps of 0.01 s.
std::map<std::string, double> rod_on_its_truth(const Truth& truth) {
  const Problem p = problem_entry("sliding_rod").make({{"horizon", 1.0}});
  Meter meter(p, std::nullopt, truth, 0.01, 100);
  State before = p.initial, after = p.initial;
  for (int k = 1; k <= 100; ++k) {
    after.step = k;
    EXPECT_TRUE(truth.at(0.01 * k, after.q, after.v));
    meter.after_step(before, after, nullptr, {});
    before = after;
  }
  return meter.finish().quantities;
}

TEST(Meter, ForcesThatAreNotAtHandShowInTheVelocityOfTheTruthBetweenImpacts) {
  // A mechanism's velocity grows by t^2, without a force at the start, and jumps by 7 m/s at 0.505
  // s.
  const State start = problem_entry("sliding_rod").make({{"horizon", 1.0}}).initial;
  Truth truth;
  truth.at = [start](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q = start.q;
    v = start.v;
    v[0] += t * t + (t > 0.505 ? 7.0 : 0.0);
    return true;
  };
  truth.event_times = {0.505};
  const auto q = rod_on_its_truth(truth);
  EXPECT_NEAR(q.at("truth_acceleration"), 1.99, 1e-9) << "2 t in the last step, not a jump over h";
  EXPECT_NEAR(q.at("truth_jump"), 7.0, 1e-4);
}

TEST(Meter, AnObservableThatIsZeroButForRoundingHasNoRelativeError) {
  const Problem p = problem_entry("sliding_rod").make({{"horizon", 1.0}});
  Truth truth;
  truth.at = [&p](double, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q = p.initial.q;
    v = p.initial.v;
    return true;
  };
  truth.histories["end_height"] = [](double) { return 1e-17; };
  EXPECT_FALSE(rod_on_its_truth(truth).contains("end_height_error_sup"));
  truth.histories["end_height"] = [](double) { return 1e-3; };
  EXPECT_NEAR(rod_on_its_truth(truth).at("end_height_error_sup"), 1.0, 1e-9);
}

/// A particle thrown at the wall that it touches: the jump belongs to the graph of both motions.
TEST(Meter, GraphsBeginWithTheJumpOfTheStart) {
  const Problem p = problem_entry("gluey_particle").make({{"gap", 0.0}, {"velocity", -1.0}});
  const Truth truth = reference("skorokhod").truth(p, std::nullopt).value();
  const int steps = 600;  // of 0.01 s: it is let go at 3 s
  Meter meter(p, std::nullopt, truth, 0.01, steps);
  State before = p.initial;
  for (int k = 1; k <= steps; ++k) {
    State after = before;
    after.step = k;
    ASSERT_TRUE(truth.at(0.01 * k, after.q, after.v));
    meter.after_step(before, after, nullptr, {});
    before = after;
  }
  const auto q = meter.finish().quantities;
  EXPECT_EQ(q.at("velocity_error_l1"), 0.0);
  EXPECT_LT(q.at("velocity_error_hausdorff"), 1e-2) << "the jump lasts a step in one of them";
}

TEST(Meter, WritesOnlyWhatIsListed) {
  std::set<std::string_view> listed;
  std::string_view last;
  for (const QuantityInfo& info : quantities()) {
    EXPECT_LT(last, info.name) << "alphabetical";
    last = info.name;
    listed.insert(info.name);
  }
  const Problem p = pair_of_discs();
  Meter meter(p, std::nullopt, std::nullopt, 1.0, 1);
  meter.after_step(p.initial, state(3.0, 3.0, 9.0, 0.0, 1), nullptr, {});
  for (const auto& [name, value] : meter.finish().quantities)
    EXPECT_TRUE(listed.contains(name)) << name;
}

}  // namespace
}  // namespace impactbench::testing
