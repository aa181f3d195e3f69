// A liquid bridge: what it takes from the discs that tear it.

#include "problems/base/error.hpp"
#include "reference/yardsticks/stated_force.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <string_view>
#include <vector>

namespace impactbench::testing {
namespace {

/// Work that breaks the bridge of the defaults.
double depth() {
  const double scale = std::numbers::pi * 0.1;
  return scale * ((std::exp(0.4) - std::exp(0.4 - 20.0 * 0.1)) / 20.0 + 0.05 * 0.1);
}

TEST(CapillaryBridge, TakesItsDepthFromDiscsThatTearIt) {
  // (m/4) w^2 of the relative speed w: w_end^2 = w_0^2 - 4 depth / m.
  const Problem p = problem_entry("capillary_pair").make({});
  EXPECT_NEAR(truth_of(p).scalars.at("kinetic_energy"), 0.25 * 0.25 - depth(), 1e-15);
  EXPECT_NEAR(-p.system->external_potential(0.0, p.initial.q), depth(), 1e-15);
  const double exact = std::sqrt(0.5 * 0.5 - 4.0 * depth());
  double last = HUGE_VAL;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    Session session(scheme_entry("maury"), {}, p, h, "mprgp");
    session.run(std::llround(1.0 / h));
    EXPECT_GT(session.state.q[2] - session.state.q[0], 0.2 + 0.1) << "torn";
    const double error = std::abs(session.state.v[2] - session.state.v[0] - exact);
    EXPECT_LT(error, 0.7 * last) << h;
    last = error;
  }
  EXPECT_LT(last, 2e-3);
}

TEST(CapillaryBridge, BringsBackDiscsThatAreTooSlowAndHoldsThem) {
  // Below w = 2 sqrt(depth / m) they come back; without rebound they stay together.
  const double least = std::sqrt(depth());  // of each
  for (const bool fast : {false, true}) {
    const Problem p = problem_entry("capillary_pair")
                          .make({{"speed", (fast ? 1.03 : 0.97) * least}, {"horizon", 8.0}});
    Session session(scheme_entry("maury"), {}, p, 1e-3, "mprgp");
    session.run(8000);
    const double gap = session.state.q[2] - session.state.q[0] - 0.2;
    if (fast) {
      EXPECT_GT(gap, 0.1);
    } else {
      EXPECT_NEAR(gap, 0.0, 1e-9);
      EXPECT_NEAR(session.state.v.norm(), 0.0, 1e-5) << "the tolerance of the solver";
    }
  }
}

TEST(CapillaryBridge, PullsWhereASchemeStatesThatItTakesForces) {
  // In the third step of joined discs that meet with 0.4 m/s, M dv / h is the force of the stated
  // place. Over half a step the gap changes by 2e-4 m, and the force by 20/m times that, 4e-3.
  const Problem p =
      problem_entry("capillary_pair")
          .make({{"gap", 0.05}, {"film", 0.06}, {"speed", -0.2}, {"restitution", 1.0}});
  const double h = 1e-3;
  for (const char* name : {"dem", "inc", "md", "moreau_jean", "nscd", "schatzman_paoli", "snc"}) {
    const SchemeEntry& scheme = scheme_entry(name);
    Session session(scheme, {}, p, h);
    session.run(2);
    const State before = session.state;
    session.run(1);
    const State& after = session.state;
    const Eigen::VectorXd pull = p.system->mass().cwiseProduct(after.v - before.v) / h;
    const auto motion = scheme.make({})->claims().motion;
    ASSERT_TRUE(motion) << name;
    ASSERT_NE(motion->force, ForcePlace::unstated) << name;
    for (const ForcePlace place : {ForcePlace::start, ForcePlace::middle, ForcePlace::ends}) {
      MotionStep stated = *motion;
      stated.force = place;
      Eigen::VectorXd force = Eigen::VectorXd::Zero(pull.size());
      StatedForce(*p.system, stated).take(before, after, 3.0 * h, h, force);
      const double off = (pull - force).norm() / force.norm();
      if (place == motion->force) {
        EXPECT_LT(off, 1e-8) << name;
      } else if (place != ForcePlace::ends && motion->force != ForcePlace::ends) {
        EXPECT_GT(off, 1e-3) << name << ": the other end";
      }
    }
  }
}

/// Two discs of 0.1 m that start 0.3 m apart, moving towards each other between walls, all elastic.
Problem bouncing_pair(const ParameterSet& more = {}) {
  ParameterSet all{
      {"gap", 0.3}, {"room", 0.2}, {"speed", -0.4}, {"restitution", 1.0}, {"horizon", 6.0}};
  for (const auto& [key, value] : more)
    all[key] = value;
  return problem_entry("capillary_pair").make(all);
}

/// Work of the bridge from the film of the defaults to its rupture.
double lost_per_cycle(double film = 1e-6) {
  const double scale = std::numbers::pi * 0.1;
  return scale *
         ((std::exp(0.4 - 20.0 * film) - std::exp(0.4 - 20.0 * 0.1)) / 20.0 + 0.05 * (0.1 - film));
}

TEST(CapillaryBridge, TakesTheWorkOfTheLawAtEachMeeting) {
  // Rupture and film differ: what a meeting costs is the area of the loop between the two. Nothing
  // else loses energy, walls and discs being elastic.
  // A step sees the ends of a bridge, and its force, up to a step late: at speeds up to sqrt(K + w)
  // each, w the work from contact on.
  const double pull = std::numbers::pi * 0.1 * (std::exp(0.4) + std::exp(0.4 - 2.0) + 2.0 * 0.05);
  const double way = 2.0 * std::sqrt(0.16 + lost_per_cycle());
  for (const double h : {2e-3, 1e-3, 5e-4}) {
    const Problem p = bouncing_pair();
    Session session(scheme_entry("schatzman_paoli"), {}, p, h, "mprgp");
    std::vector<double> plateaus;  // kinetic energy while no bridge is there
    bool joined = false;
    session.run(std::llround(p.horizon / h), [&](const State& s) {
      if (joined && s.q[4] == 0.0) plateaus.push_back(kinetic_energy(*p.system, s.v));
      joined = s.q[4] != 0.0;
    });
    ASSERT_EQ(plateaus.size(), 3U) << "meetings until the horizon";
    double worst = 0.0, before = 0.16;
    for (const double after : plateaus) {
      worst = larger(worst, std::abs(before - after - lost_per_cycle()));
      before = after;
    }
    EXPECT_LT(worst, pull * way * h) << h;
    EXPECT_LT(pull * way * h, 0.06 * lost_per_cycle()) << "else this says nothing";
  }
  EXPECT_NEAR(truth_of(bouncing_pair()).scalars.at("kinetic_energy"), 0.16 - 3.0 * lost_per_cycle(),
              1e-12);
}

TEST(CapillaryBridge, LosesNothingWhereItFormsAsFarAsItBreaks) {
  // film = rupture: the force is a function of the gap alone, a potential.
  const Problem p = bouncing_pair({{"film", 0.1}});
  const double exact = truth_of(p).scalars.at("kinetic_energy");
  EXPECT_NEAR(exact, 0.16, 1e-12);
  Session session(scheme_entry("schatzman_paoli"), {}, p, 5e-4, "mprgp");
  session.run(std::llround(p.horizon / 5e-4));
  EXPECT_NEAR(kinetic_energy(*p.system, session.state.v), 0.16, 0.005 * 0.16);
}

TEST(CapillaryBridge, IsRememberedByTheStateAlone) {
  // Between film and rupture the same places pull or not: a copy of a state goes on as it would
  // have, in a scheme that has seen nothing of the past.
  const Problem p = bouncing_pair();
  const double h = 1e-3;
  const Problem tearing = problem_entry("capillary_pair").make({});
  Session first(scheme_entry("maury"), {}, tearing, h, "mprgp");
  Eigen::VectorXd force(4);
  int seen = 0;
  Session session(scheme_entry("schatzman_paoli"), {}, p, h, "mprgp");
  session.run(3000, [&](const State& s) {
    const double gap = s.q[2] - s.q[0] - 0.2;
    if (gap < 0.01 || gap > 0.09) return;
    p.system->external_force(0.0, s.q, s.v, force);
    const bool leaves = s.v[2] > 0.0;
    EXPECT_EQ(force[0] > 0.0, leaves) << "pulls on the way out only";
    EXPECT_EQ(s.q[4], leaves ? 1.0 : 0.0);
    ++seen;
  });
  EXPECT_GT(seen, 100);
  first.run(50);
  ASSERT_EQ(first.state.q[4], 1.0);
  Session second(scheme_entry("maury"), {}, tearing, h, "mprgp");
  second.state = first.state;
  second.state.q[4] = 1.0;
  Session torn(scheme_entry("maury"), {}, tearing, h, "mprgp");
  torn.state = first.state;
  torn.state.q[4] = 0.0;
  for (Session* one : {&first, &second, &torn})
    one->run(100);
  EXPECT_EQ(first.state.q, second.state.q);
  EXPECT_GT(torn.state.v[2], first.state.v[2] + 0.01) << "without its bridge nothing brakes it";
}

TEST(CapillaryBridge, IsKeptUpByEverySchemeThatMovesSpheres) {
  std::set<std::string_view> refusing;
  for (const SchemeEntry& scheme : scheme_catalogue()) {
    ParameterSet given{{"gap", 2e-3}, {"speed", -0.2}};
    if (scheme.name == "gluey" || scheme.name == "lubrication") given["gluey"] = true;
    if (scheme.name == "lubrication") given["film"] = 1e-4, given["viscosity"] = 1e-3;
    const Problem p = problem_entry("capillary_pair").make(given);
    if (scheme.make({})->refuses(p.traits, 1e-3)) {
      refusing.insert(scheme.name);
      continue;
    }
    Session session(scheme, {}, p, 1e-3);
    EXPECT_EQ(session.state.q[4], 0.0);
    session.run(100);
    EXPECT_EQ(session.state.q[4], 1.0) << scheme.name;
  }
  // Motion without inertia, points in moving sets, elastic bodies and what needs their waves.
  EXPECT_EQ(refusing, (std::set<std::string_view>{
                          "catching_up", "mass_redistribution", "mka3d", "mka3d_linear",
                          "moreau_yosida", "newmark_contact", "nitsche", "projected_midpoint"}));
}

TEST(CapillaryBridge, RefusesAFilmBeyondTheRupture) {
  EXPECT_THROW((void)problem_entry("capillary_pair").make({{"film", 0.2}}), ConfigurationError);
}

}  // namespace
}  // namespace impactbench::testing
