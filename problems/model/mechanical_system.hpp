#pragma once

#include <Eigen/Core>

namespace impactbench {

/// A moving system: M dv/dt = F(t, q, v) + contact forces, with constant diagonal M (M(q) in
/// generalised systems: generalised_system.hpp). If ProblemTraits::first_order is set there is no
/// inertia and M dq/dt = F(t, q) + contact forces. q may have more entries than v: a rotation has
/// three velocities and a quaternion. Each kind of body is a derived class with the geometry that
/// its contacts need; schemes learn from ProblemTraits::bodies which kind a problem has and refuse
/// other kinds with a sentence.
class MechanicalSystem {
 public:
  virtual ~MechanicalSystem() = default;
  MechanicalSystem() = default;
  MechanicalSystem(const MechanicalSystem&) = default;
  MechanicalSystem& operator=(const MechanicalSystem&) = default;

  /// Diagonal of M, one entry per degree of freedom [kg] or [kg m2]; all positive. For a
  /// generalised system that of M at the start.
  [[nodiscard]] virtual const Eigen::VectorXd& mass() const = 0;

  /// External force F(t, q, v) into `force` (already sized) [N] or [N m]; allocates nothing.
  virtual void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                              Eigen::VectorXd& force) const = 0;

  /// Whether the external force is the same at any time, place and velocity: a scheme may then
  /// evaluate it once.
  [[nodiscard]] virtual bool constant_force() const { return true; }

  /// Mean over [t0, t1] of F(s, q, v) at constant q and v, into `force` (already sized); exact up
  /// to rounding, allocates nothing. A system whose force varies in time overrides it.
  virtual void mean_force(double t0, double /*t1*/, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& v, Eigen::VectorXd& force) const {
    external_force(t0, q, v, force);
  }

  /// Potential of the external force, zero at q = 0 [J]. If the force varies in time it is that of
  /// the constant part.
  [[nodiscard]] virtual double external_potential(double t, const Eigen::VectorXd& q) const = 0;

  /// Kinetic energy v . M(q) v / 2 [J].
  [[nodiscard]] virtual double kinetic_energy(const Eigen::VectorXd& q,
                                              const Eigen::VectorXd& v) const;

  /// Energy stored in the bodies themselves, zero at rest [J]; the scheme computes its forces,
  /// which are not part of the external force. Rigid bodies store none. May depend on time where a
  /// load is part of the law. May allocate.
  [[nodiscard]] virtual double internal_energy(double /*t*/, const Eigen::VectorXd& /*q*/) const {
    return 0.0;
  }

  [[nodiscard]] Eigen::Index dofs() const { return mass().size(); }          ///< entries of v
  [[nodiscard]] virtual Eigen::Index coordinates() const { return dofs(); }  ///< entries of q
};

/// Kinetic energy v . M v / 2 where M is constant [J].
[[nodiscard]] inline double kinetic_energy(const MechanicalSystem& system,
                                           const Eigen::VectorXd& v) {
  return system.kinetic_energy(v, v);
}

}  // namespace impactbench
