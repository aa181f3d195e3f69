#pragma once

#include "problems/model/mechanical_system.hpp"

#include <Eigen/Core>

#include <limits>

namespace impactbench {

/// Selects a set C(t, s) of a sweeping process.
struct SetAt {
  double time;                   ///< t [s]
  const Eigen::VectorXd& state;  ///< s; of no matter where the set moves in time alone
};

/// A sweeping process: motion without inertia of a point that stays in a moving set (Moreau 1971;
/// nguyen2024, section 1.2),
///
///   F(t, q) - dq/dt in N_{C(t, q)}(q),   C(t, s) = {x : f_a(x; t, s) >= 0 for all a},
///
/// N the proximal normal cone: dq/dt = F + sum p_a grad f_a(q), 0 <= p_a perpendicular to f_a. The
/// metric is Euclidean, so that a problem chooses its coordinates in suitable units. If the nearest
/// point of C is known in closed form the set provides it. A problem derives its own class. All
/// member functions write into vectors that have their size, and allocate nothing.
class SweepingSystem : public MechanicalSystem {
 public:
  explicit SweepingSystem(Eigen::Index dofs) : mass_(Eigen::VectorXd::Ones(dofs)) {}

  [[nodiscard]] const Eigen::VectorXd& mass() const final { return mass_; }
  /// F; zero unless a problem has one.
  void external_force(double /*t*/, const Eigen::VectorXd& /*q*/, const Eigen::VectorXd& /*v*/,
                      Eigen::VectorXd& force) const override {
    force.setZero();
  }
  [[nodiscard]] double external_potential(double /*t*/,
                                          const Eigen::VectorXd& /*q*/) const override {
    return 0.0;
  }

  [[nodiscard]] virtual Eigen::Index constraints() const = 0;
  /// f_a(x; t, s), with which C is never empty.
  [[nodiscard]] virtual double constraint(Eigen::Index a, SetAt set,
                                          const Eigen::VectorXd& x) const = 0;
  /// grad f_a in x alone into `g`; not zero wherever f_a is near zero.
  virtual void constraint_gradient(Eigen::Index a, SetAt set, const Eigen::VectorXd& x,
                                   Eigen::VectorXd& g) const = 0;

  /// Whether `nearest` knows the nearest point of C in closed form.
  [[nodiscard]] virtual bool projects() const { return false; }
  /// A nearest point of C(t, s) to `w` into `z`. Called only if projects().
  virtual void nearest(SetAt /*set*/, const Eigen::VectorXd& w, Eigen::VectorXd& z) const { z = w; }

  /// r of r-prox-regular sets: points closer to C than that have one nearest point. Infinite: C is
  /// convex.
  [[nodiscard]] virtual double reach() const { return std::numeric_limits<double>::infinity(); }
  /// Lipschitz constant of C(t, s) in s, in Hausdorff's distance; below 1, and 0 where the set
  /// moves in time alone [-].
  [[nodiscard]] virtual double dependence() const { return 0.0; }
  /// The length to compare distances from C with: for curved sets the least radius of curvature.
  [[nodiscard]] virtual double length() const = 0;

 private:
  Eigen::VectorXd mass_;
};

/// The sweeping process behind a system; null for other systems.
[[nodiscard]] const SweepingSystem* sweeping_system(const MechanicalSystem& system);

}  // namespace impactbench
