#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/api/sparse_matrix.hpp"

#include <span>
#include <string>

namespace impactbench {

/// A contact problem in a file of the FCLIB format (HDF5): W, q and mu with u = W r + q, in the
/// plane or in space, normal first. Local and global problems are read (fclib_problem.hpp), local
/// ones are written.
///
/// Files of ours carry the factors of W as well (group impactbench), which other readers ignore.
/// Contacts without friction are written with one more row (plane) or two (space) a contact, as the
/// format requires: W_nn on their diagonal, nothing else, so that mu = 0 leaves them at rest; when
/// read again, if all mu are 0, only normal rows remain. W is written by columns (nz = -1), the
/// only form that the functions of FCLIB itself multiply with.
///
/// W of a file without factors is in `entries` until make_factors() factors its symmetric half
/// (factor_delassus.hpp); the remainder of W, its other half (gyroscopic terms of the file's own
/// scheme) and minus a shift, is in `rest`: u = W p + b = (problem's W) p + rest p + b. Source:
/// Acary et al. 2014 (INRIA RT-0444).
struct ContactFile {
  ContactProblem problem;  ///< b, friction, rows and velocity_unit alone until there are factors
  SparseMatrix entries{};  ///< of W over the rows of the problem; of a file with factors: empty
  SparseMatrix rest{};     ///< over the rows of the problem; empty: nothing is left
  int dimension{2};        ///< 2, 3 or 5, of the file: the problem may have fewer rows
  std::string title{}, description{};
  bool factors{false};  ///< whether the file had those of W
  double shift{0.0};    ///< that factors of a W without needed, over W_ii
  std::string path{};   ///< that it was read from
};

/// The form in which a reader takes W from a file of ours.
enum class GivenMatrix {
  factors,   ///< the factors, where the file has them
  delassus,  ///< the entries, as of a file that has nothing else
};

/// velocity_unit of a file without factors: its largest |q_n|; where that is at most 1e-12 of the
/// largest |q_n| or |q_t|, this; 1 where all are 0. A contact of a body with itself is read as one
/// of the body with the ground, with the sum of both Jacobians. Throws ConfigurationError, naming
/// the file and the error, if it is not such a file, as in read_fclib_problem, or if its factors
/// are not those of its W.
[[nodiscard]] ContactFile read_contact_entries(const std::string& path,
                                               GivenMatrix given = GivenMatrix::factors);

/// Makes factors if the file has none. The cost is that of a dense factorisation of each level, the
/// memory two of the largest level for each row: neither is limited here. Throws
/// ConfigurationError, naming the file, if W's symmetric half has a negative eigenvalue beyond
/// rounding.
void make_factors(ContactFile& file);

/// Reads the file and makes its factors.
[[nodiscard]] ContactFile read_contact_file(const std::string& path);

/// With `impulses`, problem.size() of them, the file also has the group solution: r, and u = W r +
/// q, padded as the problem is.
void write_contact_file(const std::string& path, const ContactFile& file,
                        std::span<const double> impulses = {});

}  // namespace impactbench
