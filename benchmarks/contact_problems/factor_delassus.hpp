#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/api/sparse_matrix.hpp"

#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// Factors, which keep its sparsity, of W of a contact problem given by its entries alone:
///
///   (W + W^T) / 2 + shift diag(W) = L L^T,   u = (L L^T) p + rest p + b
///
/// Contacts are put into levels: in each connected part of W's graph by their distance from a
/// contact at its rim (George and Liu 1981, section 4.3: rooted level structure of a
/// pseudo-peripheral node). W couples neighbouring levels only, so that L is block bidiagonal, and
/// each level is a body of unit masses with as many dofs as its block has columns: rows of level k
/// act on the bodies k and k - 1 alone. Blocks of L are found by Cholesky's method with pivoting on
/// rows scaled to W_ii = 1, down to pivots of rounding.
///
/// A W with a negative eigenvalue due to its printed digits is shifted by the smallest of 1e-10,
/// 1e-9, .., 1e-3 that succeeds; `rest` subtracts the shift.
struct FactoredDelassus {
  /// rows, dofs, bodies, Jacobians and masses; the caller adds b and friction.
  ContactProblem problem;
  SparseMatrix rest;  ///< (W - W^T) / 2 - shift diag(W); empty where both are nothing
  double shift{0.0};
  int levels{0};
};

/// `w` has `rows` rows a contact. Throws ConfigurationError, beginning with "has W", if W_ii < 0,
/// or if no shift of that size makes the symmetric half positive.
[[nodiscard]] FactoredDelassus factor_delassus(const SparseMatrix& w, int rows);

}  // namespace impactbench
