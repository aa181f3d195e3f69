#pragma once

#include "problems/model/polyhedral_system.hpp"

#include <Eigen/Core>

namespace impactbench {

/// Twelve coordinates of the two cells of a link: displacement in space and rotation about the
/// principal axes of a, then of b.
using Pair = Eigen::Matrix<double, 12, 1>;
using PairMatrix = Eigen::Matrix<double, 12, 12>;

/// The position and rotation of a cell.
struct Pose {
  Vec3 position;
  Mat3 turn;

  /// This pose moved by six of the coordinates above.
  [[nodiscard]] Pose moved(const Eigen::Matrix<double, 6, 1>& by) const;
};

/// A link for given states of its two cells.
struct LinkState {
  double opening;                    ///< S Delta u . n [m3]
  Pair opening_gradient;             ///< its derivative
  Pair spring_gradient;              ///< derivative of the link's parts of U_t and U_f [N], [N m]
  double bend{0.0};                  ///< S chi of CurvatureLink [m2]; 0 where there is no coupling
  Pair bend_gradient{Pair::Zero()};  ///< its derivative
};

/// The link number `k` between cells at `a` and `b`.
[[nodiscard]] LinkState link_state(const PolyhedralSystem& system, std::size_t k, const Pose& a,
                                   const Pose& b);

/// Second derivative of U_t + U_f + pressure * opening + couple * bend at a fixed `pressure` [Pa]
/// and `couple` [N], symmetric: by central differences of the gradients, relative error about 1e-9.
[[nodiscard]] PairMatrix link_stiffness(const PolyhedralSystem& system, std::size_t k,
                                        const Pose& a, const Pose& b, double pressure,
                                        double couple);

}  // namespace impactbench
