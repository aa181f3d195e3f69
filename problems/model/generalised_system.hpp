#pragma once

#include "problems/model/contact_law.hpp"
#include "problems/model/mechanical_system.hpp"

#include <Eigen/Core>

namespace impactbench {

/// A system in any coordinates with smooth unilateral constraints:
///
///   M(q) dv/dt = F(t, q, v) + S(q, v) + reaction,   v = dq/dt,   K = {q : f_a(q) >= 0 for all a}
///
/// F: applied force, S: terms quadratic in v that arise because M varies (Coriolis and centrifugal,
/// S = -(dM/dt) v + grad_q(v . M v / 2)). Impact law with restitution e, where T is the tangent
/// cone of K at q and P is the projection in the metric of M(q):
///
///   v^+ = -e v^- + (1 + e) P_T(v^-),
///
/// for one active constraint of gradient g:  v^+ = v^- - (1 + e) (g.v^-) M^-1 g / (g.M^-1 g) where
/// g.v^- < 0. A problem derives its own class and states its coordinates. All member functions
/// write into vectors that have their size, and allocate nothing.
///
/// Constraints may have laws of their own, and friction. Where constraint a has friction, f_a is a
/// gap [m], its tangents t_k give the slip s_k = t_k . v [m/s], and Coulomb's law bounds the
/// reaction
///
///   lambda_a grad f_a + sum_k r_k t_k,   |r| <= mu_a lambda_a,   r = -mu_a lambda_a s / |s| where
///   s != 0   [N];
///
/// in an impact the same law holds for impulses [N s] with s^+ + e_t s^- in place of s, with
/// Newton's law 0 <= p_a perpendicular to g_a . (v^+ + e_a v^-) >= 0 for each active constraint,
/// which is the law above if all have one e and no friction.
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
  /// f_a(q); a length, unless the problem says otherwise.
  [[nodiscard]] virtual double constraint(Eigen::Index a, const Eigen::VectorXd& q) const = 0;
  /// grad f_a(q) into `g`; not zero wherever f_a is near zero.
  virtual void constraint_gradient(Eigen::Index a, const Eigen::VectorXd& q,
                                   Eigen::VectorXd& g) const = 0;

  /// Whether K is convex: nearest points are then unique, in any constant metric.
  [[nodiscard]] virtual bool convex() const { return false; }

  /// e in [0, 1], the least of all constraints [-].
  [[nodiscard]] virtual double restitution() const = 0;
  /// The contact law of constraint a: restitution, tangential restitution, friction.
  [[nodiscard]] virtual ContactLaw law(Eigen::Index /*a*/) const {
    return {.restitution = restitution()};
  }
  /// The number of slip directions at each constraint: 0 where none has friction, 1 in the plane, 2
  /// in space.
  [[nodiscard]] virtual int tangents() const { return 0; }
  /// Row k of the slip at constraint a, t_k with s_k = t_k . v, into `t`: not zero if it has
  /// friction; zero at a mere stop, which has none.
  virtual void constraint_tangent(Eigen::Index /*a*/, int /*k*/, const Eigen::VectorXd& /*q*/,
                                  Eigen::VectorXd& t) const {
    t.setZero();
  }
  /// Free directions d, one in each column: d . F and d . M are the same at any time and place, and
  /// S has no part along d, so that d . M v changes by h d . F and by reactions, whatever else
  /// acts. All coordinates under a constant force and a constant mass, else those that the system
  /// names. A meter asks once; may allocate.
  [[nodiscard]] virtual Eigen::MatrixXd free_directions() const {
    const bool all = constant_force() && constant_mass();
    return Eigen::MatrixXd::Identity(dofs(), all ? dofs() : 0);
  }
  /// Whether some constraint has friction.
  [[nodiscard]] bool has_friction() const;
  /// The length with which violations of constraints are compared, in their unit.
  [[nodiscard]] virtual double length() const = 0;
  /// A rough bound of the rates of coordinates, times their arms (CoordinateArms) [m/s].
  [[nodiscard]] virtual double top_speed() const = 0;

  [[nodiscard]] double kinetic_energy(const Eigen::VectorXd& q,
                                      const Eigen::VectorXd& v) const override;
};

/// The generalised system behind a system; null where it has bodies instead.
[[nodiscard]] const GeneralisedSystem* generalised_system(const MechanicalSystem& system);

}  // namespace impactbench
