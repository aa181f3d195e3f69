#include "benchmarks/matrix/run_cell.hpp"

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

}  // namespace
}  // namespace impactbench
