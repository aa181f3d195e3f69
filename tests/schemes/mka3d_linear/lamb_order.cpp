// The observed order of Lamb's problem on finer grids: not for every run.

#include "tests/schemes/mka3d_linear/lamb_run.hpp"

#include <cmath>

namespace impactbench::testing {
namespace {

TEST(LambOrder, IsTwoAtBothReceiversBetweenTwoAndAHalfAndOneAndAQuarterMetres) {
  const LambErrors coarse = lamb_errors(2.5, "corrected"), fine = lamb_errors(1.25, "corrected");
  for (const auto part : {&LambErrors::surface_x, &LambErrors::surface_z, &LambErrors::below_x,
                          &LambErrors::below_z}) {
    EXPECT_NEAR(std::log2(coarse.*part / fine.*part), 2.0, 0.05);
  }
  EXPECT_LT(fine.below_x, 0.0004);
  EXPECT_LT(fine.surface_x, 0.003);
}

}  // namespace
}  // namespace impactbench::testing
