#include "problems/contact/geometry.hpp"

#include <gtest/gtest.h>

namespace impactbench {
namespace {

TEST(Geometry, PairNormalPointsFromFirstToSecond) {
  const ContactFrame frame = pair_frame({0.0, 0.0}, 0.6, {0.0, 1.0}, 0.5);
  EXPECT_EQ(frame.normal, Vec2(0.0, 1.0));
  EXPECT_NEAR(frame.depth, 0.1, 1e-15);
  EXPECT_EQ(rot90(frame.normal), Vec2(-1.0, 0.0));
}

TEST(Geometry, WallNormalPointsIntoTheWall) {
  const auto walls = box_walls(-1.0, 2.0, 0.0, 3.0);
  ASSERT_EQ(walls.size(), 4U);
  // A disc of radius 0.25 whose centre is 0.2 from each wall in turn: depth 0.05.
  const Vec2 near[] = {{0.5, 0.2}, {1.8, 1.0}, {0.5, 2.8}, {-0.8, 1.0}};
  for (std::size_t k = 0; k < 4; ++k) {
    const ContactFrame frame = wall_frame(near[k], 0.25, walls[k]);
    EXPECT_NEAR(frame.depth, 0.05, 1e-15) << k;
    EXPECT_EQ(frame.normal, Vec2(-walls[k].inward)) << k;
    // The admissible side is where `inward` points.
    EXPECT_LT(wall_frame(near[k] + walls[k].inward, 0.25, walls[k]).depth, 0.0) << k;
  }
}

TEST(Geometry, TouchingPairsCountTouchingWallsDoNot) {
  EXPECT_TRUE(pair_touches(0.0));
  EXPECT_TRUE(pair_touches(-0.9e-12));
  EXPECT_FALSE(pair_touches(-1.1e-12));
  EXPECT_FALSE(wall_touches(0.0));
  EXPECT_FALSE(wall_touches(0.9e-12));
  EXPECT_TRUE(wall_touches(1.1e-12));
}

}  // namespace
}  // namespace impactbench
