// Contacts of scenes: laws of pairs of materials, surfaces that move, plates that shake.
#include "problems/base/error.hpp"
#include "problems/files/scene.hpp"
#include "problems/scene/scene.hpp"
#include "tests/problems/same_problem.hpp"
#include "tests/support/run.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

namespace impactbench::testing {
namespace {

constexpr const char* two_materials = R"(dimension = 2
horizon = 1.0
restitution = 0.5
friction = 0.1
materials = ["steel", "rubber", "glass"]
[[law]]
between = ["rubber", "steel"]
restitution = 0.2
[[law]]
between = ["glass", "glass"]
friction = 0.7
rolling_friction = 0.01
[[obstacle]]
shape = "half_space"
point = [0.0, 0.0]
normal = [0.0, 1.0]
material = "rubber"
[[obstacle]]
shape = "ball"
centre = [5.0, 5.0]
radius = 0.5
material = "glass"
[[body]]
mass = 1.0
radius = 0.1
position = [0.0, 1.0]
[[body]]
mass = 1.0
radius = 0.1
position = [1.0, 1.0]
material = "glass"
[[body]]
hold = true
radius = 0.2
position = [2.0, 2.0]
material = "glass"
)";

// A pair has the law of its two materials, in either order, and else that of the scene; what is
// held is an obstacle.
TEST(Scene, ContactsHaveTheLawsOfTheirMaterials) {
  const Problem p = make_scene(parse_scene(two_materials, "two"), "scene", {});
  const RoundSystem& system = *round_system(*p.system);
  ASSERT_EQ(system.bodies().size(), 2U);
  ASSERT_EQ(system.obstacles().size(), 3U);
  EXPECT_EQ(system.obstacles()[2].shape, Obstacle::Shape::ball);
  EXPECT_EQ(system.obstacles()[2].a, Vec3(2.0, 2.0, 0.0));
  EXPECT_EQ(system.obstacles()[2].b, Vec3(0.2, 0.0, 0.0));
  const ContactLaw common{.restitution = 0.5, .friction = 0.1};
  EXPECT_EQ(system.law(0, 1), common);
  EXPECT_EQ(system.law(1, 0), common);
  EXPECT_EQ(system.law(0, -1), (ContactLaw{.restitution = 0.2, .friction = 0.1}));
  EXPECT_EQ(system.law(1, -1), common);
  const ContactLaw glass{.restitution = 0.5, .friction = 0.7, .rolling_friction = 0.01};
  EXPECT_EQ(system.law(1, -2), glass);
  EXPECT_EQ(system.law(1, -3), glass);
  EXPECT_TRUE(p.traits.laws_differ);
  EXPECT_TRUE(p.traits.rolling_friction);
  EXPECT_FALSE(p.traits.twisting_friction);
  EXPECT_EQ(p.traits.restitution, 0.2);
  expect_same(p, make_scene(parse_scene(scene_text(scene_of(p)), "again"), "scene", {}));
}

constexpr const char* belt_and_rollers = R"(dimension = 2
horizon = 1.0
friction = 0.3
[[obstacle]]
shape = "half_space"
point = [0.0, -1.0]
normal = [0.6, 0.8]
surface_velocity = [-1.6, 1.2]
[[obstacle]]
shape = "box"
low = [3.0, 0.0]
high = [4.0, 1.0]
surface_velocity = [0.5, 0.0]
[[obstacle]]
shape = "ball"
centre = [5.0, 5.0]
radius = 0.5
spin = -3.0
[[body]]
mass = 1.0
radius = 0.1
position = [0.0, 1.0]
[[body]]
hold = true
radius = 0.2
position = [2.0, 2.0]
spin = 7.0
)";

// A surface moves along itself; a body that is held keeps its spin.
TEST(Scene, SurfacesOfObstaclesMove) {
  const Problem p = make_scene(parse_scene(belt_and_rollers, "belt"), "scene", {});
  const auto& obstacles = round_system(*p.system)->obstacles();
  ASSERT_EQ(obstacles.size(), 4U);
  EXPECT_EQ(obstacles[0].surface_velocity, Vec3(-1.6, 1.2, 0.0));
  EXPECT_EQ(obstacles[1].surface_velocity, Vec3(0.5, 0.0, 0.0));
  EXPECT_EQ(obstacles[2].spin, Vec3(0.0, 0.0, -3.0));
  EXPECT_EQ(obstacles[3].shape, Obstacle::Shape::ball);
  EXPECT_EQ(obstacles[3].spin, Vec3(0.0, 0.0, 7.0));
  EXPECT_TRUE(p.traits.moving_surfaces);
  const Problem again = make_scene(parse_scene(scene_text(scene_of(p)), "again"), "scene", {});
  expect_same(p, again);
  for (std::size_t k = 0; k < obstacles.size(); ++k) {
    const Obstacle& o = round_system(*again.system)->obstacles()[k];
    EXPECT_EQ(o.surface_velocity, obstacles[k].surface_velocity) << k;
    EXPECT_EQ(o.spin, obstacles[k].spin) << k;
  }
}

// A ball on a plate that shakes, seen from the plate. Seen from the ground, where the plate is at
// A sin(omega t + phi), it flies on parabolas and hits with e = 0.5 of the speed between the two.
TEST(Scene, ABallBouncesOnAPlateThatShakes) {
  const std::string text =
      "dimension = 1\nhorizon = 0.2\nrestitution = 0.5\n"
      "gravity = [-9.81]\nshake = [0.004]\nshake_frequency = 20.0\n"
      "shake_phase = 0.3\n[[obstacle]]\nshape = \"half_space\"\n"
      "point = [0.0]\nnormal = [1.0]\n"
      "[[body]]\nmass = 2.0\nradius = 0.01\nposition = [0.03]\n";
  const Problem p = make_scene(parse_scene(text, "plate"), "scene", {});
  EXPECT_TRUE(p.traits.driven);
  expect_same(p, make_scene(parse_scene(scene_text(scene_of(p)), "again"), "scene", {}));
  const double h = 1e-5, omega = 40.0 * std::numbers::pi;
  const auto plate = [&](double t) { return 0.004 * std::sin(omega * t + 0.3); };
  const auto speed = [&](double t) { return 0.004 * omega * std::cos(omega * t + 0.3); };
  double x = 0.02 + plate(0.0), v = speed(0.0);  // the lowest point of the ball, from the ground
  int impacts = 0;
  for (int k = 0; k < 15000; ++k) {
    const double t = k * h;
    x += h * v - 0.5 * 9.81 * h * h;
    v -= 9.81 * h;
    if (x < plate(t + h) && v < speed(t + h)) {
      v = speed(t + h) - 0.5 * (v - speed(t + h));
      ++impacts;
    }
  }
  Session session(scheme_entry("nscd"), {}, p, h);
  session.run(15000);
  EXPECT_GE(impacts, 1);
  // Impacts are found to a step of either: h times the speeds, with what that leaves at the next.
  EXPECT_NEAR(session.state.q[0] - 0.01 + plate(0.15), x, 2e-4);
  EXPECT_NEAR(session.state.v[0] + speed(0.15), v, 0.02);
  // A later instant goes on with the phase that the plate has then.
  Scene later = scene_of(p);
  const Eigen::VectorXd whole = session.state.q;
  Session half(scheme_entry("nscd"), {}, p, h);
  half.run(5300);  // no multiple of a period
  State at = half.state;
  at.step = 0;
  begin_scene_at(later, at, 5300 * h);
  const Problem goes_on = make_scene(later, "scene", {});
  Session rest(scheme_entry("nscd"), {}, goes_on, h);
  rest.run(9700);
  EXPECT_NEAR(rest.state.q[0], whole[0], 1e-9);
}

}  // namespace
}  // namespace impactbench::testing
