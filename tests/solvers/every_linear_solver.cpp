#include "tests/solvers/systems.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace impactbench::testing {
namespace {

/// A solver with one way of assembly, and with a tolerance that lets it be compared with others.
struct Case {
  SolverEntry entry;
  ParameterSet settings;
  std::string name;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.name;
}

std::vector<Case> linear_solvers() {
  std::vector<Case> out;
  for (const SolverEntry& entry : solver_catalogue()) {
    if (entry.kind() != SolverKind::linear) continue;
    const ParameterSet defaults = entry.parameters.resolve({}, entry.name);
    ParameterSet settings;
    if (defaults.contains("tolerance")) settings["tolerance"] = 1e-14;
    out.push_back({entry, settings, std::string(entry.name)});
    if (!defaults.contains("assembly")) continue;
    settings["assembly"] = "dense";
    out.push_back({entry, settings, std::string(entry.name) + "_dense"});
  }
  return out;
}

class EveryLinearSolver : public ::testing::TestWithParam<Case> {
 protected:
  [[nodiscard]] static std::unique_ptr<LinearSolver> make(const BlockMatrix& matrix) {
    auto solver = std::get<MakeLinear>(GetParam().entry.make)(GetParam().settings);
    solver->prepare(matrix.block_rows(), matrix.pairs(), matrix.block);
    return solver;
  }
  [[nodiscard]] static bool takes(bool symmetric) {
    return !GetParam().entry.refuses({SolverKind::linear, symmetric, false});
  }
  /// Both calls, as a scheme makes them: the status is that of the first that fails.
  static SolveStatus run(LinearSolver& solver, const BlockMatrix& matrix,
                         const std::vector<double>& b, std::vector<double>& x) {
    const SolveStatus factored = solver.factor(matrix).status;
    return factored == SolveStatus::converged ? solver.solve(b, x).status : factored;
  }
};

std::vector<double> waves(std::size_t n) {
  std::vector<double> b(n);
  for (std::size_t k = 0; k < n; ++k)
    b[k] = std::sin(static_cast<double>(k) + 1.0);
  return b;
}

void expect_near(const std::vector<double>& x, const std::vector<double>& y, double tolerance) {
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t k = 0; k < x.size(); ++k)
    ASSERT_NEAR(x[k], y[k], tolerance) << "entry " << k;
}

TEST_P(EveryLinearSolver, AgreesWithGaussianElimination) {
  int solved = 0;
  for (const bool symmetric : {true, false}) {
    if (!takes(symmetric)) {
      EXPECT_FALSE(symmetric) << "every solver takes symmetric positive definite matrices";
      continue;
    }
    for (const int block : {1, 2, 3, 6}) {
      for (const int n : {1, 2, 9, 60}) {
        SCOPED_TRACE(::testing::Message() << (symmetric ? "symmetric, " : "unsymmetric, ") << n
                                          << " blocks of " << block);
        const System s =
            random_system(n, block, symmetric, static_cast<std::uint64_t>(n + 100 * block));
        const std::vector<double> b = waves(s.dense.n);
        std::vector<double> x(s.dense.n, 0.0);
        const auto solver = make(s.blocks);
        ASSERT_EQ(run(*solver, s.blocks, b, x), SolveStatus::converged);
        expect_near(x, eliminate(s.dense, b), 1e-13);
        ++solved;
      }
    }
  }
  EXPECT_GE(solved, 12);
}

TEST_P(EveryLinearSolver, SolvesTheStepsOfContactProblems) {
  // Dominated by 2 M / h^2 as at small steps, balanced, and dominated by the contacts.
  int solved = 0;
  for (const bool friction : {false, true}) {
    if (!takes(!friction)) continue;
    for (const int block : {2, 3}) {
      for (const int discs : {1, 2, 5, 30, 200}) {
        for (const double stiffness : {1e-3, 1.0, 30.0}) {
          SCOPED_TRACE(::testing::Message() << discs << " discs, block " << block << ", stiffness "
                                            << stiffness << (friction ? ", friction" : ""));
          const System s = contact_system(discs, block, friction, stiffness,
                                          static_cast<std::uint64_t>(10 * discs + block));
          const std::vector<double> b = waves(s.dense.n);
          std::vector<double> x(s.dense.n, 0.0);
          const auto solver = make(s.blocks);
          ASSERT_EQ(run(*solver, s.blocks, b, x), SolveStatus::converged);
          // The residual, not the error: at the stiff end the condition number is some hundreds.
          for (std::size_t i = 0; i < s.dense.n; ++i) {
            double sum = 0.0;
            for (std::size_t j = 0; j < s.dense.n; ++j)
              sum += s.dense(i, j) * x[j];
            ASSERT_NEAR(sum, b[i], 2e-12) << "row " << i;
          }
          if (discs <= 30) expect_near(x, eliminate(s.dense, b), 1e-11);
          ++solved;
        }
      }
    }
  }
  EXPECT_GE(solved, 30);
}

TEST_P(EveryLinearSolver, IsReusedOverChangingSizesPatternsAndValues) {
  // The third has the size of the second and another pattern, the fourth the pattern of the third
  // and other values: an ordering or a factor kept too long shows here.
  struct Matrix {
    int n, reach;
    std::uint64_t seed;
  };
  const auto solver = make(random_system(40, 2, true, 1).blocks);
  for (const auto& [n, reach, seed] :
       {Matrix{3, 7, 1}, Matrix{40, 7, 2}, Matrix{40, 11, 3}, Matrix{40, 11, 4}, Matrix{0, 7, 5},
        Matrix{40, 11, 6}, Matrix{70, 5, 7}, Matrix{2, 7, 8}}) {
    SCOPED_TRACE(::testing::Message() << n << " blocks, seed " << seed);
    const System s = random_system(n, 2, true, seed, reach);
    const std::vector<double> b = waves(s.dense.n);
    std::vector<double> x(s.dense.n, 0.0);
    ASSERT_EQ(run(*solver, s.blocks, b, x), SolveStatus::converged);
    expect_near(x, eliminate(s.dense, b), 1e-13);
  }
}

TEST_P(EveryLinearSolver, GivesTheSameBitsTwice) {
  const System s = random_system(50, 2, true, 3);
  const std::vector<double> b = waves(s.dense.n);
  std::vector<double> x(s.dense.n, 0.0), again(s.dense.n, 0.0), used(s.dense.n, 0.0);
  const auto first = make(s.blocks), second = make(s.blocks);
  ASSERT_EQ(run(*first, s.blocks, b, x), SolveStatus::converged);
  ASSERT_EQ(first->solve(b, again).status, SolveStatus::converged);
  EXPECT_EQ(x, again) << "a second solve";
  // A fresh solver, and one that has factored something else in between.
  ASSERT_EQ(run(*second, random_system(50, 2, true, 4, 3).blocks, b, used), SolveStatus::converged);
  used.assign(s.dense.n, 0.0);
  ASSERT_EQ(run(*second, s.blocks, b, used), SolveStatus::converged);
  EXPECT_EQ(x, used) << "another solver with another history";
  // The analysis stored for a pattern must not change the answer either.
  used.assign(s.dense.n, 0.0);
  ASSERT_EQ(run(*second, s.blocks, b, used), SolveStatus::converged);
  EXPECT_EQ(x, used) << "the same pattern again";
}

TEST_P(EveryLinearSolver, CallsASingularMatrixABreakdownInSilence) {
  // Free discs on springs, 1-D Laplacian with both ends free: exact in binary, constants are its
  // kernel. The 1 x 1 block of rank one is the smallest such matrix, zero the plainest.
  const auto chain = [](int n) {
    BlockMatrix out;
    out.block = 1;
    for (int i = 0; i < n; ++i)
      out.diagonal[out.add_row()] = i == 0 || i == n - 1 ? 1.0 : 2.0;
    for (int i = 0; i + 1 < n; ++i) {
      const std::size_t pair = out.add_pair(i, i + 1);
      out.upper[pair] = out.lower[pair] = -1.0;
    }
    return out;
  };
  BlockMatrix rank_one;
  rank_one.block = 2;
  rank_one.add_row();
  rank_one.diagonal = {1.0, 1.0, 1.0, 1.0};
  BlockMatrix zero = rank_one;
  zero.diagonal.assign(4, 0.0);
  for (const BlockMatrix& m : {chain(8), chain(100), rank_one, zero}) {
    SCOPED_TRACE(m.rows());
    const auto solver = make(m);
    std::vector<double> b(m.rows(), 0.0), x(m.rows(), 0.0);
    b[0] = 1.0;  // not in the range
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    const SolveStatus status = run(*solver, m, b, x);
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    // Its iterates wander without a pattern: block_bicgstab may end at its limit.
    if (GetParam().entry.name != "block_bicgstab") {
      EXPECT_EQ(status, SolveStatus::breakdown);
      EXPECT_EQ(solver->solve(b, x).status, SolveStatus::breakdown) << "no answer without factors";
    }
    EXPECT_NE(status, SolveStatus::converged);
    // And it goes on with the next one.
    const System s = random_system(5, 2, true, 1);
    std::vector<double> y(s.dense.n, 0.0);
    ASSERT_EQ(run(*solver, s.blocks, waves(s.dense.n), y), SolveStatus::converged);
    expect_near(y, eliminate(s.dense, waves(s.dense.n)), 1e-13);
  }
}

TEST_P(EveryLinearSolver, NeverCallsNotANumberConverged) {
  const System s = random_system(6, 2, true, 1);
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    SCOPED_TRACE(bad);
    std::vector<double> b = waves(s.dense.n), x(s.dense.n, 0.0);
    for (const std::size_t at : {std::size_t{0}, std::size_t{12}}) {
      BlockMatrix m = s.blocks;
      m.diagonal[at] = bad;
      const auto solver = make(m);
      EXPECT_EQ(run(*solver, m, b, x), SolveStatus::breakdown) << "diagonal " << at;
    }
    BlockMatrix m = s.blocks;
    m.upper[1] = bad;
    m.lower[2] = bad;
    const auto solver = make(m);
    EXPECT_EQ(run(*solver, m, b, x), SolveStatus::breakdown) << "off the diagonal";
    b[3] = bad;
    EXPECT_EQ(run(*solver, s.blocks, b, x), SolveStatus::breakdown) << "right-hand side";
    EXPECT_EQ(run(*solver, s.blocks, waves(s.dense.n), x), SolveStatus::converged);
  }
}

TEST_P(EveryLinearSolver, TakesAnEmptySystem) {
  BlockMatrix m;
  m.block = 2;
  const auto solver = make(m);
  std::vector<double> x;
  EXPECT_EQ(run(*solver, m, {}, x), SolveStatus::converged);
}

TEST_P(EveryLinearSolver, AllocatesNothingAfterPrepareUnlessItsLibraryDoes) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  const std::string_view name = GetParam().entry.name;
  if (name == "superlu" || name == "eigen_ldlt" || name == "armadillo_spsolve") {
    GTEST_SKIP() << "the library allocates the factors";
  }
  const System small = contact_system(20, 2, false, 1.0, 1);
  const System large = contact_system(60, 2, false, 1.0, 2);
  const std::vector<double> b = waves(large.dense.n), b_small = waves(small.dense.n);
  std::vector<double> x(b.size(), 0.0), y(b_small.size(), 0.0);
  const auto solver = make(large.blocks);
  const std::int64_t start = allocations();
  const SolveStatus first = run(*solver, small.blocks, b_small, y);
  const SolveStatus second = run(*solver, large.blocks, b, x);
  const std::int64_t made = allocations() - start;
  EXPECT_EQ(first, SolveStatus::converged);
  EXPECT_EQ(second, SolveStatus::converged);
  EXPECT_EQ(made, 0);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryLinearSolver, ::testing::ValuesIn(linear_solvers()),
                         [](const auto& test) { return test.param.name; });

TEST(LinearSolvers, AreThereAndRefuseInOneSentence) {
  EXPECT_GE(linear_solvers().size(), 4U);
  const auto reason = solver_entry("eigen_ldlt").refuses({SolverKind::linear, false, false});
  ASSERT_TRUE(reason);
  EXPECT_NE(reason->find("symmetric"), std::string::npos);
}

}  // namespace
}  // namespace impactbench::testing
