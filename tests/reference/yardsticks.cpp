#include "reference/yardsticks/filled_graph.hpp"
#include "reference/yardsticks/series.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench {
namespace {

TEST(FilledGraph, ALateJumpCostsItsDelayNotItsHeight) {
  // A velocity that flips from -1 to 1 at t = 0.5, and one that flips 0.02 later.
  const FilledGraph a{{0.0, 0.5, 0.5, 1.0}, {-1.0, -1.0, 1.0, 1.0}};
  const FilledGraph b{{0.0, 0.52, 0.52, 1.0}, {-1.0, -1.0, 1.0, 1.0}};
  EXPECT_NEAR(hausdorff_distance(a, b, 1.0, 1.0), 0.02, 1e-12);
  EXPECT_EQ(hausdorff_distance(a, a, 1.0, 1.0), 0.0);
  EXPECT_NEAR(hausdorff_distance(a, b, 2.0, 1.0), 0.01, 1e-12) << "time is scaled";
}

TEST(FilledGraph, AMissedImpactCostsItsHeight) {
  const FilledGraph a{{0.0, 0.5, 0.5, 1.0}, {-1.0, -1.0, 1.0, 1.0}};
  const FilledGraph none{{0.0, 1.0}, {-1.0, -1.0}};
  EXPECT_NEAR(hausdorff_distance(a, none, 1.0, 1.0), 2.0, 1e-12);
  EXPECT_NEAR(hausdorff_distance(a, none, 1.0, 4.0), 0.5, 1e-12) << "the value is scaled";
  // A jump after `until` is not held against it.
  const FilledGraph late{{0.0, 0.99, 0.99, 1.0}, {-1.0, -1.0, 1.0, 1.0}};
  EXPECT_LT(hausdorff_distance(late, none, 1.0, 1.0, 0.98), 1e-12);
}

TEST(FilledGraph, SpikesAndNaNAreSeen) {
  FilledGraph a{{0.0, 1.0}, {0.0, 0.0}};
  FilledGraph spike{{0.0, 0.3, 0.3, 0.3, 1.0}, {0.0, 0.0, 0.7, 0.0, 0.0}};
  EXPECT_NEAR(hausdorff_distance(a, spike, 1.0, 1.0), 0.7, 1e-12);
  spike.value[2] = std::nan("");
  EXPECT_TRUE(std::isnan(hausdorff_distance(a, spike, 1.0, 1.0)));
}

TEST(Thinning, KeepsFewStepsAndTheLast) {
  const Thinning thin(123457, 2000);
  std::int64_t kept = 0;
  for (std::int64_t k = 0; k <= 123457; ++k)
    kept += thin.keeps(k) ? 1 : 0;
  EXPECT_LE(kept, 2002);
  EXPECT_GT(kept, 1000);
  EXPECT_TRUE(thin.keeps(0));
  EXPECT_TRUE(thin.keeps(123457));
  EXPECT_TRUE(Thinning(10, 2000).keeps(7));
}

}  // namespace
}  // namespace impactbench
