#include "schemes/solvers/support/blocks/block_lu.hpp"

#include "schemes/solvers/support/blocks/wide.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench {
namespace {

/// Operations on blocks of `Block` columns, each filled up to one or two registers of `Lanes`
/// numbers.
template <std::size_t Block, std::size_t Lanes = 4>
struct Blocks {
  static constexpr std::size_t stride = BlockLu::stride(Block), block = Block;
  static constexpr std::size_t area = stride * Block;
  using Register = Wide<Lanes>;
  Blocks(std::size_t, double*) {}

  /// y -= a x. The product is summed up first: in a solve one column waits for another's y.
  IMPACTBENCH_INLINE void subtract_times(const double* a, const double* x, double* y) const {
    for (std::size_t r = 0; r < stride; r += Lanes) {
      Register sum, out(y + r);
      times(a + r, x, sum);
      out -= sum;
      out.store(y + r);
    }
  }
  /// x = a x.
  IMPACTBENCH_INLINE void become_times(const double* a, double* x) const {
    Register sum[stride / Lanes];
    for (std::size_t r = 0; r < stride; r += Lanes)
      times(a + r, x, sum[r / Lanes]);
    for (std::size_t r = 0; r < stride; r += Lanes)
      sum[r / Lanes].store(x + r);
  }
  /// c -= the sum over t < count of the blocks left[t] + l times right[t] + r. The sum stays in
  /// registers if the columns of a are not unrolled.
  template <class Columns>
  IMPACTBENCH_INLINE void subtract_products(std::ptrdiff_t count, const Columns& left,
                                            std::ptrdiff_t l, const Columns& right,
                                            std::ptrdiff_t r, double* c) const {
    Register sum[Block][stride / Lanes];
    for (std::size_t t = 0; t < static_cast<std::size_t>(count); ++t) {
      const double *a = left[t] + l, *b = right[t] + r;
#pragma GCC unroll 1
      for (std::size_t k = 0; k < Block; ++k) {
#pragma GCC unroll 8
        for (std::size_t j = 0; j < Block; ++j) {
#pragma GCC unroll 2
          for (std::size_t q = 0; q < stride / Lanes; ++q)
            sum[j][q].add(Register(a + k * stride + Lanes * q), b[j * stride + k]);
        }
      }
    }
#pragma GCC unroll 8
    for (std::size_t j = 0; j < Block; ++j) {
#pragma GCC unroll 2
      for (std::size_t q = 0; q < stride / Lanes; ++q) {
        Register out(c + j * stride + Lanes * q);
        out -= sum[j][q];
        out.store(c + j * stride + Lanes * q);
      }
    }
  }

 private:
  IMPACTBENCH_INLINE static void times(const double* a, const double* x, Register& sum) {
    sum = Register(a);
    sum *= x[0];
    for (std::size_t k = 1; k < Block; ++k)
      sum.add(Register(a + k * stride), x[k]);
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
  template <class Columns>
  void subtract_products(std::ptrdiff_t count, const Columns& left, std::ptrdiff_t l,
                         const Columns& right, std::ptrdiff_t r, double* c) const {
    for (std::size_t t = 0; t < static_cast<std::size_t>(count); ++t) {
      for (std::size_t j = 0; j < block; ++j)
        subtract_times(left[t] + l, right[t] + r + j * stride, c + j * stride);
    }
  }
};

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
  const BlockPattern& pattern;
  std::size_t block;
  double *diagonal, *lower, *upper, *work, *column;
  bool* negative;  ///< of the determinant
};

/// A panel of BlockPattern. Row i >= 0 is the i-th behind it, row t - count that of its column t;
/// the blocks of column t in row i are left[t] + i area, below the diagonal, and right[t] + i area.
struct Panel {
  std::ptrdiff_t first, count, rows;
  const int* row;  ///< rows behind it
  std::array<double*, BlockPattern::widest> left, right;

  Panel(const Parts& lu, std::size_t number, std::size_t area) {
    const std::vector<std::size_t>& start = lu.pattern.start();
    const auto begin = static_cast<std::size_t>(lu.pattern.panels()[number]),
               end = static_cast<std::size_t>(lu.pattern.panels()[number + 1]);
    first = static_cast<std::ptrdiff_t>(begin);
    count = static_cast<std::ptrdiff_t>(end - begin);
    rows = static_cast<std::ptrdiff_t>(start[end] - start[end - 1]);
    row = lu.pattern.row().data() + start[end - 1];
    for (std::size_t j = begin; j < end; ++j) {
      left[j - begin] = lu.lower + (start[j] + end - 1 - j) * area;
      right[j - begin] = lu.upper + (start[j] + end - 1 - j) * area;
    }
  }
};

/// Left-looking: the columns before are taken out of each column of a panel, which is finished.
template <class B>
IMPACTBENCH_INLINE inline bool finish(const B& on, const Parts& lu, const Panel& panel) {
  const auto area = static_cast<std::ptrdiff_t>(on.area);
  const auto &left = panel.left, &right = panel.right;
  for (std::ptrdiff_t t = 0; t < panel.count; ++t) {
    const std::ptrdiff_t own = t - panel.count;
    double *diagonal = lu.diagonal + (panel.first + t) * area,
           *below = left[static_cast<std::size_t>(t)], *behind = right[static_cast<std::size_t>(t)];
    if (t > 0) on.subtract_products(t, left, own * area, right, own * area, diagonal);
    if (!invert(on, diagonal, lu.work, *lu.negative)) return false;
    for (std::ptrdiff_t i = own + 1; i < panel.rows; ++i) {
      if (t > 0) {
        on.subtract_products(t, left, i * area, right, own * area, below + i * area);
        on.subtract_products(t, left, own * area, right, i * area, behind + i * area);
      }
      for (std::size_t k = 0; k < on.block; ++k)
        on.become_times(diagonal, behind + i * area + k * on.stride);
    }
  }
  return true;
}

/// Right-looking: takes a finished panel out of all entries in its rows and columns. Returns the
/// targets behind.
template <class B>
IMPACTBENCH_INLINE inline const int* take_out(const B& on, const Parts& lu, const Panel& panel,
                                              const int* target) {
  const auto area = static_cast<std::ptrdiff_t>(on.area);
  const auto &left = panel.left, &right = panel.right;
  for (std::ptrdiff_t p = 0; p < panel.rows; ++p) {
    on.subtract_products(panel.count, left, p * area, right, p * area,
                         lu.diagonal + panel.row[p] * area);
    for (std::ptrdiff_t q = p + 1; q < panel.rows; ++q) {
      const std::ptrdiff_t at = *target++ * area;
      on.subtract_products(panel.count, left, q * area, right, p * area, lu.lower + at);
      on.subtract_products(panel.count, left, p * area, right, q * area, lu.upper + at);
    }
  }
  return target;
}

template <class B>
IMPACTBENCH_INLINE inline bool factor(const B& on, const Parts& lu) {
  const int* target = lu.pattern.target().data();
  for (std::size_t k = 0; k + 1 < lu.pattern.panels().size(); ++k) {
    const Panel panel(lu, k, on.area);
    if (!finish(on, lu, panel)) return false;
    target = take_out(on, lu, panel, target);
  }
  return true;
}

template <class B>
IMPACTBENCH_INLINE inline void solve(const B& on, const Parts& lu, double* x) {
  const std::size_t stride = on.stride, area = on.area, nodes = lu.pattern.nodes();
  const std::vector<std::size_t>& start = lu.pattern.start();
  const auto place = [&](std::size_t node) {
    return lu.work + static_cast<std::size_t>(lu.pattern.place()[node]) * stride;
  };
  const auto entry = [&](std::size_t q) {
    return lu.work + static_cast<std::size_t>(lu.pattern.row()[q]) * stride;
  };
  for (std::size_t i = 0; i < nodes; ++i) {
    for (std::size_t k = 0; k < stride; ++k)
      place(i)[k] = x[i * stride + k];
  }
  for (std::size_t j = 0; j < nodes; ++j) {
    double* own = lu.work + j * stride;
    // A rank-one change needs only the part behind its two bodies in the order.
    if (std::all_of(own, own + stride, [](double y) { return y == 0.0; })) continue;
    on.become_times(lu.diagonal + j * area, own);
    for (std::size_t q = start[j]; q < start[j + 1]; ++q)
      on.subtract_times(lu.lower + q * area, own, entry(q));
  }
  // The first row of a column is the one that was found last: it is waited for last.
  for (std::size_t j = nodes; j-- > 0;) {
    double* own = lu.work + j * stride;
    for (std::size_t q = start[j + 1]; q-- > start[j];)
      on.subtract_times(lu.upper + q * area, entry(q), own);
  }
  for (std::size_t i = 0; i < nodes; ++i) {
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
IMPACTBENCH_EIGHT_LANES bool factor_6_in_eights(const Parts& lu) {
  return factor(Blocks<6, 8>(6, lu.column), lu);
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

}  // namespace

void BlockLu::analyse(std::size_t nodes, std::size_t block,
                      const std::vector<std::array<int, 2>>& edges) {
  if (nodes == nodes_ && block == block_ && edges == edges_) return;
  nodes_ = nodes;
  block_ = block;
  edges_ = edges;
  pattern_.analyse(nodes,
                   block == 6 && nodes >= least_dissected ? BlockPattern::Order::nested_dissection
                                                          : BlockPattern::Order::minimum_degree,
                   edges);
  diagonal_.resize(nodes_ * area());
  lower_.resize(pattern_.entries() * area());
  upper_.resize(pattern_.entries() * area());
  work_.resize(std::max(nodes_ * stride(block_), area()));
  column_.resize(stride(block_));
}

void BlockLu::clear() {
  for (auto* blocks : {&diagonal_, &lower_, &upper_})
    std::fill(blocks->begin(), blocks->end(), 0.0);
}

bool BlockLu::factor() {
  negative_ = false;
  const Parts lu{pattern_,      block_,       diagonal_.data(), lower_.data(),
                 upper_.data(), work_.data(), column_.data(),   &negative_};
  return block_ == 3                        ? factor_3(lu)
         : block_ == 6 && has_eight_lanes() ? factor_6_in_eights(lu)
         : block_ == 6                      ? factor_6(lu)
                                            : impactbench::factor(Blocks<0>(block_, lu.column), lu);
}

void BlockLu::solve(std::vector<double>& x) {
  const Parts lu{pattern_,      block_,       diagonal_.data(), lower_.data(),
                 upper_.data(), work_.data(), column_.data(),   &negative_};
  block_ == 3   ? solve_3(lu, x.data())
  : block_ == 6 ? solve_6(lu, x.data())
                : impactbench::solve(Blocks<0>(block_, lu.column), lu, x.data());
}

}  // namespace impactbench
