#include "problems/contact/geometry.hpp"
#include "schemes/support/newton/coulomb.hpp"
#include "tests/schemes/scheme_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace impactbench::testing {
namespace {

/// The schemes that have friction, each with a stiff contact.
std::vector<SchemeCase> rough_schemes() {
  const auto inc = [](const char* variant, double alpha, double c_tau) {
    return SchemeCase{&scheme_entry("inc"),
                      {{"variant", std::string(variant)},
                       {"alpha", alpha},
                       {"R", alpha == 2.0 ? 1e-6 : 1e-10},
                       {"c_tau", c_tau}}};
  };
  return {{&scheme_entry("nscd"), {}},
          {&scheme_entry("moreau_jean"), {}},
          {&scheme_entry("moreau_jean"), {{"theta", 1.0}, {"projection", std::string("combined")}}},
          {&scheme_entry("generalised_alpha"), {}},
          {&scheme_entry("bathe"), {}},
          {&scheme_entry("dem"), {{"R", 1e-6}}},
          {&scheme_entry("md"), {{"R", 1e-6}}},
          {&scheme_entry("snc"), {{"R", 1e-6}, {"c_tau", 1e6}}},
          {&scheme_entry("snc"), {{"R", 1e-6}, {"c_tau", 1e4}, {"slip_newton", "thesis"}}},
          inc("ec", 2.0, 1e6),
          inc("ec", 3.0, 1e12),
          inc("thesis", 2.0, 1e6)};
}

/// Cluster of discs around the origin that meet at once, with spins: many contacts, all slipping
/// or sticking in their own way.
Problem spinning_cluster(double friction, double restitution = 1.0) {
  DiscCommon common;
  common.friction = friction;
  common.restitution = restitution;
  common.inertia = "physical";
  DiscSetup setup(common);
  for (int k = 0; k < 6; ++k) {
    const double angle = k * M_PI / 3.0;
    const Vec2 outwards(std::cos(angle), std::sin(angle));
    setup.disc(1.0 + 0.2 * k, 0.1, 0.25 * outwards, -outwards + 0.1 * rot90(outwards), 3.0 * k - 5);
  }
  setup.disc(0.5, 0.1, {0.01, 0.0}, {0.0, 0.0}, 2.0);
  return std::move(setup).make("spinning_cluster", {}, 0.5);
}

TEST(Friction, TheListingsNewtonLeavesTheTorqueOutOfWhatSlipsAndSticks) {
  // w = 2 m/s against c_tau = 10 N s/m: 20 N where the bound allows it, else the bound, against w.
  const Coulomb law{10.0};
  ActiveFriction<2> g;
  g.slip[0] = 2.0;
  g.bound = 30.0;
  g.bound_stiffness = 7.0;
  EXPECT_EQ(linearise_as_thesis(law, 4.0, g)[0], -20.0);
  EXPECT_EQ(g.stick(0, 0), 40.0) << "c_tau times the velocity per dq";
  EXPECT_EQ(g.coupling[0], 0.0);
  EXPECT_FALSE(g.torque_of_coupling);
  for (const double slip : {2.0, -2.0}) {
    g = {};
    g.slip[0] = slip;
    g.bound = 15.0;
    g.bound_stiffness = 7.0;
    const double sign = slip > 0.0 ? 1.0 : -1.0;
    EXPECT_EQ(linearise_as_thesis(law, 4.0, g)[0], -15.0 * sign);
    EXPECT_EQ(g.stick(0, 0), 0.0);
    EXPECT_EQ(g.coupling[0], 7.0 * sign);
    EXPECT_FALSE(g.torque_of_coupling);
  }
}

TEST(Friction, ExactNewtonFollowsTheBoundWhereItSlips) {
  // trial = f - (w + f / c_tau) / mobility = -2 - (3 - 0.2) / 0.5 = -7.6: sticks below a bound of 8
  // N, else slips forwards, with the bound and its derivative against the slip.
  const Coulomb law{10.0};
  ActiveFriction<2> g;
  g.force[0] = -2.0;
  g.slip[0] = 3.0;
  g.bound = 8.0;
  g.bound_stiffness = 7.0;
  EXPECT_EQ(linearise_exactly(law, 4.0, 0.5, g)[0], -30.0);
  EXPECT_EQ(g.stick(0, 0), 40.0);
  EXPECT_EQ(g.coupling[0], 0.0);
  g.bound = 5.0;
  EXPECT_EQ(linearise_exactly(law, 4.0, 0.5, g)[0], -5.0);
  EXPECT_EQ(g.stick(0, 0), 0.0);
  EXPECT_EQ(g.coupling[0], 7.0);
  g.force[0] = 2.0, g.slip[0] = -3.0;
  EXPECT_EQ(linearise_exactly(law, 4.0, 0.5, g)[0], 5.0);
  EXPECT_EQ(g.coupling[0], -7.0);
}

TEST(Friction, ASlidingBallRolls) {
  // m v' = -mu m g, J om' = -mu m g r until v + r om = 0; J om - m r v = const, so that it rolls
  // with v = v0 / (1 + J / (m r^2)) from t = (v0 - v) / (mu g) on.
  for (const SchemeCase& scheme : rough_schemes()) {
    for (const char* inertia : {"thesis", "physical"}) {
      DiscCommon common;
      common.inertia = inertia;
      common.friction = 0.5;
      common.restitution = 0.0;
      common.tangential_restitution = 0.0;
      DiscSetup setup(common);
      setup.gravity({0.0, -9.80665});
      setup.box(-1.0, 5.0, 0.0, 1.0);
      setup.disc(1.0, 0.2, {0.0, 0.2}, {1.0, 0.0});
      const Problem ball = std::move(setup).make("sliding_ball", {}, 1.0);
      const double ratio = std::string(inertia) == "thesis" ? 1.0 / 0.04 : 0.5;
      const double rolling = 1.0 / (1.0 + ratio);
      Session session(*scheme.entry, scheme.parameters, ball, 1e-4);
      double when = 0.0;
      session.run(4000, [&](const State& s) {
        if (when == 0.0 && s.v[0] + 0.2 * s.v[2] < 1e-3) when = static_cast<double>(s.step) * 1e-4;
      });
      EXPECT_NEAR(session.state.v[0], rolling, 1e-3 * rolling) << scheme << ' ' << inertia;
      EXPECT_NEAR(session.state.v[2], -rolling / 0.2, 2e-3 * rolling / 0.2) << scheme;
      EXPECT_NEAR(when, (1.0 - rolling) / (0.5 * 9.80665), 1.5e-3) << scheme << ' ' << inertia;
    }
  }
}

TEST(Friction, KeepsMomentumAndNeverMakesEnergyInTheConservingVariant) {
  for (const double c_tau : {1e3, 1e7, 1e15}) {
    const Problem cluster = spinning_cluster(0.6);
    const auto& system = *disc_system(*cluster.system);
    const double R = 1e-6;
    Session session(scheme_entry("inc"),
                    {{"R", R}, {"alpha", 3.0}, {"c_tau", c_tau}, {"newton_tolerance", 1e-13}},
                    cluster, 1e-4);
    const auto totals = [&](const State& s) {
      // energy, linear momentum, angular momentum
      std::array<double, 4> out{kinetic_energy(system, s.v), 0.0, 0.0, 0.0};
      for (int i = 0; i < 7; ++i) {
        const double m = system.bodies().mass[static_cast<std::size_t>(i)];
        const Eigen::Index k = 3 * i;
        out[1] += m * s.v[k];
        out[2] += m * s.v[k + 1];
        out[3] += m * (s.q[k] * s.v[k + 1] - s.q[k + 1] * s.v[k]) +
                  system.bodies().inertia[static_cast<std::size_t>(i)] * s.v[k + 2];
        for (int j = i + 1; j < 7; ++j) {
          const double depth = 0.2 - (centre(s.q, j) - centre(s.q, i)).norm();
          if (depth > 0.0) out[0] += 0.5 / R * depth * depth * depth;
        }
      }
      return out;
    };
    const auto start = totals(cluster.initial);
    auto last = start;
    session.run(3000, [&](const State& s) {
      const auto now = totals(s);
      EXPECT_LE(now[0], last[0] + 1e-9) << "step " << s.step;
      last = now;
    });
    EXPECT_LT(last[0], 0.9 * start[0]) << "nothing rubbed";
    for (std::size_t k = 1; k < 4; ++k)
      EXPECT_NEAR(last[k], start[k], 1e-9) << k;
    EXPECT_EQ(session.unconverged(), 0) << c_tau;
  }
}

TEST(Friction, ExactNewtonConvergesWhereTheListingsDoesNot) {
  // With a stiff stick the listing's iteration jumps between the two directions of slip: it hits
  // its limit. The active sets settle in a few iterations, at |dq| < 1e-10 m and below.
  for (const char* variant : {"ec", "thesis"}) {
    for (const double c_tau : {1e4, 1e7, 1e15}) {
      const Problem cluster = spinning_cluster(0.5);
      const auto run = [&](const char* newton) {
        Session session(scheme_entry("inc"),
                        {{"variant", std::string(variant)},
                         {"slip_newton", std::string(newton)},
                         {"R", 1e-6},
                         {"c_tau", c_tau},
                         {"newton_tolerance", 1e-10},
                         {"newton_limit", 100}},
                        cluster, 1e-4);
        session.run(2000);
        return std::pair(session.unconverged(), session.nonlinear_iterations());
      };
      const auto [exact, iterations] = run("exact");
      EXPECT_EQ(exact, 0) << variant << " c_tau " << c_tau;
      EXPECT_LT(iterations, 2000 * 5) << variant << " c_tau " << c_tau;
      if (c_tau == 1e15) {
        EXPECT_GT(run("thesis").first, 20) << variant;
      }
    }
  }
}

TEST(Friction, ResultDoesNotDependOnWhichNewtonFindsIt) {
  // Where the listing's iteration converges it finds the same steps.
  const Problem cluster = spinning_cluster(0.5);
  const ParameterSet common{{"variant", "thesis"}, {"R", 1e-6}, {"c_tau", 1e3}};
  ParameterSet listing = common;
  listing["slip_newton"] = std::string("thesis");
  Session one(scheme_entry("inc"), common, cluster, 1e-4);
  Session other(scheme_entry("inc"), listing, cluster, 1e-4);
  one.run(1500);
  other.run(1500);
  ASSERT_EQ(one.unconverged() + other.unconverged(), 0);
  EXPECT_LT((one.state.q - other.state.q).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_GT((one.state.q - cluster.initial.q).norm(), 0.1);
}

/// A disc that rolls down a floor, pressed by gravity, and a second one that flies far above it.
Problem rolling_below(double speed_above) {
  DiscSetup setup(DiscCommon{.inertia = "physical", .friction = 0.9});
  setup.box(-50.0, 50.0, 0.0, 50.0);
  setup.gravity({3.0, -9.81});
  setup.allow_penetration(1e-4);
  setup.disc(1.0, 0.1, {0.0, 0.1 - 9.81e-5}, {0.3, 0.0});
  setup.disc(1.0, 0.1, {0.0, 20.0}, {0.0, speed_above});
  return std::move(setup).make("rolling_below", {}, 0.5);
}

TEST(Friction, SpringsOutliveTheListOfCandidates) {
  // A fast body makes the candidates be listed again and again; bodies without contact do not feel
  // it, bit for bit.
  const Problem below_rest = rolling_below(0.0), below_flight = rolling_below(40.0);
  for (const char* scheme : {"dem", "md"}) {
    Session slow(scheme_entry(scheme), {}, below_rest, 1e-4);
    Session fast(scheme_entry(scheme), {}, below_flight, 1e-4);
    slow.run(3000);
    fast.run(3000);
    EXPECT_EQ(slow.state.v.head(3), fast.state.v.head(3)) << scheme;
    EXPECT_LT(slow.state.v[2], -1.0) << scheme << ": it rolls";
  }
}

}  // namespace
}  // namespace impactbench::testing
