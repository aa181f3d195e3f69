#include "problems/model/ball_setup.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>

namespace impactbench::testing {
namespace {

constexpr double g = 9.80665;

Truth truth_of(const Problem& p) {
  return reference("ball_on_plane").truth(p, std::nullopt).value();
}

/// Velocity of the point of a ball of radius r that touches a plane of normal z.
Vec3 slip(const Eigen::VectorXd& v, double r) {
  return v.head<3>() + r * Vec3::UnitZ().cross(Vec3(v.tail<3>()));
}

TEST(BallOnPlane, WithoutSpinRollsAtFiveSeventhsOfItsSpeed) {
  // From t = 2 v_0 / (7 mu g) on; 3/5 of it and from 2 v_0 / (5 mu g) if it is hollow (J = 2/3 m
  // r^2): angular momentum about the plane, m r v (1 + J / (m r^2)) = m r v_0. At last 2/3 of it
  // with the number J = m r^2 / 2.
  using Case = std::pair<Value, double>;
  for (const auto& [inertia, share] :
       {Case{std::string("physical"), 5.0 / 7.0}, Case{std::string("hollow"), 3.0 / 5.0},
        Case{0.005, 2.0 / 3.0}}) {
    const Problem p = problem_entry("thrown_ball")
                          .make({{"speed_x", 0.6},
                                 {"speed_y", 0.8},
                                 {"spin_x", 0.0},
                                 {"spin_y", 0.0},
                                 {"spin_z", 0.0},
                                 {"inertia", inertia},
                                 {"friction", 0.25}});
    const Truth truth = truth_of(p);
    const double begins = (1.0 - share) / (0.25 * g);
    EXPECT_GT(slip(Sample(truth, begins - 1e-6, 6).v, 0.1).norm(), 1e-6);
    const Sample rolls(truth, begins + 1e-6, 6);
    EXPECT_LE(slip(rolls.v, 0.1).norm(), 1e-14);
    EXPECT_NEAR(rolls.v[0], 0.6 * share, 1e-14);
    EXPECT_NEAR(rolls.v[1], 0.8 * share, 1e-14);
  }
}

TEST(BallOnPlane, IsBroughtToTwoSeventhsOfTheSpeedOfABelt) {
  // Friction acts at the belt: m r v + J om about it stays 0 of a ball that is put on it at rest,
  // and in the end v = 1.4 m/s - r om, so that v = 1.4 / (1 + m r^2 / J) = 0.4 m/s.
  const Problem p = problem_entry("thrown_ball")
                        .make({{"speed_x", 0.0},
                               {"speed_y", 0.0},
                               {"spin_x", 0.0},
                               {"spin_y", 0.0},
                               {"spin_z", 0.0},
                               {"belt", 1.4},
                               {"friction", 0.25}});
  const Truth truth = truth_of(p);
  const double begins = 0.4 / (0.25 * g);
  const Sample slides(truth, 0.5 * begins, 6), rolls(truth, begins + 1e-6, 6);
  EXPECT_NEAR(slides.v[0], 0.2, 1e-14);
  EXPECT_NEAR(slides.q[0], 0.5 * 0.25 * g * 0.25 * begins * begins, 1e-14);
  EXPECT_NEAR(rolls.v[0], 0.4, 1e-14);
  EXPECT_NEAR(slip(rolls.v, 0.1).x(), 1.4, 1e-14);
  EXPECT_EQ(rolls.v[1], 0.0);
}

TEST(BallOnPlane, IsWhatCoulombsLawIntegratesTo) {
  // Runge-Kutta's fourth order on m v' = -mu m g w/|w|, J om' = r_c x F with the point of contact
  // r_c = -r z, until just before the slip ends: written without the signs of the closed form.
  const Problem p = problem_entry("thrown_ball").make({});
  const double m = 1.0, r = 0.1, mu = 0.5, inertia = 0.4 * m * r * r;
  const auto rate = [&](const Eigen::VectorXd& v) {
    const Vec3 arm(0.0, 0.0, -r), om = v.tail<3>();
    const Vec3 w = v.head<3>() + om.cross(arm);
    const Vec3 force = -mu * m * g * w.normalized();
    Eigen::VectorXd out(6);
    out << force / m, arm.cross(force) / inertia;
    return out;
  };
  const Truth truth = truth_of(p);
  const double slides = slip(p.initial.v, r).norm() / (3.5 * mu * g), dt = slides / 1000.0;
  Eigen::VectorXd q = p.initial.q, v = p.initial.v;
  for (int k = 1; k < 1000; ++k) {
    const Eigen::VectorXd a = rate(v), b = rate(v + 0.5 * dt * a), c = rate(v + 0.5 * dt * b),
                          d = rate(v + dt * c);
    const Eigen::VectorXd next = v + dt / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    q += 0.5 * dt * (v + next);
    v = next;
    const Sample exact(truth, k * dt, 6);
    ASSERT_LE((exact.v - v).norm(), 1e-9) << k;
    ASSERT_LE((exact.q - q).norm(), 1e-9) << k;
    ASSERT_LE(slip(exact.v, r).normalized().cross(slip(p.initial.v, r).normalized()).norm(), 1e-12)
        << "the slip keeps its direction";
  }
  EXPECT_GT(slides, 0.05);
  // A parabola: not along its chord. And the spin about the normal changes nothing.
  const Vec3 way = Sample(truth, slides, 6).q.head<3>() - p.initial.q.head<3>();
  EXPECT_GT(way.normalized().cross(Vec3(p.initial.v.head<3>()).normalized()).norm(), 0.01);
  EXPECT_EQ(Sample(truth, 0.5, 6).v[5], p.initial.v[5]);
}

// As the disc of sliding.cpp with k = 5/2, along a line that is no axis and on a belt, beside a
// spin about the normal that falls at mu_o m g r / J.
TEST(BallOnPlane, RollsAndTwistsToRestOnABelt) {
  const double r = 0.1, mu = 0.4, mu_r = 0.1, mu_o = 0.02, k = 2.5, belt = 0.7;
  const Vec3 line(0.6, 0.8, 0.0);
  const auto thrown = [&](double spin_x, double horizon) {
    return problem_entry("thrown_ball")
        .make({{"speed_x", belt + 0.5 * line.x()},
               {"speed_y", 0.5 * line.y()},
               {"spin_x", spin_x},
               {"spin_y", 0.0},
               {"spin_z", -6.0},
               {"belt", belt},
               {"friction", mu},
               {"rolling_friction", mu_r},
               {"twisting_friction", mu_o},
               {"horizon", horizon}});
  };
  const Problem p = thrown(0.0, 2.0);
  const Truth truth = truth_of(p);
  const double slides = 0.5 / (mu * g * (1.0 + k) - k * mu_r * g);
  const double rolls_at = 0.5 - mu * g * slides, brakes = mu_r * g / (1.0 + 1.0 / k);
  const double stops = slides + rolls_at / brakes, twists = 6.0 * r / (mu_o * g * k);
  ASSERT_LT(std::max(stops, twists), 2.0);
  const Sample first(truth, slides, 6);
  const Vec3 on_belt = first.v.head<3>() - belt * Vec3::UnitX();
  EXPECT_LE((on_belt - rolls_at * line).norm(), 1e-14);
  EXPECT_LE((slip(first.v, r) - belt * Vec3::UnitX()).norm(), 1e-14);
  EXPECT_NEAR(first.v[5], -6.0 * (1.0 - slides / twists), 1e-13);
  EXPECT_NEAR(Sample(truth, 0.5 * twists, 6).q[5], -0.75 * 3.0 * twists, 1e-13);
  const Sample end(truth, 2.0, 6);
  EXPECT_LE((end.v.head<3>() - belt * Vec3::UnitX()).norm(), 1e-14);
  EXPECT_EQ(end.v.tail<3>().norm(), 0.0);
  const double way = 0.5 * (0.5 + rolls_at) * slides + 0.5 * rolls_at * rolls_at / brakes;
  EXPECT_LE(
      (end.q.head<3>() - p.initial.q.head<3>() - 2.0 * belt * Vec3::UnitX() - way * line).norm(),
      1e-13);
  EXPECT_NEAR(end.q[5], -3.0 * twists, 1e-13);
  EXPECT_FALSE(reference("ball_on_plane").truth(thrown(1.0, 2.0), std::nullopt).has_value())
      << "side spin: friction turns the axis of rolling";
}

TEST(BallOnPlane, CoversOnlyWhatItKnows) {
  const auto known = [](const ParameterSet& given, const ContactModel& contact = std::nullopt) {
    const Problem p = problem_entry("thrown_ball").make(given);
    return reference("ball_on_plane").truth(p, contact).has_value();
  };
  EXPECT_TRUE(known({}));
  EXPECT_TRUE(known({{"speed_x", 0.0}, {"speed_y", 0.0}})) << "a spinning start";
  EXPECT_FALSE(known({}, Compliance{2.0, 1e6})) << "springs are not rigid";
  EXPECT_FALSE(known({{"friction", 0.0}})) << "slides without end";
  const auto other = [](const Vec3& x, const Vec3& v, const Vec3& gravity) {
    BallSetup setup({});
    setup.half_space(Vec3::Zero(), Vec3::UnitZ());
    setup.gravity(gravity);
    setup.ball(1.0, 0.1, x, v);
    const Problem p = std::move(setup).make("other", {}, 1.0);
    return reference("ball_on_plane").truth(p, std::nullopt).has_value();
  };
  const Vec3 rests(0.0, 0.0, 0.1), along(1.0, 0.0, 0.0), down(0.0, 0.0, -g);
  EXPECT_TRUE(other(rests, along, down));
  EXPECT_FALSE(other(rests + 0.01 * Vec3::UnitZ(), along, down)) << "above the plane";
  EXPECT_FALSE(other(rests, along + Vec3::UnitZ(), down)) << "takes off";
  EXPECT_FALSE(other(rests, along, -down)) << "falls off";
  EXPECT_FALSE(other(rests, along, down + along)) << "a slope";
  const Truth truth = truth_of(problem_entry("thrown_ball").make({}));
  Eigen::VectorXd q(6), v(6);
  EXPECT_FALSE(truth.at(0.6, q, v));
  EXPECT_FALSE(truth.at(-0.1, q, v));
}

TEST(BallOnPlane, RollsFromTheStartWhereItHasNoSlip) {
  const Problem p =
      problem_entry("thrown_ball")
          .make({{"speed_x", 0.5}, {"speed_y", 0.0}, {"spin_x", 0.0}, {"spin_y", 5.0}});
  EXPECT_LE((Sample(truth_of(p), 0.5, 6).v - p.initial.v).norm(), 1e-15);
}

}  // namespace
}  // namespace impactbench::testing
