// The observed order of Lamb's problem on grids that resolve its waves.

#include "tests/schemes/mka3d_linear/lamb_run.hpp"

#include <cmath>
#include <cstdlib>

namespace impactbench::testing {
namespace {

double order(const LambErrors& coarse, const LambErrors& fine, double LambErrors::*part) {
  return std::log2(coarse.*part / fine.*part);
}

// The wave along the surface is the shortest: with cells of 5 m its order is not yet two.
TEST(LambOrder, IsTwoBetweenFiveAndTwoAndAHalfMetres) {
  const LambErrors coarse = lamb_errors(5.0, "corrected"), fine = lamb_errors(2.5, "corrected");
  for (const auto part : {&LambErrors::below_x, &LambErrors::below_z})
    EXPECT_NEAR(order(coarse, fine, part), 2.0, 0.03);
  for (const auto part : {&LambErrors::surface_x, &LambErrors::surface_z})
    EXPECT_NEAR(order(coarse, fine, part), 2.0, 0.12);
  EXPECT_LT(fine.below_x, 0.0016);
  EXPECT_LT(fine.surface_x, 0.012);
}

// Two minutes: tests/long/run orders.
TEST(LambOrder, IsTwoAtBothReceiversBetweenTwoAndAHalfAndOneAndAQuarterMetres) {
  if (std::getenv("IMPACTBENCH_LONG") == nullptr) GTEST_SKIP() << "run by tests/long/run";
  const LambErrors coarse = lamb_errors(2.5, "corrected"), fine = lamb_errors(1.25, "corrected");
  for (const auto part : {&LambErrors::surface_x, &LambErrors::surface_z, &LambErrors::below_x,
                          &LambErrors::below_z}) {
    EXPECT_NEAR(order(coarse, fine, part), 2.0, 0.05);
  }
  EXPECT_LT(fine.below_x, 0.0004);
  EXPECT_LT(fine.surface_x, 0.003);
}

}  // namespace
}  // namespace impactbench::testing
