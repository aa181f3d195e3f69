#include "problems/model/round_setup.hpp"
#include "tests/reference/truth/truths.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <utility>

namespace impactbench::testing {
namespace {

constexpr Compliance law{2.0, 5000.0, {.stiffness = 3000.0, .damping_ratio = 0.2}};

/// A spinning body is thrown down on a floor, on which another one lies in the air beside it: both
/// hit the floor, and each other.
Problem two_bodies(BodySpace space, const Eigen::Matrix3d& turn, const Vec3& spin_off) {
  RoundSetup setup(space, {.restitution = 0.7, .tangential_restitution = 0.0, .friction = 0.3});
  const Vec3 shift = space.dimension == 3 ? Vec3(0.3, -0.2, 0.5) : Vec3(0.0, 0.0, 0.0);
  const auto place = [&](double x, double y) { return Vec3(turn * Vec3(x, y, 0.0) + shift); };
  setup.gravity(turn * Vec3(0.0, -9.81, 0.0));
  setup.half_space(shift, turn * Vec3(0.0, 1.0, 0.0));
  const auto add = [&](double m, double r, double x, double y, double vx, double vy, double om) {
    setup.body(m, r, 0.4 * m * r * r, place(x, y), turn * Vec3(vx, vy, 0.0),
               turn * Vec3(0.0, 0.0, om) + spin_off);
  };
  add(1.0, 0.1, 0.0, 0.15, 1.0, -0.5, 6.0);
  add(2.0, 0.15, 0.4, 0.16, -0.2, 0.0, -1.0);
  return std::move(setup).make("two_bodies", {}, 0.3);
}

// A motion of balls in a plane, however it lies in space, is that of discs with their moments of
// inertia: nothing in the laws of contact knows the third direction.
TEST(BallsInPlane, MoveAsDiscsOfTheirInertia) {
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(1.1, Vec3(0.3, -0.7, 0.5).normalized()).toRotationMatrix();
  const Problem discs =
      two_bodies({.dimension = 2, .rotates = true}, Eigen::Matrix3d::Identity(), Vec3::Zero());
  const Problem balls = two_bodies({.dimension = 3, .rotates = true}, turn, Vec3::Zero());
  const Truth flat = reference("spring_discs").truth(discs, law).value();
  const Truth space = reference("spring_discs").truth(balls, law).value();
  ASSERT_GE(flat.event_times.size(), 3U) << "both hit the floor, and each other";
  ASSERT_EQ(space.event_times.size(), flat.event_times.size());
  for (int k = 0; k <= 60; ++k) {
    const double t = 0.005 * k;
    const Sample a(flat, t, 6), b(space, t, 12);
    for (int i = 0; i < 2; ++i) {
      const Vec3 x(a.q[3 * i], a.q[3 * i + 1], 0.0), u(a.v[3 * i], a.v[3 * i + 1], 0.0);
      const Vec3 om(0.0, 0.0, a.v[3 * i + 2]), angle(0.0, 0.0, a.q[3 * i + 2]);
      EXPECT_LT((b.q.segment<3>(6 * i) - turn * x - Vec3(0.3, -0.2, 0.5)).norm(), 1e-11) << t;
      EXPECT_LT((b.v.segment<3>(6 * i) - turn * u).norm(), 1e-8) << t;
      EXPECT_LT((b.v.segment<3>(6 * i + 3) - turn * om).norm(), 1e-7) << t;
      EXPECT_LT((b.q.segment<3>(6 * i + 3) - turn * angle).norm(), 1e-9) << t;
    }
  }
}

TEST(BallsInPlane, SayNothingOfBallsThatLeaveIt) {
  const Problem rolls_aside = two_bodies({.dimension = 3, .rotates = true},
                                         Eigen::Matrix3d::Identity(), Vec3(0.5, 0.0, 0.0));
  EXPECT_FALSE(reference("spring_discs").truth(rolls_aside, law));
}

}  // namespace
}  // namespace impactbench::testing
