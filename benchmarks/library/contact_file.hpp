#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/api/sparse_matrix.hpp"

#include <span>
#include <string>

namespace impactbench {

/// A contact problem in a file of the FCLIB format (HDF5, group fclib_local): a sparse symmetric W,
/// q and mu with u = W r + q, in the plane or in space, normal first.
///
/// Files of ours carry the factors of W as well (group impactbench), which other readers pass over.
/// Contacts without friction are written with one more row (plane) or two (space) a contact, as the
/// format asks for: W_nn on their diagonal, nothing else, so that mu = 0 leaves them at rest; read
/// again, where all mu are 0, only normal rows are left. W is written by columns (nz = -1), which
/// is the one form that the functions of FCLIB itself multiply with. Readers of triplets (nz >= 0),
/// columns and rows (nz = -2).
///
/// Without factors (W + W^T) / 2 = L L^T is found by Cholesky's method with pivoting: one body of
/// as many dofs as its rank, dense; at most `most_dense` rows. Where W is not symmetric (gyroscopic
/// terms of the file's own scheme) its other half stands in `skew`: u = W p + b = (problem's W) p +
/// skew p + b. Source: Acary et al. 2014 (INRIA RT-0444).
struct ContactFile {
  ContactProblem problem;
  SparseMatrix skew{};  ///< (W - W^T) / 2 over the rows of the problem; empty: W is symmetric
  int dimension{2};     ///< 2 or 3, of the file: the problem may have fewer rows
  std::string title{}, description{};
  bool factors{false};  ///< whether the file had those of W
};

constexpr int most_dense = 6000;

/// velocity_unit of a file without factors: its largest |q_n|, or 1 where all are 0.
/// Throws ConfigurationError, naming the file and what is the matter, for a file that is none, is
/// not complete, has indices or sizes that do not fit, numbers that are not finite, mu < 0, W whose
/// symmetric half has a negative eigenvalue, or equality constraints (V, R, s).
[[nodiscard]] ContactFile read_contact_file(const std::string& path);

/// With `impulses`, problem.size() of them, the file has the group solution too: r, and u = W r +
/// q, padded as the problem is.
void write_contact_file(const std::string& path, const ContactFile& file,
                        std::span<const double> impulses = {});

}  // namespace impactbench
