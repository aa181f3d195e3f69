#pragma once

#include "schemes/solvers/support/frictionless/frictionless.hpp"

#include <Eigen/SparseCholesky>

#include <vector>

namespace impactbench {

/// Solves with  K = 1 + G^T D G,  G = H^T M^-1/2 of a Frictionless form, D >= 0 diagonal, by sparse
/// Cholesky in velocity space: as many unknowns as dofs of bodies in contact, the pattern of their
/// graph, minimum degree ordering. K is positive definite for every G, so redundant contacts need
/// no care here. Memory is the library's: analyse() and factor() allocate.
///
/// Vectors x of form.body_size() entries are mass-scaled velocities M^1/2 v, the wall's zero.
class VelocityNewton {
 public:
  void prepare(std::size_t contact_count, std::size_t body_count);
  /// Takes the pattern of the form, which must outlive the solves.
  void analyse(const Frictionless& form);
  /// Takes D, one number per row; false where the factorisation failed.
  [[nodiscard]] bool factor(const std::vector<double>& d);
  /// x = K^-1 x.
  void solve(std::vector<double>& x);

  /// x = G^T q, where q(c) is entry c.
  template <class Impulse>
  void pull(Impulse&& q, std::vector<double>& x) const {
    x.resize(form_->body_size());
    form_->scatter(q, x.data());
    for (std::size_t k = 0; k < x.size(); ++k)
      x[k] *= root_[k];
  }
  /// Calls op(c, (G x)_c).
  template <class Op>
  void push(const std::vector<double>& x, Op&& op) {
    velocity_.resize(x.size());
    for (std::size_t k = 0; k < x.size(); ++k)
      velocity_[k] = root_[k] * x[k];
    form_->gather(velocity_.data(), op);
  }

  /// The minimiser over q, free on the rows marked `active` and zero elsewhere, of
  ///   q.W q / 2 + b.q + |q - y|^2 / (2 sigma) over the active rows:
  /// q = y - sigma (w + G x), w = W_AA y_A + b_A, (1 + sigma G_A^T G_A) x = -sigma G_A^T w.
  /// False where the factorisation failed.
  [[nodiscard]] bool proximal(const std::vector<char>& active, double sigma,
                              const std::vector<double>& y, std::vector<double>& q);
  /// The count that a method reports after `steps` such steps: factorisations.
  [[nodiscard]] static int iterations(int steps) { return steps; }

 private:
  [[nodiscard]] std::size_t slot(std::size_t low, std::size_t column, std::size_t rank,
                                 std::size_t row) const;

  struct Link {
    int low, high, row;
  };
  const Frictionless* form_{nullptr};
  std::size_t width_{1}, size_{0};
  std::vector<Link> links_;
  std::vector<int> rank_;           ///< per row: of its higher body among the partners of the lower
  std::vector<double> root_;        ///< M^-1/2
  std::vector<int> start_, index_;  ///< lower triangle by columns
  std::vector<double> value_;
  std::vector<double> velocity_, x_, d_;
  Eigen::VectorXd work_;
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> cholesky_;
};

}  // namespace impactbench
