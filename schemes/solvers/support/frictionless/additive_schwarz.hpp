#pragma once

#include "schemes/solvers/support/frictionless/frictionless.hpp"

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>

#include <cstddef>
#include <memory>
#include <vector>

namespace impactbench {

/// A symmetric matrix, with all its entries.
using DualOperator = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// Parts of about equal size of the graph of a matrix, as connected as the graph allows: it is
/// bisected repeatedly along the levels of a breadth-first search from a far vertex. Returns the
/// part of every row; the same for the same graph.
[[nodiscard]] std::vector<int> bisected(const DualOperator& graph, int parts);

enum class CoarseSpace {
  none,
  stress,    ///< uniform stresses of the parts
  spectral,  ///< soft modes of the subdomains
};

/// The settings of a decomposition.
struct Decomposition {
  int parts{8};    ///< no more than rows are taken
  int overlap{1};  ///< layers
  CoarseSpace coarse{CoarseSpace::none};
  double threshold{0.1};  ///< of spectral coarse spaces, tau below
};

/// Two-level additive Schwarz for A = W_AA + shift, W_AA = G G^T, G = H_A^T M^-1/2, of the rows A
/// of a packed problem (two rows have an entry where they share a body that can move):
///
///   z = sum_i R_i^T A_i^-1 R_i r  +  Z E^-1 Z^T r,   A_i = R_i A R_i^T,   E = Z^T A Z
///
/// R_i: the rows of part i of bisected(), and `overlap` layers of their neighbours. Columns of Z:
///
///   stress    in each part, without overlap, the impulses p_c = n_c.S n_c of a uniform stress S,
///             one column per independent entry of S (1, 3 or 6; a constant where rows are wider)
///   spectral  R_i^T D_i x for each x with N_i x = lambda D_i A_i D_i x, lambda < tau: N_i is the
///             part of A_i that comes from bodies with all their rows in subdomain i, D_i one over
///             the number of subdomains that a row is in. Dense: takes time as the cube of a
///             subdomain's size.
///
/// E is solved with pivots, so that columns may depend on each other. One part is an exact solve
/// where there is no coarse space. Source: Toselli and Widlund 2005, sections 2.2 and 3.2;
/// spectral: Spillane et al. 2014 (Numer. Math. 126, GenEO).
class AdditiveSchwarz {
 public:
  /// False where a factorisation failed.
  [[nodiscard]] bool build(const Frictionless& form, const std::vector<std::size_t>& rows,
                           double shift, const Decomposition& how);
  [[nodiscard]] const DualOperator& matrix() const { return a_; }
  [[nodiscard]] Eigen::Index coarse_size() const { return z_.cols(); }
  /// z = the preconditioner times r.
  void apply(const Eigen::VectorXd& r, Eigen::VectorXd& z);

 private:
  struct Subdomain {
    std::vector<int> rows;
    Eigen::SparseMatrix<double> a;  ///< lower triangle of A_i
    Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> factor;
    Eigen::VectorXd local;
  };
  using Triplets = std::vector<Eigen::Triplet<double>>;

  void assemble(const Frictionless& form, const std::vector<std::size_t>& rows, double shift);
  void cut(const std::vector<int>& part, int parts, int overlap);
  void add_stresses(const Frictionless& form, const std::vector<std::size_t>& rows,
                    const std::vector<int>& part, Triplets& columns, int& count) const;
  [[nodiscard]] bool add_soft_modes(double shift, double threshold, Triplets& columns,
                                    int& count) const;

  DualOperator g_, a_;
  std::vector<std::unique_ptr<Subdomain>> subdomains_;  ///< a factor cannot be copied
  Eigen::SparseMatrix<double> z_;
  Eigen::LDLT<Eigen::MatrixXd> coarse_;
  Eigen::VectorXd right_;
};

}  // namespace impactbench
