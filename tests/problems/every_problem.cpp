#include "problems/model/disc_system.hpp"
#include "problems/model/error.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

class EveryProblem : public ::testing::TestWithParam<ProblemEntry> {};

TEST_P(EveryProblem, IsMadeFromItsDefaults) {
  const ProblemEntry& entry = GetParam();
  const Problem p = entry.make({});
  EXPECT_EQ(p.name, entry.name);
  EXPECT_FALSE(entry.summary.empty());
  EXPECT_FALSE(entry.reference.empty());
  EXPECT_GT(p.horizon, 0.0);
  EXPECT_TRUE(p.initial.q.allFinite() && p.initial.v.allFinite());
  EXPECT_EQ(p.initial.q.size(), p.system->dofs());
  EXPECT_TRUE((p.system->mass().array() > 0.0).all());
  EXPECT_EQ(p.parameters, entry.parameters.resolve({}, "problem")) << "defaults and struct differ";
  const auto& system = dynamic_cast<const DiscSystem&>(*p.system);
  EXPECT_EQ(p.traits.body_count, static_cast<int>(system.discs().size()));
  EXPECT_EQ(p.traits.gravity, system.gravity().norm() > 0.0);
}

TEST_P(EveryProblem, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW((void)GetParam().make({{"no_such_key", 1.0}}), ConfigurationError);
  for (const FieldInfo& field : GetParam().parameters.fields()) {
    if (field.type == "real") {
      EXPECT_THROW((void)GetParam().make({{field.name, std::nan("")}}), ConfigurationError)
          << field.name;
    }
  }
}

TEST_P(EveryProblem, ForceIsMinusTheGradientOfThePotential) {
  const Problem p = GetParam().make({});
  Eigen::VectorXd force(p.system->dofs());
  p.system->external_force(0.0, p.initial.q, p.initial.v, force);
  for (Eigen::Index k = 0; k < std::min<Eigen::Index>(force.size(), 12); ++k) {
    Eigen::VectorXd up = p.initial.q;
    Eigen::VectorXd down = p.initial.q;
    up[k] += 1e-3;
    down[k] -= 1e-3;
    const double slope =
        (p.system->external_potential(0.0, up) - p.system->external_potential(0.0, down)) / 2e-3;
    EXPECT_NEAR(force[k], -slope, 1e-9) << k;
  }
}

TEST_P(EveryProblem, ThesisPrecisionMovesNothingByMoreThanSinglePrecision) {
  const Problem plain = GetParam().make({});
  const Problem thesis = GetParam().make({{"precision", std::string("thesis")}});
  EXPECT_LT((plain.initial.q - thesis.initial.q).cwiseAbs().maxCoeff(), 2e-7);
  EXPECT_EQ(plain.initial.v, thesis.initial.v);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryProblem,
                         ::testing::ValuesIn(problem_catalogue().begin(),
                                             problem_catalogue().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Problems, HaveTheEnergiesThatTheThesisPrints) {
  const auto energy = [](const char* name, const ParameterSet& given = {}) {
    const Problem p = problem_entry(name).make(given);
    return kinetic_energy(*p.system, p.initial.v);
  };
  EXPECT_DOUBLE_EQ(energy("newton_cradle"), 1.0);
  EXPECT_DOUBLE_EQ(energy("four_balls_to_point"), 4.0);
  EXPECT_DOUBLE_EQ(energy("four_balls_to_point", {{"spin", -1.0}}), 4.5);  // J = m
  EXPECT_DOUBLE_EQ(energy("box_81_fixed"), 40.5);
  EXPECT_DOUBLE_EQ(energy("moving_ball"), 0.08);
  EXPECT_DOUBLE_EQ(energy("two_balls_test1"), 1.0);
  EXPECT_DOUBLE_EQ(energy("two_balls_test2"), 0.5);
  EXPECT_DOUBLE_EQ(energy("two_balls_test3_case1"), 0.625);
  EXPECT_DOUBLE_EQ(energy("two_balls_test3_case2"), 0.5);
}

TEST(Problems, CanBeSetToTheOtherStartsOfTheThesis) {
  // Table 4.8: dropped from (0, 2) with r = 0.5; appendix box of the four balls.
  const Problem ball = problem_entry("bouncing_ball")
                           .make({{"x", 0.0}, {"y", 2.0}, {"radius", 0.5}, {"x_low", -2.0}});
  EXPECT_EQ(ball.initial.q[1], 2.0);
  EXPECT_NO_THROW((void)problem_entry("four_balls_to_point").make({{"margin", 1.0}}));
  EXPECT_NO_THROW((void)problem_entry("falling_ball").make({{"radius", 0.20001}}));
  // The cradle's third and fourth disc overlap by rounding in single precision; that is no mistake.
  const Problem cradle =
      problem_entry("newton_cradle").make({{"precision", std::string("thesis")}});
  EXPECT_FALSE(cradle.traits.initial_penetration);
}

}  // namespace
}  // namespace impactbench::testing
