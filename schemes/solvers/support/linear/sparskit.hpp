#pragma once

#include "schemes/solvers/api/block_matrix.hpp"
#include "schemes/solvers/support/linear/assembly.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

/// SPARSKIT 2 (Y. Saad) in the form of Debian's libsparskit-dev: Fortran, everything by reference,
/// rows and columns counted from 1.
extern "C" {
/// y = A x.
void amux_(const int* n, const double* x, double* y, const double* a, const int* ja, const int* ia);
/// Incomplete LU with threshold. A row of L and a row of U keep their largest entries above
/// droptol, lfil at most. alu, jlu hold `iwk` entries; w n + 1, jw 2 n. ierr: 0, or no factors.
void ilut_(const int* n, const double* a, const int* ja, const int* ia, const int* lfil,
           const double* droptol, double* alu, int* jlu, int* ju, const int* iwk, double* w,
           int* jw, int* ierr);
/// Incomplete LU on the pattern of A. iw holds n. ierr: 0, or the row of a zero pivot.
void ilu0_(const int* n, const double* a, const int* ja, const int* ia, double* alu, int* jlu,
           int* ju, int* iw, int* ierr);
/// Restarted GMRES(im), preconditioned from the right; destroys rhs. vv holds n (im + 1). ierr: 0;
/// 1 at the limit, tested at the end of a cycle; -1 where the residual of the start is zero.
void pgmres_(const int* n, const int* im, double* rhs, double* sol, double* vv, const double* eps,
             const int* maxits, const int* iout, const double* aa, const int* ja, const int* ia,
             const double* alu, const int* jlu, const int* ju, int* ierr);
/// Conjugate gradients by reverse communication; w holds 5 n.
void cg_(const int* n, const double* rhs, double* sol, int* ipar, double* fpar, double* w);
}

namespace impactbench::sparskit {

/// A in compressed rows counted from 1.
class Matrix {
 public:
  explicit Matrix(std::string_view assembly) : assembly_(assembly) {}

  void prepare(std::size_t block_rows, std::size_t pairs, int block) {
    assembly_.prepare(block_rows, pairs, block, rows_);
  }
  /// False where an entry is not finite.
  [[nodiscard]] bool assemble(const BlockMatrix& A);

  /// y = A x.
  void multiply(const double* x, double* y) const;

  [[nodiscard]] int size() const { return n_; }
  [[nodiscard]] std::size_t entries() const { return rows_.value.size(); }
  [[nodiscard]] const double* value() const { return rows_.value.data(); }
  [[nodiscard]] const int* column() const { return rows_.column.data(); }
  [[nodiscard]] const int* start() const { return rows_.start.data(); }
  /// The diagonal entries, 0 where the pattern has none.
  void diagonal(std::vector<double>& out) const;

 private:
  Assembly assembly_;
  CompressedRows rows_;
  int n_{0};
};

/// L and U without the unit diagonal of L, in the form of ilut and ilu0: alu has the inverse pivots
/// first, then by rows the rest of L and U; jlu[i] the start of row i, ju[i] that of its part in U.
struct Factors {
  std::vector<double> alu;
  std::vector<int> jlu, ju;

  void reserve(std::size_t rows, std::size_t entries);
  void resize(std::size_t rows, std::size_t entries);
};

}  // namespace impactbench::sparskit
