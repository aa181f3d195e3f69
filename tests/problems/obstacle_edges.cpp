#include "problems/contact/obstacle_edges.hpp"

#include "problems/contact/round_bodies.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impactbench::testing {
namespace {

/// All edges, each face about the point that is nearest to `middle`.
std::vector<std::array<Vec3, 2>> edges_of(const RoundBodies& bodies, const Vec3& middle,
                                          double reach) {
  std::vector<std::array<Vec3, 2>> out;
  for (std::size_t k = 0; k < bodies.obstacles.size(); ++k) {
    const Vec3 at = on_face(bodies.obstacles[k], middle);
    for (const auto& edge : obstacle_edges(bodies.obstacles, k, bodies.dimension, at, reach))
      out.push_back(edge);
  }
  return out;
}

/// How often a point, up to rounding, is an end of an edge.
std::ptrdiff_t ends_at(const std::vector<std::array<Vec3, 2>>& edges, const Vec3& x) {
  std::ptrdiff_t out = 0;
  for (const auto& [from, to] : edges)
    out += ((from - x).norm() < 1e-12 ? 1 : 0) + ((to - x).norm() < 1e-12 ? 1 : 0);
  return out;
}

TEST(ObstacleEdges, HalfSpacesThatMakeABoxAreDrawnAsOne) {
  // 64 balls: four along each edge, 4 2 0.1 1.1 m wide and as high, with a lid. Of each of its six
  // faces the four edges, so that each of the eight corners ends three times two edges.
  const Problem closed =
      problem_entry("ball_box").make({{"n", std::int64_t{64}}, {"aspect", 1.0}, {"lid", true}});
  const double width = 0.88;
  const auto edges = edges_of(round_bodies(*closed.system), Vec3::Constant(0.44), 2.0);
  EXPECT_EQ(edges.size(), 24U);
  for (const double x : {0.0, width}) {
    for (const double y : {0.0, width}) {
      for (const double z : {0.0, width})
        EXPECT_EQ(ends_at(edges, {x, y, z}), 6) << x << ' ' << y << ' ' << z;
    }
  }
  // Without one the walls reach up as far as is asked for, and not down.
  const Problem open = problem_entry("ball_box").make({{"n", std::int64_t{64}}});
  const auto walls = edges_of(round_bodies(*open.system), Vec3::Constant(0.44), 2.0);
  EXPECT_EQ(walls.size(), 20U);
  EXPECT_EQ(ends_at(walls, {0.0, width, 0.0}), 6);
  EXPECT_EQ(ends_at(walls, {0.0, width, 2.44}), 4);
}

TEST(ObstacleEdges, LinesOfABoxInThePlaneEndInItsCorners) {
  const Problem box = problem_entry("box_25").make({});
  const RoundBodies bodies = round_bodies(*box.system);
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  for (const Obstacle& wall : bodies.obstacles)
    high = high.cwiseMax(wall.a);
  const auto edges = edges_of(bodies, 0.5 * high, 100.0);
  ASSERT_EQ(edges.size(), 4U);
  for (const double x : {low.x(), high.x()}) {
    for (const double y : {low.y(), high.y()})
      EXPECT_EQ(ends_at(edges, {x, y, 0.0}), 2) << x << ' ' << y;
  }
  // A floor alone is a line as long as is asked for; what lies behind others is not drawn.
  const Obstacle floor{Obstacle::Shape::half_space, Vec3::Zero(), Vec3::UnitY()};
  const Obstacle below{Obstacle::Shape::half_space, {0.0, -1.0, 0.0}, Vec3::UnitY()};
  const std::vector<Obstacle> both{floor, below};
  const auto line = obstacle_edges(both, 0, 2, Vec3::Zero(), 3.0);
  ASSERT_EQ(line.size(), 1U);
  EXPECT_EQ((line[0][1] - line[0][0]).norm(), 6.0);
  EXPECT_TRUE(obstacle_edges(both, 1, 2, below.a, 3.0).empty());
}

TEST(ObstacleEdges, OfBoxesAndSegmentsAreTheirOwn) {
  const std::vector<Obstacle> solid{{Obstacle::Shape::box, Vec3::Zero(), {1.0, 2.0, 3.0}},
                                    {Obstacle::Shape::segment, {1.0, 0.0, 0.0}, {2.0, 1.0, 0.0}}};
  EXPECT_EQ(obstacle_edges(solid, 0, 3, Vec3::Zero(), 1.0).size(), 12U);
  EXPECT_EQ(obstacle_edges(solid, 0, 2, Vec3::Zero(), 1.0).size(), 4U);
  const auto segment = obstacle_edges(solid, 1, 2, Vec3::Zero(), 1.0);
  ASSERT_EQ(segment.size(), 1U);
  EXPECT_EQ(segment[0][1], Vec3(2.0, 1.0, 0.0));
}

}  // namespace
}  // namespace impactbench::testing
