#pragma once

#include "schemes/solvers/api/block_matrix.hpp"
#include "schemes/solvers/api/contact_problem.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace impactbench::testing {

/// Reproducible numbers in [-1/2, 1/2) on every machine.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : engine_(seed) {}
  double operator()() { return static_cast<double>(engine_() >> 11U) * 0x1p-53 - 0.5; }
  /// In [0, n).
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }

 private:
  std::mt19937_64 engine_;
};

/// A square matrix by entries, written independently of the block form.
struct Dense {
  std::size_t n{0};
  std::vector<double> entry;  ///< row-major
  explicit Dense(std::size_t size) : n(size), entry(size * size, 0.0) {}
  double& operator()(std::size_t i, std::size_t j) { return entry[i * n + j]; }
  double operator()(std::size_t i, std::size_t j) const { return entry[i * n + j]; }
};

struct System {
  BlockMatrix blocks;
  Dense dense;
};

/// Diagonally dominant, pairs (i, i+1) and (i, i+reach), like discs in contact.
System random_system(int block_rows, int block, bool symmetric, std::uint64_t seed, int reach = 7);

/// The matrix of an implicit step: 2 M / h^2 on the diagonal, and for random contacts between
/// neighbours i, i+1 and i, i+reach, and with a wall at every third disc, k J^T J with
/// J = (n, 0; -n, 0). `friction`: slipping contacts add the unsymmetric mu k T^T J with
/// T = (t, 0; -t, 0), sticking ones k S^T S with S = (t, r; -t, r), whose rotation needs block = 3.
/// `stiffness`: k over 2 m / h^2.
System contact_system(int discs, int block, bool friction, double stiffness, std::uint64_t seed,
                      int reach = 7);

/// Gaussian elimination with partial pivoting: the independent solution.
std::vector<double> eliminate(Dense a, std::vector<double> b);

/// W by its definition, entry by entry: W_kl = sum over the bodies that k and l share of
/// J_k M^-1 J_l^T.
Dense delassus_by_definition(const ContactProblem& problem);

/// The violation of the complementarity and the cone of contact_problem.hpp by p, by their
/// definition with the W above: the largest of -p_n, -u_n, |p_n u_n|, |p_t| - mu p_n, and the
/// residual u_t where friction sticks or drives instead of resisting.
double violation(const ContactProblem& problem, const std::vector<double>& p);

/// Random contacts between `bodies` bodies and walls; b = H^T v of a random v, so that a solution
/// exists (all at rest is admissible). `coupled`: the normal has a lever arm too, so W_nt != 0.
ContactProblem random_contacts(int bodies, int contacts, int rows, double mu, std::uint64_t seed,
                               bool coupled = false);

/// Random contacts between discs and with walls in the form of schemes: normals and tangents are at
/// right angles and the same for both discs, tangents have the radii as arms. b is random.
ContactProblem disc_contacts(int bodies, int contacts, double mu, std::uint64_t seed);

}  // namespace impactbench::testing
