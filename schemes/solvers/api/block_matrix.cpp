#include "schemes/solvers/api/block_matrix.hpp"

#include <algorithm>
#include <cassert>

namespace impactbench {

void BlockMatrix::reserve(std::size_t block_row_count, std::size_t pair_count) {
  diagonal.reserve(block_row_count * block_area());
  first.reserve(pair_count);
  second.reserve(pair_count);
  upper.reserve(pair_count * block_area());
  lower.reserve(pair_count * block_area());
}

void BlockMatrix::resize(std::size_t block_row_count, std::size_t pair_count) {
  diagonal.assign(block_row_count * block_area(), 0.0);
  first.resize(pair_count);
  second.resize(pair_count);
  upper.assign(pair_count * block_area(), 0.0);
  lower.assign(pair_count * block_area(), 0.0);
}

void BlockMatrix::clear() {
  diagonal.clear();
  first.clear();
  second.clear();
  upper.clear();
  lower.clear();
}

std::size_t BlockMatrix::add_row() {
  diagonal.resize(diagonal.size() + block_area(), 0.0);
  return block_rows() - 1;
}

std::size_t BlockMatrix::add_pair(int i, int j) {
  assert(i < j);
  assert(first.empty() || first.back() < i || (first.back() == i && second.back() < j));
  first.push_back(i);
  second.push_back(j);
  upper.resize(upper.size() + block_area(), 0.0);
  lower.resize(lower.size() + block_area(), 0.0);
  return pairs() - 1;
}

void to_dense(const BlockMatrix& matrix, std::vector<double>& dense) {
  const std::size_t n = matrix.rows();
  const auto s = static_cast<std::size_t>(matrix.block);
  dense.assign(n * n, 0.0);
  const auto place = [&](std::size_t i, std::size_t j, const double* block) {
    for (std::size_t c = 0; c < s; ++c) {
      std::copy_n(block + c * s, s, dense.data() + (j * s + c) * n + i * s);
    }
  };
  for (std::size_t i = 0; i < matrix.block_rows(); ++i) {
    place(i, i, matrix.diagonal.data() + i * s * s);
  }
  for (std::size_t k = 0; k < matrix.pairs(); ++k) {
    const auto i = static_cast<std::size_t>(matrix.first[k]);
    const auto j = static_cast<std::size_t>(matrix.second[k]);
    place(i, j, matrix.upper.data() + k * s * s);
    place(j, i, matrix.lower.data() + k * s * s);
  }
}

namespace {

/// The arrays of one compressed form, and how to read the blocks for it. A line is a column or a
/// row of the matrix; pairs are lexicographic, so that a line lists, in ascending order, the pairs
/// that it closes (`early`: as j), its diagonal block, and the pairs that it opens (`late`: as i).
struct Lines {
  std::vector<int>& start;
  std::vector<int>& index;
  std::vector<double>& value;
  const std::vector<double>& early;
  const std::vector<double>& late;
  std::size_t along,
      across;  ///< distance in a block: to the next entry of a line, to the next line
};

void compress(const BlockMatrix& matrix, const Lines& out) {
  const std::size_t n = matrix.rows();
  const auto s = static_cast<std::size_t>(matrix.block);
  const auto first = [&](std::size_t k) { return static_cast<std::size_t>(matrix.first[k]); };
  const auto second = [&](std::size_t k) { return static_cast<std::size_t>(matrix.second[k]); };
  // All scalar lines of a block line have the same length.
  out.start.assign(n + 1, 0);
  for (std::size_t i = 0; i < matrix.block_rows(); ++i)
    out.start[i * s + 1] = matrix.block;
  for (std::size_t k = 0; k < matrix.pairs(); ++k) {
    out.start[first(k) * s + 1] += matrix.block;
    out.start[second(k) * s + 1] += matrix.block;
  }
  for (std::size_t i = 0; i < matrix.block_rows(); ++i) {
    for (std::size_t c = 1; c < s; ++c)
      out.start[i * s + c + 1] = out.start[i * s + 1];
  }
  for (std::size_t line = 0; line < n; ++line)
    out.start[line + 1] += out.start[line];
  out.index.resize(static_cast<std::size_t>(out.start[n]));
  out.value.resize(out.index.size());
  // start[] serves as the cursor and is shifted back at the end.
  const auto append = [&](std::size_t line, std::size_t other, const double* block) {
    for (std::size_t c = 0; c < s; ++c) {
      auto& cursor = out.start[line * s + c];
      for (std::size_t r = 0; r < s; ++r, ++cursor) {
        out.index[static_cast<std::size_t>(cursor)] = static_cast<int>(other * s + r);
        out.value[static_cast<std::size_t>(cursor)] = block[c * out.across + r * out.along];
      }
    }
  };
  for (std::size_t k = 0; k < matrix.pairs(); ++k)
    append(second(k), first(k), out.early.data() + k * s * s);
  for (std::size_t i = 0; i < matrix.block_rows(); ++i)
    append(i, i, matrix.diagonal.data() + i * s * s);
  for (std::size_t k = 0; k < matrix.pairs(); ++k)
    append(first(k), second(k), out.late.data() + k * s * s);
  for (std::size_t line = n; line > 0; --line)
    out.start[line] = out.start[line - 1];
  out.start[0] = 0;
}

}  // namespace

void to_compressed_columns(const BlockMatrix& matrix, CompressedColumns& out) {
  const auto s = static_cast<std::size_t>(matrix.block);
  compress(matrix, {out.start, out.row, out.value, matrix.upper, matrix.lower, 1, s});
}

void to_compressed_rows(const BlockMatrix& matrix, CompressedRows& out) {
  const auto s = static_cast<std::size_t>(matrix.block);
  compress(matrix, {out.start, out.column, out.value, matrix.lower, matrix.upper, s, 1});
}

void multiply(const BlockMatrix& matrix, const std::vector<double>& x, std::vector<double>& y) {
  const auto s = static_cast<std::size_t>(matrix.block);
  y.assign(matrix.rows(), 0.0);
  const auto add = [&](std::size_t i, std::size_t j, const double* block) {
    for (std::size_t c = 0; c < s; ++c) {
      for (std::size_t r = 0; r < s; ++r)
        y[i * s + r] += block[c * s + r] * x[j * s + c];
    }
  };
  for (std::size_t i = 0; i < matrix.block_rows(); ++i) {
    add(i, i, matrix.diagonal.data() + i * s * s);
  }
  for (std::size_t k = 0; k < matrix.pairs(); ++k) {
    const auto i = static_cast<std::size_t>(matrix.first[k]);
    const auto j = static_cast<std::size_t>(matrix.second[k]);
    add(i, j, matrix.upper.data() + k * s * s);
    add(j, i, matrix.lower.data() + k * s * s);
  }
}

}  // namespace impactbench
