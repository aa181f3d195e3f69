// The observed order of Lamb's problem on finer grids: seconds, not for every run.

#include "tests/schemes/mka3d_linear/lamb_run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

TEST(LambOrder, IsTwoAtBothReceiversBetweenTwoAndAHalfAndOneAndAQuarterMetres) {
  const LambErrors coarse = lamb_errors(2.5, true), fine = lamb_errors(1.25, true);
  for (const auto component : {&mka3d_linear::PlanePoint::x, &mka3d_linear::PlanePoint::z}) {
    EXPECT_NEAR(std::log2(coarse.surface.*component / fine.surface.*component), 2.0, 0.05);
    EXPECT_NEAR(std::log2(coarse.below.*component / fine.below.*component), 2.0, 0.05);
  }
  EXPECT_LT(fine.below.x, 0.0004);
  EXPECT_LT(fine.surface.x, 0.003);
}

}  // namespace
}  // namespace impactbench::testing
