// What a race says of an engine is computed from states alone: it must be right on states whose
// figures are known by hand.

#include "benchmarks/peers/race/scene_meter.hpp"
#include "problems/model/disc_setup.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

/// Two discs of 1 kg and 0.5 m above a floor at 0, side by side with a gap of 0.2 m, g = 10.
Problem two_discs(double restitution) {
  DiscCommon common;
  common.restitution = restitution;
  DiscSetup setup(common);
  setup.disc(1.0, 0.5, {0.0, 1.0}, {0.0, 0.0});
  setup.disc(1.0, 0.5, {1.2, 1.0}, {0.0, 0.0});
  setup.box(-5.0, 5.0, 0.0, 5.0);
  setup.gravity({0.0, -10.0});
  return std::move(setup).make("two", {}, 1.0);
}

Eigen::VectorXd discs(double x_a, double y_a, double x_b, double y_b) {
  Eigen::VectorXd out(6);
  out << x_a, y_a, 0.0, x_b, y_b, 0.0;
  return out;
}

TEST(SceneMeter, TellsEnergyAndOverlapsOfStates) {
  const Problem problem = two_discs(1.0);
  SceneMeter meter({&problem, 1e-2}, std::nullopt);
  // The first falls 0.52 m to an overlap of 0.02 m with the floor, and keeps 3 of 5.2 J; the second
  // stays and overlaps it by 0.01 m.
  const Eigen::VectorXd q = discs(0.0, 0.48, 0.99, 0.48);
  const Eigen::VectorXd v = discs(0.0, -std::sqrt(6.0), 0.0, 0.0);
  meter.step(q, v, q, v);
  EXPECT_NEAR(meter.penetration(), 0.02, 1e-12);
  EXPECT_NEAR(meter.mean_penetration(), (0.02 + 0.02 + 0.01) / 3.0, 1e-12);
  EXPECT_NEAR(meter.kinetic(), 3.0, 1e-12);
  EXPECT_NEAR(meter.energy_change(), 3.0 - 2 * 5.2, 1e-12);
  EXPECT_NEAR(meter.energy_error(), 7.4 / 3.0, 1e-12);
}

TEST(SceneMeter, CountsTheEnergyOfSprings) {
  const Problem problem = two_discs(1.0);
  SceneMeter meter({&problem, 1e-2}, Compliance{2.0, 1e4});
  // At rest 0.02 m deep in a floor of 1e4 D^2: 4 J beside the 5.2 J that were lost.
  const Eigen::VectorXd q = discs(0.0, 0.48, 1.2, 1.0), v = discs(0.0, 0.0, 0.0, 0.0);
  meter.step(q, v, q, v);
  EXPECT_NEAR(meter.energy_change(), 4.0 - 5.2, 1e-12);
}

TEST(SceneMeter, ResidualIsTheViolationOfNewtonsLawAtOverlaps) {
  // g h = 0.1 m/s. Both overlap the floor; before the step they sink at 1 m/s. With e = 1/2 they
  // must leave at 0.5 m/s at least: the first does, the second at 0.2 m/s.
  const Problem problem = two_discs(0.5);
  SceneMeter meter({&problem, 1e-2}, std::nullopt);
  const Eigen::VectorXd q = discs(0.0, 0.49, 2.0, 0.49);
  meter.step(q, discs(0.0, -1.0, 0.0, -1.0), q, discs(0.0, 0.5, 0.0, 0.2));
  EXPECT_NEAR(meter.residual(), 3.0, 1e-9);
}

TEST(SceneMeter, WhatOpensByItselfIsNoContact) {
  const Problem problem = two_discs(0.0);
  SceneMeter meter({&problem, 1e-2}, std::nullopt);
  // 0.001 m deep and leaving at 1 m/s: free within 1 ms, so the step may send it back.
  const Eigen::VectorXd q = discs(0.0, 0.499, 2.0, 1.0);
  meter.step(q, discs(0.0, 1.0, 0.0, 0.0), q, discs(0.0, -1.0, 0.0, 0.0));
  EXPECT_EQ(meter.residual(), 0.0);
}

}  // namespace
}  // namespace impactbench::testing
