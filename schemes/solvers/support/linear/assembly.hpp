#pragma once

#include "problems/base/fields.hpp"
#include "schemes/solvers/api/block_matrix.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// The settings line of a solver that takes compressed storage:
///   f(Assembly::field, self.assembly, Assembly::words());
///
/// How the compressed matrix is assembled:
///   sparse   from the blocks;
///   dense    by way of the full matrix of n^2 doubles (SPARSKIT's dnscsr), as nguyen2024's first
///            programs do.
/// Either way every entry that is not exactly zero is kept (half a block is zero where a contact
/// lies along an axis), and the diagonal in any case: SuperLU crashes on a column without entries.
class Assembly {
 public:
  static constexpr Field field{"assembly", "-",
                               "compressed storage from the blocks, or by way of "
                               "a dense matrix"};
  static OneOf words() { return {"sparse", "dense"}; }

  explicit Assembly(std::string_view word) : by_dense_(word == "dense") {}

  /// Reserves room here and in the output, for matrices of this size. A full dense matrix would be
  /// n^2 doubles that most runs never touch: the room is moderate, and grows to the largest.
  template <class Compressed>
  void prepare(std::size_t block_rows, std::size_t pairs, int block, Compressed& out) {
    const std::size_t entries = reserve_dense(block_rows, pairs, block);
    out.start.reserve(block_rows * static_cast<std::size_t>(block) + 1);
    inner(out).reserve(entries);
    out.value.reserve(entries);
  }

  void assemble(const BlockMatrix& matrix, CompressedColumns& out);
  void assemble(const BlockMatrix& matrix, CompressedRows& out);

 private:
  /// The number of entries of the compressed form.
  std::size_t reserve_dense(std::size_t block_rows, std::size_t pairs, int block);
  static std::vector<int>& inner(CompressedColumns& c) { return c.row; }
  static std::vector<int>& inner(CompressedRows& r) { return r.column; }

  bool by_dense_;
  std::vector<double> dense_;  ///< column-major
};

}  // namespace impactbench
