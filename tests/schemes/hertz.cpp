// Hertz's contact against what Hertz, Mindlin and Tsuji say of it in closed form.
#include "problems/model/round_setup.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace impactbench::testing {
namespace {

constexpr double young = 3e6, poisson = 0.25, wall_young = 5e5, wall_poisson = 0.4;

/// inc has another word for it: its normal is a direction.
ParameterSet hertz(const std::string& scheme, double walls = wall_young) {
  return {{scheme == "inc" ? "law" : "normal", std::string("hertz")},
          {"young", young},
          {"poisson", poisson},
          {"wall_young", walls},
          {"wall_poisson", wall_poisson}};
}

/// 1 / E* of two materials.
double inverse_modulus(double e_1, double nu_1, double e_2, double nu_2) {
  return (1.0 - nu_1 * nu_1) / e_1 + (1.0 - nu_2 * nu_2) / e_2;
}

/// How long two bodies overlap, and how deep at most.
struct Overlap {
  double duration{0.0}, depth{0.0};
};
template <class Depth>
Overlap overlap_of(const std::string& scheme, const Problem& p, const ParameterSet& given, double h,
                   Depth&& depth) {
  Session session(scheme_entry(scheme), given, p, h);
  Overlap out;
  session.run(static_cast<std::int64_t>(p.horizon / h), [&](const State& s) {
    const double d = depth(s);
    if (d > 0.0) out.duration += h;
    out.depth = larger(out.depth, d);
  });
  return out;
}

// m D'' = -(4/3) E* sqrt(R) D^(3/2) from D' = v: m v^2 / 2 = (8/15) E* sqrt(R) D_m^(5/2), and the
// integral of dD / D' over the hit is 2 (2/5) B(2/5, 1/2) D_m / v = 2.94328 D_m / v.
Overlap of_hertz(double m, double r, double modulus, double v) {
  const double deepest = std::pow(15.0 * m * v * v / (16.0 * modulus * std::sqrt(r)), 0.4);
  return {2.0 * 0.4 * std::beta(0.4, 0.5) * deepest / v, deepest};
}

TEST(Hertz, BallsOverlapAsLongAndAsDeepAsInTheElasticSolution) {
  const double v = 0.7, r_1 = 0.1, r_2 = 0.04, m_1 = 1.3, m_2 = 0.2;
  RoundSetup setup(BodySpace{3, true}, ContactLaw{.restitution = 1.0, .friction = 0.0});
  setup.body(m_1, r_1, 0.004, {0.0, 0.0, 0.0}, {v, 0.0, 0.0}, Vec3::Zero());
  setup.body(m_2, r_2, 0.001, {r_1 + r_2 + 1e-3, 0.0, 0.0}, Vec3::Zero(), Vec3::Zero());
  const Problem p = std::move(setup).make("hit", {}, 0.03);
  const double modulus = 1.0 / inverse_modulus(young, poisson, young, poisson);
  const Overlap exact = of_hertz(m_1 * m_2 / (m_1 + m_2), r_1 * r_2 / (r_1 + r_2), modulus, v);
  for (const char* scheme : {"dem", "md", "snc", "inc"}) {
    const double h = 1e-6;
    const Overlap ours = overlap_of(scheme, p, hertz(scheme), h,
                                    [&](const State& s) { return r_1 + r_2 - (s.q[6] - s.q[0]); });
    EXPECT_NEAR(ours.duration, exact.duration, 3.0 * h) << scheme;
    EXPECT_NEAR(ours.depth, exact.depth, 2e-4 * exact.depth) << scheme;
  }
}

TEST(Hertz, AWallHasAModulusOfItsOwnOrIsRigid) {
  const double v = 0.7, r = 0.1, m = 1.3;
  for (const double walls : {wall_young, 0.0}) {
    RoundSetup setup(BodySpace{2, true}, ContactLaw{.restitution = 1.0, .friction = 0.0});
    setup.body(m, r, 0.004, {0.0, r + 1e-3, 0.0}, {0.0, -v, 0.0}, Vec3::Zero());
    setup.half_space({0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
    const Problem p = std::move(setup).make("hit", {}, 0.06);
    const double modulus = 1.0 / (walls > 0.0 ? inverse_modulus(young, poisson, walls, wall_poisson)
                                              : (1.0 - poisson * poisson) / young);
    const Overlap exact = of_hertz(m, r, modulus, v);
    for (const char* scheme : {"dem", "md", "snc", "inc"}) {
      const double h = 1e-6;
      const Overlap ours = overlap_of(scheme, p, hertz(scheme, walls), h,
                                      [&](const State& s) { return r - s.q[1]; });
      EXPECT_NEAR(ours.duration, exact.duration, 3.0 * h) << scheme << ' ' << walls;
      EXPECT_NEAR(ours.depth, exact.depth, 2e-4 * exact.depth) << scheme << ' ' << walls;
    }
  }
}

// A ball that is pressed into the floor at its static depth D, (4/3) E* sqrt(R D) D = m g, and
// pushed along it by less than friction bears, swings on Mindlin's spring k_t = 8 G* sqrt(R D): as
// w' = -W_t k_t xi, xi' = w, with the frequency sqrt(k_t W_t).
TEST(Hertz, APressedBallSwingsAlongTheFloorWithMindlinsStiffness) {
  const double r = 0.1, m = 1.3, inertia = 0.004, g = 9.81;
  const double modulus = 1.0 / inverse_modulus(young, poisson, wall_young, wall_poisson);
  const auto shear = [](double e, double nu) { return e / (2.0 * (1.0 + nu)); };
  const double shear_modulus = 1.0 / ((2.0 - poisson) / shear(young, poisson) +
                                      (2.0 - wall_poisson) / shear(wall_young, wall_poisson));
  const double depth = std::pow(0.75 * m * g / (modulus * std::sqrt(r)), 2.0 / 3.0);
  const double k_t = 8.0 * shear_modulus * std::sqrt(r * depth);
  const double mobility = 1.0 / m + r * r / inertia;
  const double period = 2.0 * M_PI / std::sqrt(k_t * mobility);
  RoundSetup setup(BodySpace{3, true}, ContactLaw{.restitution = 1.0, .friction = 0.8});
  setup.body(m, r, inertia, {0.0, 0.0, r - depth}, {1e-3, 0.0, 0.0}, Vec3::Zero());
  setup.half_space({0.0, 0.0, 0.0}, {0.0, 0.0, 1.0});
  setup.gravity({0.0, 0.0, -g});
  setup.allow_penetration(depth);
  const Problem p = std::move(setup).make("pressed", {}, period);
  ParameterSet given = hertz("dem");
  given["tangential_damping"] = 0.0;
  for (const char* scheme : {"dem", "md"}) {
    Session session(scheme_entry(scheme), given, p, period / 20000.0);
    // After half a period the slip is as fast the other way, after a whole one what it was.
    const auto slip = [&] { return session.state.v[0] - r * session.state.v[4]; };
    const double at_first = slip();
    session.run(10000);
    EXPECT_NEAR(slip(), -at_first, 1e-3 * at_first) << scheme;
    session.run(10000);
    EXPECT_NEAR(slip(), at_first, 1e-3 * at_first) << scheme;
  }
}

TEST(Hertz, OtherSchemesAndConstraintsSayWhatTheyLack) {
  const Problem p = problem_entry("skewed_wall").make({});
  for (const char* scheme : {"dem", "md", "snc", "inc"}) {
    const auto reason = scheme_entry(scheme).make(hertz(scheme))->refuses(p.traits, 1e-6);
    ASSERT_TRUE(reason.has_value()) << scheme;
    EXPECT_NE(reason->find("radii"), std::string::npos) << *reason;
  }
}

/// A fast disc, one at rest, a floor and perhaps a ball that is held; far away two more discs.
Problem among(double other_mass, double other_radius, bool held) {
  RoundSetup setup({.dimension = 2, .rotates = true}, {.restitution = 0.6, .friction = 0.4});
  const auto disc = [&](double m, double r, const Vec3& x, const Vec3& v) {
    setup.body(m, r, 0.5 * m * r * r, x, v);
  };
  disc(1.0, 0.1, {0.0, 0.1, 0.0}, {2.0, -0.5, 0.0});
  disc(1.0, 0.1, {0.25, 0.12, 0.0}, {0.0, 0.0, 0.0});
  disc(other_mass, other_radius, {50.0, 40.0, 0.0}, {0.0, 0.0, 0.0});
  disc(other_mass, other_radius, {60.0, 40.0, 0.0}, {0.0, 0.0, 0.0});
  setup.half_space({0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
  if (held) setup.ball({0.55, 0.15, 0.0}, 0.05);
  return std::move(setup).make("among", {}, 0.2);
}

// Forces between bodies do not depend on others without contact: bit for bit, though springs are
// computed once for all if bodies are alike.
TEST(SpringsOfAlikeBodies, AreThoseOfAnyOthers) {
  for (const bool held : {false, true}) {
    const Problem alike = among(1.0, 0.1, held), unlike = among(3.0, 0.2, held);
    for (const std::string scheme : {"md", "dem"}) {
      for (const std::string normal : {"linear", "hertz"}) {
        SCOPED_TRACE(scheme + ", " + normal + (held ? ", a ball is held" : ""));
        const ParameterSet given{{"normal", normal}, {"R", 1e-5}};
        Session one(scheme_entry(scheme), given, alike, 1e-5);
        Session other(scheme_entry(scheme), given, unlike, 1e-5);
        one.run(20000, [](const State&) {});
        other.run(20000, [](const State&) {});
        EXPECT_EQ(one.state.q.head(6), other.state.q.head(6));
        EXPECT_EQ(one.state.v.head(6), other.state.v.head(6));
        EXPECT_NE(one.state.v[3], 0.0) << "the second disc was not hit";
      }
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
