#include "schemes/solvers/api/linear_solver.hpp"
#include "schemes/solvers/support/assembly.hpp"
#include "tests/solvers/systems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

namespace impactbench::testing {
namespace {

TEST(BlockMatrixForms, DenseCompressedAndProductAreTheMatrix) {
  for (const int block : {1, 2, 3}) {
    const System s = random_system(30, block, false, 4);
    const std::size_t n = s.dense.n;
    std::vector<double> dense, y;
    std::vector<double> x(n);
    for (std::size_t k = 0; k < n; ++k)
      x[k] = std::sin(static_cast<double>(k) + 1.0);
    CompressedColumns c;
    CompressedRows rows;
    to_dense(s.blocks, dense);
    to_compressed_columns(s.blocks, c);
    to_compressed_rows(s.blocks, rows);
    multiply(s.blocks, x, y);
    Dense from_columns(n);
    for (std::size_t j = 0; j < n; ++j) {
      for (int k = c.start[j]; k < c.start[j + 1]; ++k) {
        const auto at = static_cast<std::size_t>(k);
        EXPECT_TRUE(k == c.start[j] || c.row[at - 1] < c.row[at]) << "rows ascend";
        from_columns(static_cast<std::size_t>(c.row[at]), j) += c.value[at];
      }
    }
    Dense from_rows(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (int k = rows.start[i]; k < rows.start[i + 1]; ++k) {
        const auto at = static_cast<std::size_t>(k);
        EXPECT_TRUE(k == rows.start[i] || rows.column[at - 1] < rows.column[at]) << "they ascend";
        from_rows(i, static_cast<std::size_t>(rows.column[at])) += rows.value[at];
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < n; ++j) {
        EXPECT_EQ(dense[j * n + i], s.dense(i, j));
        EXPECT_EQ(from_columns(i, j), s.dense(i, j));
        EXPECT_EQ(from_rows(i, j), s.dense(i, j));
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

TEST(Assembly, ByADenseMatrixGivesTheSameEntriesWithoutTheZeros) {
  // A contact along an axis leaves half of its block zero; so does a wall.
  System s = contact_system(20, 2, true, 1.0, 5);
  s.blocks.upper[4] = s.blocks.upper[7] = s.blocks.lower[2] = 0.0;
  s.blocks.diagonal[3] = 0.0;  // kept all the same
  CompressedColumns sparse_columns, dense_columns;
  CompressedRows sparse_rows, dense_rows;
  Assembly("sparse").assemble(s.blocks, sparse_columns);
  Assembly("dense").assemble(s.blocks, dense_columns);
  Assembly("sparse").assemble(s.blocks, sparse_rows);
  Assembly("dense").assemble(s.blocks, dense_rows);
  const std::size_t zeros = 3;
  EXPECT_EQ(sparse_columns.value.size(), 4 * (s.blocks.block_rows() + 2 * s.blocks.pairs()));
  EXPECT_EQ(dense_columns.value.size(), sparse_columns.value.size() - zeros);
  EXPECT_EQ(dense_rows.value.size(), sparse_rows.value.size() - zeros);
  const auto without_zeros = [](const std::vector<int>& start, const std::vector<int>& index,
                                const std::vector<double>& value) {
    std::vector<std::tuple<std::size_t, int, double>> out;
    for (std::size_t line = 0; line + 1 < start.size(); ++line) {
      for (int k = start[line]; k < start[line + 1]; ++k) {
        const auto at = static_cast<std::size_t>(k);
        if (value[at] != 0.0 || index[at] == static_cast<int>(line))
          out.emplace_back(line, index[at], value[at]);
      }
    }
    return out;
  };
  EXPECT_EQ(without_zeros(dense_columns.start, dense_columns.row, dense_columns.value),
            without_zeros(sparse_columns.start, sparse_columns.row, sparse_columns.value));
  EXPECT_EQ(without_zeros(dense_rows.start, dense_rows.column, dense_rows.value),
            without_zeros(sparse_rows.start, sparse_rows.column, sparse_rows.value));
}

TEST(AllFinite, SeesEveryKindOfNumberThatIsNone) {
  std::vector<double> v{0.0, -0.0, 1e308, -1e308, 5e-324, -2.5};
  EXPECT_TRUE(all_finite(v));
  EXPECT_TRUE(all_finite({}));
  for (const double bad : {std::nan(""), -std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    for (double& entry : v) {
      const double kept = entry;
      entry = bad;
      EXPECT_FALSE(all_finite(v)) << bad;
      entry = kept;
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
