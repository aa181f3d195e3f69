// Contact of elastic bars without a law of impact: what newmark_contact, mass_redistribution and
// nitsche (nitsche.cpp has its own) say of energy, of masses and of the reaction, each two-sided,
// on the bars whose waves are known.
#include "problems/base/error.hpp"
#include "problems/model/disc_setup.hpp"
#include "problems/model/generalised_setup.hpp"
#include "tests/schemes/elastic_runs.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/bodies_in_coordinates.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace impactbench::testing {
namespace {

const ParameterSet implicit{}, averaged{{"reaction", std::string("trapezoid")}};

TEST(ElasticContact, ImplicitReactionsNeverGainEnergyAndAveragedOnesDo) {
  // dE = -r f(q^n) of `end`; of `trapezoid` the reaction swings, and gains where it lets go. Ten
  // impacts of the bar.
  const double horizon = 80.0 / 3.0;
  for (const char* mass : {"lumped", "consistent"}) {
    const Problem bar = falling(21, horizon, mass);
    const Measured end = run("newmark_contact", implicit, bar, 4000);
    EXPECT_LT(end.rise, 1e-10 * end.start) << mass;
    EXPECT_LT(end.least, end.start * (1.0 - 1e-3)) << "nothing was lost: were there impacts?";
    const Measured mean = run("newmark_contact", averaged, bar, 4000);
    EXPECT_GT(mean.rise, 1e-6 * mean.start) << mass;
  }
}

TEST(ElasticContact, WhatImplicitReactionsTakeVanishesWithTheElements) {
  // The mass that meets, m d / 2, stops from w = 10 m/s and more in either impact of a period: the
  // loss is of the order of d / L.
  for (const char* mass : {"lumped", "consistent"}) {
    const auto loss = [&](std::int64_t n) {
      const Measured r = run("newmark_contact", implicit, falling(n, 16.0 / 3.0, mass), 40 * n);
      return 1.0 - r.least / r.start;
    };
    const double coarse = loss(21), fine = loss(81);
    EXPECT_GT(coarse, 0.5 * 2.0 / 20.0 * 0.5) << "half of the mass of a node, twice";
    EXPECT_LT(coarse, 4.0 / 20.0) << mass;
    EXPECT_NEAR(std::log(coarse / fine) / std::log(4.0), 1.0, 0.15) << mass;
  }
}

TEST(ElasticContact, RedistributedMassKeepsTheEnergyToTheOrderOfTheStep) {
  // r and f are Lipschitz and begin at 0, so that a contact that closes or opens costs O(h^2).
  double last = 0.0;
  for (const std::int64_t steps : {1600, 3200, 6400}) {
    const Measured r = run("mass_redistribution", {}, falling(21, 16.0 / 3.0), steps);
    const double off = std::max(r.most - r.start, r.start - r.least) / r.start;
    EXPECT_GT(off, 1e-9) << "exact: nothing closed";
    EXPECT_LT(off, 1e-3) << steps;
    if (last > 0.0) {
      EXPECT_LT(off, 0.6 * last) << steps;
    }
    last = off;
  }
}

TEST(ElasticContact, RedistributedMassLeavesNoMassWhereBodiesMeetAndKeepsTheTotal) {
  // One step without weight: v is T v, the first node has the velocity of its neighbour, and
  // v . M v of a rigid motion is what it was.
  const Problem bars = problem_entry("two_bars").make({{"gap", 10.0}});
  Session session(scheme_entry("mass_redistribution"), {}, bars, 1e-2);
  session.state.v.setZero();
  session.state.v.head(21).setConstant(0.1);
  const double kinetic = bars.system->kinetic_energy(session.state.q, session.state.v);
  (void)session.step();
  EXPECT_NEAR(bars.system->kinetic_energy(session.state.q, session.state.v), kinetic, 1e-14);
  EXPECT_NEAR((session.state.v.head(21).array() - 0.1).abs().maxCoeff(), 0.0, 1e-13);
  EXPECT_NEAR(session.state.v.tail(session.state.v.size() - 21).cwiseAbs().maxCoeff(), 0.0, 1e-13);
}

TEST(ElasticContact, TheReactionSwingsWithTheMassThatMeetsAndIsSmoothWithoutIt) {
  // Steps of half an element's time: 2.4 beside 78 and 85 times the variation of the exact one.
  const Problem bar = falling(51, 16.0 / 3.0);
  const auto measured = [&](const char* scheme, const ParameterSet& settings) {
    return run(scheme, settings, bar, 1600).quantities;
  };
  const auto redistributed = measured("mass_redistribution", {}),
             of_ends = measured("newmark_contact", implicit),
             of_means = measured("newmark_contact", averaged);
  const double smooth = redistributed.at("reaction_variation"),
               end = of_ends.at("reaction_variation"), mean = of_means.at("reaction_variation");
  // The impulse of both contacts is right but for the speed that elements leave short, 0.456 a(2 L)
  // / L = 2 %; not where reactions make energy.
  EXPECT_LT(redistributed.at("contact_impulse_error"), 0.02);
  EXPECT_LT(of_ends.at("contact_impulse_error"), 0.02);
  EXPECT_GT(of_means.at("contact_impulse_error"), 0.05);
  EXPECT_GT(smooth, 0.8);
  EXPECT_LT(smooth, 3.0);
  EXPECT_GT(end, 20.0 * smooth);
  EXPECT_GT(mean, 20.0 * smooth);
}

TEST(ElasticContact, ConvergesToTheWaveAsElementsAndStepsShrinkTogether) {
  // A front is cut to the width (d^2 x)^(1/3): displacements are off by the order 2/3 of d whatever
  // the order of the rule in time, and so is the reaction in L1 where it does not swing; where it
  // does, by a share that no refinement takes away.
  for (const auto& [scheme, settings, swings] :
       {std::tuple{"mass_redistribution", ParameterSet{}, false},
        {"newmark_contact", implicit, true},
        {"nitsche", ParameterSet{}, true}}) {
    std::vector<double> d, position, reaction;
    for (const std::int64_t elements : {80, 160, 320}) {
      const Measured r = run(scheme, settings, falling(elements + 1, 2.0), elements * 12);
      d.push_back(1.0 / static_cast<double>(elements));
      position.push_back(r.quantities.at("far_end_error_sup"));
      reaction.push_back(r.quantities.at("reaction_error_l1"));
    }
    EXPECT_NEAR(slope(d, position), 2.0 / 3.0, 0.12) << scheme;
    if (swings) {
      EXPECT_NEAR(slope(d, reaction), 0.0, 0.05) << scheme;
      EXPECT_GT(reaction.back(), 0.3) << scheme;
    } else {
      EXPECT_NEAR(slope(d, reaction), 2.0 / 3.0, 0.12) << scheme;
      EXPECT_LT(reaction.back(), 0.02) << scheme;
    }
  }
}

TEST(ElasticContact, ReversesTheShortBarByWavesAlone) {
  // Saint-Venant: the short bar is at rest when it has handed its momentum on, the restitution of
  // the centres of mass is 1 / ratio, and nothing is lost.
  const Problem bars = problem_entry("two_bars").make({{"n", std::int64_t{101}}, {"horizon", 3.5}});
  for (const char* scheme : {"mass_redistribution", "newmark_contact", "nitsche"}) {
    const std::int64_t steps = 700;
    Session session(scheme_entry(scheme), {}, bars, 3.5 / steps);
    session.run(steps);
    const Eigen::VectorXd p = bars.system->mass().cwiseProduct(session.state.v);
    EXPECT_NEAR(p.head(101).sum(), 0.0, 0.03 * 0.1) << scheme;
    EXPECT_NEAR(p.sum(), 0.1, 1e-9) << scheme;
    EXPECT_NEAR(bars.system->kinetic_energy(session.state.q, session.state.v) +
                    bars.system->external_potential(0.0, session.state.q),
                0.5 * 0.1 * 0.1, 0.01 * 0.5 * 0.1 * 0.1)
        << scheme;
  }
}

TEST(ElasticContact, RefusesWhatItHasNoLawFor) {
  for (const char* scheme : {"mass_redistribution", "newmark_contact", "nitsche"}) {
    const auto method = scheme_entry(scheme).make({});
    const auto refusal = [&](const char* problem, const ParameterSet& settings) {
      return method->refuses(problem_entry(problem).make(settings).traits, 1e-4).value_or("");
    };
    EXPECT_NE(refusal("bouncing_point", {{"restitution", 0.0}}).find("law of impact"),
              std::string::npos);
    EXPECT_NE(refusal("bouncing_ball", {}).find("law of impact"), std::string::npos);
    EXPECT_NE(refusal("impacting_bar", {{"restitution", 0.5}}).find("restitution must be 0"),
              std::string::npos);
    EXPECT_EQ(refusal("bouncing_bar", {}), "");
    // Without a motion that something elastic resists there is no law for one without mass.
    const Problem point = problem_entry("bouncing_point").make({{"restitution", 0.0}});
    if (scheme != std::string("newmark_contact")) {
      EXPECT_THROW(Session(scheme_entry(scheme), {}, point, 1e-3), ConfigurationError);
    }
  }
}

TEST(ElasticContact, RefusesARigidMechanismOfAnyNumberOfCoordinates) {
  // Two discs and a floor in coordinates: six of them, and nothing that deforms.
  const Problem discs = problem_entry("four_stacked").make({{"restitution", 0.0}});
  const Eigen::Index n = discs.initial.q.size();
  const Problem rigid =
      make_generalised("stack", {},
                       std::make_unique<BodiesInCoordinates<2>>(*round_system(*discs.system),
                                                                Eigen::MatrixXd::Identity(n, n)),
                       discs.initial, 0.1);
  ASSERT_GE(rigid.traits.dimension, 4);
  ASSERT_FALSE(rigid.traits.friction);
  ASSERT_EQ(rigid.traits.restitution, 0.0);
  for (const char* scheme : {"mass_redistribution", "newmark_contact", "nitsche"}) {
    const std::string reason =
        scheme_entry(scheme).make({})->refuses(rigid.traits, 1e-4).value_or("");
    EXPECT_NE(reason.find("elastic bodies"), std::string::npos) << scheme << ": " << reason;
  }
}

TEST(ElasticContact, AllocatesNothingInAStep) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  for (const char* scheme : {"mass_redistribution", "newmark_contact", "nitsche"}) {
    for (const char* problem : {"bouncing_bar", "two_bars"}) {
      const Problem bar = problem_entry(problem).make({});
      Session session(scheme_entry(scheme), {}, bar, bar.horizon / 800.0);
      const double first = session.state.q[0];
      (void)session.step();
      const std::int64_t before = allocations();
      for (int k = 0; k < 400; ++k)
        (void)session.step();
      EXPECT_EQ(allocations() - before, 0) << scheme << ' ' << problem;
      EXPECT_NE(session.state.q[0], first) << "nothing moved";
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
