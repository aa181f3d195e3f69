#include "problems/contact/round_bodies.hpp"
#include "problems/model/round_setup.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <cmath>
#include <numbers>

namespace impactbench::testing {
namespace {

Truth known(const Problem& p) {
  return reference("rough_impacts").truth(p, std::nullopt).value();
}

struct Outcome {
  double v_x, v_y, spin;
};

/// A disc of inertia beta m r^2 on a wall, after Walton 1993: v_y' = -e v_y; with the slip
/// w = v_x + r om the tangential impulse per mass is P = (1 + e_t) w / (1 + 1/beta) if that is at
/// most mu (1 + e) |v_y|, else that bound; v_x' = v_x - P, r om' = r om - P / beta.
Outcome walton(double v_x, double v_y, double spin, double r, double beta, double e, double e_t,
               double mu) {
  const double slip = v_x + r * spin;
  const double bound = mu * (1.0 + e) * std::abs(v_y);
  const double sticks = (1.0 + e_t) * slip / (1.0 + 1.0 / beta);
  const double impulse = std::abs(sticks) <= bound ? sticks : std::copysign(bound, slip);
  return {v_x - impulse, -e * v_y, spin - impulse / (beta * r)};
}

TEST(RoughImpacts, OfADiscOnAWallAreWaltons) {
  int stuck = 0, slid = 0;
  for (const double angle : {-70.0, 5.0, 33.0, 60.0, 85.0}) {
    for (const double spin : {-20.0, 0.0, 7.0}) {
      for (const double mu : {0.05, 0.3}) {
        for (const double e_t : {-0.5, 0.0, 1.0}) {
          const Problem p = problem_entry("oblique_impact")
                                .make({{"angle", angle},
                                       {"spin", spin},
                                       {"friction", mu},
                                       {"restitution", 0.65},
                                       {"tangential_restitution", e_t}});
          const Truth truth = known(p);
          ASSERT_EQ(truth.event_times.size(), 1U);
          EXPECT_NEAR(truth.event_times[0], 0.2, 1e-15);
          const Sample end(truth, 0.5, 3);
          const Outcome o = walton(p.initial.v[0], p.initial.v[1], spin, 0.1, 0.5, 0.65, e_t, mu);
          EXPECT_NEAR(end.v[0], o.v_x, 1e-14);
          EXPECT_NEAR(end.v[1], o.v_y, 1e-14);
          EXPECT_NEAR(end.v[2], o.spin, 1e-13);
          EXPECT_NEAR(end.q[2], 0.2 * spin + 0.3 * o.spin, 1e-13);
          const double left = end.v[0] + 0.1 * end.v[2];
          const double was = p.initial.v[0] + 0.1 * spin;
          (std::abs(left + e_t * was) < 1e-12 ? stuck : slid) += 1;
        }
      }
    }
  }
  EXPECT_GT(stuck, 10);
  EXPECT_GT(slid, 10);
}

TEST(RoughImpacts, NoErrorOfOnePlaceGrowsMoreThanTheySay) {
  const ParameterSet scattered{{"friction", 0.05}, {"target", "disc"}};
  const Problem p = problem_entry("oblique_impact").make(scattered);
  const Truth truth = known(p);
  const Eigen::Index dofs = p.initial.q.size();
  ASSERT_EQ(dofs, 6);
  const Sample end(truth, p.horizon, dofs);
  double most = 0.0;
  for (const Eigen::Index at : {0, 1, 3, 4}) {
    Problem moved = problem_entry("oblique_impact").make(scattered);
    moved.initial.q[at] += 1e-7;
    const Sample off(known(moved), p.horizon, dofs);
    for (const Eigen::Index body : {0, 3})
      most = larger(most, (off.q - end.q).segment<2>(body).norm() / 1e-7);
  }
  EXPECT_GT(most, 2.0) << "a disc scatters another";
  EXPECT_NEAR(truth.growth, most, 1e-3 * most);
}

/// Momentum, angular momentum about any point, Newton's ratio, and Coulomb's cone with the
/// direction of the slip: what an impact of two must obey, from states alone.
void expect_laws(const Problem& p) {
  const Truth truth = known(p);
  ASSERT_EQ(truth.event_times.size(), 1U) << "they must meet";
  const RoundBodies bodies = round_bodies(*p.system);
  const Eigen::Index d = bodies.dimension, stride = bodies.stride, dofs = p.initial.q.size();
  const double t = truth.event_times[0];
  const Sample before(truth, t * (1.0 - 1e-12), dofs), after(truth, t, dofs),
      end(truth, p.horizon, dofs);
  const auto place = [&](const Eigen::VectorXd& x, Eigen::Index i) {
    Vec3 out = Vec3::Zero();
    out.head(d) = x.segment(stride * i, d);
    return out;
  };
  const auto turn = [&](const Eigen::VectorXd& x, Eigen::Index i) {
    Vec3 out = Vec3::Zero();
    out.tail(stride - d) = x.segment(stride * i + d, stride - d);
    return out;
  };
  const Vec3 n = (place(after.q, 1) - place(after.q, 0)).normalized();
  EXPECT_NEAR((place(after.q, 1) - place(after.q, 0)).norm(), bodies.radius[0] + bodies.radius[1],
              1e-14);
  const auto surface = [&](const Sample& s) -> Vec3 {
    return place(s.v, 0) + turn(s.v, 0).cross(bodies.radius[0] * n) - place(s.v, 1) -
           turn(s.v, 1).cross(-bodies.radius[1] * n);
  };
  const Vec3 impulse = bodies.mass[0] * (place(after.v, 0) - place(before.v, 0));
  EXPECT_LT((impulse + bodies.mass[1] * (place(after.v, 1) - place(before.v, 1))).norm(), 1e-13);
  for (const Eigen::Index i : {0, 1}) {
    const auto k = static_cast<std::size_t>(i);
    const Vec3 gained = bodies.inertia[k] * (turn(after.v, i) - turn(before.v, i));
    EXPECT_LT((gained - bodies.radius[k] * n.cross(impulse)).norm(), 1e-13);
  }
  const double e = bodies.law.restitution, mu = bodies.law.friction;
  EXPECT_NEAR(surface(after).dot(n), -e * surface(before).dot(n), 1e-13);
  const double pressed = -impulse.dot(n);
  const Vec3 tangential = impulse + pressed * n;
  const Vec3 slip = surface(before) - surface(before).dot(n) * n;
  const Vec3 left = surface(after) - surface(after).dot(n) * n;
  EXPECT_GT(pressed, 0.0);
  EXPECT_LT((tangential + tangential.norm() * slip.normalized()).norm(), 1e-13)
      << "opposes the slip";
  if ((left + bodies.law.tangential_restitution * slip).norm() < 1e-12) {
    EXPECT_LE(tangential.norm(), mu * pressed + 1e-14);
  } else {
    EXPECT_NEAR(tangential.norm(), mu * pressed, 1e-13);
  }
  EXPECT_NEAR((place(end.q, 0) - place(after.q, 0) - (p.horizon - t) * place(after.v, 0)).norm(),
              0.0, 1e-12);
}

TEST(RoughImpacts, OfTwoDiscsAndTwoBallsObeyTheLaws) {
  for (const double angle : {-50.0, 20.0, 65.0}) {
    for (const double mu : {0.07, 0.9}) {
      for (const double e_t : {0.0, 0.6}) {
        ParameterSet given{{"angle", angle},
                           {"friction", mu},
                           {"tangential_restitution", e_t},
                           {"restitution", 0.45}};
        given["target"] = std::string("disc");
        given["target_spin"] = -4.0;
        expect_laws(problem_entry("oblique_impact").make(given));
        given.erase("target_spin");
        given["target"] = std::string("ball");
        expect_laws(problem_entry("oblique_ball").make(given));
      }
    }
  }
}

TEST(RoughImpacts, OfABallThatSpinsInThePlaneAreThoseOfADisc) {
  const ParameterSet law{{"friction", 0.12}, {"restitution", 0.7}, {"tangential_restitution", 0.3}};
  ParameterSet ball = law, disc = law;
  ball["inertia"] = 0.5 * 1.0 * 0.1 * 0.1;  // of a disc of that mass and radius
  ball["spin_x"] = ball["spin_z"] = 0.0;
  ball["spin_y"] = -6.0;  // x, z, -y are the disc's x, y, z
  disc["spin"] = 6.0;
  const Sample b(known(problem_entry("oblique_ball").make(ball)), 0.5, 6);
  const Sample d(known(problem_entry("oblique_impact").make(disc)), 0.5, 3);
  EXPECT_NEAR(b.q[0], d.q[0], 1e-14);
  EXPECT_NEAR(b.q[2], d.q[1], 1e-14);
  EXPECT_NEAR(b.v[4], -d.v[2], 1e-13);
}

/// Garwin's matrix for a body of inertia beta m r^2 that grips and keeps its energy: at a plate the
/// slip turns round and v - beta s (r om) stays, s the side of the plate.
TEST(RoughImpacts, SuperballComesBack) {
  for (const double spin : {0.0, 5.0}) {
    const Problem p = problem_entry("superball").make({{"spin", spin}});
    const Truth truth = known(p);
    ASSERT_EQ(truth.event_times.size(), 4U);
    Eigen::Vector2d state(0.7, 0.1 * spin);  // v_x, r om
    double x = 0.0, t = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(truth.event_times[k], 0.5 + static_cast<double>(k), 1e-14);
      x += state[0] * (truth.event_times[k] - t);
      t = truth.event_times[k];
      const double side = k % 2 == 0 ? 1.0 : -1.0, beta = 0.5;
      Eigen::Matrix2d slip_and_moment;
      slip_and_moment << 1.0, side, 1.0, -beta * side;
      Eigen::Matrix2d turned = slip_and_moment;
      turned.row(0) *= -1.0;
      state = turned.inverse() * (slip_and_moment * state);
      const Sample s(truth, t + 1e-9, 3);
      EXPECT_NEAR(s.v[0], state[0], 1e-14);
      EXPECT_NEAR(0.1 * s.v[2], state[1], 1e-14);
      EXPECT_NEAR(s.q[0], x, 1e-8);
    }
    EXPECT_NEAR(truth.scalars.at("kinetic_energy"), 0.5 * (0.49 + 1.0) + 0.25 * 0.01 * spin * spin,
                1e-14);
  }
  // A solid ball without spin, floor, ceiling, floor: it comes back.
  const auto ball = [](double v, double r_om) {
    for (const double side : {1.0, -1.0, 1.0}) {
      const double slip = v + side * r_om, impulse = 2.0 * slip / (1.0 + 2.5);
      v -= impulse;
      r_om -= side * impulse * 2.5;
    }
    return v;
  };
  EXPECT_LT(ball(1.0, 0.0), 0.0) << "Garwin's floor, table, floor";
}

TEST(PiCollisions, CountTheDigitsAndFollowTheUnfoldedLine) {
  const struct {
    double ratio;
    std::size_t impacts;
  } digits[] = {{1.0, 3}, {100.0, 31}, {1e4, 314}, {1e6, 3141}};
  for (const auto& [ratio, impacts] : digits) {
    const Problem p = problem_entry("pi_collisions").make({{"ratio", ratio}});
    const Truth truth = reference("two_ball_collision").truth(p, std::nullopt).value();
    EXPECT_EQ(truth.event_times.size(), impacts) << ratio;
    // With masses as scales, X = sqrt(m_1) (room of the light one), Y = sqrt(m_2) (room of both),
    // the motion is that of light in a wedge of angle arctan sqrt(m_1 / m_2): unfolded a straight
    // line.
    const double wedge = std::atan(1.0 / std::sqrt(ratio));
    const double start_x = 1.0, start_y = 1.25 * std::sqrt(ratio), speed = std::sqrt(ratio);
    for (const double t : {0.3, 1.0, 1.4, 2.2, 4.0}) {
      // The light one is at room below that of the heavy one: angles between wedge walls from the
      // heavy axis are folded back.
      const double y = start_y - speed * t;
      const double radius = std::hypot(start_x, y);
      double angle = std::atan2(start_x, y);
      angle = std::fmod(angle, 2.0 * wedge);
      if (angle > wedge) angle = 2.0 * wedge - angle;
      const Sample s(truth, t, 6);
      EXPECT_NEAR(s.q[0] - 0.1, radius * std::sin(angle), 2e-9) << ratio << " t = " << t;
      EXPECT_NEAR((s.q[3] - 0.3) * std::sqrt(ratio), radius * std::cos(angle),
                  2e-9 * std::sqrt(ratio))
          << ratio << " t = " << t;
    }
  }
}

TEST(RoughImpacts, SayNothingOfWhatTheyDoNotCover) {
  const auto covers = [](const char* name, const ParameterSet& given,
                         const ContactModel& contact = std::nullopt) {
    return reference("rough_impacts").truth(problem_entry(name).make(given), contact).has_value();
  };
  EXPECT_TRUE(covers("superball", {}));
  EXPECT_FALSE(covers("superball", {}, Compliance{2.0, 1e4})) << "springs";
  EXPECT_FALSE(covers("rolling_ball", {})) << "a closed contact";
  EXPECT_FALSE(covers("newton_cradle", {{"restitution", 0.5}})) << "contacts that are closed";
  EXPECT_FALSE(covers("moving_ball", {})) << "smooth and elastic";
  EXPECT_FALSE(covers("thrown_ball", {})) << "lies on the plane";
}

// A box is no plane through its upper corner.
TEST(RoughImpacts, SayNothingAmongOtherObstaclesThanHalfSpaces) {
  for (const int dimension : {2, 3}) {
    RoundSetup setup({.dimension = dimension, .rotates = true}, ContactLaw{.friction = 0.5});
    const double deep = dimension == 3 ? 1.0 : 0.0;
    setup.box({-1.0, -1.0, -deep}, {1.0, 0.0, deep});
    setup.gravity({0.0, -9.81, 0.0});
    setup.body(1.0, 0.1, 0.004, {0.0, 0.2, 0.0}, Vec3::UnitX());
    const Problem ball = std::move(setup).make("scene", {}, 1.0);
    for (const char* name : {"rough_impacts", "ball_on_plane"})
      EXPECT_FALSE(reference(name).truth(ball, std::nullopt).has_value()) << name << dimension;
  }
}

}  // namespace
}  // namespace impactbench::testing
