#include "benchmarks/matrix/plan.hpp"

#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/title.hpp"
#include "problems/model/error.hpp"

#include <gtest/gtest.h>

namespace impactbench {
namespace {

std::string sentence_of(const std::string& text) {
  try {
    (void)parse_plan(text, "p.toml");
  } catch (const ConfigurationError& e) {
    return e.what();
  }
  return "no error";
}

constexpr const char* grid = "[[grid]]\nproblem = \"newton_cradle\"\n";

TEST(Plan, AGridIsTheProductOfItsKeysAndEachCellComesOnce) {
  const Plan plan = parse_plan(R"(
label = "two grids"
repeats = 2
[[grid]]
problem = ["newton_cradle", "moving_ball"]
scheme = "inc"
alpha = [2, 3]
dt = [1e-3, 1e-4]
[[grid]]
problem = "newton_cradle"
scheme = "inc"
alpha = 2.0
dt = 0.001
)",
                               "p.toml");
  EXPECT_EQ(plan.label, "two grids");
  EXPECT_EQ(plan.repeats, 2);
  EXPECT_EQ(plan.cells.size(), 8U);
}

TEST(Plan, CellsAreCompleteWithDefaultsAndTheUsualSolver) {
  const PlannedCell inc = plan_cell({"newton_cradle", "inc", std::nullopt, {}}, "default");
  EXPECT_FALSE(inc.refusal.has_value());
  EXPECT_EQ(inc.cell.solver, "superlu");
  EXPECT_EQ(inc.cell.dt, 1e-4);
  EXPECT_EQ(inc.cell.dt_precision, "double");
  EXPECT_EQ(inc.cell.problem_parameters.size(),
            find_problem("newton_cradle").parameters.fields().size());
  EXPECT_TRUE(inc.cell.scheme_parameters.contains("alpha"));
  EXPECT_EQ(plan_cell({"newton_cradle", "nscd", std::nullopt, {}}, "default").cell.solver, "nlgs");
  EXPECT_EQ(plan_cell({"newton_cradle", "dem", std::nullopt, {}}, "default").cell.solver, "none");
}

// A whole number where a real one is meant is the same setting, hence the same key.
TEST(Plan, EqualSettingsGiveEqualCellsHoweverTheyAreWritten) {
  const auto planned = [](Value alpha, Value mass) {
    return plan_cell(
               {"newton_cradle", "inc", std::nullopt, {{"alpha", alpha}, {"problem.mass", mass}}},
               "default")
        .cell;
  };
  EXPECT_EQ(planned(std::int64_t{2}, std::int64_t{2}), planned(2.0, 2.0));
  EXPECT_FALSE(planned(2.0, 2.0) == planned(3.0, 2.0));
}

TEST(Plan, TitlesTellDifferentCellsApart) {
  const auto title_of = [](ParameterSet settings) {
    return title(plan_cell({"newton_cradle", "nscd", std::nullopt, settings}, "default").cell);
  };
  EXPECT_EQ(title_of({}), "newton_cradle/nscd/nlgs dt=1e-04");
  EXPECT_EQ(title_of({{"restitution", 0.5}, {"solver.relaxation", 0.5}}),
            "newton_cradle/nscd/nlgs dt=1e-04 restitution=0.5 relaxation=0.5");
}

TEST(Plan, RefusalsAreRowsAndNotErrors) {
  const PlannedCell wrong_kind = plan_cell({"newton_cradle", "inc", "nlgs", {}}, "default");
  ASSERT_TRUE(wrong_kind.refusal.has_value());
  EXPECT_NE(wrong_kind.refusal->find("linear"), std::string::npos);
  const PlannedCell no_solver = plan_cell({"newton_cradle", "inc", "none", {}}, "default");
  EXPECT_TRUE(no_solver.refusal.has_value());
  const PlannedCell dissipation =
      plan_cell({"newton_cradle", "dem", std::nullopt, {{"restitution", 0.5}}}, "default");
  ASSERT_TRUE(dissipation.refusal.has_value());
  EXPECT_NE(dissipation.refusal->find("restitution"), std::string::npos);
}

TEST(Plan, AllStandsForTheWholeCatalogue) {
  const Plan plan =
      parse_plan("[[grid]]\nproblem = \"all\"\nscheme = \"all\"\ndt = 1e-3\n", "p.toml");
  EXPECT_EQ(plan.cells.size(), problem_catalogue().size() * scheme_catalogue().size());
  EXPECT_GT(plan.cells.size(), 40U);
}

TEST(Plan, ErrorsNameTheLineOfTheSettingAtFault) {
  const std::string head = grid;
  EXPECT_TRUE(sentence_of(head + "scheme = \"inc\"\ndt = 1e-3\nalpha = [2, 1]\n")
                  .starts_with("p.toml:5:9: scheme inc: alpha = 1 "));
  EXPECT_TRUE(sentence_of(head + "scheme = \"dem\"\ndt = 1e-3\nalpha = 2\n")
                  .starts_with("p.toml:5:9: unknown setting 'alpha'"));
  EXPECT_TRUE(
      sentence_of(head + "scheme = \"inn\"\n").starts_with("p.toml:3:10: there is no scheme"));
  EXPECT_NE(sentence_of(head + "scheme = \"inc\"\nscheme.R = 1\n").find("quotes"),
            std::string::npos);
  EXPECT_NE(sentence_of(head + "scheme = 3\n").find("name in quotes"), std::string::npos);
  EXPECT_NE(
      sentence_of("tolerance = \"lax\"\n" + head + "scheme = \"inc\"\n").find("p.toml:1:13: "),
      std::string::npos);
  EXPECT_EQ(sentence_of(head + "scheme = \"inc\"\n\"problem.mass\" = 1\n"), "no error");
}

// 1e-3 in single precision is a little more than 1e-3: the last step would end behind the horizon,
// and nguyen2024's INT(T/dt) leaves it out as well.
TEST(StepCount, TakesTheWholeStepsWithinTheHorizon) {
  EXPECT_EQ(step_count(1.5, 1e-3, "double").steps, 1500);
  EXPECT_EQ(step_count(1.5, 1e-3, "single").steps, 1499);
  EXPECT_EQ(step_count(3.0, 1e-4, "single").steps, 30000);
  EXPECT_EQ(step_count(0.3, 0.1, "double").steps, 3) << "0.3 / 0.1 rounds to below 3";
  EXPECT_EQ(step_count(1.0, 0.3, "double").steps, 3);
  EXPECT_EQ(step_count(1.5, 1e-3, "single").h, static_cast<double>(1e-3F));
}

}  // namespace
}  // namespace impactbench
