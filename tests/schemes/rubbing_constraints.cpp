// Friction at constraints of generalised coordinates. Round bodies with friction are such a system
// too: a scheme that has one law for both must give the same motion, in whatever coordinates. A
// block that slides on a floor towards a wall is known in closed form.
#include "problems/base/error.hpp"
#include "problems/model/round_setup.hpp"
#include "reference/yardsticks/constraint_laws.hpp"
#include "reference/yardsticks/energy_budget.hpp"
#include "tests/support/block.hpp"
#include "tests/support/bodies_in_coordinates.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

constexpr ContactLaw rough{.restitution = 0.6, .tangential_restitution = 0.3, .friction = 0.25};

/// Three unequal discs that spin and meet above a slope.
Problem discs(const ContactLaw& law = rough) {
  RoundSetup setup({.dimension = 2, .rotates = true}, law);
  setup.body(1.0, 0.1, 0.005, {-0.25, 0.27, 0.0}, {1.0, -0.3, 0.0}, {0.0, 0.0, 4.0});
  setup.body(0.7, 0.12, 0.005, {0.1, 0.35, 0.0}, {-0.8, 0.1, 0.0}, {0.0, 0.0, -9.0});
  setup.body(1.6, 0.08, 0.005, {0.02, 0.75, 0.0}, {0.1, -1.5, 0.0}, {0.0, 0.0, 0.0});
  setup.half_space({0.0, 0.0, 0.0}, {0.28, 0.96, 0.0});
  setup.gravity({0.0, -9.81, 0.0});
  return std::move(setup).make("discs", {}, 0.4);
}

/// Two balls that spin and meet above a floor.
Problem balls() {
  RoundSetup setup({.dimension = 3, .rotates = true}, rough);
  setup.body(1.0, 0.1, 0.004, {-0.2, 0.15, 0.02}, {1.0, -0.3, 0.2}, {3.0, 1.0, -4.0});
  setup.body(0.7, 0.12, 0.004, {0.1, 0.2, -0.03}, {-0.8, 0.1, 0.3}, {0.0, -6.0, 2.0});
  setup.half_space({0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
  setup.gravity({0.0, -9.81, 0.0});
  return std::move(setup).make("balls", {}, 0.4);
}

struct Stepped {
  std::string name;
  ParameterSet settings;
};

std::vector<Stepped> rigid_schemes() {
  std::vector<Stepped> out{{"nscd", {}},
                           {"bathe", {}},
                           {"generalised_alpha", {}},
                           {"time_dg", {}},
                           {"event_driven", {}}};
  for (const char* projection : {"none", "combined"})
    out.push_back({"moreau_jean", {{"projection", std::string(projection)}}});
  return out;
}

std::vector<Stepped> schemes_with_friction() {
  std::vector<Stepped> out = rigid_schemes();
  for (const char* end : {"overlap", "force"}) {
    for (const char* name : {"dem", "md"})
      out.push_back({name, {{"R", 1e-4}, {"contact_end", std::string(end)}}});
  }
  out.push_back({"snc", {{"R", 1e-4}}});
  for (const char* variant : {"ec", "thesis"})
    out.push_back({"inc", {{"R", 1e-4}, {"variant", std::string(variant)}}});
  return out;
}

/// Those that state the laws of one step: time_dg has three contact problems in each.
std::vector<Stepped> schemes_with_stated_laws() {
  std::vector<Stepped> out = schemes_with_friction();
  std::erase_if(out, [](const Stepped& with) {
    return !scheme_entry(with.name).make(with.settings)->claims().step;
  });
  return out;
}

constexpr double step_size = 2.5e-4;

/// Where friction of round bodies acts under a scheme: variant ec of inc keeps the angular momentum
/// by arms to the middle of the overlap.
Arms arms_of(const Stepped& with) {
  const auto variant = with.settings.find("variant");
  const bool middle =
      variant != with.settings.end() && std::get<std::string>(variant->second) == "ec";
  return middle ? Arms::to_the_middle : Arms::radii;
}

Eigen::VectorXd end_of(const Stepped& with, const Problem& problem) {
  Session session(scheme_entry(with.name), with.settings, problem, step_size, {}, {});
  session.run(std::llround(problem.horizon / step_size));
  return session.state.q;
}

/// Spins change by friction alone: how much they did, so that no test passes on nothing.
double turned(const Problem& problem, const Eigen::VectorXd& end, Eigen::Index stride,
              Eigen::Index first) {
  double most = 0.0;
  for (Eigen::Index k = first; k < end.size(); k += stride)
    most = std::max(
        most, std::abs(end[k] - problem.initial.q[k] - problem.horizon * problem.initial.v[k]));
  return most;
}

TEST(RubbingConstraints, MoveAsRoundBodiesDo) {
  const Problem round = discs();
  const Eigen::MatrixXd same = Eigen::MatrixXd::Identity(9, 9);
  for (const Stepped& with : schemes_with_friction()) {
    const Eigen::VectorXd expected = end_of(with, round);
    EXPECT_GT(turned(round, expected, 3, 2), 0.5) << with.name;
    const Eigen::VectorXd got = end_of(with, coordinates_of(round, same, arms_of(with)));
    EXPECT_LT((got - expected).cwiseAbs().maxCoeff(), 1e-7) << with.name;
  }
}

TEST(RubbingConstraints, MoveAsBallsDo) {
  const Problem round = balls();
  const Eigen::MatrixXd same = Eigen::MatrixXd::Identity(12, 12);
  for (const Stepped& with : rigid_schemes()) {
    const Eigen::VectorXd expected = end_of(with, round);
    EXPECT_GT(turned(round, expected, 6, 5), 0.1) << with.name;
    const Eigen::VectorXd got = end_of(with, coordinates_of(round, same));
    EXPECT_LT((got - expected).cwiseAbs().maxCoeff(), 1e-7) << with.name;
  }
}

TEST(RubbingConstraints, CoordinatesAreAMatterOfChoice) {
  const Problem round = discs();
  const Eigen::MatrixXd a = skewed(9), same = Eigen::MatrixXd::Identity(9, 9);
  for (const Stepped& with : schemes_with_friction()) {
    const Eigen::VectorXd plain = end_of(with, coordinates_of(round, same));
    const Eigen::VectorXd other = a * end_of(with, coordinates_of(round, a));
    EXPECT_LT((other - plain).cwiseAbs().maxCoeff(), 1e-6) << with.name;
  }
}

TEST(RubbingConstraints, ABlockComesToRestWhereItsEnergyEnds) {
  for (const Stepped& with : rigid_schemes()) {
    const Problem problem = BlockNumbers{}.problem();
    const auto miss = [&](double h) {
      Session session(scheme_entry(with.name), with.settings, problem, h);
      session.run(std::llround(problem.horizon / h));
      // At rest: below the bound of friction nothing creeps.
      EXPECT_LT(session.state.v.cwiseAbs().maxCoeff(), 1e-12) << with.name;
      return std::abs(session.state.q[0] - BlockNumbers{}.rest());
    };
    EXPECT_LT(miss(1e-3), 5e-3) << with.name;  // of the wall, within the way of a step
    EXPECT_LT(miss(1e-4), 5e-4) << with.name;
  }
}

TEST(RubbingConstraints, ABlockOnSpringsCreepsIntoItsSprings) {
  // The stop lasts T = pi sqrt(R m) = 1.4e-3 s: friction takes mu g T of 2.4 m/s meanwhile, and the
  // dashpot is known to O(h / T). Both shift a way back of 0.25 m by twice their share.
  for (const char* name : {"dem", "md"}) {
    for (const double h : {1e-5, 2.5e-6}) {
      const Problem problem = BlockNumbers{}.problem();
      Session session(scheme_entry(name), {{"R", 1e-7}}, problem, h);
      session.run(std::llround(problem.horizon / h));
      EXPECT_LT(std::abs(session.state.v[0]), 1e-3) << name;
      EXPECT_NEAR(session.state.q[0], BlockNumbers{}.rest(), 2e-3 + 1.5 * 0.5 * h / 1.4e-3 * 2.0)
          << name << ' ' << h;
    }
  }
}

TEST(RubbingConstraints, FrictionTakesTheEnergyOfItsWay) {
  // Without the wall: mu m g times v0^2 / (2 mu g), all of the kinetic energy, and nothing else.
  const BlockNumbers numbers{.friction = 1.0, .horizon = 0.5};
  const double v0 = numbers.speed;
  const Problem problem = numbers.problem();
  const double h = 1e-3, kinetic = 0.5 * Block::m * v0 * v0;
  Session session(scheme_entry("nscd"), {}, problem, h);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  EnergyBudget budget(problem, std::nullopt, h, {kinetic, 0.0, 0.0});
  State before = problem.initial;
  session.run(500, [&](const State& after) {
    budget.after_step(before, after, static_cast<double>(after.step) * h,
                      {problem.system->kinetic_energy(after.q, after.v), 0.0, 0.0}, &recorded);
    before = after;
  });
  std::map<std::string, double> q;
  budget.finish(q);
  EXPECT_NEAR(q.at("budget_friction"), -kinetic, 1e-10 * kinetic);
  EXPECT_LT(q.at("budget_closure_relative"), 1e-12);
}

TEST(RubbingConstraints, EverySolverKnowsAStopBesideARoughFloor) {
  for (const SolverEntry& solver : solver_catalogue()) {
    const SolverTask task{.kind = SolverKind::contact, .symmetric = true, .friction = true};
    if (solver.kind() != SolverKind::contact || solver.refuses(task)) continue;
    const Problem problem = BlockNumbers{}.problem();
    Session session(scheme_entry("nscd"), {}, problem, 1e-3, solver.name);
    session.run(800);
    EXPECT_NEAR(session.state.q[0], BlockNumbers{}.rest(), 5e-3) << solver.name;
    EXPECT_EQ(session.unconverged(), 0) << solver.name;
  }
}

using Laws = std::map<std::string, double>;

/// The laws of `judged` of a run of `stepped` with forged records.
Laws laws_of(const Stepped& with, const Problem& stepped, const Problem& judged, double h,
             const std::function<void(ContactImpulses&)>& forge = {}) {
  Session session(scheme_entry(with.name), with.settings, stepped, h);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  const SchemeClaims claims = scheme_entry(with.name).make(with.settings)->claims();
  ConstraintLaws laws(judged, claims.step, h, claims.motion);
  State before = stepped.initial;
  session.run(std::llround(stepped.horizon / h), [&](const State& after) {
    ContactImpulses shown = recorded;
    if (forge) forge(shown);
    laws.after_step(before, after, static_cast<double>(after.step) * h, &shown);
    before = after;
  });
  Laws out;
  laws.finish(out);
  return out;
}

TEST(RubbingConstraints, ObeyTheLawsTheyStateAndAForgedImpulseIsSeen) {
  const Problem round = discs();
  const Problem problem = coordinates_of(round, skewed(9));
  const auto scaled = [](double normal, double tangential) {
    return [=](ContactImpulses& recorded) {
      for (std::size_t k = 0; k < recorded.impulse.size(); ++k)
        recorded.impulse[k] *= k % 2 == 0 ? normal : tangential;
    };
  };
  for (const Stepped& with : schemes_with_stated_laws()) {
    const Laws right = laws_of(with, problem, problem, step_size);
    ASSERT_GT(right.at("law_contacts"), 0.0) << with.name;
    for (const auto& [law, value] : right) {
      if (law == "law_contacts" || law == "law_impulse") continue;
      if (law == "stated_force_energy") continue;
      EXPECT_LT(value, 1e-6) << with.name << ' ' << law;
    }
    EXPECT_GT(laws_of(with, problem, problem, step_size, scaled(1.0, 1.01)).at("law_slip"), 1e-4)
        << with.name;
    EXPECT_GT(laws_of(with, problem, problem, step_size, scaled(1.0, 1.01)).at("law_cone"), 1e-4)
        << with.name;
    EXPECT_GT(laws_of(with, problem, problem, step_size, scaled(1.0, -1.0)).at("law_slip"), 1e-2)
        << with.name;
  }
}

TEST(RubbingConstraints, ABlockThatComesToRestIsJudgedUpToTheRoundingOfItsGaps) {
  // The secant normal of inc is g (f^{n+1} - f^n) / (g . x). As the block comes to rest x falls to
  // 1e-9 m and below, and f, of the size of the block, is rounded by 1e-16 m: the scheme's normal
  // and that of the yardstick, from places that differ by rounding, differ by 1e-7 and more.
  const Problem problem = problem_entry("rocking_block").make({});
  const Stepped inc{"inc", {}};
  EXPECT_LT(laws_of(inc, problem, problem, 2e-3).at("law_momentum"), 5e-9);
  const auto more = [](ContactImpulses& recorded) {
    for (double& p : recorded.impulse)
      p *= 1.0 + 1e-6;
  };
  EXPECT_GT(laws_of(inc, problem, problem, 2e-3, more).at("law_momentum"), 5e-7);
  // Rounding leaves one direction open and no other: a corner that pushes too much is seen at rest.
  int step = 0;
  const auto at_rest = [&](ContactImpulses& recorded) {
    if (++step > 1300 && !recorded.impulse.empty()) recorded.impulse[0] *= 2.0;
  };
  EXPECT_GT(laws_of(inc, problem, problem, 2e-3, at_rest).at("law_momentum"), 0.1);
}

TEST(RubbingConstraints, AnotherFrictionThanTheProblemsIsSeen) {
  ContactLaw smoother = rough;
  smoother.friction = 0.9 * rough.friction;
  const Problem round = discs(), other = discs(smoother);
  const Eigen::MatrixXd same = Eigen::MatrixXd::Identity(9, 9);
  const Problem right = coordinates_of(round, same), wrong = coordinates_of(other, same);
  for (const Stepped& with : schemes_with_stated_laws())
    EXPECT_GT(laws_of(with, wrong, right, step_size).at("law_slip"), 1e-3) << with.name;
}

TEST(RubbingConstraints, AWrongLawIsRefusedWithASentence) {
  const auto says = [](const ContactLaw& floor, int tangents, const std::string& words) {
    auto system = std::make_unique<Block>(floor, 0.5);
    system->tangents_ = tangents;
    try {
      (void)make_generalised("block", {}, std::move(system),
                             {Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(1.0, 0.0)}, 1.0);
      ADD_FAILURE() << words;
    } catch (const ConfigurationError& e) {
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
  };
  says({.restitution = 0.0, .friction = -0.1}, 1, "friction = -0.1; it must be in [0, inf)");
  says({.restitution = 0.0, .friction = std::nan("")}, 1, "friction = nan");
  says({.restitution = 0.0, .tangential_restitution = 1.5, .friction = 0.1}, 1,
       "tangential_restitution = 1.5; it must be in [-1, 1]");
  says({.restitution = 0.0, .friction = 0.1}, 0, "friction along 0 tangents");
  says({.restitution = 0.0, .friction = 0.1, .rolling_friction = 0.1}, 1, "constraints have none");
}

TEST(RubbingConstraints, AStepThatSpringsAlongTangentsDoNotBearIsRefused) {
  // k_t w_t = 2/7 / (R m): at R = 1e-5 the bound is about 2 sqrt(R m 7/2) = 1.5e-2 s times 0.8.
  const Problem problem = BlockNumbers{}.problem();
  EXPECT_THROW(Session(scheme_entry("dem"), {{"R", 1e-5}, {"tangential", 1e4}}, problem, 1e-4),
               ConfigurationError);
  EXPECT_NO_THROW(Session(scheme_entry("dem"), {{"R", 1e-5}}, problem, 1e-4));
}

}  // namespace
}  // namespace impactbench::testing
