#include "schemes/solvers/api/linear_solver.hpp"
#include "schemes/solvers/support/linear/assembly.hpp"
#include "tests/solvers/systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impactbench::testing {
namespace {

TEST(BlockMatrixForms, DenseCompressedAndProductAreTheMatrix) {
  for (const int block : {1, 2, 3, 6}) {
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

TEST(Assembly, GivesTheSameEitherWayAndNoZerosButOnTheDiagonal) {
  // A contact along an axis leaves half of its block zero; so does a wall.
  System s = contact_system(20, 2, true, 1.0, 5);
  s.blocks.upper[4] = s.blocks.upper[7] = s.blocks.lower[2] = 0.0;
  s.blocks.diagonal[3] = 0.0;  // kept all the same
  s.blocks.diagonal[5] = 0.0;
  const std::size_t entries = 4 * (s.blocks.block_rows() + 2 * s.blocks.pairs()), zeros = 4;
  CompressedColumns columns, by_dense_columns;
  CompressedRows rows, by_dense_rows;
  Assembly("sparse").assemble(s.blocks, columns);
  Assembly("dense").assemble(s.blocks, by_dense_columns);
  Assembly("sparse").assemble(s.blocks, rows);
  Assembly("dense").assemble(s.blocks, by_dense_rows);
  EXPECT_EQ(columns.start, by_dense_columns.start);
  EXPECT_EQ(columns.row, by_dense_columns.row);
  EXPECT_EQ(columns.value, by_dense_columns.value);
  EXPECT_EQ(rows.start, by_dense_rows.start);
  EXPECT_EQ(rows.column, by_dense_rows.column);
  EXPECT_EQ(rows.value, by_dense_rows.value);
  for (const auto& value : {columns.value, rows.value}) {
    EXPECT_EQ(value.size(), entries - zeros);
    EXPECT_EQ(std::count(value.begin(), value.end(), 0.0), 1);
  }
  EXPECT_EQ(columns.start.back(), static_cast<int>(entries - zeros));
  // The omitted entries were zero: the sum of the rows is that of the matrix.
  std::vector<double> dense;
  to_dense(s.blocks, dense);
  const std::size_t n = s.dense.n;
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = rows.start[i]; k < rows.start[i + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      EXPECT_EQ(rows.value[at], dense[static_cast<std::size_t>(rows.column[at]) * n + i]);
    }
  }
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
