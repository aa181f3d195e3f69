// The impulses that event_driven records are all that momenta gain beside the external forces,
// through impacts, contacts that stay while their normals turn, friction, and the steps in which
// impacts accumulate.
#include "problems/model/disc_setup.hpp"
#include "problems/model/round_setup.hpp"
#include "reference/yardsticks/meter.hpp"
#include "schemes/event_driven/event_driven.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/support/bodies_in_coordinates.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace impactbench::testing {
namespace {

const SchemeEntry& scheme() {
  static const SchemeEntry entry = event_driven::entry();
  return entry;
}

/// Sum of the recorded impulses, in the entries of v.
Eigen::VectorXd handed_on(const ContactImpulses& recorded, Eigen::Index entries, bool constraints) {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(entries);
  const auto rows = static_cast<std::size_t>(recorded.rows),
             dofs = static_cast<std::size_t>(recorded.dofs);
  for (std::size_t k = 0; k < recorded.impulse.size(); ++k) {
    const auto add = [&](int body, const std::vector<double>& jacobian) {
      const std::size_t first = constraints ? 0 : dofs * static_cast<std::size_t>(body);
      for (std::size_t i = 0; i < dofs; ++i)
        out[static_cast<Eigen::Index>(first + i)] += jacobian[k * dofs + i] * recorded.impulse[k];
    };
    add(recorded.body_a[k / rows], recorded.jacobian_a);
    if (recorded.body_b[k / rows] != ContactProblem::fixed)
      add(recorded.body_b[k / rows], recorded.jacobian_b);
  }
  return out;
}

struct Sums {
  double left{0.0};     ///< of M dv - h F - H p, the most
  double largest{0.0};  ///< entry of H p
  int contacts{0};      ///< recorded in all
};

Sums run(const Problem& p, int steps) {
  const double h = p.horizon / steps;
  Session s(scheme(), {}, p, h);
  ContactImpulses recorded;
  s.scheme().record_impulses(&recorded);
  const GeneralisedSystem* coordinates = generalised_system(*p.system);
  const Eigen::Index n = p.initial.v.size();
  Eigen::MatrixXd mass = p.system->mass().asDiagonal();
  if (coordinates != nullptr) coordinates->mass_matrix(p.initial.q, mass);
  Eigen::VectorXd force(n);
  State before = s.state;
  Sums out;
  s.run(steps, [&](const State& after) {
    p.system->external_force(0.0, before.q, before.v, force);
    const Eigen::VectorXd p_c = handed_on(recorded, n, coordinates != nullptr);
    const Eigen::VectorXd left = mass * (after.v - before.v) - h * force - p_c;
    out.left = larger(out.left, left.cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
    out.largest = larger(out.largest, p_c.cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
    out.contacts += static_cast<int>(recorded.contacts());
    before = after;
  });
  EXPECT_EQ(s.unconverged(), 0) << p.name;
  return out;
}

struct Kind {
  std::string problem;
  ParameterSet settings;
};

TEST(EventDrivenImpulses, AreAllThatMomentaGain) {
  const std::vector<Kind> kinds{{"bouncing_ball", {{"restitution", 0.5}}},
                                {"bouncing_ball", {}},
                                {"four_stacked", {}},
                                {"newton_cradle", {{"restitution", 0.0}}},
                                {"rolling_ball", {}},
                                {"rolling_ball", {{"rolling_friction", 0.1}}},
                                {"thrown_ball", {}},
                                {"dome", {{"dimension", std::int64_t{2}}}},
                                {"dome", {{"dimension", std::int64_t{3}}}},
                                {"oblique_impact", {}},
                                {"oblique_ball", {}},
                                {"superball", {}},
                                {"four_balls_spin", {{"restitution", 0.5}}}};
  for (const auto& [problem, settings] : kinds) {
    const Problem p = problem_entry(problem).make(settings);
    for (const int steps : {3, 40}) {
      const Sums sums = run(p, steps);
      EXPECT_GT(sums.largest, 0.0) << problem;
      EXPECT_LT(sums.left, 1e-12 * (1.0 + sums.largest)) << problem << steps;
    }
  }
}

TEST(EventDrivenImpulses, AreAllThatMomentaGainInCoordinates) {
  for (const char* problem : {"rolling_ball", "oblique_impact", "bouncing_ball", "oblique_ball"}) {
    const ParameterSet settings = std::string(problem) == "bouncing_ball"
                                      ? ParameterSet{{"restitution", 0.5}}
                                      : ParameterSet{};
    const Problem round = problem_entry(problem).make(settings);
    const Problem p = coordinates_of(round, skewed(round.initial.q.size()));
    const Sums sums = run(p, 20);
    EXPECT_GT(sums.largest, 0.0) << problem;
    EXPECT_LT(sums.left, 1e-11 * (1.0 + sums.largest)) << problem;
  }
}

TEST(EventDrivenImpulses, OfAnImpactAreThoseOfItsLaw) {
  // m (1 + e) sqrt(2 g H), wherever in the step.
  const double e = 0.5, g = 9.80665, H = 0.8;
  const Problem p = problem_entry("bouncing_ball").make({{"restitution", e}});
  for (const double h : {0.41, 0.6}) {
    Session s(scheme(), {}, p, h);
    ContactImpulses recorded;
    s.scheme().record_impulses(&recorded);
    (void)s.step();
    ASSERT_TRUE(recorded.known);
    ASSERT_EQ(recorded.contacts(), 1U) << h;
    EXPECT_NEAR(recorded.impulse[0], (1.0 + e) * std::sqrt(2.0 * g * H), 1e-12) << h;
    EXPECT_EQ(recorded.body_b[0], ContactProblem::fixed);
  }
  // Where nothing touches no impulse is recorded.
  Session flies(scheme(), {}, p, 0.1);
  ContactImpulses recorded;
  flies.scheme().record_impulses(&recorded);
  (void)flies.step();
  EXPECT_TRUE(recorded.known);
  EXPECT_EQ(recorded.contacts(), 0U);
}

TEST(EventDrivenImpulses, OfAContactThatStaysAreTheForceOverTheStep) {
  // A point of mass 1 at 1 m/s inside of a circle of radius 1: 1 N, whose direction turns by h, so
  // that the mean row is shorter than 1: sin(h / 2) / (h / 2).
  const Problem p =
      problem_entry("disc_wall")
          .make(
              {{"side", std::string("inside")}, {"x", 1.0}, {"y", 0.0}, {"vx", 0.0}, {"vy", 1.0}});
  for (const double h : {0.5, 0.01}) {
    Session s(scheme(), {}, p, h);
    ContactImpulses recorded;
    s.scheme().record_impulses(&recorded);
    for (int k = 0; k < 2; ++k)
      (void)s.step();
    ASSERT_EQ(recorded.contacts(), 1U);
    const double row = std::hypot(recorded.jacobian_a[0], recorded.jacobian_a[1]);
    const double gradient = recorded.impulse[0] * row / (2.0 * std::sin(0.5 * h));
    EXPECT_NEAR(gradient, 1.0, 1e-10) << h;
  }
}

// Slip begins, stops and turns back within steps, along rows that turn round with it: of any step
// the tangential impulse is one that Coulomb's cone allows, to rounding.
TEST(EventDrivenImpulses, OfFrictionAreWithinTheConeWhateverAStepHolds) {
  for (const char* problem : {"rubbing_base", "rubbing_oscillator", "sliding_rod"}) {
    const Problem p = problem_entry(problem).make({});
    const double mu = generalised_system(*p.system)->law(0).friction;
    const int steps = 500;
    Session s(scheme(), {}, p, p.horizon / steps);
    ContactImpulses recorded;
    s.scheme().record_impulses(&recorded);
    int at_the_bound = 0;
    s.run(steps, [&](const State& after) {
      for (std::size_t c = 0; c < recorded.contacts(); ++c) {
        const double pressed = recorded.impulse[2 * c],
                     rubs = std::abs(recorded.impulse[2 * c + 1]);
        EXPECT_LE(rubs, mu * pressed * (1.0 + 1e-9)) << problem << ' ' << after.step;
        if (rubs > 0.999 * mu * pressed) ++at_the_bound;
        if (rubs == 0.0 || std::string(problem) == "sliding_rod") continue;
        EXPECT_NEAR(std::abs(recorded.jacobian_a[2 * 2 * c + 2]), 1.0, 1e-12) << "the tangent is x";
      }
    });
    EXPECT_GT(at_the_bound, 10) << problem;
  }
}

TEST(EventDrivenImpulses, ChangeNothingOfTheMotion) {
  const Problem p = problem_entry("superball").make({});
  Session quiet(scheme(), {}, p, p.horizon / 30.0), records(scheme(), {}, p, p.horizon / 30.0);
  ContactImpulses recorded;
  records.scheme().record_impulses(&recorded);
  quiet.run(30);
  records.run(30);
  EXPECT_EQ(quiet.state.q, records.state.q);
  EXPECT_EQ(quiet.state.v, records.state.v);
}

/// The yardsticks' results for a run.
std::map<std::string, double> measured(const Problem& p, int steps) {
  const double h = p.horizon / steps;
  const SchemeClaims claims = scheme().make({})->claims();
  Session s(scheme(), {}, p, h);
  ContactImpulses recorded;
  s.scheme().record_impulses(&recorded);
  Meter meter(p, std::nullopt, std::nullopt, h, steps, claims.step, claims.motion);
  State before = s.state;
  s.run(steps, [&](const State& after) {
    meter.after_step(before, after, s.scheme().contact_problem(), s.scheme().impulses(), &recorded);
    before = after;
  });
  return meter.finish().quantities;
}

TEST(EventDrivenImpulses, AreHeldAgainstTheLawsOfImpact) {
  const auto q = measured(problem_entry("two_balls_test1").make({{"restitution", 0.5}}), 40);
  EXPECT_GT(q.at("law_events"), 0.0);
  EXPECT_LT(q.at("law_restitution"), 1e-2);
  EXPECT_LT(q.at("law_momentum"), 1e-2);
  EXPECT_LT(q.at("body_balance_error"), 1e-12);
  EXPECT_EQ(q.at("law_reaction"), 0.0);
}

TEST(EventDrivenImpulses, AreHeldAgainstTheLawsOfImpactInCoordinates) {
  // A flat wall: velocities before and after the step are those of the impact.
  const auto flat = measured(problem_entry("skewed_wall").make({{"restitution", 0.5}}), 7);
  EXPECT_EQ(flat.at("law_events"), 1.0);
  EXPECT_LT(flat.at("law_restitution"), 1e-12);
  EXPECT_EQ(flat.at("law_pull"), 0.0);
  // A round one: they are but for what its normal turns.
  const auto round = measured(problem_entry("disc_wall").make({{"restitution", 0.5}}), 200);
  EXPECT_GE(round.at("law_events"), 1.0);
  EXPECT_LT(round.at("law_restitution"), 1e-12);
}

}  // namespace
}  // namespace impactbench::testing
