#include "schemes/solvers/support/block_lu.hpp"

#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench {
namespace {

/// c -= a b.
template <int Block>
void subtract_product(std::size_t block, const double* a, const double* b, double* c) {
  const std::size_t n = Block > 0 ? static_cast<std::size_t>(Block) : block;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      const double factor = a[i * n + k];
      for (std::size_t j = 0; j < n; ++j)
        c[i * n + j] -= factor * b[k * n + j];
    }
  }
}

/// y -= a x.
template <int Block>
void subtract_times(std::size_t block, const double* a, const double* x, double* y) {
  const std::size_t n = Block > 0 ? static_cast<std::size_t>(Block) : block;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0.0;
    for (std::size_t k = 0; k < n; ++k)
      sum += a[i * n + k] * x[k];
    y[i] -= sum;
  }
}

/// a = a^-1 by Gauss and Jordan with row pivoting; `work` of n x n. False where it is singular.
template <int Block>
bool invert(std::size_t block, double* a, double* work) {
  const std::size_t n = Block > 0 ? static_cast<std::size_t>(Block) : block;
  std::fill_n(work, n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    work[i * n + i] = 1.0;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
    }
    if (pivot != k) {
      std::swap_ranges(a + k * n, a + k * n + n, a + pivot * n);
      std::swap_ranges(work + k * n, work + k * n + n, work + pivot * n);
    }
    const double inverse = 1.0 / a[k * n + k];
    if (!std::isfinite(inverse) || inverse == 0.0) return false;
    for (std::size_t j = 0; j < n; ++j) {
      a[k * n + j] *= inverse;
      work[k * n + j] *= inverse;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double factor = a[i * n + k];
      if (i == k || factor == 0.0) continue;
      for (std::size_t j = 0; j < n; ++j) {
        a[i * n + j] -= factor * a[k * n + j];
        work[i * n + j] -= factor * work[k * n + j];
      }
    }
  }
  std::copy_n(work, n * n, a);
  return true;
}

}  // namespace

void BlockLu::analyse(std::size_t nodes, std::size_t block,
                      const std::vector<std::array<int, 2>>& edges) {
  if (nodes == nodes_ && block == block_ && edges == edges_) return;
  nodes_ = nodes;
  block_ = block;
  edges_ = edges;
  order();
  find_fill();
  find_slots();
  diagonal_.resize(nodes_ * area());
  lower_.resize(row_.size() * area());
  upper_.resize(row_.size() * area());
  work_.resize(nodes_ * block_);
  product_.resize(area());
}

void BlockLu::order() {
  place_.resize(nodes_);
  if (nodes_ == 0) return;
  std::vector<Eigen::Triplet<char>> entries;
  entries.reserve(2 * edges_.size() + nodes_);
  for (const auto& [i, j] : edges_) {
    entries.emplace_back(i, j, 1);
    entries.emplace_back(j, i, 1);
  }
  for (int i = 0; i < static_cast<int>(nodes_); ++i)
    entries.emplace_back(i, i, 1);
  const auto n = static_cast<Eigen::Index>(nodes_);
  Eigen::SparseMatrix<char> graph(n, n);
  graph.setFromTriplets(entries.begin(), entries.end(), [](char a, char) { return a; });
  Eigen::AMDOrdering<int>()(graph, permutation_);
  for (int k = 0; k < static_cast<int>(nodes_); ++k)
    place_[static_cast<std::size_t>(permutation_.indices()[k])] = k;
}

/// The rows of column j: neighbours behind j, and those of the columns whose first row is j.
void BlockLu::find_fill() {
  std::vector<std::vector<int>> behind(nodes_);
  for (const auto& [i, j] : edges_) {
    const int a = place_[static_cast<std::size_t>(i)], b = place_[static_cast<std::size_t>(j)];
    behind[static_cast<std::size_t>(std::min(a, b))].push_back(std::max(a, b));
  }
  start_.assign(1, 0);
  row_.clear();
  head_.assign(nodes_, -1);
  next_.assign(nodes_, -1);
  where_.assign(nodes_, -1);
  for (int j = 0; j < static_cast<int>(nodes_); ++j) {
    const auto column = static_cast<std::size_t>(j);
    const std::size_t first = row_.size();
    const auto take = [&](int i) {
      if (i == j || where_[static_cast<std::size_t>(i)] == j) return;
      where_[static_cast<std::size_t>(i)] = j;
      row_.push_back(i);
    };
    for (const int i : behind[column])
      take(i);
    for (int child = head_[column]; child >= 0; child = next_[static_cast<std::size_t>(child)]) {
      for (std::size_t q = start_[static_cast<std::size_t>(child)];
           q < start_[static_cast<std::size_t>(child) + 1]; ++q) {
        take(row_[q]);
      }
    }
    std::sort(row_.begin() + static_cast<std::ptrdiff_t>(first), row_.end());
    start_.push_back(row_.size());
    if (row_.size() == first) continue;
    const auto parent = static_cast<std::size_t>(row_[first]);
    next_[column] = head_[parent];
    head_[parent] = j;
  }
}

void BlockLu::find_slots() {
  slots_.resize(edges_.size());
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const int a = place_[static_cast<std::size_t>(edges_[e][0])],
              b = place_[static_cast<std::size_t>(edges_[e][1])];
    const auto column = static_cast<std::size_t>(std::min(a, b));
    const auto begin = row_.begin() + static_cast<std::ptrdiff_t>(start_[column]),
               end = row_.begin() + static_cast<std::ptrdiff_t>(start_[column + 1]);
    slots_[e] = {
        static_cast<std::size_t>(std::lower_bound(begin, end, std::max(a, b)) - row_.begin()),
        a > b};
  }
}

void BlockLu::clear() {
  for (auto* blocks : {&diagonal_, &lower_, &upper_})
    std::fill(blocks->begin(), blocks->end(), 0.0);
}

bool BlockLu::factor() {
  return block_ == 3 ? factor_with<3>() : factor_with<0>();
}

/// Left-looking: column l receives from each column j < l with an entry in row l, which are held
/// in lists by the row that they come to next.
template <int Block>
bool BlockLu::factor_with() {
  const std::size_t size = Block > 0 ? static_cast<std::size_t>(Block * Block) : area();
  head_.assign(nodes_, -1);
  next_.assign(nodes_, -1);
  where_.resize(nodes_);
  reached_.assign(start_.begin(), start_.end());
  const auto wait = [&](std::size_t j) {
    if (reached_[j] == start_[j + 1]) return;
    const auto row = static_cast<std::size_t>(row_[reached_[j]]);
    next_[j] = head_[row];
    head_[row] = static_cast<int>(j);
  };
  for (std::size_t l = 0; l < nodes_; ++l) {
    for (std::size_t q = start_[l]; q < start_[l + 1]; ++q)
      where_[static_cast<std::size_t>(row_[q])] = static_cast<int>(q);
    double* own = diagonal_.data() + l * size;
    for (int at = head_[l]; at >= 0;) {
      const auto j = static_cast<std::size_t>(at);
      at = next_[j];
      const std::size_t first = reached_[j]++;
      const double *lj = lower_.data() + first * size, *jl = upper_.data() + first * size;
      subtract_product<Block>(block_, lj, jl, own);
      for (std::size_t q = first + 1; q < start_[j + 1]; ++q) {
        const auto to = static_cast<std::size_t>(where_[static_cast<std::size_t>(row_[q])]) * size;
        subtract_product<Block>(block_, lower_.data() + q * size, jl, lower_.data() + to);
        subtract_product<Block>(block_, lj, upper_.data() + q * size, upper_.data() + to);
      }
      wait(j);
    }
    if (!invert<Block>(block_, own, product_.data())) return false;
    for (std::size_t q = start_[l]; q < start_[l + 1]; ++q) {
      double* block = lower_.data() + q * size;
      std::fill_n(product_.data(), size, 0.0);
      subtract_product<Block>(block_, block, own, product_.data());
      for (std::size_t k = 0; k < size; ++k)
        block[k] = -product_[k];
    }
    wait(l);
  }
  return true;
}

void BlockLu::solve(std::vector<double>& x) {
  block_ == 3 ? solve_with<3>(x) : solve_with<0>(x);
}

template <int Block>
void BlockLu::solve_with(std::vector<double>& x) {
  const std::size_t n = Block > 0 ? static_cast<std::size_t>(Block) : block_, size = n * n;
  for (std::size_t i = 0; i < nodes_; ++i)
    std::copy_n(x.data() + i * n, n, work_.data() + static_cast<std::size_t>(place_[i]) * n);
  double* y = work_.data();
  for (std::size_t j = 0; j < nodes_; ++j) {
    for (std::size_t q = start_[j]; q < start_[j + 1]; ++q)
      subtract_times<Block>(n, lower_.data() + q * size, y + j * n,
                            y + static_cast<std::size_t>(row_[q]) * n);
  }
  for (std::size_t j = nodes_; j-- > 0;) {
    double* own = y + j * n;
    for (std::size_t q = start_[j]; q < start_[j + 1]; ++q)
      subtract_times<Block>(n, upper_.data() + q * size, y + static_cast<std::size_t>(row_[q]) * n,
                            own);
    std::copy_n(own, n, product_.data());
    std::fill_n(own, n, 0.0);
    subtract_times<Block>(n, diagonal_.data() + j * size, product_.data(), own);
    for (std::size_t k = 0; k < n; ++k)
      own[k] = -own[k];
  }
  for (std::size_t i = 0; i < nodes_; ++i)
    std::copy_n(work_.data() + static_cast<std::size_t>(place_[i]) * n, n, x.data() + i * n);
}

}  // namespace impactbench
