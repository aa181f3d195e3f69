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

void to_compressed_columns(const BlockMatrix& matrix, CompressedColumns& out) {
  const std::size_t n = matrix.rows();
  const auto s = static_cast<std::size_t>(matrix.block);
  // Blocks of a block column, counted; all scalar columns of it have the same length.
  out.start.assign(n + 1, 0);
  const auto length = [&](std::size_t column) -> int& { return out.start[column * s + 1]; };
  for (std::size_t i = 0; i < matrix.block_rows(); ++i)
    length(i) += matrix.block;
  for (std::size_t k = 0; k < matrix.pairs(); ++k) {
    length(static_cast<std::size_t>(matrix.first[k])) += matrix.block;
    length(static_cast<std::size_t>(matrix.second[k])) += matrix.block;
  }
  for (std::size_t i = 0; i < matrix.block_rows(); ++i) {
    for (std::size_t c = 1; c < s; ++c)
      out.start[i * s + c + 1] = out.start[i * s + 1];
  }
  for (std::size_t c = 0; c < n; ++c)
    out.start[c + 1] += out.start[c];
  out.row.resize(static_cast<std::size_t>(out.start[n]));
  out.value.resize(out.row.size());
  // Entries are appended in the order upper blocks (rows i < j), diagonal, lower blocks: sorted,
  // because pairs are lexicographic. start[] serves as the cursor and is shifted back at the end.
  const auto append = [&](std::size_t i, std::size_t j, const double* block) {
    for (std::size_t c = 0; c < s; ++c) {
      auto& cursor = out.start[j * s + c];
      for (std::size_t r = 0; r < s; ++r, ++cursor) {
        out.row[static_cast<std::size_t>(cursor)] = static_cast<int>(i * s + r);
        out.value[static_cast<std::size_t>(cursor)] = block[c * s + r];
      }
    }
  };
  for (std::size_t k = 0; k < matrix.pairs(); ++k) {
    append(static_cast<std::size_t>(matrix.first[k]), static_cast<std::size_t>(matrix.second[k]),
           matrix.upper.data() + k * s * s);
  }
  for (std::size_t i = 0; i < matrix.block_rows(); ++i) {
    append(i, i, matrix.diagonal.data() + i * s * s);
  }
  for (std::size_t k = 0; k < matrix.pairs(); ++k) {
    append(static_cast<std::size_t>(matrix.second[k]), static_cast<std::size_t>(matrix.first[k]),
           matrix.lower.data() + k * s * s);
  }
  for (std::size_t c = n; c > 0; --c)
    out.start[c] = out.start[c - 1];
  out.start[0] = 0;
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
