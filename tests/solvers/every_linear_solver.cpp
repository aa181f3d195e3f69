#include "tests/solvers/systems.hpp"
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
    for (const int block : {1, 2, 3}) {
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
  // What is kept for a pattern must not change the answer either.
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
    // Its iterates wander without a pattern that would tell: block_bicgstab may end at its limit.
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

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryLinearSolver, ::testing::ValuesIn(linear_solvers()),
                         [](const auto& test) { return test.param.name; });

TEST(LinearSolvers, AreThereAndRefuseInOneSentence) {
  EXPECT_GE(linear_solvers().size(), 4U);
  const auto reason = solver_entry("eigen_ldlt").refuses({SolverKind::linear, false, false});
  ASSERT_TRUE(reason);
  EXPECT_NE(reason->find("symmetric"), std::string::npos);
}

TEST(BlockMatrixForms, DenseCompressedAndProductAreTheMatrix) {
  for (const int block : {1, 2, 3}) {
    const System s = random_system(30, block, false, 4);
    const std::size_t n = s.dense.n;
    std::vector<double> dense, y;
    const std::vector<double> x = waves(n);
    CompressedColumns c;
    to_dense(s.blocks, dense);
    to_compressed_columns(s.blocks, c);
    multiply(s.blocks, x, y);
    Dense from_columns(n);
    for (std::size_t j = 0; j < n; ++j) {
      for (int k = c.start[j]; k < c.start[j + 1]; ++k) {
        const auto at = static_cast<std::size_t>(k);
        EXPECT_TRUE(k == c.start[j] || c.row[at - 1] < c.row[at]) << "rows ascend";
        from_columns(static_cast<std::size_t>(c.row[at]), j) += c.value[at];
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < n; ++j) {
        EXPECT_EQ(dense[j * n + i], s.dense(i, j));
        EXPECT_EQ(from_columns(i, j), s.dense(i, j));
        sum += s.dense(i, j) * x[j];
      }
      EXPECT_NEAR(y[i], sum, 1e-13);
    }
  }
}

TEST(BlockMatrixForms, ClearKeepsTheMemoryAndThePatternKeepsZeros) {
  BlockMatrix m;
  m.block = 2;
  m.reserve(3, 1);
  const double* memory = m.diagonal.data();
  for (int round = 0; round < 2; ++round) {
    m.clear();
    EXPECT_EQ(m.rows(), 0U);
    for (int i = 0; i < 3; ++i)
      m.add_row();
    m.add_pair(0, 2);
    CompressedColumns c;
    to_compressed_columns(m, c);
    // 3 diagonal blocks and 2 of the pair, 4 entries each, all of them zero and all of them kept.
    EXPECT_EQ(c.value, std::vector<double>(20, 0.0));
    EXPECT_EQ(m.diagonal.data(), memory);
    m.diagonal.assign(12, 5.0);  // what clear() must not leave behind
  }
}

}  // namespace
}  // namespace impactbench::testing
