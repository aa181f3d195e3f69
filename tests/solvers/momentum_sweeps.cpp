#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

/// n discs of mass 1 on each other and on the floor, all about to fall at 1: the operator is the
/// discrete Laplacian, the lowest contact carries n.
ContactProblem column(int n) {
  ContactProblem p;
  const auto size = static_cast<std::size_t>(n);
  p.resize(size);
  p.inverse_mass.assign(3 * size, 1.0);
  for (int c = 0; c < n; ++c) {
    const auto at = static_cast<std::size_t>(c);
    p.body_a[at] = c;
    p.body_b[at] = c == 0 ? ContactProblem::fixed : c - 1;
    p.jacobian_a[3 * at] = 1.0;
    if (c > 0) p.jacobian_b[3 * at] = -1.0;
    p.b[at] = c == 0 ? -1.0 : 0.0;
  }
  return p;
}

int iterations(const char* solver, int n) {
  const ContactProblem problem = column(n);
  ParameterSet given{{"tolerance", 1e-6}};
  if (std::string(solver) == "nlgs") given["stop"] = std::string("natural");
  const auto made = std::get<MakeContact>(solver_entry(solver).make)(given);
  made->prepare(problem.contacts(), static_cast<std::size_t>(n), 1);
  std::vector<double> p(problem.size(), 0.0);
  const SolveReport report = made->solve(problem, p);
  EXPECT_EQ(report.status, SolveStatus::converged) << solver;
  EXPECT_NEAR(p[0], n, 1e-2 * n) << "the weight of all above";
  return report.iterations;
}

TEST(MomentumSweeps, AColumnTakesSweepsAsItsHeightAndNotAsItsSquare) {
  // The slowest mode of a column of n has the eigenvalue (pi / 2n)^2: plain sweeps take some n^2 of
  // them, with momentum and restart some n.
  const int plain = iterations("nlgs", 20), plain_of_twice = iterations("nlgs", 40);
  EXPECT_GT(plain_of_twice, 3.2 * plain);
  const int with = iterations("nlgs_momentum", 20), with_of_twice = iterations("nlgs_momentum", 40);
  EXPECT_LT(with_of_twice, 2.6 * with);
  EXPECT_LT(with_of_twice, plain_of_twice / 20);
}

}  // namespace
}  // namespace impactbench::testing
