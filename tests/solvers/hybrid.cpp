// The methods of hybrid in turn; each is tested on its own too.
#include "schemes/solvers/support/coulomb/central_path.hpp"
#include "tests/solvers/pile.hpp"
#include "tests/solvers/spheres.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace impactbench::testing {
namespace {

std::unique_ptr<ContactSolver> hybrid(const ContactProblem& problem, const ParameterSet& given) {
  auto solver = std::get<MakeContact>(solver_entry("hybrid").make)(given);
  solver->prepare(problem.contacts(),
                  problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs),
                  problem.rows);
  return solver;
}

TEST(Hybrid, GoesThroughTheInsideOfTheCones) {
  // Without sweeps, rounds and fallbacks only the central path is left of it.
  for (const ContactProblem& problem :
       {random_spheres(8, 16, 0.5, 1), close_packed(4, 4, 0.5).problem()}) {
    const auto solver = hybrid(problem, {{"tolerance", 1e-12},
                                         {"sweeps", std::int64_t{0}},
                                         {"rounds", std::int64_t{0}},
                                         {"fallbacks", false}});
    std::vector<double> p(problem.size(), 0.0);
    EXPECT_EQ(solver->solve(problem, p).status, SolveStatus::converged) << problem.rows << " rows";
  }
}

TEST(Hybrid, FollowsTheCentralPathWithoutAllocations) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  ContactProblem problem = random_spheres(20, 60, 0.7, 3);
  const auto solver = hybrid(problem, {{"tolerance", 1e-10},
                                       {"sweeps", std::int64_t{0}},
                                       {"rounds", std::int64_t{0}},
                                       {"fallbacks", false}});
  std::vector<double> p(problem.size(), 0.0);
  ASSERT_EQ(solver->solve(problem, p).status, SolveStatus::converged);
  for (double& b : problem.b)
    b *= 1.25;
  std::fill(p.begin(), p.end(), 0.0);
  const auto before = allocations();
  const SolveReport report = solver->solve(problem, p);
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_GT(report.iterations, 0);
}

TEST(Hybrid, TriesInSpaceUntilItsLimit) {
  // Nothing moves two bodies that approach each other at 0.5 m/s: no impulse helps. All methods but
  // the last list of starts end before 22 000 iterations.
  ContactProblem problem = random_spheres(2, 2, 0.5, 1);
  std::fill(problem.inverse_mass.begin(), problem.inverse_mass.end(), 0.0);
  problem.b = {-0.5, 0.1, 0.0, 0.5, 0.0, 0.0};
  const auto solver = hybrid(
      problem,
      {{"tolerance", 1e-10}, {"max_iterations", std::int64_t{40000}}, {"rounds", std::int64_t{0}}});
  std::vector<double> p(problem.size(), 0.0);
  const SolveReport report = solver->solve(problem, p);
  EXPECT_EQ(report.status, SolveStatus::iteration_limit);
  EXPECT_EQ(report.iterations, 40000);
}

TEST(Hybrid, LeavesAPathInSpaceAfterTwentyTurns) {
  // Friction of 8 among twenty spheres: tau turns some 45 times in 300 factorisations and does not
  // arrive. A loose heap that needs a round instead must not wait for so long.
  const ContactProblem problem = random_spheres(20, 60, 8.0, 6);
  const std::size_t bodies = problem.inverse_mass.size() / 6;
  std::vector<double> p(problem.size(), 0.0), y;
  const auto made_by_the_path = [&](int turns) {
    CoulombForm form;
    CoulombSystem system;
    CentralPath path;
    BestIterate best;
    form.prepare(problem.contacts(), bodies, 3);
    system.prepare(problem.contacts());
    path.prepare(problem.contacts(), bodies, 3);
    best.prepare(problem.size());
    EXPECT_TRUE(form.pack(problem, p));
    form.take(p, y);
    best.start();
    best.offer(form.residual(y), y);
    system.analyse(form);
    path.start(form);
    return path.follow(form, system, {.factorisations = 300, .tolerance = 1e-12, .turns = turns}, y,
                       best);
  };
  const int twenty = made_by_the_path(20);
  ASSERT_LT(made_by_the_path(19), twenty);
  ASSERT_GT(made_by_the_path(21), twenty);
  const auto solver = hybrid(problem, {{"tolerance", 1e-12},
                                       {"sweeps", std::int64_t{0}},
                                       {"rounds", std::int64_t{0}},
                                       {"fallbacks", false}});
  EXPECT_EQ(solver->solve(problem, p).iterations, twenty);
}

}  // namespace
}  // namespace impactbench::testing
