// The motion of balls does not depend on the axes, and a plane motion stays in its plane.
#include "problems/model/ball_setup.hpp"
#include "problems/model/disc_setup.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>

namespace impactbench::testing {
namespace {

/// A dozen balls thrown into a corner under gravity, all turned by `turn` about the vertical.
Problem corner(double turn) {
  const Eigen::Matrix3d rotation = Eigen::AngleAxisd(turn, Vec3::UnitZ()).toRotationMatrix();
  BallSetup setup({.friction = 0.4});
  setup.gravity(Vec3(0.0, 0.0, -9.80665));
  setup.half_space(Vec3::Zero(), Vec3::UnitZ());
  setup.half_space(Vec3::Zero(), rotation * Vec3::UnitX());
  setup.half_space(Vec3::Zero(), rotation * Vec3::UnitY());
  for (int i = 0; i < 12; ++i) {
    const double a = i % 2, b = i / 2 % 3, c = i / 6;
    const Vec3 x(0.15 + 0.23 * a + 0.02 * b, 0.14 + 0.24 * b + 0.01 * c, 0.13 + 0.25 * c);
    const Vec3 v(-1.0 - 0.1 * b, -0.7 + 0.1 * a, -0.2 * c), spin(2.0 - a, 3.0 * b, -1.0 + c);
    setup.ball(1.0 + 0.1 * i, 0.1, rotation * x, rotation * v, rotation * spin);
  }
  return std::move(setup).make("corner", {}, 1.0);
}

TEST(Balls, TurnedAboutTheVerticalMoveTheSameWay) {
  const double turn = 0.83, h = 1e-3;
  const Problem plain = corner(0.0), turned = corner(turn);
  // The solver's tolerance is beyond what differs; rounding grows with each impact.
  const ParameterSet strict{{"tolerance", 1e-14}};
  Session one(scheme_entry("nscd"), {}, plain, h, "nlgs", strict);
  Session other(scheme_entry("nscd"), {}, turned, h, "nlgs", strict);
  const Eigen::Matrix3d rotation = Eigen::AngleAxisd(turn, Vec3::UnitZ()).toRotationMatrix();
  std::size_t most = 0;
  for (int k = 0; k < 200; ++k) {
    one.run(1);
    other.run(1);
    const std::size_t contacts = one.scheme().contact_problem()->contacts();
    ASSERT_EQ(contacts, other.scheme().contact_problem()->contacts()) << k;
    most = std::max(most, contacts);
  }
  EXPECT_GT(most, 15U);
  for (Eigen::Index at = 0; at < plain.initial.q.size(); at += 3) {
    EXPECT_LE((rotation * one.state.v.segment<3>(at) - other.state.v.segment<3>(at)).norm(), 1e-9)
        << at;
    EXPECT_LE((rotation * one.state.q.segment<3>(at) - other.state.q.segment<3>(at)).norm(), 1e-10)
        << at;
  }
  EXPECT_GT(one.state.v.norm(), 0.1) << "still moving";
}

TEST(Balls, InAPlaneMoveAsDiscsOfTheirInertia) {
  // Balls with J = m r^2 / 2 whose centres lie in a plane and whose spins are normal to it.
  const double e = 0.3, e_t = 0.1, mu = 0.4;
  DiscSetup flat(
      {.inertia = "physical", .restitution = e, .tangential_restitution = e_t, .friction = mu});
  BallSetup space({.restitution = e, .tangential_restitution = e_t, .friction = mu});
  flat.gravity({0.0, -9.80665});
  space.gravity({0.0, -9.80665, 0.0});
  for (const auto& [x, y, nx, ny] : {std::array{0.0, 0.0, 0.0, 1.0},
                                     {1.0, 0.0, -1.0, 0.0},
                                     {0.0, 0.0, 1.0, 0.0},
                                     {0.0, 0.0, std::sqrt(0.5), std::sqrt(0.5)}}) {
    flat.wall({x, y}, {nx, ny});
    space.half_space({x, y, 0.0}, {nx, ny, 0.0});
  }
  for (int i = 0; i < 9; ++i) {
    const double x = 0.2 + 0.28 * (i % 3) + 0.02 * (i / 3), y = 0.15 + 0.26 * (i / 3);
    const double m = 1.0 + 0.2 * i, r = 0.1 + 0.003 * i, vx = 1.0 - 0.3 * (i % 4), spin = 4.0 - i;
    flat.disc(m, r, {x, y}, {vx, -0.5}, spin);
    space.body(m, r, 0.5 * m * r * r, {x, y, 0.0}, {vx, -0.5, 0.0}, {0.0, 0.0, spin});
  }
  const Problem discs = std::move(flat).make("flat", {}, 1.0);
  const Problem balls = std::move(space).make("space", {}, 1.0);
  const ParameterSet strict{{"tolerance", 1e-14}};
  Session plane(scheme_entry("nscd"), {}, discs, 1e-3, "nlgs", strict);
  Session full(scheme_entry("nscd"), {}, balls, 1e-3, "nlgs", strict);
  std::size_t most = 0;
  for (int k = 0; k < 300; ++k) {
    plane.run(1);
    full.run(1);
    most = std::max(most, full.scheme().contact_problem()->contacts());
  }
  EXPECT_GT(most, 8U);
  for (Eigen::Index i = 0; i < 9; ++i) {
    const auto d = plane.state.q.segment<3>(3 * i);
    const auto b = full.state.q.segment<6>(6 * i);
    EXPECT_NEAR(b[0], d[0], 1e-10) << i;
    EXPECT_NEAR(b[1], d[1], 1e-10) << i;
    EXPECT_NEAR(b[5], d[2], 1e-9) << i;
    EXPECT_NEAR(b[2], 0.0, 1e-13) << i;
  }
  EXPECT_GT((plane.state.q - discs.initial.q).norm(), 0.3);
}

}  // namespace
}  // namespace impactbench::testing
