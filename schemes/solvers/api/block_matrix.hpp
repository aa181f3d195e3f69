#pragma once

#include <cstddef>
#include <vector>

namespace impactbench {

/// Square sparse matrix of dense blocks: one diagonal block per block row, and for each pair i < j
/// the blocks A_ij and A_ji: the pattern of a body system with pairwise forces.
struct BlockMatrix {
  int block{3};                  ///< rows and columns of a block
  bool symmetric{true};          ///< then A_ji = A_ij^T, and `lower` is filled all the same
  std::vector<double> diagonal;  ///< block*block per block row, column-major
  std::vector<int> first;        ///< i of each pair; pairs in lexicographic order, each once
  std::vector<int> second;       ///< j of each pair, i < j
  std::vector<double> upper;     ///< A_ij, block*block per pair, column-major
  std::vector<double> lower;     ///< A_ji, block*block per pair, column-major

  [[nodiscard]] std::size_t block_area() const {
    return static_cast<std::size_t>(block) * static_cast<std::size_t>(block);
  }
  [[nodiscard]] std::size_t block_rows() const { return diagonal.size() / block_area(); }
  [[nodiscard]] std::size_t pairs() const { return first.size(); }
  [[nodiscard]] std::size_t rows() const { return block_rows() * static_cast<std::size_t>(block); }

  void reserve(std::size_t block_row_count, std::size_t pair_count);
  /// Sets the numbers of block rows and pairs, all blocks zero; the caller writes first and second.
  void resize(std::size_t block_row_count, std::size_t pair_count);
  /// Removes all block rows and pairs; keeps the memory.
  void clear();
  /// Appends a zero block row and returns its index.
  std::size_t add_row();
  /// Appends a pair of zero blocks (i < j, after all earlier pairs) and returns its index.
  std::size_t add_pair(int i, int j);
};

/// Compressed columns (rows sorted in each); values in `value`.
struct CompressedColumns {
  std::vector<int> start;  ///< per column, and one past the last
  std::vector<int> row;
  std::vector<double> value;
};

/// Compressed rows (columns sorted in each); values in `value`.
struct CompressedRows {
  std::vector<int> start;  ///< per row, and one past the last
  std::vector<int> column;
  std::vector<double> value;
};

/// Converts to a dense column-major matrix of leading dimension rows(); resizes `dense`.
void to_dense(const BlockMatrix& matrix, std::vector<double>& dense);

/// Converts to compressed columns with the full block pattern (explicit zeros are kept, so that the
/// pattern depends on the pairs alone); resizes the arrays.
void to_compressed_columns(const BlockMatrix& matrix, CompressedColumns& out);
/// Converts to compressed rows in the same way.
void to_compressed_rows(const BlockMatrix& matrix, CompressedRows& out);

/// y = A x, both with rows() entries.
void multiply(const BlockMatrix& matrix, const std::vector<double>& x, std::vector<double>& y);

}  // namespace impactbench
