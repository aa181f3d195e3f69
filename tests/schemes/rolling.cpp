// Resistance to rolling and twisting, against what the torques at their bounds do to one body.
#include "problems/model/round_setup.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

constexpr double r = 0.1, m = 1.3, g = 9.81, R = 1e-7, h = 2e-5;

struct Body {
  int dimension;
  double share;  ///< J / (m r^2)
  [[nodiscard]] double inertia() const { return share * m * r * r; }
  [[nodiscard]] Eigen::Index stride() const { return dimension == 2 ? 3 : 6; }
};
constexpr Body kinds[] = {{2, 0.5}, {3, 0.4}};

/// Schemes with friction against rolling and twisting, and those of them whose contacts are
/// springs.
const char* const schemes[] = {"dem",   "md",  "nscd", "moreau_jean", "generalised_alpha",
                               "bathe", "snc", "inc"};
const char* const compliant[] = {"dem", "md", "snc", "inc"};

bool rigid(const std::string& scheme) {
  return std::find(std::begin(compliant), std::end(compliant), scheme) == std::end(compliant);
}

/// Springs of the compliance R.
ParameterSet settings(const std::string& scheme, double compliance = R) {
  if (rigid(scheme)) return {};
  ParameterSet out{{"R", compliance}};
  if (scheme == "inc") out.emplace("alpha", 2.0);
  return out;
}

/// One body on a slope of this angle that falls along x, pressed into it by its weight as deep as a
/// spring of the scheme holds it.
Problem on_slope(const std::string& scheme, const Body& body, const ContactLaw& law, double slope,
                 double speed, double horizon, const Vec3& more_spin = Vec3::Zero()) {
  RoundSetup setup({.dimension = body.dimension, .rotates = true}, law);
  const bool plane = body.dimension == 2;
  const double down = g * std::cos(slope), along = g * std::sin(slope);
  const double depth = rigid(scheme) ? 0.0 : R * m * down;
  const Vec3 up = plane ? Vec3(0.0, 1.0, 0.0) : Vec3(0.0, 0.0, 1.0);
  const Vec3 spin = plane ? Vec3(0.0, 0.0, -speed / r) : Vec3(0.0, speed / r, 0.0);
  setup.body(m, r, body.inertia(), (r - depth) * up, {speed, 0.0, 0.0}, spin + more_spin);
  setup.half_space(Vec3::Zero(), up);
  setup.gravity(along * Vec3::UnitX() - down * up);
  if (depth > 0.0) setup.allow_penetration(2.0 * depth);
  return std::move(setup).make("slope", {}, horizon);
}

ContactLaw law(double rolling, double twisting = 0.0) {
  return {.restitution = 0.5,
          .tangential_restitution = 0.0,
          .friction = 0.6,
          .rolling_friction = rolling,
          .twisting_friction = twisting};
}

Session session_of(const std::string& scheme, const Problem& p) {
  return Session(scheme_entry(scheme), settings(scheme), p, h);
}

// m v' = -f and J om' = f r - M with v = r om and M = mu_r r m g: v' = -mu_r g / (1 + J/(m r^2)),
// until it stands after v_0^2 / 2 |v'|, and stays.
TEST(Rolling, ABodyRollsAsFarAsItsResistanceLetsIt) {
  const double mu_r = 0.05, v_0 = 0.3;
  for (const Body& body : kinds) {
    const double a = mu_r * g / (1.0 + body.share);
    for (const std::string scheme : schemes) {
      const Problem p = on_slope(scheme, body, law(mu_r), 0.0, v_0, 3.0 * v_0 / a);
      Session session = session_of(scheme, p);
      session.run(static_cast<std::int64_t>(0.5 * v_0 / a / h));
      EXPECT_NEAR(session.state.v[0], 0.5 * v_0, 2e-3 * v_0) << scheme << body.dimension;
      session.run(static_cast<std::int64_t>(1.5 * v_0 / a / h));
      EXPECT_NEAR(session.state.q[0], 0.5 * v_0 * v_0 / a, 2e-3 * v_0 * v_0 / a)
          << scheme << body.dimension;
      EXPECT_NEAR(session.state.v[0], 0.0, 2e-3 * v_0) << scheme << body.dimension;
    }
  }
}

// On a slope it stands while tan(slope) < mu_r; steeper it rolls down with
// g (sin - mu_r cos) / (1 + J/(m r^2)).
TEST(Rolling, ABodyStandsOnASlopeUpToItsAngle) {
  const double mu_r = 0.1, time = 0.2;
  for (const Body& body : kinds) {
    for (const double slope : {0.08, 0.15}) {
      const double a =
          std::max(0.0, g * (std::sin(slope) - mu_r * std::cos(slope))) / (1.0 + body.share);
      for (const std::string scheme : schemes) {
        const Problem p = on_slope(scheme, body, law(mu_r), slope, 0.0, time);
        Session session = session_of(scheme, p);
        session.run(static_cast<std::int64_t>(time / h));
        const double free = g * std::sin(slope) / (1.0 + body.share) * time;
        EXPECT_NEAR(session.state.v[0], a * time, 5e-3 * free)
            << scheme << body.dimension << ' ' << slope;
      }
    }
  }
}

// J om' = -mu_o r m g about the normal, and nothing else moves.
TEST(Rolling, ABallThatSpinsOnItsPoleComesToRest) {
  const double mu_o = 0.02, om_0 = 5.0;
  const Body ball = kinds[1];
  const double stops = om_0 * ball.inertia() / (mu_o * r * m * g);
  for (const std::string scheme : schemes) {
    const Problem p =
        on_slope(scheme, ball, law(0.0, mu_o), 0.0, 0.0, 2.0 * stops, {0.0, 0.0, om_0});
    Session session = session_of(scheme, p);
    session.run(static_cast<std::int64_t>(0.5 * stops / h));
    EXPECT_NEAR(session.state.v[5], 0.5 * om_0, 2e-3 * om_0) << scheme;
    EXPECT_NEAR(session.state.v.head(2).norm(), 0.0, 1e-9) << scheme;
    session.run(static_cast<std::int64_t>(1.2 * stops / h));
    EXPECT_NEAR(session.state.v[5], 0.0, 2e-3 * om_0) << scheme;
  }
}

// The same body that slides first, with both torques at work, and the spin about the normal on its
// own: as far as the closed form has it, whatever linearises the law.
TEST(Rolling, WhatSlidesFirstRollsToRestWhereTheClosedFormHasIt) {
  const double mu_r = 0.2, mu_o = 0.02, v_0 = 0.4, om_0 = 5.0;
  const Body ball = kinds[1];
  const double slide = 0.6 * g, roll = mu_r * g, k = 1.0 / ball.share;
  const double slides = v_0 / (slide * (1.0 + k) - k * roll);
  const double rolls_at = v_0 - slide * slides, brakes = roll / (1.0 + 1.0 / k);
  const double way =
      v_0 * slides - 0.5 * slide * slides * slides + 0.5 * rolls_at * rolls_at / brakes;
  struct Way {
    const char* scheme;
    ParameterSet more;
  };
  const ParameterSet listing{{"slip_newton", std::string("thesis")}, {"c_tau", 1e4}};
  ParameterSet thesis = listing;
  thesis.emplace("variant", std::string("thesis"));
  for (const auto& [scheme, more] :
       {Way{"snc", {}}, Way{"snc", listing}, Way{"inc", {}}, Way{"inc", thesis}}) {
    ParameterSet given = settings(scheme);
    given.insert(more.begin(), more.end());
    const Problem p = on_slope(scheme, ball, law(mu_r, mu_o), 0.0, v_0, 1.0,
                               {0.0, -v_0 / r, om_0});  // slides without spin across the normal
    Session session(scheme_entry(scheme), given, p, h);
    const double stops = slides + rolls_at / brakes;
    session.run(static_cast<std::int64_t>(2.0 * stops / h));
    EXPECT_EQ(session.unconverged(), 0) << scheme;
    EXPECT_NEAR(session.state.q[0], way, 2e-3 * way) << scheme;
    EXPECT_NEAR(session.state.v[0], 0.0, 2e-3 * v_0) << scheme;
    const double spin = om_0 - mu_o * r * m * g / ball.inertia() * 2.0 * stops;
    EXPECT_NEAR(session.state.v[5], spin, 2e-3 * om_0) << scheme;
  }
}

// A contact solver takes one moment beside the impulse: in space rigid contacts resist either.
TEST(Rolling, RigidContactsResistRollingOrTwisting) {
  for (const std::string scheme : schemes) {
    const Problem p = on_slope(scheme, kinds[1], law(0.1, 0.1), 0.0, 0.0, 1.0);
    const auto reason = scheme_entry(scheme).make(settings(scheme))->refuses(p.traits, h);
    EXPECT_EQ(reason.has_value(), rigid(scheme)) << scheme;
    EXPECT_TRUE(!reason || reason->find("not both") != std::string::npos) << *reason;
  }
}

/// Two balls that meet, and stay in touch for a while.
Problem meeting_balls(const ContactLaw& own) {
  RoundSetup setup({.dimension = 3, .rotates = true}, own);
  const double r_2 = 0.07, m_2 = 0.6;
  setup.body(m, r, 0.4 * m * r * r, {0.0, 0.0, 0.0}, {1.0, 0.2, -0.1}, {3.0, -8.0, 5.0});
  setup.body(m_2, r_2, 0.4 * m_2 * r_2 * r_2, {0.18, 0.02, 0.01}, {-0.5, 0.1, 0.3},
             {-20.0, 4.0, 9.0});
  return std::move(setup).make("pair", {}, 0.02);
}

/// Linear and angular momentum.
Eigen::Matrix<double, 6, 1> momenta(const Problem& p, const State& s) {
  const RoundSystem& system = *round_system(*p.system);
  Eigen::Matrix<double, 6, 1> out = Eigen::Matrix<double, 6, 1>::Zero();
  for (std::size_t i = 0; i < 2; ++i) {
    const auto at = 6 * static_cast<Eigen::Index>(i);
    const Vec3 x = s.q.segment<3>(at), v = s.v.segment<3>(at), om = s.v.segment<3>(at + 3);
    const double mass = system.bodies().mass[i];
    out.head<3>() += mass * v;
    out.tail<3>() += mass * x.cross(v) + system.bodies().inertia[i] * om;
  }
  return out;
}

// Torques of a pair are opposite: momentum and, where friction acts at the middle of the contact
// (inc), angular momentum are kept, and energy falls. At undeformed radii angular momentum is kept
// up to the overlap, O(sqrt(R)).
TEST(Rolling, APairKeepsItsMomentaAndLosesEnergy) {
  const Problem p = meeting_balls(law(0.3, 0.2)), without = meeting_balls(law(0.0));
  const auto energy = [&](const State& s) { return 0.5 * s.v.cwiseAbs2().dot(p.system->mass()); };
  for (const auto& [scheme, kept] :
       {std::pair{"md", 2e-3}, std::pair{"snc", 2e-3}, std::pair{"inc", 1e-9}}) {
    Session with_it(scheme_entry(scheme), settings(scheme, 1e-6), p, h);
    const auto before = momenta(p, with_it.state);
    const double at_first = energy(with_it.state);
    with_it.run(1000);
    const Eigen::Matrix<double, 6, 1> change = momenta(p, with_it.state) - before;
    EXPECT_LT(change.head<3>().norm(), 1e-9) << scheme;
    EXPECT_LT(change.tail<3>().norm(), kept * before.tail<3>().norm()) << scheme;
    EXPECT_LT(energy(with_it.state), at_first) << scheme;
    Session free(scheme_entry(scheme), settings(scheme, 1e-6), without, h);
    free.run(1000);
    EXPECT_GT((free.state.v - with_it.state.v).norm(), 1e-2) << scheme;
  }
}

}  // namespace
}  // namespace impactbench::testing
