#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace impactbench::testing {
namespace {

/// A chain of n blocks with extra pairs, like discs in contact; diagonally dominant.
BlockMatrix matrix(int n, bool symmetric, unsigned seed) {
  std::mt19937_64 random(seed);
  const auto number = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53 - 0.5; };
  BlockMatrix m;
  m.block = 2;
  m.symmetric = symmetric;
  for (int i = 0; i < n; ++i) {
    const std::size_t row = m.add_row();
    const double off = number();
    m.diagonal[4 * row] = 9.0 + number();
    m.diagonal[4 * row + 1] = off;
    m.diagonal[4 * row + 2] = symmetric ? off : number();
    m.diagonal[4 * row + 3] = 8.0 + number();
  }
  for (int i = 0; i < n; ++i) {
    for (const int j : {i + 1, i + 7}) {
      if (j >= n) continue;
      const std::size_t pair = m.add_pair(i, j);
      for (std::size_t k = 0; k < 4; ++k)
        m.upper[4 * pair + k] = number();
      // A_ji = A_ij^T, both column-major.
      for (std::size_t k = 0; k < 4; ++k) {
        m.lower[4 * pair + k] = symmetric ? m.upper[4 * pair + (k % 2) * 2 + k / 2] : number();
      }
    }
  }
  return m;
}

std::vector<SolverEntry> linear_solvers() {
  std::vector<SolverEntry> out;
  for (const SolverEntry& entry : solver_catalogue()) {
    if (entry.kind() == SolverKind::linear) out.push_back(entry);
  }
  return out;
}

class EveryLinearSolver : public ::testing::TestWithParam<SolverEntry> {
 protected:
  [[nodiscard]] std::unique_ptr<LinearSolver> make() const {
    return std::get<MakeLinear>(GetParam().make)({});
  }
  [[nodiscard]] bool takes(bool symmetric) const {
    return !GetParam().refuses({SolverKind::linear, symmetric, false});
  }
};

double residual(const BlockMatrix& m, const std::vector<double>& x, const std::vector<double>& b) {
  std::vector<double> y;
  multiply(m, x, y);
  double worst = 0.0;
  for (std::size_t k = 0; k < b.size(); ++k)
    worst = std::max(worst, std::abs(y[k] - b[k]));
  return worst;
}

TEST_P(EveryLinearSolver, SolvesWhatItDoesNotRefuse) {
  int solved = 0;
  for (const bool symmetric : {true, false}) {
    if (!takes(symmetric)) {
      EXPECT_FALSE(symmetric) << "every solver takes symmetric positive definite matrices";
      continue;
    }
    const auto solver = make();
    solver->prepare(40, 80, 2);
    // One solver over changing sizes and patterns, and the same pattern with other values.
    for (const int n : {1, 2, 40, 40, 3, 200}) {
      const BlockMatrix m = matrix(n, symmetric, static_cast<unsigned>(10 + solved));
      std::vector<double> b(m.rows()), x(m.rows(), 0.0);
      for (std::size_t k = 0; k < b.size(); ++k)
        b[k] = std::sin(static_cast<double>(k) + 1.0);
      ASSERT_EQ(solver->factor(m).status, SolveStatus::converged) << n;
      ASSERT_EQ(solver->solve(b, x).status, SolveStatus::converged) << n;
      EXPECT_LT(residual(m, x, b), 1e-12) << n;
      std::vector<double> again(m.rows(), 0.0);
      ASSERT_EQ(solver->solve(b, again).status, SolveStatus::converged);
      EXPECT_EQ(x, again) << "the same bits twice";
      ++solved;
    }
  }
  EXPECT_GE(solved, 6);
}

TEST_P(EveryLinearSolver, CallsASingularMatrixABreakdown) {
  BlockMatrix m;
  m.block = 2;
  m.add_row();
  m.diagonal = {1.0, 1.0, 1.0, 1.0};
  const auto solver = make();
  solver->prepare(1, 0, 2);
  std::vector<double> x(2, 0.0);
  const SolveReport factored = solver->factor(m);
  const bool broke = factored.status == SolveStatus::breakdown ||
                     solver->solve({1.0, 0.0}, x).status == SolveStatus::breakdown;
  EXPECT_TRUE(broke);
  // And goes on with the next one.
  m.diagonal = {2.0, 0.0, 0.0, 4.0};
  ASSERT_EQ(solver->factor(m).status, SolveStatus::converged);
  ASSERT_EQ(solver->solve({1.0, 1.0}, x).status, SolveStatus::converged);
  EXPECT_DOUBLE_EQ(x[0], 0.5);
  EXPECT_DOUBLE_EQ(x[1], 0.25);
}

TEST_P(EveryLinearSolver, TakesAnEmptySystem) {
  const auto solver = make();
  solver->prepare(0, 0, 2);
  BlockMatrix m;
  m.block = 2;
  std::vector<double> x;
  EXPECT_EQ(solver->factor(m).status, SolveStatus::converged);
  EXPECT_EQ(solver->solve({}, x).status, SolveStatus::converged);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryLinearSolver, ::testing::ValuesIn(linear_solvers()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(BlockMatrixForms, DenseCompressedAndProductAgree) {
  const BlockMatrix m = matrix(30, false, 4);
  std::vector<double> dense, y, x(m.rows());
  for (std::size_t k = 0; k < x.size(); ++k)
    x[k] = std::cos(static_cast<double>(k));
  to_dense(m, dense);
  CompressedColumns c;
  to_compressed_columns(m, c);
  multiply(m, x, y);
  const std::size_t n = m.rows();
  std::vector<double> from_dense(n, 0.0), from_columns(n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i)
      from_dense[i] += dense[j * n + i] * x[j];
    for (int k = c.start[j]; k < c.start[j + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      EXPECT_TRUE(k == c.start[j] || c.row[at - 1] < c.row[at]) << "rows ascend";
      from_columns[static_cast<std::size_t>(c.row[at])] += c.value[at] * x[j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_NEAR(y[i], from_dense[i], 1e-13);
    EXPECT_NEAR(y[i], from_columns[i], 1e-13);
  }
}

}  // namespace
}  // namespace impactbench::testing
