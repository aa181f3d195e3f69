#include "schemes/solvers/support/blocks/block_lu.hpp"

#include "schemes/solvers/support/blocks/wide.hpp"

#include <Eigen/SparseCore>

#include <metis.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench {
namespace {

/// Operations on blocks of `Block` columns, each filled up to one or two wide registers.
template <std::size_t Block>
struct Blocks {
  static constexpr std::size_t stride = BlockLu::stride(Block), block = Block;
  static constexpr std::size_t area = stride * Block;
  Blocks(std::size_t, double*) {}

  /// y -= a x. The product is summed up first: in a solve one column waits for another's y.
  IMPACTBENCH_INLINE void subtract_times(const double* a, const double* x, double* y) const {
    for (std::size_t r = 0; r < stride; r += 4) {
      Quad sum, out(y + r);
      times(a + r, x, sum);
      out -= sum;
      out.store(y + r);
    }
  }
  /// x = a x.
  IMPACTBENCH_INLINE void become_times(const double* a, double* x) const {
    Quad sum[stride / 4];
    for (std::size_t r = 0; r < stride; r += 4)
      times(a + r, x, sum[r / 4]);
    for (std::size_t r = 0; r < stride; r += 4)
      sum[r / 4].store(x + r);
  }

 private:
  IMPACTBENCH_INLINE static void times(const double* a, const double* x, Quad& sum) {
    sum = Quad(a);
    sum *= x[0];
    for (std::size_t k = 1; k < Block; ++k)
      sum.add(Quad(a + k * stride), x[k]);
  }
};

/// The same for a number of columns known at run time.
template <>
struct Blocks<0> {
  std::size_t block, stride{BlockLu::stride(block)}, area{block * stride};
  double* sum;  ///< one column
  Blocks(std::size_t columns, double* one_column) : block(columns), sum(one_column) {}

  void subtract_times(const double* a, const double* x, double* y) const {
    for (std::size_t k = 0; k < block; ++k) {
      for (std::size_t r = 0; r < block; ++r)
        y[r] -= a[k * stride + r] * x[k];
    }
  }
  void become_times(const double* a, double* x) const {
    std::fill_n(sum, block, 0.0);
    for (std::size_t k = 0; k < block; ++k) {
      for (std::size_t r = 0; r < block; ++r)
        sum[r] += a[k * stride + r] * x[k];
    }
    std::copy_n(sum, block, x);
  }
};

/// c -= a b.
template <class B>
IMPACTBENCH_INLINE inline void subtract_product(const B& on, const double* a, const double* b,
                                                double* c) {
  for (std::size_t j = 0; j < on.block; ++j)
    on.subtract_times(a, b + j * on.stride, c + j * on.stride);
}

/// a = a^-1 by Gauss and Jordan, rows exchanged if a pivot is below a tenth of the largest; `work`
/// has the size of a. False if it is singular. Columns are treated as rows here: the inverse of the
/// transpose is the transpose of the inverse.
template <class B>
IMPACTBENCH_INLINE inline bool invert(const B& on, double* a, double* work, bool& negative) {
  const std::size_t n = on.block, stride = on.stride;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < stride; ++j)
      work[i * stride + j] = i == j ? 1.0 : 0.0;
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      const double kept = pivot == k ? 0.1 : 1.0;
      if (kept * std::abs(a[i * stride + k]) > std::abs(a[pivot * stride + k])) pivot = i;
    }
    if (pivot != k) {
      negative = !negative;
      std::swap_ranges(a + k * stride, a + k * stride + n, a + pivot * stride);
      std::swap_ranges(work + k * stride, work + k * stride + n, work + pivot * stride);
    }
    const double divisor = a[k * stride + k];
    if (divisor == 0.0) return false;
    if (divisor < 0.0) negative = !negative;
    const double inverse = 1.0 / divisor;
    if (!std::isfinite(inverse) || inverse == 0.0) return false;
    for (std::size_t j = 0; j < stride; ++j) {
      a[k * stride + j] *= inverse;
      work[k * stride + j] *= inverse;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = a[i * stride + k];
      for (std::size_t j = 0; j < stride; ++j) {
        a[i * stride + j] -= factor * a[k * stride + j];
        work[i * stride + j] -= factor * work[k * stride + j];
      }
    }
  }
  std::copy_n(work, on.area, a);
  return true;
}

/// The data of the loops: see the members of BlockLu of these names.
struct Parts {
  std::size_t nodes, block;
  const std::size_t* start;
  const int *row, *target, *place;
  double *diagonal, *lower, *upper, *work, *column;
  bool* negative;  ///< whether the determinant is
};

/// Right-looking: column j, finished, is taken out of all entries in its rows and columns.
template <class B>
IMPACTBENCH_INLINE inline bool factor(const B& on, const Parts& lu) {
  const int* to = lu.target;
  const std::size_t area = on.area;
  for (std::size_t j = 0; j < lu.nodes; ++j) {
    double* own = lu.diagonal + j * area;
    if (!invert(on, own, lu.work, *lu.negative)) return false;
    const std::size_t end = lu.start[j + 1];
    for (std::size_t q = lu.start[j]; q < end; ++q) {
      for (std::size_t k = 0; k < on.block; ++k)
        on.become_times(own, lu.upper + q * area + k * on.stride);
    }
    for (std::size_t p = lu.start[j]; p < end; ++p) {
      const double *below = lu.lower + p * area, *right = lu.upper + p * area;
      subtract_product(on, below, right, lu.diagonal + static_cast<std::size_t>(lu.row[p]) * area);
      for (std::size_t q = p + 1; q < end; ++q, ++to) {
        const std::size_t at = static_cast<std::size_t>(*to) * area;
        subtract_product(on, lu.lower + q * area, right, lu.lower + at);
        subtract_product(on, below, lu.upper + q * area, lu.upper + at);
      }
    }
  }
  return true;
}

template <class B>
IMPACTBENCH_INLINE inline void solve(const B& on, const Parts& lu, double* x) {
  const std::size_t stride = on.stride, area = on.area;
  const auto place = [&](std::size_t node) {
    return lu.work + static_cast<std::size_t>(lu.place[node]) * stride;
  };
  const auto entry = [&](std::size_t q) {
    return lu.work + static_cast<std::size_t>(lu.row[q]) * stride;
  };
  for (std::size_t i = 0; i < lu.nodes; ++i) {
    for (std::size_t k = 0; k < stride; ++k)
      place(i)[k] = x[i * stride + k];
  }
  for (std::size_t j = 0; j < lu.nodes; ++j) {
    double* own = lu.work + j * stride;
    // A rank-one change needs only the part behind its two bodies in the order.
    if (std::all_of(own, own + stride, [](double y) { return y == 0.0; })) continue;
    on.become_times(lu.diagonal + j * area, own);
    for (std::size_t q = lu.start[j]; q < lu.start[j + 1]; ++q)
      on.subtract_times(lu.lower + q * area, own, entry(q));
  }
  // The first row of a column is the one that was found last: it is waited for last.
  for (std::size_t j = lu.nodes; j-- > 0;) {
    double* own = lu.work + j * stride;
    for (std::size_t q = lu.start[j + 1]; q-- > lu.start[j];)
      on.subtract_times(lu.upper + q * area, entry(q), own);
  }
  for (std::size_t i = 0; i < lu.nodes; ++i) {
    for (std::size_t k = 0; k < stride; ++k)
      x[i * stride + k] = place(i)[k];
  }
}

IMPACTBENCH_WIDE bool factor_3(const Parts& lu) {
  return factor(Blocks<3>(3, lu.column), lu);
}
IMPACTBENCH_WIDE bool factor_6(const Parts& lu) {
  return factor(Blocks<6>(6, lu.column), lu);
}
IMPACTBENCH_WIDE void solve_3(const Parts& lu, double* x) {
  solve(Blocks<3>(3, lu.column), lu, x);
}
IMPACTBENCH_WIDE void solve_6(const Parts& lu, double* x) {
  solve(Blocks<6>(6, lu.column), lu, x);
}

/// From so many bodies in space on, nested dissection pays: it saves a third of the products among
/// 7000 contacts.
constexpr std::size_t least_dissected = 1500;

/// The place of each node in an order by nested dissection. False where METIS fails.
bool dissect(const Eigen::SparseMatrix<char>& graph, std::vector<int>& place) {
  auto nodes = static_cast<idx_t>(graph.cols());
  std::vector<idx_t> start{0}, neighbours, at(place.size()), back(place.size());
  for (Eigen::Index j = 0; j < graph.cols(); ++j) {
    for (Eigen::SparseMatrix<char>::InnerIterator entry(graph, j); entry; ++entry) {
      if (entry.row() != j) neighbours.push_back(static_cast<idx_t>(entry.row()));
    }
    start.push_back(static_cast<idx_t>(neighbours.size()));
  }
  if (METIS_NodeND(&nodes, start.data(), neighbours.data(), nullptr, nullptr, back.data(),
                   at.data()) != METIS_OK) {
    return false;
  }
  std::copy(at.begin(), at.end(), place.begin());
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
  find_targets();
  diagonal_.resize(nodes_ * area());
  lower_.resize(row_.size() * area());
  upper_.resize(row_.size() * area());
  work_.resize(std::max(nodes_ * stride(block_), area()));
  column_.resize(stride(block_));
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
  if (block_ == 6 && nodes_ >= least_dissected && !edges_.empty() && dissect(graph, place_)) return;
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

void BlockLu::find_targets() {
  target_.clear();
  for (std::size_t j = 0; j < nodes_; ++j) {
    for (std::size_t p = start_[j]; p < start_[j + 1]; ++p) {
      const auto column = static_cast<std::size_t>(row_[p]);
      std::size_t at = start_[column];
      for (std::size_t q = p + 1; q < start_[j + 1]; ++q) {
        while (row_[at] < row_[q])
          ++at;
        target_.push_back(static_cast<int>(at));
      }
    }
  }
}

void BlockLu::clear() {
  for (auto* blocks : {&diagonal_, &lower_, &upper_})
    std::fill(blocks->begin(), blocks->end(), 0.0);
}

bool BlockLu::factor() {
  negative_ = false;
  const Parts lu{nodes_,         block_,        start_.data(),    row_.data(),
                 target_.data(), place_.data(), diagonal_.data(), lower_.data(),
                 upper_.data(),  work_.data(),  column_.data(),   &negative_};
  return block_ == 3   ? factor_3(lu)
         : block_ == 6 ? factor_6(lu)
                       : impactbench::factor(Blocks<0>(block_, lu.column), lu);
}

void BlockLu::solve(std::vector<double>& x) {
  const Parts lu{nodes_,         block_,        start_.data(),    row_.data(),
                 target_.data(), place_.data(), diagonal_.data(), lower_.data(),
                 upper_.data(),  work_.data(),  column_.data(),   &negative_};
  block_ == 3   ? solve_3(lu, x.data())
  : block_ == 6 ? solve_6(lu, x.data())
                : impactbench::solve(Blocks<0>(block_, lu.column), lu, x.data());
}

}  // namespace impactbench
