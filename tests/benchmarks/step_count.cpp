#include "benchmarks/matrix/short_of_horizon.hpp"

#include "problems/base/error.hpp"

#include <gtest/gtest.h>

namespace impactbench {
namespace {

TEST(StepCount, IsTheIntegerPartOfHorizonOverStep) {
  EXPECT_EQ(step_count(1.5, 1e-3, "double").steps, 1500);
  // 1e-3 in single precision is 1.00000004749745e-3: one step fewer fits, as nguyen2024's
  // INT(T/dt).
  EXPECT_EQ(step_count(1.5, 1e-3, "single").steps, 1499);
  EXPECT_EQ(step_count(1.5, 1e-3, "single").h, static_cast<double>(1e-3F));
  // 0.3 / 0.1 is 2.999.. in binary: rounding must not lose a step.
  EXPECT_EQ(step_count(0.3, 0.1, "double").steps, 3);
  EXPECT_EQ(step_count(1.0, 0.3, "double").steps, 3);
}

TEST(StepCount, StepsThatDoNotReachTheHorizonAreSaid) {
  const std::string said = short_of_horizon(step_count(0.5, 7e-4, "double"), 0.5);
  EXPECT_NE(said.find("ends at 0.4998 s: 714 whole steps of 0.0007 s"), std::string::npos) << said;
  EXPECT_EQ(short_of_horizon(step_count(0.5, 1e-3, "double"), 0.5), "");
  EXPECT_EQ(short_of_horizon(step_count(0.3, 0.1, "double"), 0.3), "")
      << "rounding is no remainder";
  EXPECT_NE(short_of_horizon(step_count(1.5, 1e-3, "single"), 1.5), "") << "INT(T / dt)";
}

// Too many steps to count give a sentence; so does a step that vanishes in single
// precision.
TEST(StepCount, RefusesMoreStepsThanCanBeCounted) {
  EXPECT_NO_THROW((void)step_count(1.0, 1e-15, "double"));
  EXPECT_THROW((void)step_count(1.5, 1e-32, "double"), ConfigurationError);
  EXPECT_THROW((void)step_count(1.5, 1e-50, "single"), ConfigurationError);
}

}  // namespace
}  // namespace impactbench
