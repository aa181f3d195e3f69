#pragma once

#include "problems/polyhedra/statics/link_gradient.hpp"

#include <Eigen/SparseCore>

#include <vector>

namespace impactbench {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// Forces and stiffness of a body in a given state, as the derivatives of its energy, for static
/// equilibria and vibrations. Coordinates: six a cell, displacement in space and rotation about the
/// principal axes.
class Balance {
 public:
  /// Loads are those of the time `t` [s]. The body is at rest, without loads, until `set`.
  Balance(const PolyhedralSystem& system, double t);

  /// Sets the positions and the share of the loads.
  void set(const Eigen::VectorXd& q, double share);

  /// Loads minus elastic forces, zero on fixed cells [N], [N m]; and the largest force of a link.
  [[nodiscard]] Eigen::VectorXd residual(double& largest) const;

  /// The forces due to rounding of the positions alone [N].
  [[nodiscard]] double rounding() const;

  /// Lower triangle of the second derivative of the elastic energy and of the potential of the
  /// forces; the rows of fixed cells have their largest entry on the diagonal alone. Moments have
  /// no potential: they cost iterations, not accuracy.
  [[nodiscard]] SparseMatrix stiffness() const;

 private:
  void pose(const Eigen::VectorXd& q);
  [[nodiscard]] double pressure(const CellLink& link) const {
    return 0.5 * system_.material().lambda() * (strain_[link.a] + strain_[link.b]);
  }
  /// Derivative of U_k by the bend of a link.
  [[nodiscard]] double couple(std::size_t link) const;
  /// Adds `factor` times the square of the gradient of a cell's sum of openings, or of bends.
  template <class Gradient, class Add>
  void square(int cell, double factor, Gradient&& gradient_of, Add& add) const;

  template <class Add>
  void turn_loads(Add& add) const;

  const PolyhedralSystem& system_;
  double time_, share_{0.0};
  std::vector<std::vector<std::size_t>> openings_;  ///< links of every cell
  Eigen::VectorXd q_, terms_, strain_;
  Eigen::VectorXd curvature_;  ///< k of CurvatureCoupling; empty without
  std::vector<Pose> poses_;
  std::vector<LinkState> states_;
};

}  // namespace impactbench
