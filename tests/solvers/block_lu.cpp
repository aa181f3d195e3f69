// The block LU factorisation against elimination.
#include "schemes/solvers/support/blocks/block_lu.hpp"
#include "tests/solvers/systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench::testing {
namespace {

TEST(BlockLu, SolvesWhatEliminationSolves) {
  for (const int block : {2, 3, 5, 6}) {
    SCOPED_TRACE(block);
    const System system = random_system(24, block, false, 7);
    std::vector<std::array<int, 2>> edges;
    // Given from either end, in any order: which block is which must not depend on it.
    for (std::size_t e = 0; e < system.blocks.pairs(); ++e) {
      const int i = system.blocks.first[e], j = system.blocks.second[e];
      edges.push_back(e % 2 == 0 ? std::array{i, j} : std::array{j, i});
    }
    const auto k = static_cast<std::size_t>(block);
    const std::size_t stride = BlockLu::stride(k);
    BlockLu lu;
    lu.analyse(24, k, edges);
    lu.clear();
    const auto add = [&](double* to, int row, int column) {
      for (std::size_t i = 0; i < k; ++i) {
        for (std::size_t j = 0; j < k; ++j)
          to[j * stride + i] += system.dense(static_cast<std::size_t>(row) * k + i,
                                             static_cast<std::size_t>(column) * k + j);
      }
    };
    for (int i = 0; i < 24; ++i)
      add(lu.diagonal(i), i, i);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      add(lu.off_diagonal(e, true), edges[e][0], edges[e][1]);
      add(lu.off_diagonal(e, false), edges[e][1], edges[e][0]);
    }
    ASSERT_TRUE(lu.factor());
    Numbers number(3);
    std::vector<double> right(24 * k), x(25 * stride, 7.0);
    for (std::size_t i = 0; i < right.size(); ++i)
      x[i / k * stride + i % k] = right[i] = number();
    const std::vector<double> truth = eliminate(system.dense, right);
    lu.solve(x);
    for (std::size_t i = 0; i < right.size(); ++i)
      EXPECT_NEAR(x[i / k * stride + i % k], truth[i], 1e-12);
    EXPECT_EQ(x[24 * stride], 7.0) << "behind the last node";
  }
}

TEST(BlockLu, OrdersManyBodiesByNestedDissection) {
  // A lattice of 12^3 bodies in space: its solution is checked by the matrix itself.
  constexpr int n = 12, nodes = n * n * n;
  constexpr std::size_t k = 6, stride = BlockLu::stride(k);
  std::vector<std::array<int, 2>> edges;
  for (int i = 0; i < nodes; ++i) {
    if (i % n + 1 < n) edges.push_back({i, i + 1});
    if (i / n % n + 1 < n) edges.push_back({i + n, i});
    if (i / (n * n) + 1 < n) edges.push_back({i, i + n * n});
  }
  Numbers number(11);
  BlockLu lu;
  lu.analyse(nodes, k, edges);
  lu.clear();
  std::vector<double> truth(nodes * stride, 0.0), x(nodes * stride, 0.0);
  for (std::size_t i = 0; i < truth.size(); ++i)
    truth[i] = i % stride < k ? number() : 0.0;
  const auto add = [&](double* block, int row, int column, double diagonal) {
    for (std::size_t j = 0; j < k; ++j) {
      for (std::size_t i = 0; i < k; ++i) {
        const double a = number() + (i == j ? diagonal : 0.0);
        block[j * stride + i] = a;
        x[static_cast<std::size_t>(row) * stride + i] +=
            a * truth[static_cast<std::size_t>(column) * stride + j];
      }
    }
  };
  for (int i = 0; i < nodes; ++i)
    add(lu.diagonal(i), i, i, 20.0);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    add(lu.off_diagonal(e, true), edges[e][0], edges[e][1], 0.0);
    add(lu.off_diagonal(e, false), edges[e][1], edges[e][0], 0.0);
  }
  ASSERT_TRUE(lu.factor());
  lu.solve(x);
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(x[i], truth[i], 1e-12);
}

TEST(BlockLu, KnowsTheSignOfTheDeterminant) {
  // If two columns of a regular matrix are exchanged, or one changes its sign, the determinant
  // changes its sign.
  for (const int block : {2, 3, 6}) {
    for (int changes = 0; changes < 4; ++changes) {
      SCOPED_TRACE(::testing::Message() << block << " " << changes);
      const auto k = static_cast<std::size_t>(block);
      const std::size_t stride = BlockLu::stride(k);
      Numbers number(5);
      BlockLu lu;
      lu.analyse(2, k, {{0, 1}});
      lu.clear();
      for (int node = 0; node < 2; ++node) {
        double* a = lu.diagonal(node);
        for (std::size_t i = 0; i < k; ++i) {
          for (std::size_t j = 0; j < k; ++j)
            a[j * stride + i] = (i == j ? 4.0 : 0.0) + number();
        }
      }
      double* first = lu.diagonal(0);
      if (changes % 2 == 1) std::swap_ranges(first, first + k, first + stride);
      if (changes / 2 == 1) {
        for (std::size_t i = 0; i < k; ++i)
          lu.diagonal(1)[i] *= -1.0;
      }
      for (std::size_t i = 0; i < k * stride; ++i)
        lu.off_diagonal(0, true)[i] = i % stride < k ? 0.1 * number() : 0.0;
      ASSERT_TRUE(lu.factor());
      EXPECT_EQ(lu.negative(), changes == 1 || changes == 2);
    }
  }
}

TEST(BlockLu, SaysWhereItCannot) {
  BlockLu lu;
  lu.analyse(2, 2, {{0, 1}});
  lu.clear();
  EXPECT_FALSE(lu.factor()) << "all zero";
  lu.clear();
  for (int i = 0; i < 2; ++i)
    lu.diagonal(i)[1] = lu.diagonal(i)[4] = 1.0;  // regular, with zeros on the diagonal
  EXPECT_TRUE(lu.factor());
  std::vector<double> x{1.0, 2.0, 0.0, 0.0, 3.0, 4.0, 0.0, 0.0};
  lu.solve(x);
  EXPECT_EQ(x, (std::vector<double>{2.0, 1.0, 0.0, 0.0, 4.0, 3.0, 0.0, 0.0}));
  lu.clear();
  lu.diagonal(0)[0] = std::nan("");
  EXPECT_FALSE(lu.factor());
}

TEST(BlockPattern, PanelsOfADenseMatrixAreAsWideAsAllowedAndNoWider) {
  // All columns of a complete graph are one supernode: it is cut into panels, of which BlockLu
  // keeps `widest` columns in arrays of that length.
  constexpr int nodes = 2 * static_cast<int>(BlockPattern::widest) + 3;
  std::vector<std::array<int, 2>> edges;
  for (int i = 0; i < nodes; ++i) {
    for (int j = i + 1; j < nodes; ++j)
      edges.push_back({i, j});
  }
  BlockPattern pattern;
  pattern.analyse(nodes, BlockPattern::Order::minimum_degree, edges);
  constexpr int widest = static_cast<int>(BlockPattern::widest);
  EXPECT_EQ(pattern.panels(), (std::vector<int>{0, widest, 2 * widest, nodes}));
}

}  // namespace
}  // namespace impactbench::testing
