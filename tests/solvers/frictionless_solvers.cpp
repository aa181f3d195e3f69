#include "problems/base/error.hpp"
#include "reference/yardsticks/certificate.hpp"
#include "reference/yardsticks/residual.hpp"
#include "tests/solvers/frictionless_cases.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace impactbench::testing {
namespace {

class EveryFrictionlessSolver : public ::testing::TestWithParam<FrictionlessCase> {};

TEST_P(EveryFrictionlessSolver, OneContactHasItsClosedForm) {
  // One row: p = max(0, -b) / W, whatever the masses.
  for (const double m : {1e-3, 1.0, 1e3}) {
    for (const double b : {-2.0, 0.0, 2.0}) {
      ContactProblem one;
      one.resize(1);
      one.body_a = {0};
      one.body_b = {1};
      one.jacobian_a = {-0.6, -0.8, 0.0};
      one.jacobian_b = {0.6, 0.8, 0.0};
      one.inverse_mass = {1.0 / m, 1.0 / m, 1.0, 0.5, 0.5, 1.0};
      one.b = {b};
      std::vector<double> p;
      const SolveReport report = solve(GetParam(), one, p, {{"tolerance", 1e-12}});
      EXPECT_EQ(report.status, SolveStatus::converged) << m << ' ' << b;
      const double exact = std::max(0.0, -b) / (1.0 / m + 0.5);
      EXPECT_NEAR(p[0], exact, 4e-12 * (exact + 1.0)) << m << ' ' << b;
    }
  }
}

/// Projected Gauss-Seidel on the matrix written down by its definition: an answer that shares
/// nothing with the solvers.
std::vector<double> reference_impulses(const ContactProblem& problem) {
  const Dense w = delassus_by_definition(problem);
  std::vector<double> q(problem.size(), 0.0);
  double change = 1.0;
  for (int sweep = 0; sweep < 300000 && change > 1e-15; ++sweep) {
    change = 0.0;
    for (std::size_t k = 0; k < q.size(); ++k) {
      double u = problem.b[k];
      for (std::size_t l = 0; l < q.size(); ++l)
        u += w(k, l) * q[l];
      const double next = std::max(0.0, q[k] - u / w(k, k));
      change = larger(change, w(k, k) * std::abs(next - q[k]));
      q[k] = next;
    }
  }
  return q;
}

/// Velocities are unique, impulses are not where there are more rows than dofs.
TEST_P(EveryFrictionlessSolver, AgreesOnVelocitiesOfRandomRows) {
  if (GetParam().chains_only()) GTEST_SKIP() << "takes chains only";
  struct Size {
    int bodies, contacts;
    double mass_ratio;
  };
  // Masses from 1e-3 to 1e3 with few rows, and many rows on few bodies.
  const bool unscaled = GetParam().unscaled();
  const Size sizes[] = {{6, 5, unscaled ? 4.0 : 1e6}, {6, 9, unscaled ? 1.0 : 10.0}, {4, 20, 1.0}};
  int active = 0, walls = 0;
  for (const auto& [bodies, contacts, ratio] : sizes) {
    for (const int dofs : {1, 2, 3, 4}) {
      for (const bool pairs : {true, false}) {
        SCOPED_TRACE(::testing::Message()
                     << contacts << " rows, " << dofs << " dofs" << (pairs ? ", pairs" : ""));
        const ContactProblem problem =
            random_rows(bodies, contacts, dofs, pairs, ratio, 3 + static_cast<unsigned>(dofs));
        const std::vector<double> q = reference_impulses(problem);
        ASSERT_LT(violation(problem, q), 1e-9);
        const std::vector<double> exact = velocity_of(problem, q);
        std::vector<double> p;
        const SolveReport report = solve(GetParam(), problem, p, {{"tolerance", 1e-10}});
        EXPECT_EQ(report.status, SolveStatus::converged) << report.own_residual;
        const std::vector<double> u = velocity_of(problem, p);
        for (std::size_t c = 0; c < u.size(); ++c) {
          EXPECT_NEAR(u[c], exact[c], 1e-7);
          active += p[c] > 1e-6 ? 1 : 0;
          walls += problem.body_b[c] == ContactProblem::fixed ? 1 : 0;
        }
        ResidualYardstick residual;
        EXPECT_LE(residual(problem, p), 1.001e-10) << "the claim, from outside";
        EXPECT_NEAR(residual(problem, p), report.own_residual, 1e-12);
        const Certificate at = certificate(problem, p);
        EXPECT_GE(at.least_impulse, 0.0);
        EXPECT_LT(at.infeasibility, 1.001e-10);
        EXPECT_LT(std::abs(at.gap), 1e-7 * (1.0 + std::abs(at.dual)));
      }
    }
  }
  EXPECT_GT(active, 20);
  EXPECT_GT(walls, 5);
}

TEST_P(EveryFrictionlessSolver, SevenDiscsHaveOneVelocityAndManyImpulses) {
  const ContactProblem discs = hexagon();
  std::vector<double> p;
  if (GetParam().chains_only()) {
    EXPECT_EQ(solve(GetParam(), discs, p).status, SolveStatus::breakdown);
    return;
  }
  EXPECT_EQ(solve(GetParam(), discs, p, {{"tolerance", 1e-11}}).status, SolveStatus::converged);
  EXPECT_LT(violation(discs, p), 1e-10);
  // The self-stress (1 on the rim, -1 on the spokes) changes no velocity: W has rank 11.
  std::vector<double> stress(12, 1.0), none(12, 0.0);
  std::fill(stress.begin(), stress.begin() + 6, -1.0);
  const std::vector<double> with = velocity_of(discs, stress), without = velocity_of(discs, none);
  for (std::size_t c = 0; c < 12; ++c)
    EXPECT_NEAR(with[c], without[c], 1e-14);
  // All discs come to press on each other: the relative velocities are zero.
  for (const double u : velocity_of(discs, p))
    EXPECT_NEAR(u, 0.0, 1e-10);
}

TEST_P(EveryFrictionlessSolver, SeparatingContactsGetNothing) {
  ContactProblem discs = hexagon();
  if (GetParam().chains_only()) discs = random_rows(2, 0, 3, true, 1.0, 1);
  for (double& b : discs.b)
    b = std::abs(b);
  std::vector<double> p;
  const SolveReport report = solve(GetParam(), discs, p);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_EQ(report.own_residual, 0.0);
  for (const double x : p)
    EXPECT_EQ(x, 0.0);
  if (GetParam().chains_only()) return;
  EXPECT_EQ(report.iterations, 0);
}

TEST_P(EveryFrictionlessSolver, StopsAtOnceWhereTheStartIsTheSolution) {
  if (GetParam().chains_only()) GTEST_SKIP() << "direct: has no start";
  const ContactProblem discs = hexagon();
  std::vector<double> p;
  const SolveReport cold = solve(GetParam(), discs, p);
  ASSERT_EQ(cold.status, SolveStatus::converged);
  EXPECT_GT(cold.iterations, 0);
  const std::vector<double> before = p;
  EXPECT_EQ(solve(GetParam(), discs, p).iterations, 0);
  for (std::size_t c = 0; c < p.size(); ++c)
    EXPECT_NEAR(p[c], before[c], 1e-15);
}

TEST_P(EveryFrictionlessSolver, UnitsDoNotMatter) {
  // Velocities 4 times, masses 16 times as large: p 64 times; powers of four keep every bit, and
  // with the velocity unit in proportion the run is the same.
  ContactProblem problem = hexagon();
  if (GetParam().chains_only()) {
    problem.resize(1);
  }
  std::vector<double> p, q;
  const SolveReport plain = solve(GetParam(), problem, p);
  for (double& b : problem.b)
    b *= 4.0;
  for (double& inverse : problem.inverse_mass)
    inverse /= 16.0;
  problem.velocity_unit = 4.0;
  const SolveReport scaled = solve(GetParam(), problem, q);
  EXPECT_EQ(plain.iterations, scaled.iterations);
  EXPECT_NEAR(plain.own_residual, scaled.own_residual, 1e-3 * plain.own_residual + 1e-15);
  for (std::size_t c = 0; c < p.size(); ++c)
    EXPECT_NEAR(q[c], 64.0 * p[c], 1e-12 * (1.0 + q[c]));
}

TEST_P(EveryFrictionlessSolver, TheVelocityUnitLoosensTheTolerance) {
  if (GetParam().chains_only() || GetParam().factorises()) GTEST_SKIP() << "too direct to differ";
  ContactProblem problem = random_rows(5, 20, 2, true, 1.0, 8);
  std::vector<double> fine, coarse;
  const int slow = solve(GetParam(), problem, fine).iterations;
  problem.velocity_unit = 1e7;
  const SolveReport fast = solve(GetParam(), problem, coarse);
  EXPECT_LT(fast.iterations, slow);
  EXPECT_LE(fast.own_residual, 1e-8);
  ResidualYardstick residual;
  EXPECT_NEAR(residual(problem, coarse) / 1e7, fast.own_residual, 1e-12);
}

TEST_P(EveryFrictionlessSolver, AVelocityUnitThatIsNoneIsABreakdown) {
  // A residual over a negative unit would be below every tolerance.
  for (const double unit : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    ContactProblem one = hexagon();
    one.resize(1);
    one.velocity_unit = unit;
    std::vector<double> p;
    EXPECT_EQ(solve(GetParam(), one, p).status, SolveStatus::breakdown) << unit;
  }
}

TEST_P(EveryFrictionlessSolver, SaysWhereItStoppedShort) {
  if (GetParam().chains_only()) GTEST_SKIP() << "direct";
  const ContactProblem problem = random_rows(6, 24, 2, true, 2.0, 5);
  ParameterSet given{{"tolerance", 1e-300}};
  given[GetParam().limit] = std::int64_t{7};
  std::vector<double> p;
  const SolveReport report = solve(GetParam(), problem, p, given);
  ASSERT_EQ(report.status, SolveStatus::iteration_limit);
  EXPECT_LE(report.iterations, 7);
  // The returned solution is the reported one, and better than the start.
  ResidualYardstick residual;
  const double start = residual(problem, std::vector<double>(problem.size(), 0.0));
  EXPECT_NEAR(residual(problem, p), report.own_residual, 1e-14 * start);
  EXPECT_LE(report.own_residual, start);
}

TEST_P(EveryFrictionlessSolver, RowsThatNothingMovesAreNotDividedBy) {
  // A contact between two walls in effect: zero inverse masses, W = 0. Separating it is solved by
  // p = 0; approaching it has no solution, and the residual says so.
  ContactProblem problem = random_rows(3, 1, 2, true, 1.0, 2);
  problem.resize(2);
  problem.body_a = {0, 2};
  problem.body_b = {1, ContactProblem::fixed};
  problem.jacobian_a = {-1.0, 0.0, 1.0, 0.0};
  problem.jacobian_b = {1.0, 0.0, 0.0, 0.0};
  problem.inverse_mass = {1.0, 1.0, 1.0, 1.0, 0.0, 0.0};
  problem.b = {-1.0, 0.5};
  std::vector<double> p;
  EXPECT_EQ(solve(GetParam(), problem, p).status, SolveStatus::converged);
  EXPECT_NEAR(p[0], 0.5, 1e-8);
  EXPECT_EQ(p[1], 0.0);
  problem.b[1] = -0.5;
  ParameterSet few;
  if (!GetParam().limit.empty()) few[GetParam().limit] = std::int64_t{50};
  const SolveReport report = solve(GetParam(), problem, p, few);
  EXPECT_NE(report.status, SolveStatus::converged);
  EXPECT_TRUE(std::isfinite(p[0]) && std::isfinite(p[1]));
  EXPECT_EQ(report.status, SolveStatus::iteration_limit);
  EXPECT_NEAR(report.own_residual, 0.5, 1e-8);
}

TEST_P(EveryFrictionlessSolver, AllocatesNothingAfterPrepareUnlessItsLibraryDoes) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  if (GetParam().factorises()) GTEST_SKIP() << "the library allocates the factors";
  ContactProblem problem = random_rows(6, 24, 3, true, 2.0, 5);
  ContactProblem small = random_rows(6, 1, 3, false, 2.0, 6);
  if (GetParam().chains_only()) problem = small;
  std::vector<double> p(problem.size(), 0.0), q(small.size(), 0.0);
  const auto solver = std::get<MakeContact>(GetParam().entry.make)(GetParam().settings);
  solver->prepare(problem.contacts(), 6, 1);
  const std::int64_t start = allocations();
  const SolveStatus first = solver->solve(small, q).status;
  const SolveStatus second = solver->solve(problem, p).status;
  const std::int64_t made = allocations() - start;
  EXPECT_EQ(first, SolveStatus::converged);
  EXPECT_EQ(second, SolveStatus::converged);
  EXPECT_EQ(made, 0);
}

TEST_P(EveryFrictionlessSolver, RefusesFrictionInASentenceOrTakesIt) {
  const auto reason = GetParam().entry.refuses({SolverKind::contact, true, true});
  EXPECT_EQ(reason.has_value(), !GetParam().takes_friction());
  EXPECT_FALSE(GetParam().entry.refuses({SolverKind::contact, true, false}));
  if (!reason) return;
  EXPECT_NE(reason->find("friction"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryFrictionlessSolver,
                         ::testing::ValuesIn(frictionless_cases()),
                         [](const auto& test) { return test.param.name; });

/// n equal blocks, one on the other, all falling at 1 m/s onto the floor: contact c carries the
/// n - c blocks above it.
ContactProblem falling_column(std::size_t n) {
  ContactProblem column;
  column.rows = 1;
  column.dofs = 1;
  column.resize(n);
  column.inverse_mass.assign(n, 1.0);
  for (std::size_t c = 0; c < n; ++c) {
    column.body_a[c] = static_cast<int>(c);
    column.body_b[c] = c == 0 ? ContactProblem::fixed : static_cast<int>(c - 1);
    column.jacobian_a[c] = 1.0;
    column.jacobian_b[c] = c == 0 ? 0.0 : -1.0;
    column.b[c] = c == 0 ? -1.0 : 0.0;
  }
  return column;
}

TEST(SemiSmoothNewton, TakesATallColumnInAFewSteps) {
  // The condition of W grows as the square of the height, which slows gradients down and not
  // Newton's method once its rows are the right ones.
  constexpr std::size_t n = 100;
  const ContactProblem column = falling_column(n);
  // Of conjugate gradients some tens a Newton step.
  for (const auto& [name, most] : {std::pair{"ssn", 12}, std::pair{"schwarz", 600}}) {
    const auto solver = std::get<MakeContact>(solver_entry(name).make)({{"tolerance", 1e-9}});
    solver->prepare(n, n, 1);
    std::vector<double> p(n, 0.0);
    const SolveReport report = solver->solve(column, p);
    ASSERT_EQ(report.status, SolveStatus::converged) << name;
    for (std::size_t c = 0; c < n; ++c)
      EXPECT_NEAR(p[c], static_cast<double>(n - c), 1e-4) << name << ' ' << c;
    EXPECT_LE(report.iterations, most) << name;
  }
}

TEST(AlmNewton, TriesALargePenaltyOnlyOnceItsRowsHaveSettled) {
  // In a column that falls on the floor the rows begin to press one after the other, a Newton step
  // each. A step at the large penalty after every one of them would be twice as many.
  constexpr std::size_t n = 20;
  for (const double inner : {0.9, 0.1, 1e-3}) {
    const auto solver = std::get<MakeContact>(solver_entry("alm_newton").make)(
        {{"tolerance", 1e-9}, {"sigma", 1.0}, {"largest", 1.0}, {"inner", inner}});
    solver->prepare(n, n, 1);
    std::vector<double> p(n, 0.0);
    const SolveReport report = solver->solve(falling_column(n), p);
    ASSERT_EQ(report.status, SolveStatus::converged) << inner;
    EXPECT_LE(report.iterations, static_cast<int>(3 * n / 2)) << inner;
  }
}

TEST(InteriorPoint, PolishesOnceItsRowsStandApart) {
  // At a residual of 1e-8 forces and velocities are some 1e8 apart. The rows that press are known
  // long before, at a factor 1e3, and one Newton step on them saves the last step of the path in
  // most problems.
  int with = 0, without = 0;
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const ContactProblem problem = random_rows(5, 5, 2, true, 2.0, seed);
    for (const std::int64_t polish : {4, 0}) {
      const auto solver = std::get<MakeContact>(solver_entry("interior_point").make)(
          {{"tolerance", 1e-8}, {"polish", polish}});
      solver->prepare(5, 5, 1);
      std::vector<double> p(5, 0.0);
      const SolveReport report = solver->solve(problem, p);
      ASSERT_EQ(report.status, SolveStatus::converged) << seed;
      (polish > 0 ? with : without) += report.iterations;
    }
  }
  EXPECT_LE(with, without - 25);
}

TEST(FrictionlessSolvers, AreThere) {
  EXPECT_GE(frictionless_cases().size(), 8U);
}

}  // namespace
}  // namespace impactbench::testing
