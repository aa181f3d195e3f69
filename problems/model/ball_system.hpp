#pragma once

#include "problems/model/contact_law.hpp"
#include "problems/model/mechanical_system.hpp"
#include "problems/model/obstacle.hpp"

#include <cstddef>
#include <vector>

namespace impactbench {

/// Rigid balls, structure of arrays.
struct Balls {
  std::vector<double> radius;   ///< [m]
  std::vector<double> mass;     ///< [kg]
  std::vector<double> inertia;  ///< about every axis through the centre [kg m2]

  [[nodiscard]] std::size_t size() const { return radius.size(); }
};

/// Rigid balls in space that spin, among half-spaces, under uniform gravity; six degrees of freedom
/// per ball. Ball i occupies entries 6 i .. 6 i + 5 of a state:
///
///   v: velocity of the centre [m/s], angular velocity om [rad/s]
///   q: centre [m], phi = phi_0 + integral of om dt [rad]
///
/// all in the axes of space. phi is a record of spin and no orientation (rotations about several
/// axes do not add up); nothing depends on it, since a ball turned about its centre is the same.
class BallSystem final : public MechanicalSystem {
 public:
  /// Throws ConfigurationError on a mass, radius or inertia that is not positive and finite, on
  /// obstacles that are no half-spaces with a unit normal, on gravity that is not finite.
  BallSystem(Balls balls, std::vector<Obstacle> obstacles, const Vec3& gravity,
             const ContactLaw& law);

  [[nodiscard]] const Balls& balls() const { return balls_; }
  [[nodiscard]] const std::vector<Obstacle>& obstacles() const { return obstacles_; }
  [[nodiscard]] const Vec3& gravity() const { return gravity_; }  ///< [m/s2]
  [[nodiscard]] const ContactLaw& law() const { return law_; }

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override;
  [[nodiscard]] double external_potential(double t, const Eigen::VectorXd& q) const override;

 private:
  Balls balls_;
  std::vector<Obstacle> obstacles_;
  Vec3 gravity_;
  ContactLaw law_;
  Eigen::VectorXd mass_, weight_;
};

}  // namespace impactbench
