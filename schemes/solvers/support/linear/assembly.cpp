#include "schemes/solvers/support/linear/assembly.hpp"

#include <algorithm>

namespace impactbench {
namespace {

/// Keeps entries that are not zero, and the diagonal.
bool kept(double value, std::size_t i, std::size_t j) {
  return value != 0.0 || i == j;
}

/// Removes the other entries in place.
void drop_zeros(std::vector<int>& start, std::vector<int>& inner, std::vector<double>& value) {
  std::size_t from = 0, to = 0;
  for (std::size_t line = 0; line + 1 < start.size(); ++line) {
    for (const auto end = static_cast<std::size_t>(start[line + 1]); from < end; ++from) {
      if (!kept(value[from], line, static_cast<std::size_t>(inner[from]))) continue;
      inner[to] = inner[from];
      value[to] = value[from];
      ++to;
    }
    start[line + 1] = static_cast<int>(to);
  }
  inner.resize(to);
  value.resize(to);
}

}  // namespace

std::size_t Assembly::reserve_dense(std::size_t block_rows, std::size_t pairs, int block) {
  const auto s = static_cast<std::size_t>(block);
  if (by_dense_) {
    const std::size_t n = std::min<std::size_t>(block_rows * s, 512);
    dense_.reserve(n * n);
  }
  return (block_rows + 2 * pairs) * s * s;
}

void Assembly::assemble(const BlockMatrix& matrix, CompressedColumns& out) {
  if (!by_dense_) {
    to_compressed_columns(matrix, out);
    drop_zeros(out.start, out.row, out.value);
    return;
  }
  to_dense(matrix, dense_);
  const std::size_t n = matrix.rows();
  out.start.assign(1, 0);
  out.row.clear();
  out.value.clear();
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!kept(dense_[j * n + i], i, j)) continue;
      out.row.push_back(static_cast<int>(i));
      out.value.push_back(dense_[j * n + i]);
    }
    out.start.push_back(static_cast<int>(out.row.size()));
  }
}

void Assembly::assemble(const BlockMatrix& matrix, CompressedRows& out) {
  if (!by_dense_) {
    to_compressed_rows(matrix, out);
    drop_zeros(out.start, out.column, out.value);
    return;
  }
  to_dense(matrix, dense_);
  const std::size_t n = matrix.rows();
  // Two passes down the columns, in the order of memory: lengths of the rows, then entries.
  out.start.assign(n + 1, 0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i)
      out.start[i + 1] += kept(dense_[j * n + i], i, j) ? 1 : 0;
  }
  for (std::size_t i = 0; i < n; ++i)
    out.start[i + 1] += out.start[i];
  out.column.resize(static_cast<std::size_t>(out.start[n]));
  out.value.resize(out.column.size());
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!kept(dense_[j * n + i], i, j)) continue;
      const auto at = static_cast<std::size_t>(out.start[i]++);
      out.column[at] = static_cast<int>(j);
      out.value[at] = dense_[j * n + i];
    }
  }
  for (std::size_t i = n; i > 0; --i)
    out.start[i] = out.start[i - 1];
  if (n > 0) out.start[0] = 0;
}

}  // namespace impactbench
