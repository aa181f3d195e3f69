#pragma once

#include "benchmarks/trajectories/hdf5.hpp"
#include "schemes/solvers/api/sparse_matrix.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace impactbench {

/// The contact problem in a file of the FCLIB format, by the entries of its W:
///
///   u = W r + q,   u and r of each contact in Coulomb's law with mu
///
///   fclib_local    u = W r + V l + q,   0 = V^T r + R l + s    (V, R, s: equality constraints,
///                                                               which files may leave out)
///   fclib_global   M v = H r + G l + f,  0 = G^T v + b,  u = H^T v + w    (G, b: likewise)
///
/// Groups fclib_local_rolling and fclib_global_rolling have five rows a contact (spacedim = 5) and
/// mu_r beside mu, as Siconos writes global ones. The unknowns v and l, which do not belong to
/// contacts, are eliminated (condense.hpp): W = H^T M^-1 H and q = H^T M^-1 f + w for a global
/// problem without constraints. M may be unsymmetric. Source: Acary et al. 2014 (INRIA RT-0444).
struct FclibProblem {
  std::size_t rows{0};  ///< per contact, normal first: 2 or 3, the dimension of space, or 5
  SparseMatrix w;
  std::vector<double> q, mu;
  std::vector<double> mu_r;  ///< of five rows
  std::string title, description;
};

/// Matrices as triplets (nz >= 0), columns (nz = -1) or rows (nz = -2). In triplets p
/// has columns and i rows, as Siconos writes them, unless they only fit with both
/// swapped, as fclib.h describes them. Throws ConfigurationError, naming the file and
/// the error, for a file that is not complete, has indices or sizes that do not fit,
/// numbers that are not finite, mu or mu_r < 0, or M, or M with its constraints, or R
/// that is singular.
[[nodiscard]] FclibProblem read_fclib_problem(const Hdf5File& file);

}  // namespace impactbench
