#pragma once

#include "problems/model/mechanical_system.hpp"

#include <Eigen/Core>

namespace impactbench {

/// A system in any coordinates among smooth unilateral constraints:
///
///   M(q) dv/dt = F(t, q, v) + S(q, v) + reaction,   v = dq/dt,   K = {q : f_a(q) >= 0 for all a}
///
/// F: applied force, S: what is quadratic in v because M varies (Coriolis and centrifugal terms,
/// S = -(dM/dt) v + grad_q(v . M v / 2)). Impact law with restitution e, where T is the tangent
/// cone of K at q and the projection P is that of the metric of M(q):
///
///   v^+ = -e v^- + (1 + e) P_T(v^-),
///
/// for one active constraint of gradient g:  v^+ = v^- - (1 + e) (g.v^-) M^-1 g / (g.M^-1 g) where
/// g.v^- < 0. A problem derives its own class and says what its coordinates are. All member
/// functions write into vectors that have their size, and allocate nothing.
class GeneralisedSystem : public MechanicalSystem {
 public:
  /// M(q), symmetric and positive definite, into `m` (dofs x dofs).
  virtual void mass_matrix(const Eigen::VectorXd& q, Eigen::MatrixXd& m) const = 0;
  /// Whether M is the same everywhere: a scheme may then factorise it once.
  [[nodiscard]] virtual bool constant_mass() const { return true; }
  /// S(q, v) into `force`.
  virtual void inertial_force(const Eigen::VectorXd& /*q*/, const Eigen::VectorXd& /*v*/,
                              Eigen::VectorXd& force) const {
    force.setZero();
  }

  [[nodiscard]] virtual Eigen::Index constraints() const = 0;
  /// f_a(q); a length, or what the problem says.
  [[nodiscard]] virtual double constraint(Eigen::Index a, const Eigen::VectorXd& q) const = 0;
  /// grad f_a(q) into `g`; not zero wherever f_a is near zero.
  virtual void constraint_gradient(Eigen::Index a, const Eigen::VectorXd& q,
                                   Eigen::VectorXd& g) const = 0;

  /// Whether K is convex: nearest points are then unique, in any constant metric.
  [[nodiscard]] virtual bool convex() const { return false; }

  [[nodiscard]] virtual double restitution() const = 0;  ///< e in [0, 1] [-]
  /// What violations of constraints are compared with, in their unit.
  [[nodiscard]] virtual double length() const { return 1.0; }
  /// The largest rate of a coordinate that the motion has, roughly.
  [[nodiscard]] virtual double top_speed() const { return 1.0; }

  [[nodiscard]] double kinetic_energy(const Eigen::VectorXd& q,
                                      const Eigen::VectorXd& v) const override;
};

/// The generalised system behind a system; null where it has bodies.
[[nodiscard]] const GeneralisedSystem* generalised_system(const MechanicalSystem& system);

}  // namespace impactbench
