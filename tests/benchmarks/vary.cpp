#include "benchmarks/matrix/vary.hpp"

#include "benchmarks/matrix/title.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

namespace impactbench {
namespace {

Plan plan_of(const std::string& problem, const std::string& scheme, const ParameterSet& settings,
             int cells = 1) {
  Plan out;
  out.label = "plan";
  for (int k = 0; k < cells; ++k) {
    CellRequest request{problem, scheme, std::nullopt, settings};
    request.settings["dt"] = 1e-3 * (1.0 + 0.01 * k);
    out.cells.push_back(plan_cell(request, "default"));
  }
  return out;
}

double number(const Cell& cell, const char* name) {
  return std::get<double>(cell.problem_parameters.at(name));
}

TEST(Vary, NumbersComeFromTheirIntervalsAndTheRestStays) {
  const Plan plan = plan_of("bouncing_ball", "nscd", {{"restitution", 0.5}}, 200);
  const Plan other = varied(plan, 7);
  ASSERT_EQ(other.cells.size(), plan.cells.size());
  int moved = 0, fractions = 0;
  for (std::size_t k = 0; k < plan.cells.size(); ++k) {
    const Cell &before = plan.cells[k].cell, &after = other.cells[k].cell;
    EXPECT_FALSE(other.cells[k].refusal);
    EXPECT_NE(after.dt, before.dt);
    EXPECT_GE(after.dt, 0.599 * before.dt);
    EXPECT_LE(after.dt, 1.501 * before.dt);
    EXPECT_EQ(after.scheme_parameters, before.scheme_parameters);
    EXPECT_EQ(after.solver_parameters, before.solver_parameters);
    EXPECT_EQ(number(after, "horizon"), number(before, "horizon"));
    for (const auto& [name, value] : before.problem_parameters) {
      const auto* x = std::get_if<double>(&value);
      if (x == nullptr || name == "restitution") continue;
      const double y = number(after, name.c_str());
      EXPECT_EQ(std::signbit(y), std::signbit(*x)) << name;
      EXPECT_GE(std::abs(y), 0.799 * std::abs(*x)) << name;
      EXPECT_LE(std::abs(y), 1.251 * std::abs(*x)) << name;
      if (y != *x) ++moved;
    }
    const double e = number(after, "restitution");
    EXPECT_GE(e, 0.05);
    EXPECT_LE(e, 0.95);
    if (e < 0.4 || e > 0.625) ++fractions;
  }
  EXPECT_GT(moved, 100);
  EXPECT_GT(fractions, 30) << "a restitution may become any, not one near its own";
}

TEST(Vary, ACellIsVariedAlikeInEachPlanAndOtherwiseByEachSeed) {
  const Plan few = plan_of("two_balls_friction", "nscd", {}, 3);
  Plan many = plan_of("bouncing_ball", "nscd", {}, 4);
  many.cells.insert(many.cells.end(), few.cells.begin(), few.cells.end());
  const Plan first = varied(few, 3), among = varied(many, 3), second = varied(few, 4);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(first.cells[k].cell, among.cells[k + 4].cell);
    EXPECT_NE(first.cells[k].cell, second.cells[k].cell);
  }
  EXPECT_NE(first.label, few.label);
}

TEST(Vary, EachCellOfTheDefaultPlanCanBeRun) {
  // Some draws cannot be made: a ball that starts in the wall, a step beyond the limit of a scheme.
  const Plan plan =
      read_plan(std::string(IMPACTBENCH_SOURCE_DIR) + "/benchmarks/plans/default.toml");
  const Plan other = varied(plan, 1);
  std::size_t runs = 0;
  for (const PlannedCell& planned : plan.cells)
    if (!planned.refusal) ++runs;
  EXPECT_EQ(other.cells.size(), runs);
  for (const PlannedCell& planned : other.cells)
    EXPECT_FALSE(planned.refusal) << title(planned.cell);
}

TEST(Vary, AStepThatTheSchemeRefusesIsNotTaken) {
  // soft_constraint refuses steps longer than half of its time constant.
  Plan plan;
  for (int k = 0; k < 20; ++k) {
    const ParameterSet settings{
        {"time_constant", 0.02}, {"restitution", 0.0}, {"dt", 0.0099 + 1e-6 * k}};
    plan.cells.push_back(
        plan_cell({"falling_ball", "soft_constraint", std::nullopt, settings}, "default"));
    ASSERT_FALSE(plan.cells.back().refusal);
  }
  int kept = 0;
  const Plan other = varied(plan, 1);
  for (std::size_t k = 0; k < other.cells.size(); ++k) {
    EXPECT_FALSE(other.cells[k].refusal);
    if (other.cells[k].cell == plan.cells[k].cell) ++kept;
  }
  EXPECT_GT(kept, 3) << "where each draw is refused the cell stays as it is";
  EXPECT_LT(kept, 17);
}

}  // namespace
}  // namespace impactbench
