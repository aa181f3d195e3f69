// Runs that differ in the step alone, and figures that compare one motion only.
#include "reports/generate/families.hpp"

#include <gtest/gtest.h>

namespace impactbench {
namespace {

Row run_of(const char* scheme, double dt, double restitution) {
  Row out;
  out.cell.problem = "bouncing_ball";
  out.cell.scheme = scheme;
  out.cell.solver = "none";
  out.cell.problem_parameters = {{"height", 1.0}, {"restitution", restitution}};
  out.cell.dt = dt;
  out.status = RowStatus::passed;
  out.quantities["position_error_sup"] = dt;
  return out;
}

TEST(Families, AreComparedWithinOneMotionOnly) {
  // Springs that give all of the speed back, rigid impacts that keep half of it: two motions.
  std::vector<Row> rows;
  for (const double dt : {4e-3, 2e-3}) {
    rows.push_back(run_of("inc", dt, 1.0));
    rows.push_back(run_of("md", dt, 1.0));
    rows.push_back(run_of("nscd", dt, 0.5));
    rows.push_back(run_of("nscd", dt, 1.0));
  }
  std::vector<const Row*> all;
  for (const Row& row : rows)
    all.push_back(&row);
  const auto motions = by_motion("bouncing_ball", families_of(all, 2, has_position_error));
  ASSERT_EQ(motions.size(), 2U);
  EXPECT_EQ(motions[0].name, "bouncing_ball, restitution = 0.5");
  EXPECT_EQ(motions[0].file, "bouncing_ball_restitution_0_5");
  EXPECT_EQ(schemes_of(motions[0].families), (std::set<std::string>{"nscd"}));
  EXPECT_EQ(motions[1].name, "bouncing_ball, restitution = 1");
  EXPECT_EQ(schemes_of(motions[1].families), (std::set<std::string>{"inc", "md", "nscd"}));
  for (const MotionFamilies& motion : motions) {
    for (const Family& f : motion.families)
      EXPECT_EQ(f.name, f.first->cell.scheme) << "the motion is named once, by the figure";
  }
  // A thrown ball and a falling one are two motions with files of their own.
  for (Row& row : rows) {
    row.cell.problem_parameters = {{"velocity", row.cell.scheme == "inc" ? -1.0 : 1.0}};
  }
  const auto thrown = by_motion("bouncing_ball", families_of(all, 2, has_position_error));
  ASSERT_EQ(thrown.size(), 2U);
  EXPECT_EQ(thrown[0].file, "bouncing_ball_velocity_minus_1");
  EXPECT_EQ(thrown[1].file, "bouncing_ball_velocity_1");
  // Values of which few digits agree are told apart by all of them.
  for (Row& row : rows) {
    const double velocity = row.cell.scheme == "inc" ? 0.12345678 : 0.12345679;
    row.cell.problem_parameters = {{"velocity", velocity}};
  }
  const auto near = by_motion("bouncing_ball", families_of(all, 2, has_position_error));
  ASSERT_EQ(near.size(), 2U);
  EXPECT_EQ(near[0].name, "bouncing_ball, velocity = 0.12345678");
  EXPECT_EQ(near[1].name, "bouncing_ball, velocity = 0.12345679");
  for (Row& row : rows)
    row.cell.problem_parameters = {{"restitution", row.cell.scheme == "nscd" ? 0.5 : 1.0}};
  // The name is that of the problem alone if there is one motion.
  std::erase_if(all, [](const Row* row) { return row->cell.scheme == "nscd"; });
  const auto one = by_motion("bouncing_ball", families_of(all, 2, has_position_error));
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].name, "bouncing_ball");
  EXPECT_EQ(one[0].file, "bouncing_ball");
}

}  // namespace
}  // namespace impactbench
