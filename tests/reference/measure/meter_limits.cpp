#include "problems/model/disc_setup.hpp"
#include "reference/yardsticks/meter.hpp"
#include "tests/support/allocation_count.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

using Path = std::function<void(double t, Eigen::VectorXd& q, Eigen::VectorXd& v)>;

/// Feeds the states of a prescribed motion to a meter, as if a scheme had made them.
Measurements follow(const Problem& p, const ContactModel& contact, std::optional<Truth> truth,
                    double h, std::int64_t steps, const Path& path) {
  Meter meter(p, contact, std::move(truth), h, steps);
  State before = p.initial;
  State after = before;
  for (std::int64_t k = 1; k <= steps; ++k) {
    after.step = k;
    path(static_cast<double>(k) * h, after.q, after.v);
    meter.after_step(before, after, nullptr, {});
    before = after;
  }
  EXPECT_FALSE(meter.blown_up());
  return meter.finish();
}

/// One disc of 2 kg and radius 0.25 m in the unit box.
Problem one_disc(Vec2 position, Vec2 velocity, double gravity = 0.0) {
  DiscSetup setup{DiscCommon{}};
  setup.box(0.0, 1.0, 0.0, 1.0);
  setup.gravity({0.0, -gravity});
  setup.allow_penetration(0.1);
  setup.disc(2.0, 0.25, position, velocity);
  return std::move(setup).make("one_disc", {}, 1.0);
}

TEST(MeterLimits, FreeFallKeepsTheSumOfKineticAndExternalEnergy) {
  // x = 0.7 - g t^2 / 2, v = -g t: exact. The kinetic energy alone goes from 0 to m g^2 T^2 / 2.
  constexpr double g = 2.0;
  const Problem p = one_disc({0.5, 0.7}, {0.0, 0.0}, g);
  const auto fall = [](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q[1] = 0.7 - 0.5 * g * t * t;
    v[1] = -g * t;
  };
  const auto q = follow(p, std::nullopt, std::nullopt, 1e-3, 500, fall).quantities;
  EXPECT_DOUBLE_EQ(q.at("energy_initial"), 2.0 * g * 0.7);
  EXPECT_LT(q.at("energy_drift_relative"), 1e-14);
  EXPECT_DOUBLE_EQ(q.at("kinetic_energy"), 1.0);
  EXPECT_FALSE(q.contains("energy_error_relative")) << "relative to a kinetic energy of zero";
  EXPECT_FALSE(q.contains("momentum_drift")) << "gravity acts";
  // The defect: a weight that acts 1 % too strongly on the velocity.
  const auto wrong = [&](double t, Eigen::VectorXd& x, Eigen::VectorXd& v) {
    fall(t, x, v);
    v[1] *= 1.01;
  };
  EXPECT_GT(follow(p, std::nullopt, std::nullopt, 1e-3, 500, wrong)
                .quantities.at("energy_drift_relative"),
            5e-3);
}

TEST(MeterLimits, MomentumIsMeasuredUntilTheFirstWallAndNeverAfter) {
  const Problem p = one_disc({0.5, 0.5}, {1.0, 0.0});
  // Reaches the wall at t = 0.25 and flies back: the momentum then changes by 4, rightly.
  const auto bounce = [](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q[0] = t < 0.26 ? 0.5 + t : 0.76 - (t - 0.26);
    v[0] = t < 0.26 ? 1.0 : -1.0;
  };
  EXPECT_EQ(follow(p, std::nullopt, std::nullopt, 0.01, 50, bounce).quantities.at("momentum_drift"),
            0.0);
  const auto early = [](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q[0] = 0.5 + t;
    v[0] = t < 0.1 ? 1.0 : 1.5;  // speeds up in mid-air
  };
  EXPECT_EQ(follow(p, std::nullopt, std::nullopt, 0.01, 20, early).quantities.at("momentum_drift"),
            1.0);
}

TEST(MeterLimits, MomentumThatWasNeverMeasuredIsAbsentRatherThanZero) {
  const Problem p = one_disc({0.24, 0.5}, {-1.0, 0.0});  // pressed into the wall from the start
  const auto anything = [](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q[0] = 0.24 + t;
    v[0] = 7.0;
  };
  const auto q = follow(p, Compliance{2.0, 10.0}, std::nullopt, 0.01, 10, anything).quantities;
  EXPECT_FALSE(q.contains("momentum_drift"));
  EXPECT_FALSE(q.contains("angular_momentum_drift"));
}

TEST(MeterLimits, PenetrationAtTheMiddleOfAStepIsThatOfTheMiddle) {
  const Problem p = one_disc({0.7, 0.5}, {1.0, 0.0});
  // Half a step of 0.2 s: x = 0.8, 0.05 deep; the end of the step lies outside the wall again.
  Meter meter(p, std::nullopt, std::nullopt, 0.2, 1);
  State after = p.initial;
  after.step = 1;
  after.v[0] = -1.0;
  meter.after_step(p.initial, after, nullptr, {});
  const auto q = meter.finish().quantities;
  EXPECT_NEAR(q.at("penetration_midpoint_relative"), 0.1, 1e-14);
  EXPECT_EQ(q.at("penetration_relative"), 0.0);
}

TEST(MeterLimits, VelocitiesCarryTheirSignOnALineAndAreSpeedsInThePlane) {
  const auto end_with = [](Vec2 velocity) {
    const Problem p = one_disc({0.5, 0.5}, {1.0, 0.0});
    Meter meter(p, std::nullopt, std::nullopt, 0.1, 1);
    State after = p.initial;
    after.step = 1;
    after.v.head<2>() = velocity;
    meter.after_step(p.initial, after, nullptr, {});
    return meter.finish().quantities.at("v1");
  };
  EXPECT_EQ(end_with({-3.0, 0.0}), -3.0);
  EXPECT_EQ(end_with({-3.0, 4.0}), 5.0);
}

TEST(MeterLimits, GraphsOfVelocitiesAreComparedForUpToTwentyFourOfThem) {
  // Two a disc: of twelve discs every graph is drawn, of thirteen none.
  for (const int discs : {12, 13}) {
    DiscSetup setup{DiscCommon{}};
    for (int k = 0; k < discs; ++k)
      setup.disc(1.0, 0.1, {static_cast<double>(k), 0.0}, {0.0, 0.0});
    const Problem p = std::move(setup).make("resting_row", {}, 1.0);
    Truth truth;
    truth.at = [&](double, Eigen::VectorXd& q, Eigen::VectorXd& v) {
      q = p.initial.q;
      v = p.initial.v;
      v[0] = 1.0;
      return true;
    };
    const auto still = [](double, Eigen::VectorXd&, Eigen::VectorXd&) {};
    const auto q = follow(p, std::nullopt, truth, 0.1, 5, still).quantities;
    EXPECT_EQ(q.contains("velocity_error_hausdorff"), discs == 12) << discs;
  }
}

TEST(MeterLimits, HistoriesAreShortHoweverLongTheRunAndEndWithIt) {
  const Problem p = one_disc({0.5, 0.5}, {0.0, 0.0});
  Truth truth;
  truth.at = [&](double, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q = p.initial.q;
    v = p.initial.v;
    return true;
  };
  constexpr std::int64_t steps = 100003;
  const auto still = [](double, Eigen::VectorXd&, Eigen::VectorXd&) {};
  const Measurements m = follow(p, std::nullopt, truth, 1e-5, steps, still);
  EXPECT_EQ(m.series.size(), 5U);
  EXPECT_EQ(m.series.at("kinetic_energy").time.front(), 0.0);
  for (const auto& [name, series] : m.series) {
    EXPECT_LE(series.time.size(), 2002U) << name;
    EXPECT_GE(series.time.size(), 1000U) << name;
    EXPECT_EQ(series.time.size(), series.value.size()) << name;
    EXPECT_EQ(series.time.back(), steps * 1e-5) << name;
  }
}

TEST(MeterLimits, AStepIsMeasuredWithoutAllocation) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Problem p = one_disc({0.5, 0.5}, {1.0, 0.0});
  Truth truth;
  truth.at = [&](double, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q = p.initial.q;
    v = p.initial.v;
    return true;
  };
  Meter meter(p, std::nullopt, truth, 1e-3, 5000);
  State before = p.initial;
  State after = before;
  std::int64_t start = 0;
  for (std::int64_t k = 1; k <= 5000; ++k) {
    if (k == 3) start = allocations();
    after.step = k;
    after.q[0] = 0.5 + 0.2 * std::sin(0.01 * static_cast<double>(k));
    meter.after_step(before, after, nullptr, {});
    before = after;
  }
  EXPECT_EQ(allocations(), start);
}

TEST(MeterLimits, AnEnergyThatWasNotANumberForOneStepLeavesNoExtremes) {
  const Problem p = one_disc({0.5, 0.5}, {1.0, 0.0});
  Meter meter(p, std::nullopt, std::nullopt, 0.1, 3);
  State before = p.initial;
  for (std::int64_t k = 1; k <= 3; ++k) {
    State after = p.initial;
    after.step = k;
    if (k == 2) after.v[0] = std::nan("");
    meter.after_step(before, after, nullptr, {});
    before = p.initial;
  }
  const auto q = meter.finish().quantities;
  EXPECT_TRUE(!q.contains("energy_max") || !q.contains("energy_min")) << "NaN went unseen";
  EXPECT_FALSE(q.contains("energy_drift_relative"));
}

TEST(MeterLimits, CertifiesContactProblemsWithoutFrictionByTheirWorst) {
  // Mass 2 on a wall, W = 1/2, b = -3: solved by p = 6 (values 9 J). Once p = 7: u = 1/2, gap 3.5 J
  // of 12.25 J; once p = 5: u = -1/2, gap -2.5 J. With friction nothing is said.
  const Problem p = one_disc({0.5, 0.5}, {1.0, 0.0});
  for (const int rows : {1, 2}) {
    Meter meter(p, std::nullopt, std::nullopt, 0.1, 3);
    ContactProblem contact;
    contact.rows = rows;
    contact.resize(1);
    contact.body_a = {0};
    contact.body_b = {ContactProblem::fixed};
    contact.jacobian_a[0] = 1.0;
    contact.inverse_mass = {0.5, 0.5, 0.5};
    contact.b[0] = -3.0;
    std::int64_t step = 0;
    for (const double impulse : {6.0, 7.0, 5.0}) {
      State after = p.initial;
      after.step = ++step;
      std::vector<double> impulses(static_cast<std::size_t>(rows), 0.0);
      impulses[0] = impulse;
      meter.after_step(p.initial, after, &contact, impulses);
    }
    const auto q = meter.finish().quantities;
    EXPECT_EQ(q.contains("duality_gap"), rows == 1);
    EXPECT_EQ(q.contains("infeasibility"), rows == 1);
    if (rows == 2) continue;
    EXPECT_DOUBLE_EQ(q.at("duality_gap"), 3.5);
    EXPECT_DOUBLE_EQ(q.at("duality_gap_relative"), 3.5 / 12.25);
    EXPECT_DOUBLE_EQ(q.at("infeasibility"), 0.5);
    EXPECT_EQ(q.at("impulse_least"), 0.0);
  }
}

TEST(MeterLimits, AResidualThatWasNotANumberForOneStepIsNotForgotten) {
  // The scheme hands over a contact problem with a NaN once, and a solved one ever after.
  const Problem p = one_disc({0.5, 0.5}, {1.0, 0.0});
  Meter meter(p, std::nullopt, std::nullopt, 0.1, 3);
  ContactProblem contact;
  contact.resize(1);
  contact.body_a = {0};
  contact.body_b = {ContactProblem::fixed};
  contact.jacobian_a = {1.0, 0.0, 0.0};
  contact.jacobian_b = {0.0, 0.0, 0.0};
  contact.inverse_mass = {0.5, 0.5, 0.5};
  contact.friction = {0.0};
  const std::vector<double> impulses{0.0};
  for (std::int64_t k = 1; k <= 3; ++k) {
    State after = p.initial;
    after.step = k;
    contact.b = {k == 1 ? std::nan("") : 1.0};
    meter.after_step(p.initial, after, &contact, impulses);
  }
  const Measurements m = meter.finish();
  EXPECT_FALSE(m.quantities.contains("complementarity_residual"));
  const std::vector<std::string> lost{"complementarity_residual", "duality_gap",
                                      "duality_gap_relative", "impulse_least", "infeasibility"};
  EXPECT_EQ(m.not_finite, lost);
}

}  // namespace
}  // namespace impactbench::testing
