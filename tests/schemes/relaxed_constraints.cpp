// Friction at constraints of generalised coordinates under laws that are the least of a convex
// function, or give way: round bodies are such a system too.
#include "problems/model/round_setup.hpp"
#include "reference/yardsticks/constraint_laws.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/block.hpp"
#include "tests/support/bodies_in_coordinates.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

constexpr double smallest = 0.08, step_size = 2.5e-4;

/// Three unequal discs that spin and meet above a slope, without rebound.
Problem discs(double friction) {
  RoundSetup setup({.dimension = 2, .rotates = true},
                   {.restitution = 0.0, .tangential_restitution = 0.0, .friction = friction});
  setup.body(1.0, 0.1, 0.005, {-0.25, 0.27, 0.0}, {1.0, -0.3, 0.0}, {0.0, 0.0, 4.0});
  setup.body(0.7, 0.12, 0.005, {0.1, 0.35, 0.0}, {-0.8, 0.1, 0.0}, {0.0, 0.0, -9.0});
  setup.body(1.6, smallest, 0.005, {0.02, 0.75, 0.0}, {0.1, -1.5, 0.0}, {0.0, 0.0, 0.0});
  setup.half_space({0.0, 0.0, 0.0}, {0.28, 0.96, 0.0});
  setup.gravity({0.0, -9.81, 0.0});
  return std::move(setup).make("discs", {}, 0.4);
}

/// Two balls that spin and meet above a floor.
Problem balls() {
  RoundSetup setup({.dimension = 3, .rotates = true},
                   {.restitution = 0.0, .tangential_restitution = 0.0, .friction = 0.25});
  setup.body(1.0, 0.1, 0.004, {-0.2, 0.15, 0.02}, {1.0, -0.3, 0.2}, {3.0, 1.0, -4.0});
  setup.body(0.7, smallest, 0.004, {0.1, 0.2, -0.03}, {-0.8, 0.1, 0.3}, {0.0, -6.0, 2.0});
  setup.half_space({0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
  setup.gravity({0.0, -9.81, 0.0});
  return std::move(setup).make("balls", {}, 0.4);
}

/// A scheme with its settings for round bodies and for coordinates, whose length is 1 m here.
struct Stepped {
  std::string name;
  ParameterSet round, coordinates;
};

std::vector<Stepped> relaxed() {
  constexpr double range = 1e-2;
  const ParameterSet wall{{"range", range}, {"stiffness", 1e7}},
      same{{"range", range * smallest}, {"stiffness", 1e7}};
  return {{"anitescu_tasora", {}, {}},
          {"sap", {}, {}},
          {"soft_constraint", {}, {}},
          {"barrier", wall, same}};
}

Eigen::VectorXd end_of(const Stepped& with, const ParameterSet& settings, const Problem& problem) {
  Session session(scheme_entry(with.name), settings, problem, step_size);
  session.run(std::llround(problem.horizon / step_size));
  return session.state.q;
}

TEST(RelaxedConstraints, MoveAsRoundBodiesDo) {
  for (const bool space : {false, true}) {
    const Problem round = space ? balls() : discs(0.25);
    const Eigen::Index n = round.initial.q.size(), turn = space ? 5 : 2;
    const Eigen::MatrixXd same = Eigen::MatrixXd::Identity(n, n);
    for (const Stepped& with : relaxed()) {
      const Eigen::VectorXd expected = end_of(with, with.round, round);
      // Spins change by friction alone.
      const double free = round.initial.q[turn] + round.horizon * round.initial.v[turn];
      EXPECT_GT(std::abs(expected[turn] - free), 0.05) << with.name;
      const Eigen::VectorXd got = end_of(with, with.coordinates, coordinates_of(round, same));
      EXPECT_LT((got - expected).cwiseAbs().maxCoeff(), 1e-6) << with.name << ' ' << space;
    }
  }
}

TEST(RelaxedConstraints, CoordinatesAreAMatterOfChoice) {
  const Problem round = discs(0.25);
  const Eigen::MatrixXd a = skewed(9), same = Eigen::MatrixXd::Identity(9, 9);
  for (const Stepped& with : relaxed()) {
    const Eigen::VectorXd plain = end_of(with, with.coordinates, coordinates_of(round, same));
    const Eigen::VectorXd other = a * end_of(with, with.coordinates, coordinates_of(round, a));
    EXPECT_LT((other - plain).cwiseAbs().maxCoeff(), 1e-6) << with.name;
  }
}

using Laws = std::map<std::string, double>;

/// The laws of `judged` of a run of `stepped` with forged records.
Laws laws_of(const Stepped& with, const Problem& stepped, const Problem& judged,
             const std::function<void(ContactImpulses&)>& forge = {}) {
  Session session(scheme_entry(with.name), with.coordinates, stepped, step_size);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  const SchemeClaims claims = scheme_entry(with.name).make(with.coordinates)->claims();
  ConstraintLaws laws(judged, claims.step, step_size, claims.motion);
  State before = stepped.initial;
  session.run(std::llround(stepped.horizon / step_size), [&](const State& after) {
    ContactImpulses shown = recorded;
    if (forge) forge(shown);
    laws.after_step(before, after, static_cast<double>(after.step) * step_size, &shown);
    before = after;
  });
  Laws out;
  laws.finish(out);
  return out;
}

TEST(RelaxedConstraints, ObeyTheLawsTheyStateAndAForgedImpulseIsSeen) {
  const Problem round = discs(0.25), smoother = discs(0.225);
  const Problem problem = coordinates_of(round, skewed(9)),
                other = coordinates_of(smoother, skewed(9));
  const auto scaled = [](double normal, double tangential) {
    return [=](ContactImpulses& recorded) {
      for (std::size_t k = 0; k < recorded.impulse.size(); ++k)
        recorded.impulse[k] *= k % 2 == 0 ? normal : tangential;
    };
  };
  for (const Stepped& with : relaxed()) {
    const Laws right = laws_of(with, problem, problem);
    ASSERT_GT(right.at("law_contacts"), 0.0) << with.name;
    for (const char* law :
         {"law_pull", "law_distance", "law_normal", "law_momentum", "law_cone", "law_slip"})
      EXPECT_LT(right.at(law), 1e-6) << with.name << ' ' << law;
    for (const double wrong : {1.01, -1.0})
      EXPECT_GT(laws_of(with, problem, problem, scaled(1.0, wrong)).at("law_slip"), 1e-4)
          << with.name;
    // Any impulse of a rigid contact leaves its gap alone: momentum shows the error.
    const Laws pressed = laws_of(with, problem, problem, scaled(1.01, 1.0));
    EXPECT_GT(std::max(pressed.at("law_normal"), pressed.at("law_momentum")), 1e-4) << with.name;
    EXPECT_GT(laws_of(with, other, problem).at("law_slip"), 1e-3) << with.name;
  }
}

TEST(RelaxedConstraints, AllocateNothingInAStepThatRubs) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Problem problem = BlockNumbers{.rebound = 0.0, .speed = 1.0}.problem();
  std::vector<Stepped> all = relaxed();
  for (const char* name :
       {"nscd", "moreau_jean", "generalised_alpha", "bathe", "time_dg", "event_driven"})
    all.push_back({name, {}, {}});
  for (const char* name : {"dem", "md", "snc"})
    all.push_back({name, {}, {{"R", 1e-4}}});
  all.push_back({"inc", {}, {{"R", 1e-4}, {"alpha", 2.0}}});  // 3 sinks in before it presses
  for (const Stepped& with : all) {
    Session session(scheme_entry(with.name), with.coordinates, problem, step_size);
    for (int k = 0; k < 10; ++k)
      (void)session.step();
    const std::int64_t before = allocations();
    for (int k = 0; k < 200; ++k)
      (void)session.step();
    EXPECT_EQ(allocations() - before, 0) << with.name;
    EXPECT_LT(session.state.v[0], 0.93) << with.name << ": nothing rubbed";
  }
}

}  // namespace
}  // namespace impactbench::testing
