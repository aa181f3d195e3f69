#include "benchmarks/matrix/judge_row.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

namespace impactbench::testing {
namespace {

/// A run of one disc between floor and ceiling by a rigid scheme, with these figures.
Row judged(std::map<std::string, double> quantities) {
  Row row;
  row.cell = {.problem = "falling_ball",
              .scheme = "nscd",
              .solver = "nlgs",
              .problem_parameters = {},
              .scheme_parameters = {},
              .solver_parameters = {},
              .dt = 1e-3,
              .dt_precision = "double",
              .tolerance_set = "default"};
  row.quantities = std::move(quantities);
  const Problem problem = problem_entry("falling_ball").make({});
  SchemeClaims claims;
  claims.energy = EnergyBehaviour::conserves_nearly;
  judge_row(row, problem, claims, std::nullopt);
  return row;
}

std::map<std::string, double> right() {
  return {{"energy_initial", 1.0}, {"energy_min", 1.0},
          {"energy_max", 1.0},     {"energy_final", 1.0},
          {"truth_jump", 2.0},     {"penetration_midpoint_relative", 0.0},
          {"truth_range", 1.0},    {"position_error_sup", 1e-4}};
}

TEST(JudgeRow, PassesWhereTheMotionIsRight) {
  const Row row = judged(right());
  EXPECT_EQ(row.status, RowStatus::passed) << row.reason;
  EXPECT_TRUE(row.reason.empty()) << row.reason;
}

TEST(JudgeRow, OneMissIsAMissWhateverElsePassed) {
  auto q = right();
  q["position_error_sup"] = 0.1;
  const Row row = judged(q);
  EXPECT_EQ(row.status, RowStatus::missed);
  EXPECT_NE(row.reason.find("truth:position = 0.1 > "), std::string::npos) << row.reason;
}

TEST(JudgeRow, ALimitBeyondTheProblemIsNoPass) {
  // Jumps of 2 m/s known to a step of 1e-3 s: 2e-3 m, and the exact motion goes no further.
  auto q = right();
  q["truth_range"] = 2e-3;
  const Row row = judged(q);
  EXPECT_EQ(row.status, RowStatus::unresolved);
  EXPECT_NE(row.reason.find("truth:position shows nothing at this step"), std::string::npos)
      << row.reason;
  q["position_error_sup"] = 0.1;
  EXPECT_EQ(judged(q).status, RowStatus::missed) << "beyond the limit all the same";
}

TEST(JudgeRow, AnEnergyThatWasNotMeasuredIsAMiss) {
  auto q = right();
  q.erase("energy_max");
  const Row row = judged(q);
  EXPECT_EQ(row.status, RowStatus::missed);
  EXPECT_NE(row.reason.find("law:energy = not measured"), std::string::npos) << row.reason;
}

TEST(JudgeRow, WhatASolverSaysOfItselfJudgesNothing) {
  // A driven problem without a reference solution, of which only solvers speak.
  Row row;
  row.cell = {.problem = "evacuation",
              .scheme = "catching_up",
              .solver = "apgd",
              .problem_parameters = {},
              .scheme_parameters = {},
              .solver_parameters = {},
              .dt = 0.05,
              .dt_precision = "double",
              .tolerance_set = "default"};
  row.quantities = {{"complementarity_residual", 0.0}, {"claims_false", 0.0}};
  Problem problem = problem_entry("langevin_wall").make({});
  SchemeClaims claims;
  claims.contact = Compliance{2.0, 1.0};
  judge_row(row, problem, claims, std::nullopt);
  EXPECT_EQ(row.status, RowStatus::unjudged) << row.reason;
  EXPECT_NE(row.reason.find("no reference knows the motion"), std::string::npos) << row.reason;
}

}  // namespace
}  // namespace impactbench::testing
