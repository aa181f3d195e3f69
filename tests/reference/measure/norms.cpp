#include "reference/yardsticks/norms.hpp"
#include "reference/yardsticks/quantities.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace impactbench {
namespace {

Series touching(std::vector<double> counts) {
  Series out;
  for (std::size_t k = 0; k < counts.size(); ++k)
    out.time.push_back(0.1 * static_cast<double>(k));
  out.value = std::move(counts);
  return out;
}

TEST(MotionClass, IsToldFromExactImpactsFirst) {
  const std::vector<double> one{0.4}, three{0.2, 0.4, 0.6};
  EXPECT_EQ(motion_class(one, 1.0, touching({0, 1, 1})), MotionClass::one_impact);
  EXPECT_EQ(motion_class(three, 1.0, touching({0, 0})), MotionClass::several_impacts);
}

TEST(MotionClass, ABallThatComesToRestAccumulatesAndOneThatBouncesOnDoesNot) {
  // Intervals of a ball with restitution e are those before times e.
  const auto impacts = [](double e, int n) {
    std::vector<double> out{0.3};
    for (int k = 1; k < n; ++k)
      out.push_back(out.back() + 0.2 * std::pow(e, k));
    return out;
  };
  EXPECT_EQ(motion_class(impacts(0.5, 12), 1.0, {}), MotionClass::accumulation);
  EXPECT_EQ(motion_class(impacts(1.0, 12), 4.0, {}), MotionClass::several_impacts);
  // Intervals fall, but the shortest is 17 % of the horizon: the horizon ends them before.
  EXPECT_EQ(motion_class(impacts(0.97, 6), 1.0, {}), MotionClass::several_impacts);
}

TEST(MotionClass, WithoutListedImpactsTheRunSaysWhetherAnythingTouched) {
  EXPECT_EQ(motion_class({}, 1.0, touching({0, 0, 0})), MotionClass::smooth);
  EXPECT_EQ(motion_class({}, 1.0, touching({1, 1, 2})), MotionClass::persistent_contact);
  EXPECT_EQ(motion_class({}, 1.0, touching({0, 1, 1})), MotionClass::several_impacts);
  EXPECT_EQ(motion_class({}, 1.0, {}), MotionClass::smooth) << "bodies without contacts";
}

TEST(ResolvingStep, IsHalfOfTheShortestTimeBetweenImpactsThatAreTwo) {
  EXPECT_NEAR(resolving_step(std::vector{0.1, 0.4, 0.9}, 1.0), 0.15, 1e-15);
  // Less than a thousandth of the horizon apart they are one to any ladder of steps.
  EXPECT_NEAR(resolving_step(std::vector{0.1, 0.1005, 0.5}, 1.0), 0.19975, 1e-15);
  EXPECT_EQ(resolving_step(std::vector{0.5}, 2.0), 2.0) << "nothing to tell apart: the horizon";
}

TEST(Norms, AreQuantitiesOfRowsAndTheirFloorsFollowTheTruth) {
  std::set<std::string_view> listed;
  for (const QuantityInfo& info : quantities())
    listed.insert(info.name);
  ASSERT_GE(norms().size(), 4U);
  for (const Norm& norm : norms()) {
    EXPECT_TRUE(listed.contains(norm.quantity)) << norm.quantity;
    EXPECT_GT(floor_of(norm, 0.0), 0.0) << "rounding is never zero";
    if (norm.kind == NormKind::position) {
      EXPECT_EQ(floor_of(norm, 1e-6), 1e-6);
    }
    EXPECT_GE(floor_of(norm, 1e-6), floor_of(norm, 0.0));
  }
}

}  // namespace
}  // namespace impactbench
