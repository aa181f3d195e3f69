#include "tests/solvers/systems.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

std::unique_ptr<LinearSolver> make(std::string_view name, const ParameterSet& given,
                                   const BlockMatrix& matrix) {
  auto solver = std::get<MakeLinear>(solver_entry(name).make)(given);
  solver->prepare(matrix.block_rows(), matrix.pairs(), matrix.block);
  return solver;
}

std::vector<double> waves(std::size_t n) {
  std::vector<double> b(n);
  for (std::size_t k = 0; k < n; ++k)
    b[k] = std::sin(static_cast<double>(k) + 1.0);
  return b;
}

/// |b - A x| / |b|, from the entries.
double true_residual(const Dense& a, const std::vector<double>& x, const std::vector<double>& b) {
  double rr = 0.0, bb = 0.0;
  for (std::size_t i = 0; i < a.n; ++i) {
    double r = b[i];
    for (std::size_t j = 0; j < a.n; ++j)
      r -= a(i, j) * x[j];
    rr += r * r;
    bb += b[i] * b[i];
  }
  return std::sqrt(rr / bb);
}

class Iterative : public ::testing::TestWithParam<std::string_view> {
 protected:
  static std::unique_ptr<LinearSolver> make(const ParameterSet& given, const System& s) {
    return testing::make(GetParam(), given, s.blocks);
  }
};

/// Contacts as strong as the inertia: no solver here is done in two or three iterations.
System balanced() {
  return contact_system(60, 2, false, 3.0, 11);
}

TEST_P(Iterative, ReportsItsLimitAndTheIterationsMade) {
  const System s = balanced();
  const std::vector<double> b = waves(s.dense.n);
  for (const int most : {1, 3}) {
    const auto solver = make({{"tolerance", 1e-14}, {"max_iterations", std::int64_t{most}}}, s);
    std::vector<double> x(s.dense.n, 0.0);
    ASSERT_EQ(solver->factor(s.blocks).status, SolveStatus::converged);
    const SolveReport report = solver->solve(b, x);
    EXPECT_EQ(report.status, SolveStatus::iteration_limit);
    EXPECT_EQ(report.iterations, most);
    EXPECT_GT(report.own_residual, 1e-14);
    EXPECT_LT(report.own_residual, 1.0);
    EXPECT_LT(true_residual(s.dense, x, b), 1.0) << "the last iterate is in x";
  }
}

TEST_P(Iterative, StopsAtItsToleranceAndNotLongBefore) {
  // From x = 0 the residual is relative to b in every measure; preconditioned norms differ by the
  // condition of the preconditioner, here below 10.
  const System s = balanced();
  const std::vector<double> b = waves(s.dense.n);
  int before = 0;
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    const auto solver = make({{"tolerance", tolerance}}, s);
    std::vector<double> x(s.dense.n, 0.0);
    ASSERT_EQ(solver->factor(s.blocks).status, SolveStatus::converged);
    const SolveReport report = solver->solve(b, x);
    ASSERT_EQ(report.status, SolveStatus::converged);
    EXPECT_LE(report.own_residual, tolerance);
    EXPECT_LT(true_residual(s.dense, x, b), 10.0 * tolerance);
    EXPECT_GT(true_residual(s.dense, x, b), 1e-4 * tolerance);
    EXPECT_GT(report.iterations, before) << "a smaller tolerance costs more";
    before = report.iterations;
  }
}

TEST_P(Iterative, ReportsTheResidualThatItsHeaderStates) {
  if (GetParam() == "sparskit_pcg" || GetParam() == "sparskit_jpcg") {
    GTEST_SKIP() << "measured in the preconditioned system";
  }
  const System s = balanced();
  const std::vector<double> b = waves(s.dense.n);
  const auto solver = make({{"tolerance", 1e-5}}, s);
  std::vector<double> x(s.dense.n, 0.0);
  ASSERT_EQ(solver->factor(s.blocks).status, SolveStatus::converged);
  const SolveReport report = solver->solve(b, x);
  EXPECT_NEAR(report.own_residual, true_residual(s.dense, x, b), 1e-9 * 1e-5 + 1e-13);
  EXPECT_GT(report.own_residual, 0.0);
}

TEST_P(Iterative, StartsFromX) {
  const System s = balanced();
  const std::vector<double> b = waves(s.dense.n);
  const std::vector<double> answer = eliminate(s.dense, b);
  const auto solver = make({{"tolerance", 1e-6}}, s);
  ASSERT_EQ(solver->factor(s.blocks).status, SolveStatus::converged);
  std::vector<double> far(s.dense.n, 0.0), wild(s.dense.n, 100.0);
  ASSERT_EQ(solver->solve(b, far).status, SolveStatus::converged);
  ASSERT_EQ(solver->solve(b, wild).status, SolveStatus::converged);
  for (std::size_t k = 0; k < far.size(); ++k) {
    EXPECT_NEAR(far[k], answer[k], 1e-4);
    EXPECT_NEAR(wild[k], answer[k], 1e-1);  // sparskit's tolerance is relative to the wild start
  }
  // b = 0 from x = 0 is done before it begins.
  std::vector<double> x(s.dense.n, 0.0);
  const SolveReport nothing = solver->solve(x, x);
  EXPECT_EQ(nothing.status, SolveStatus::converged);
  EXPECT_EQ(nothing.iterations, 0);
}

TEST_P(Iterative, AnIndefiniteMatrixIsNotCalledConvergedByConjugateGradients) {
  // [1 2; 2 1] has the eigenvalues 3 and -1, and its diagonal does not show it. The right-hand side
  // (1, -1) is the eigenvector of -1.
  BlockMatrix m;
  m.block = 1;
  m.add_row();
  m.add_row();
  m.add_pair(0, 1);
  m.diagonal = {1.0, 1.0};
  m.upper = m.lower = {2.0};
  const auto solver = testing::make(GetParam(), {}, m);
  const std::vector<double> b{1.0, -1.0};
  std::vector<double> x{0.0, 0.0};
  SolveReport report = solver->factor(m);
  if (report.status == SolveStatus::converged) report = solver->solve(b, x);
  if (solver_entry(GetParam()).refuses({SolverKind::linear, false, false})) {
    EXPECT_EQ(report.status, SolveStatus::breakdown);
  } else {
    EXPECT_EQ(report.status, SolveStatus::converged);
    EXPECT_NEAR(x[0], -1.0, 1e-9);
  }
}

TEST_P(Iterative, ItsPreconditionerIsExactWhereItHasToBe) {
  // Blocks without neighbours for block Jacobi, a diagonal for Jacobi, a chain for both incomplete
  // factorisations (no fill-in; droptol = 0 drops nothing): one iteration is all.
  const bool chain = GetParam() == "sparskit_pcg" || GetParam() == "sparskit_gmres";
  BlockMatrix m;
  m.block = GetParam().starts_with("block") ? 3 : 1;
  const std::size_t area = m.block_area();
  Numbers number(4);
  for (int i = 0; i < 40; ++i) {
    m.add_row();
    for (std::size_t k = 0; k < area; ++k)
      m.diagonal[static_cast<std::size_t>(i) * area + k] = k % 4 == 0 ? 4.0 + number() : 0.5;
  }
  for (int i = 0; chain && i < 39; ++i) {
    const std::size_t pair = m.add_pair(i, i + 1);
    m.upper[pair] = m.lower[pair] = -1.0;
  }
  ParameterSet given{{"tolerance", 1e-12}};
  if (GetParam() == "sparskit_gmres") given["droptol"] = 0.0;
  const auto solver = testing::make(GetParam(), given, m);
  std::vector<double> x(m.rows(), 0.0);
  ASSERT_EQ(solver->factor(m).status, SolveStatus::converged);
  const SolveReport report = solver->solve(waves(m.rows()), x);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_EQ(report.iterations, 1);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Iterative,
                         ::testing::Values("block_bicgstab", "block_pcg", "sparskit_gmres",
                                           "sparskit_jpcg", "sparskit_pcg"),
                         [](const auto& test) { return std::string(test.param); });

TEST(Iterative, IsWhatHasATolerance) {
  int iterative = 0;
  for (const SolverEntry& entry : solver_catalogue()) {
    if (entry.kind() != SolverKind::linear) continue;
    iterative += entry.parameters.resolve({}, entry.name).contains("tolerance") ? 1 : 0;
  }
  EXPECT_EQ(iterative, 5) << "a new one belongs into the list above";
}

TEST(BlockBicgstab, ForgetsASolveThatOverflowed) {
  // b = 1e150 (1, 1): r'.v = 1e-5 |b|^2, so that alpha = 2e5 and t.t, t.s = 1e312 overflow. Nothing
  // of omega = inf / inf may remain for the next solve.
  BlockMatrix matrix;
  matrix.block = 1;
  matrix.symmetric = false;
  matrix.resize(2, 1);
  matrix.diagonal = {1.0, 1.0};
  matrix.first = {0};
  matrix.second = {1};
  matrix.upper = {0.0};
  matrix.lower = {-1.99999};
  const auto solver = make("block_bicgstab", {}, matrix);
  ASSERT_EQ(solver->factor(matrix).status, SolveStatus::converged);
  std::vector<double> x(2, 0.0);
  EXPECT_EQ(solver->solve({1e150, 1e150}, x).status, SolveStatus::breakdown);
  x = {0.0, 0.0};
  EXPECT_EQ(solver->solve({1.0, 1.0}, x).status, SolveStatus::converged);
  EXPECT_NEAR(x[0], 1.0, 1e-9);
  EXPECT_NEAR(x[1], 2.99999, 1e-9);
}

TEST(SparskitGmres, HasTheSettingsOfTheListing) {
  const SolverEntry& entry = solver_entry("sparskit_gmres");
  const ParameterSet defaults = entry.parameters.resolve({}, entry.name);
  EXPECT_EQ(defaults.at("lfil"), Value{std::int64_t{5}});
  EXPECT_EQ(defaults.at("droptol"), Value{5e-2});
  EXPECT_EQ(defaults.at("krylov"), Value{std::int64_t{10}});
  EXPECT_EQ(defaults.at("tolerance"), Value{1e-5});
  EXPECT_EQ(defaults.at("assembly"), Value{std::string("sparse")});
}

TEST(SparskitGmres, ItsSettingsReachTheLibrary) {
  const System s = contact_system(120, 3, true, 10.0, 3);
  const std::vector<double> b = waves(s.dense.n);
  const auto iterations = [&](const ParameterSet& given) {
    const auto solver = make("sparskit_gmres", given, s.blocks);
    std::vector<double> x(s.dense.n, 0.0);
    EXPECT_EQ(solver->factor(s.blocks).status, SolveStatus::converged);
    const SolveReport report = solver->solve(b, x);
    EXPECT_EQ(report.status, SolveStatus::converged);
    EXPECT_LT(true_residual(s.dense, x, b), 2e-5);
    return report.iterations;
  };
  const int usual = iterations({});
  // Everything is kept: an LU factorisation, longer rows than A has.
  EXPECT_EQ(iterations({{"lfil", std::int64_t{360}}, {"droptol", 0.0}}), 1);
  EXPECT_GT(iterations({{"lfil", std::int64_t{0}}}), usual) << "the diagonal alone";
  EXPECT_GT(iterations({{"droptol", 0.9}}), usual);
  EXPECT_GT(iterations({{"krylov", std::int64_t{2}}}), usual) << "many restarts";
}

}  // namespace
}  // namespace impactbench::testing
