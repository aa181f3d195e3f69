#pragma once

#include "problems/model/mechanical_system.hpp"
#include "problems/model/obstacle.hpp"

#include <vector>

namespace impactbench {

/// Rigid spheres, structure of arrays.
struct Spheres {
  std::vector<double> radius;  ///< [m]
  std::vector<double> mass;    ///< [kg]

  [[nodiscard]] std::size_t size() const { return radius.size(); }
};

/// Frictionless rigid spheres that do not rotate, in dimension d = 1 (rods on a line), 2 (discs) or
/// 3, among obstacles, under uniform gravity; d degrees of freedom per sphere: sphere i occupies
/// entries d i .. d i + d - 1 of a state [m].
class SphereSystem final : public MechanicalSystem {
 public:
  /// `restitution`: Newton's, v_n^+ = -e v_n^- [-] in [0, 1].
  /// Throws ConfigurationError on a dimension that is not 1, 2 or 3, on a mass or radius that is
  /// not positive and finite, and on obstacles that are not finite or have no extent.
  SphereSystem(int dimension, Spheres spheres, std::vector<Obstacle> obstacles, Vec3 gravity,
               double restitution);

  [[nodiscard]] int dimension() const { return dimension_; }
  [[nodiscard]] const Spheres& spheres() const { return spheres_; }
  [[nodiscard]] const std::vector<Obstacle>& obstacles() const { return obstacles_; }
  [[nodiscard]] const Vec3& gravity() const { return gravity_; }  ///< [m/s2]
  [[nodiscard]] double restitution() const { return restitution_; }

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override;
  [[nodiscard]] double external_potential(double t, const Eigen::VectorXd& q) const override;

 private:
  int dimension_;
  Spheres spheres_;
  std::vector<Obstacle> obstacles_;
  Vec3 gravity_;
  double restitution_;
  Eigen::VectorXd mass_;
};

}  // namespace impactbench
