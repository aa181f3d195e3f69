#pragma once

#include <Eigen/SparseCore>

#include <vector>

namespace impactbench {

/// Unknowns x of K x = B r + f eliminated from B^T x:
///
///   B^T x = W r + q,   W = B^T K^-1 B,   q = B^T K^-1 f
struct Condensed {
  Eigen::SparseMatrix<double> w;
  Eigen::VectorXd q;
};

/// K is square and may be unsymmetric or indefinite. It is factored part by part of its graph (of
/// rigid bodies: body by body), each by a sparse LU factorisation with partial pivoting. False
/// where K is singular: a pivot is 0, or a known x comes back from K x with an error above 1e-6.
[[nodiscard]] bool condense(const Eigen::SparseMatrix<double>& k,
                            const Eigen::SparseMatrix<double>& b, const Eigen::VectorXd& f,
                            Condensed& out);

}  // namespace impactbench
