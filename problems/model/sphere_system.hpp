#pragma once

#include "problems/model/mechanical_system.hpp"
#include "problems/model/obstacle.hpp"
#include "problems/model/sphere_force.hpp"

#include <memory>
#include <vector>

namespace impactbench {

/// Rigid spheres, structure of arrays.
struct Spheres {
  std::vector<double> radius;  ///< [m]
  std::vector<double> mass;    ///< [kg]

  [[nodiscard]] std::size_t size() const { return radius.size(); }
};

/// What acts on spheres beside gravity and rigid contact.
struct SphereActions {
  std::vector<std::shared_ptr<const SphereForce>> forces;
  /// Gluey contacts (Maury's limit of lubrication forces that vanish): with gap D >= 0 and its
  /// gradient G a contact carries gamma <= 0, gamma D = 0,
  ///   M dv/dt = F + sum lambda_c G_c,   dgamma_c/dt = -lambda_c,
  /// so that a contact opens only once pulling has paid back all that pressed it. `viscosity`
  /// mu > 0 [N s] is the model before the limit, lambda_c = -mu (dD_c/dt) / D_c, gamma_c = mu ln
  /// D_c (D in metres; a constant does not matter).
  bool gluey{false};
  double viscosity{0.0};
  Eigen::Index memory{0};  ///< entries of q that the forces keep behind the centres
};

/// Frictionless rigid spheres that do not rotate, in dimension d = 1 (rods on a line), 2 (discs) or
/// 3, among obstacles, under uniform gravity and further forces; d degrees of freedom per sphere:
/// sphere i occupies entries d i .. d i + d - 1 of a state [m]. Behind all of them q has what
/// forces remember; a scheme moves the centres, and calls `remember` at the end of each step.
class SphereSystem final : public MechanicalSystem {
 public:
  /// `restitution`: Newton's, v_n^+ = -e v_n^- [-] in [0, 1].
  /// Throws ConfigurationError on a dimension that is not 1, 2 or 3, on a mass or radius that is
  /// not positive and finite, and on obstacles that are not finite or have no extent.
  SphereSystem(int dimension, Spheres spheres, std::vector<Obstacle> obstacles, Vec3 gravity,
               double restitution, SphereActions actions = {});

  [[nodiscard]] int dimension() const { return dimension_; }
  [[nodiscard]] const Spheres& spheres() const { return spheres_; }
  [[nodiscard]] const std::vector<Obstacle>& obstacles() const { return obstacles_; }
  [[nodiscard]] const Vec3& gravity() const { return gravity_; }  ///< [m/s2]
  [[nodiscard]] double restitution() const { return restitution_; }
  [[nodiscard]] const SphereActions& actions() const { return actions_; }

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  [[nodiscard]] Eigen::Index coordinates() const override { return dofs() + actions_.memory; }
  void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override;
  [[nodiscard]] bool constant_force() const override { return actions_.forces.empty(); }
  void mean_force(double t0, double t1, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                  Eigen::VectorXd& force) const override;
  /// Brings what forces remember up to the centres of q.
  void remember(Eigen::VectorXd& q) const;
  /// Whether some force has no potential.
  [[nodiscard]] bool driven() const;
  [[nodiscard]] double external_potential(double t, const Eigen::VectorXd& q) const override;

 private:
  void weight(Eigen::VectorXd& force) const;

  int dimension_;
  Spheres spheres_;
  std::vector<Obstacle> obstacles_;
  Vec3 gravity_;
  double restitution_;
  SphereActions actions_;
  Eigen::VectorXd mass_;
};

}  // namespace impactbench
