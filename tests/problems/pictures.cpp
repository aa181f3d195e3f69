// Pictures of systems in coordinates: bodies touch in the picture where the constraint is 0.
#include "problems/model/picture.hpp"

#include "problems/model/generalised_system.hpp"
#include "problems/model/problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace impactbench {
namespace {

using Point = Eigen::Vector2d;

struct Sketch {
  Problem problem;
  const GeneralisedSystem& system;
  const Drawn& drawn;
};

Sketch sketch_of(const std::string& name, const ParameterSet& set = {}) {
  const auto all = problem_catalogue();
  Problem problem = std::find_if(all.begin(), all.end(), [&](const ProblemEntry& e) {
                      return e.name == name;
                    })->make(set);
  const auto* system = dynamic_cast<const GeneralisedSystem*>(problem.system.get());
  const auto* drawn = dynamic_cast<const Drawn*>(problem.system.get());
  return {std::move(problem), *system, *drawn};
}

TEST(Pictures, HaveAsManyPointsAtEveryPlace) {
  int drawn_problems = 0;
  for (const ProblemEntry& entry : problem_catalogue()) {
    const Problem problem = entry.make({});
    const auto* drawn = dynamic_cast<const Drawn*>(problem.system.get());
    if (drawn == nullptr) continue;
    ++drawn_problems;
    const Eigen::VectorXd start = problem.initial.q;
    const Picture first = drawn->picture(start);
    const Picture other = drawn->picture(start + Eigen::VectorXd::Constant(start.size(), 0.01));
    ASSERT_EQ(first.lines.size(), other.lines.size()) << entry.name;
    ASSERT_EQ(first.circles.size(), other.circles.size()) << entry.name;
    bool moves = false;
    for (std::size_t k = 0; k < first.lines.size(); ++k) {
      ASSERT_EQ(first.lines[k].size(), other.lines[k].size()) << entry.name;
      for (std::size_t i = 0; i < first.lines[k].size(); ++i) {
        EXPECT_TRUE(first.lines[k][i].allFinite()) << entry.name;
        moves = moves || first.lines[k][i] != other.lines[k][i];
      }
    }
    for (std::size_t k = 0; k < first.circles.size(); ++k) {
      EXPECT_TRUE(first.circles[k].centre.allFinite()) << entry.name;
      EXPECT_GT(first.circles[k].radius, 0.0) << entry.name;
      moves = moves || first.circles[k].centre != other.circles[k].centre;
    }
    EXPECT_TRUE(moves) << entry.name << ": the picture does not follow the coordinates";
  }
  EXPECT_GE(drawn_problems, 15);
}

// f_1 = b + c - (height of the corner): its distance from the upper wall, which is the line above.
TEST(Pictures, OfASliderShowTheDistancesOfItsCornersFromTheWalls) {
  const Sketch s = sketch_of("slider_crank");
  const Eigen::Vector3d q(0.4, -0.2, 0.03);
  const Picture picture = s.drawn.picture(q);
  const double lower = picture.lines[0][0].y(), upper = picture.lines[1][0].y();
  const std::vector<Point>& slider = picture.lines[3];
  // From corner to corner around it: 1, 2, 4, 3.
  const Eigen::Index corners[] = {0, 1, 3, 2};
  for (std::size_t k = 0; k < 4; ++k) {
    const double y = slider[k].y();
    EXPECT_NEAR(corners[k] < 2 ? upper - y : y - lower, s.system.constraint(corners[k], q), 1e-14);
  }
  EXPECT_EQ(slider[0], slider[4]);
  // Its centre ends the rod.
  EXPECT_NEAR((0.5 * (slider[0] + slider[2]) - picture.lines[2][2]).norm(), 0.0, 1e-15);
}

TEST(Pictures, OfARodShowTheHeightsOfItsEnds) {
  const Sketch s = sketch_of("sliding_rod");
  const Eigen::Vector3d q(0.1, 0.6, 0.7);
  const std::vector<Point> rod = s.drawn.picture(q).lines[1];
  EXPECT_NEAR(rod[0].y(), s.system.constraint(0, q), 1e-15);
  EXPECT_NEAR(rod[1].y(), s.system.constraint(1, q), 1e-15);
}

TEST(Pictures, OfTheWoodpeckerShowTheGapsAtThePole) {
  const Sketch s = sketch_of("woodpecker");
  const Eigen::Vector3d q(0.02, -0.05, -0.3);
  const Picture picture = s.drawn.picture(q);
  const double pole = picture.lines[1][0].x();
  EXPECT_NEAR(picture.lines[4].back().x() - pole, s.system.constraint(0, q), 1e-15) << "beak";
  // The sleeve's side of the bird: its lower end, and its upper one.
  EXPECT_NEAR(picture.lines[3][0].x() - pole, s.system.constraint(1, q), 1e-15);
  EXPECT_NEAR(picture.lines[3][1].x() - pole, s.system.constraint(2, q), 1e-15);
}

TEST(Pictures, OfAPendulumHaveItsRodsAndTheFloorBelow) {
  const Sketch s = sketch_of("floor_pendulum");
  const Eigen::Vector2d q(0.5, 0.8);
  const Picture picture = s.drawn.picture(q);
  const std::vector<Point>& rods = picture.lines[0];
  EXPECT_NEAR((rods[1] - rods[0]).norm(), 1.0, 1e-15);
  EXPECT_NEAR((rods[2] - rods[1]).norm(), 0.7, 1e-15);
  EXPECT_NEAR(rods[2].y() - picture.lines[1][0].y(), s.system.constraint(0, q), 1e-15);
  // Between stops: where a stop acts, rod and stop are one line.
  const Sketch stops = sketch_of("double_pendulum");
  const Eigen::Vector2d both(-0.2, -0.3);
  EXPECT_NEAR(stops.system.constraint(0, both), 0.0, 1e-15);
  EXPECT_NEAR(stops.system.constraint(1, both), 0.0, 1e-15);
  const Picture stopped = stops.drawn.picture(both);
  EXPECT_NEAR((stopped.lines[1][1] - stopped.lines[0][1]).norm(), 0.0, 1e-15);
  const Point knee = stopped.lines[2][1] - stopped.lines[2][0];
  const Point outer = stopped.lines[0][2] - stopped.lines[0][1];
  EXPECT_NEAR(knee.x() * outer.y() - knee.y() * outer.x(), 0.0, 1e-15);
}

// In the plane, not in the coordinates: the wall is a line, a distance is a distance.
TEST(Pictures, OfPointsAreInThePlane) {
  const Sketch skewed = sketch_of("skewed_wall");
  const Eigen::Vector2d q(0.5, 0.25);
  const Picture picture = skewed.drawn.picture(q);
  const Point along = (picture.lines[0][1] - picture.lines[0][0]).normalized();
  const Point place = picture.circles[0].centre;
  Eigen::MatrixXd metric(2, 2);
  skewed.system.mass_matrix(q, metric);
  EXPECT_NEAR(place.squaredNorm(), q.dot(metric * q), 1e-15);
  EXPECT_NEAR(std::abs(place.x() * along.y() - place.y() * along.x()), 0.5 * 0.8, 1e-15);
  const Sketch wedge = sketch_of("corner", {{"angle", 60.0}});
  const std::vector<Point> sides = wedge.drawn.picture(q).lines[0];
  const Point side = sides[2].normalized();
  EXPECT_NEAR(q.x() * side.y() - q.y() * side.x(), wedge.system.constraint(1, q), 1e-15);
}

}  // namespace
}  // namespace impactbench
