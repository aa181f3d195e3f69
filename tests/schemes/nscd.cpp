#include "problems/contact/round_bodies.hpp"
#include "problems/model/disc_setup.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impactbench::testing {
namespace {

/// One ball sliding on a floor under gravity.
Problem sliding_ball(const std::string& inertia, double friction) {
  DiscCommon common;
  common.inertia = inertia;
  common.friction = friction;
  common.restitution = 0.0;  // a ball at rest on the floor stays there
  common.tangential_restitution = 0.0;
  DiscSetup setup(common);
  setup.gravity({0.0, -9.80665});
  setup.box(-1.0, 5.0, 0.0, 1.0);
  setup.disc(1.0, 0.2, {0.0, 0.2}, {1.0, 0.0});
  return std::move(setup).make("sliding_ball", {}, 1.0);
}

TEST(Nscd, RestitutionIsNewtonsLaw) {
  // Head-on: v_n^+ = -e v_n^-, momentum kept. m1 = 1 at speed 1 onto m2 = 2 at rest:
  // v1 = (m1 - e m2) / (m1 + m2), v2 = (1 + e) m1 / (m1 + m2).
  for (const double e : {0.0, 0.3, 0.5, 1.0}) {
    DiscCommon common;
    common.restitution = e;
    DiscSetup setup(common);
    setup.disc(1.0, 0.1, {0.0, 0.0}, {1.0, 0.0});
    setup.disc(2.0, 0.1, {0.5, 0.0}, {0.0, 0.0});
    const Problem hit = std::move(setup).make("hit", {}, 1.0);
    Session session(scheme_entry("nscd"), {}, hit, 1e-3);
    session.run(500);
    EXPECT_NEAR(session.state.v[0], (1.0 - 2.0 * e) / 3.0, 1e-12) << e;
    EXPECT_NEAR(session.state.v[3], (1.0 + e) / 3.0, 1e-12) << e;
  }
}

TEST(Nscd, ADiscThatAnImpactMadeTheFastestMissesNobody) {
  // A heavy disc at speed 1 throws one at rest forward at speed 2, faster than anything was before,
  // against a third that comes at speed 1: they must meet within a step of touching, however far
  // apart they were when it was thrown.
  const double h = 1e-4;
  for (double gap = 0.0; gap < 0.03; gap += 0.0005) {
    DiscSetup setup{DiscCommon{}};
    setup.disc(1e6, 0.1, {0.0, 0.0}, {1.0, 0.0});
    setup.disc(1.0, 0.1, {0.25, 0.0}, {0.0, 0.0});
    setup.disc(1.0, 0.1, {0.5 + gap, 0.0}, {-1.0, 0.0});
    const Problem thrown = std::move(setup).make("thrown", {}, 1.0);
    Session session(scheme_entry("nscd"), {}, thrown, h);
    double deepest = -1.0, fastest = 0.0;
    session.run(700, [&](const State& s) {
      deepest = larger(deepest, 0.2 - (s.q[6] - s.q[3]));
      fastest = larger(fastest, s.v[3]);
    });
    EXPECT_GT(fastest, 1.999) << gap;
    EXPECT_LE(deepest, 3.0 * h) << gap;
  }
}

TEST(Nscd, SlidingBallRollsAtTheRightTimeAndSpeed) {
  // m v' = -mu m g, J om' = -mu m g r until v + r om = 0 (om < 0: rolling to the right):
  // at t = v0 / (mu g (1 + m r^2 / J)), speed v0 / (1 + m r^2 / J) * (m r^2 / J) ... from the
  // angular momentum about the floor, J om - m r v = const: v = v0 / (1 + J / (m r^2)).
  for (const char* inertia : {"thesis", "physical"}) {
    const double ratio = std::string(inertia) == "thesis" ? 1.0 / 0.04 : 0.5;  // J / (m r^2)
    for (const double mu : {0.25, 0.5}) {
      const Problem ball = sliding_ball(inertia, mu);
      Session session(scheme_entry("nscd"), {}, ball, 1e-4);
      const double rolling = 1.0 / (1.0 + ratio);
      double when = 0.0;
      session.run(6000, [&](const State& s) {
        if (when == 0.0 && std::abs(s.v[0] - rolling) < 1e-9) {
          when = static_cast<double>(s.step) * 1e-4;
        }
      });
      EXPECT_NEAR(session.state.v[0], rolling, 1e-9) << inertia << " mu " << mu;
      EXPECT_NEAR(session.state.v[2], -rolling / 0.2, 1e-8) << inertia << " mu " << mu;
      EXPECT_NEAR(when, (1.0 - rolling) / (mu * 9.80665), 5e-4) << inertia << " mu " << mu;
    }
  }
}

TEST(Nscd, WarmStartSavesSweepsAndChangesNothing) {
  DiscCommon common;
  common.restitution = 0.0;
  const auto make = [&] {
    DiscSetup setup(common);
    setup.gravity({0.0, -9.80665});
    setup.box(-1.0, 1.0, 0.0, 3.0);
    for (int k = 0; k < 10; ++k)
      setup.disc(1.0, 0.1, {0.0, 0.1 + 0.2 * k}, {0.0, 0.0});
    return std::move(setup).make("column", {}, 1.0);
  };
  const Problem column = make();
  Session cold(scheme_entry("nscd"), {}, column, 1e-3);
  Session warm(scheme_entry("nscd"), {{"warm_start", true}}, column, 1e-3);
  cold.run(300);
  warm.run(300);
  // Whether a resting contact counts as closed hangs on the last bit of its gap, so the two runs
  // differ by falls of a step or two, g h^2 each, in each of the ten discs; not more.
  EXPECT_LT((cold.state.q - warm.state.q).norm(), 20.0 * 9.80665 * 1e-6);
  EXPECT_LT(warm.nonlinear_iterations(), cold.nonlinear_iterations() / 2);
}

/// Three bodies that fall onto a floor and each other, no friction; bounces on the way.
Problem three(int dimension, bool rotates) {
  RoundSetup setup({.dimension = dimension, .rotates = rotates}, {.restitution = 0.5});
  const Vec3 down = -Vec3::Unit(dimension - 1),
             along = dimension > 1 ? Vec3::UnitX() : Vec3(0, 0, 0);
  setup.gravity(9.81 * down);
  setup.half_space(Vec3::Zero(), -down);
  setup.body(1.0, 0.1, 0.004, -0.15 * down, 0.2 * along);
  setup.body(2.0, 0.2, 0.03, -0.6 * down + 0.05 * along, Vec3::Zero());
  setup.body(0.5, 0.1, 0.002, -1.0 * down, 3.0 * down);
  return std::move(setup).make("three", {}, 1.0);
}

TEST(Nscd, BodiesThatDoNotRotateMoveAsThoseThatDoWithoutFriction) {
  for (const int d : {2, 3}) {
    const Problem plain = three(d, false), turning = three(d, true);
    Session a(scheme_entry("nscd"), {}, plain, 1e-3), b(scheme_entry("nscd"), {}, turning, 1e-3);
    a.run(700);
    b.run(700);
    const Eigen::Index stride = round_bodies(*turning.system).stride;
    for (Eigen::Index i = 0; i < 3; ++i) {
      const Eigen::VectorXd q = a.state.q.segment(d * i, d);
      EXPECT_EQ(q, b.state.q.segment(stride * i, d)) << d;
      EXPECT_NE(q, plain.initial.q.segment(d * i, d)) << "they have moved";
    }
  }
}

TEST(Nscd, OnALineBodiesMoveAsOneAboveTheOtherInThePlane) {
  RoundSetup line({.dimension = 1, .rotates = false}, {.restitution = 0.5});
  RoundSetup plane({.dimension = 2, .rotates = false}, {.restitution = 0.5});
  for (RoundSetup* setup : {&line, &plane}) {
    setup->gravity({-9.81, 0.0, 0.0});
    setup->half_space(Vec3::Zero(), Vec3::UnitX());
    setup->body(1.0, 0.1, 0.0, {0.15, 0.0, 0.0}, Vec3::Zero());
    setup->body(2.0, 0.2, 0.0, {0.6, 0.0, 0.0}, {-1.0, 0.0, 0.0});
  }
  const Problem thin = std::move(line).make("line", {}, 1.0);
  const Problem flat = std::move(plane).make("plane", {}, 1.0);
  Session a(scheme_entry("nscd"), {}, thin, 1e-3), b(scheme_entry("nscd"), {}, flat, 1e-3);
  a.run(700);
  b.run(700);
  EXPECT_NEAR(a.state.q[0], b.state.q[0], 1e-12);
  EXPECT_NEAR(a.state.q[1], b.state.q[2], 1e-12);
  EXPECT_LT(a.state.q[1], 0.5) << "it has fallen onto the other";
}

TEST(Nscd, TakesForcesOfThePlaceInTheMiddleOfTheStep) {
  // Beads on springs: with the force at q^n each period gains energy, with that at q_m none.
  const Problem p = problem_entry("bead_chain").make({});
  Session session(scheme_entry("nscd"), {}, p, 1e-3);
  const auto energy = [&] {
    return kinetic_energy(*p.system, session.state.v) +
           p.system->external_potential(0.0, session.state.q);
  };
  const double before = energy();
  session.run(500);
  EXPECT_NEAR(energy(), before, 0.05 * std::abs(before));
}

}  // namespace
}  // namespace impactbench::testing
