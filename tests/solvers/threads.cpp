#include "problems/base/parallel.hpp"
#include "schemes/solvers/support/sweeps/colouring.hpp"
#include "tests/solvers/frictionless_cases.hpp"
#include "tests/solvers/systems.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>

namespace impactbench::testing {
namespace {

/// Where the solves begin: far from any answer, so that a few iterations change it.
constexpr double start = 100.0;

std::vector<double> answer(const char* solver, const ParameterSet& settings,
                           const ContactProblem& problem, int threads) {
  omp_set_num_threads(threads);
  const auto made = std::get<MakeContact>(solver_entry(solver).make)(settings);
  made->prepare(problem.contacts(),
                problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs), problem.rows);
  std::vector<double> p(problem.size(), start);
  EXPECT_NE(made->solve(problem, p).status, SolveStatus::breakdown);
  omp_set_num_threads(1);
  return p;
}

/// The bits of one thread for two and four.
void expect_same_bits(const char* solver, const ParameterSet& settings,
                      const ContactProblem& problem) {
  SCOPED_TRACE(::testing::Message()
               << solver << ", " << problem.rows << " rows, " << problem.dofs << " dofs");
  ASSERT_GE(problem.contacts(), 4 * least_parallel);
  const std::vector<double> one = answer(solver, settings, problem, 1);
  EXPECT_LT(2 * std::count(one.begin(), one.end(), start), static_cast<std::ptrdiff_t>(one.size()));
  // As one condition: a list of what differs would be long.
  for (const int threads : {2, 4})
    EXPECT_TRUE(answer(solver, settings, problem, threads) == one) << threads << " threads";
}

constexpr int bodies = 40'000, contacts = 80'000;

/// The same rows between bodies that are neighbours, so that blocks of them share few.
ContactProblem beside_each_other(ContactProblem problem) {
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const auto body = static_cast<int>(c / 2);
    if (problem.body_a[c] != ContactProblem::fixed) problem.body_a[c] = body % bodies;
    if (problem.body_b[c] != ContactProblem::fixed)
      problem.body_b[c] = (body + 1 + static_cast<int>(c % 2)) % bodies;
  }
  return problem;
}

TEST(Threads, WhereSumsAreCutIsPartOfTheResults) {
  // Sums are added block by block from 8192 terms on, in 64 blocks, whatever the threads: cut
  // elsewhere they would differ from stored results in their last bits. Whatever is shared by
  // threads is cut.
  EXPECT_EQ(sum_blocks(8191), 1);
  EXPECT_EQ(sum_blocks(8192), 64);
  EXPECT_EQ(sum_blocks(least_parallel), 64);
}

TEST(Threads, ColouredSweepsHaveTheSameBits) {
  const ParameterSet settings{{"order", std::string("coloured")},
                              {"stop", std::string("natural")},
                              {"max_sweeps", std::int64_t{3}}};
  for (const bool pairs : {true, false})
    expect_same_bits("nlgs", settings, random_rows(bodies, contacts, 3, pairs, 10.0, 1));
  expect_same_bits("nlgs", settings, disc_contacts(bodies, contacts, 0.3, 2));
  for (const int rows : {2, 3})
    expect_same_bits("nlgs", settings, random_contacts(bodies, contacts, rows, 0.3, 3, true));
}

TEST(Threads, GradientStepsHaveTheSameBits) {
  // A start and a tested step or two: the sums of threads are in all of them.
  const ParameterSet settings{{"max_iterations", std::int64_t{16}}, {"check", std::int64_t{8}}};
  for (const int dofs : {2, 3}) {
    for (const bool pairs : {true, false}) {
      const ContactProblem rows = random_rows(bodies, contacts, dofs, pairs, 10.0, 4);
      expect_same_bits("apgd", settings, rows);
      expect_same_bits("apgd", settings, beside_each_other(rows));
    }
  }
  ParameterSet power = settings;
  power["step"] = std::string("power");
  expect_same_bits("apgd", power, random_rows(bodies, contacts, 1, true, 10.0, 5));
}

}  // namespace
}  // namespace impactbench::testing
