#pragma once

#include "problems/model/contact_law.hpp"
#include "problems/model/discs.hpp"
#include "problems/model/mechanical_system.hpp"
#include "problems/model/obstacle.hpp"
#include "problems/model/uniform_field.hpp"

#include <vector>

namespace impactbench {

/// Rigid discs between line walls in the plane under uniform gravity, and a field that varies in
/// time where there is one; three degrees of freedom (x, y, angle) per disc.
class DiscSystem final : public MechanicalSystem {
 public:
  /// Throws ConfigurationError on a mass, radius or inertia that is not positive and finite.
  DiscSystem(Discs discs, std::vector<Wall> walls, Vec2 gravity, ContactLaw law,
             UniformField field = {});

  [[nodiscard]] const Discs& discs() const { return discs_; }
  [[nodiscard]] const std::vector<Wall>& walls() const { return walls_; }
  [[nodiscard]] const Vec2& gravity() const { return gravity_; }  ///< [m/s2]
  [[nodiscard]] const ContactLaw& law() const { return law_; }
  /// The same as half-spaces, for what works in every dimension.
  [[nodiscard]] const std::vector<Obstacle>& obstacles() const { return obstacles_; }
  /// The constant part of the external force, m g per disc; all of it where constant_force()
  /// [N, N m].
  [[nodiscard]] const Eigen::VectorXd& weight() const { return weight_; }
  [[nodiscard]] double largest_radius() const { return largest_radius_; }

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  [[nodiscard]] bool constant_force() const override { return !field_.acts(); }
  void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override;
  void mean_force(double t0, double t1, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                  Eigen::VectorXd& force) const override;
  [[nodiscard]] double external_potential(double t, const Eigen::VectorXd& q) const override;

 private:
  void add_field(double acceleration, Eigen::VectorXd& force) const;

  Discs discs_;
  std::vector<Wall> walls_;
  std::vector<Obstacle> obstacles_;
  Vec2 gravity_;
  ContactLaw law_;
  UniformField field_;
  Eigen::VectorXd mass_, weight_;
  double largest_radius_{0.0};
};

}  // namespace impactbench
