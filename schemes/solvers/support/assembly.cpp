#include "schemes/solvers/support/assembly.hpp"

#include <algorithm>

namespace impactbench {

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
    return;
  }
  to_dense(matrix, dense_);
  const std::size_t n = matrix.rows();
  out.start.assign(1, 0);
  out.row.clear();
  out.value.clear();
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      if (dense_[j * n + i] == 0.0 && i != j) continue;
      out.row.push_back(static_cast<int>(i));
      out.value.push_back(dense_[j * n + i]);
    }
    out.start.push_back(static_cast<int>(out.row.size()));
  }
}

void Assembly::assemble(const BlockMatrix& matrix, CompressedRows& out) {
  if (!by_dense_) {
    to_compressed_rows(matrix, out);
    return;
  }
  to_dense(matrix, dense_);
  const std::size_t n = matrix.rows();
  // Two passes down the columns, as the matrix lies in memory: lengths of the rows, then entries.
  out.start.assign(n + 1, 0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i)
      out.start[i + 1] += dense_[j * n + i] != 0.0 || i == j ? 1 : 0;
  }
  for (std::size_t i = 0; i < n; ++i)
    out.start[i + 1] += out.start[i];
  out.column.resize(static_cast<std::size_t>(out.start[n]));
  out.value.resize(out.column.size());
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      if (dense_[j * n + i] == 0.0 && i != j) continue;
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
