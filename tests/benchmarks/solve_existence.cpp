// What the row of a failed solve says of its problem.

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/solve_cell.hpp"
#include "tests/benchmarks/contact_file_cases.hpp"
#include "tests/support/one_body.hpp"

namespace impactbench::testing {
namespace {

Row solved(const std::string& file, std::int64_t sweeps, double residual) {
  const CellRequest request{"contact_file",
                            "solve",
                            "nlgs",
                            {{"file", file},
                             {"residual", residual},
                             {"solver.max_sweeps", sweeps},
                             {"solver.tolerance", residual}}};
  return solve_cell(resolve_cell(request, "default"), 0, {});
}

// A disc pressed into a groove, mu = 1: between walls steeper than 45 degrees it cannot come out
// without sliding faster than it opens.
TEST(SolveExistence, IsSaidOfAFailure) {
  const Scratch scratch;
  for (const double angle : {40.0 * degree, 50.0 * degree}) {
    ContactProblem groove = in_a_groove(angle, 1.0);
    groove.b = {-1.0, 0.2, -0.7, 0.4};
    const std::string path = written(scratch, groove, 2);
    const Row row = solved(path, 1, 1e-12);
    ASSERT_EQ(row.status, RowStatus::missed) << row.reason;
    const bool exists = angle < 45.0 * degree;
    EXPECT_EQ(row.quantities.at("solve_opening") > 0.0, exists) << row.reason;
    const char* const words = exists ? "a solution exists" : "whether a solution exists is not";
    EXPECT_NE(row.reason.find(words), std::string::npos) << row.reason;
    if (!exists) continue;
    const Row met = solved(path, 10000, 1e-3);
    EXPECT_EQ(met.status, RowStatus::passed) << met.reason;
    EXPECT_FALSE(met.quantities.contains("solve_opening")) << "a solution shows that there is one";
  }
}

TEST(SolveExistence, AContactThatNothingMovesCannotBeOpened) {
  // The second contact has W_nn = 0 and closes: whatever the impulses, u_n = -0.25.
  const Scratch scratch;
  ContactProblem problem = in_a_groove(30.0 * degree, 0.2);
  std::fill_n(problem.jacobian_a.begin() + 2 * problem.dofs, 2 * problem.dofs, 0.0);
  std::fill_n(problem.jacobian_b.begin() + 2 * problem.dofs, 2 * problem.dofs, 0.0);
  problem.b = {-1.0, 0.0, -0.25, 0.0};
  const Row row = solved(written(scratch, problem, 2), 100, 1e-8);
  ASSERT_EQ(row.status, RowStatus::missed);
  EXPECT_EQ(row.quantities.at("solves_claimed"), 0.0);
  EXPECT_NE(
      row.reason.find("no solution exists: contact 1, counted from 0, closes with u_n = -0.25"),
      std::string::npos)
      << row.reason;
}

}  // namespace
}  // namespace impactbench::testing
