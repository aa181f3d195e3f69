#pragma once

#include "problems/contact/round_bodies.hpp"
#include "problems/model/behaviour.hpp"
#include "problems/model/mechanical_system.hpp"
#include "problems/model/state.hpp"
#include "reference/yardsticks/contact_scan.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The energy that one step cannot resolve, from states alone: the terms of limits on the energy of
/// a scheme (reference/acceptance/energy.hpp). With U(D) the energy of a compliant contact of
/// overlap D, f = U', k = U'' at the mean overlap, dD, dx_t the changes of overlap and of the
/// relative place along the tangent in a step, l the distance of the centres, and sums over the
/// contacts and steps of a run [J]:
///
///   step_stroke_energy  S = sum k dD^2 / 2: the difference between the work of a force that is
///                       held over a step at one of its ends and the change of U
///   step_edge_energy    X = sum f(D) g at steps that open a contact (g the gap after) or close one
///                       (g the gap before)
///   step_end_energy     E = sum of U before steps that open and after steps that close a contact:
///                       stored by a closing step without a force
///   step_turn_energy    R = sum f dx_t^2 / (2 l): the normal turns while the force is held; of an
///                       obstacle f (dg - n . dx), g its gap and n = grad g before the step, which
///                       is f dx_t^2 / (2 l) of a ball at the distance l and 0 of a plane; of a
///                       constraint f (df_a - grad f_a(q^n) . dq), below 0 where it curves inwards
///   step_phase_energy   B = sum (omega h)^2 |dU| / 2,  omega^2 = k (1/m_i + 1/m_j), of a
///   constraint
///                       k (grad f_a . M^-1 grad f_a)
///   step_contact_work   W = sum |dU| / 2: the energy that contacts stored and returned, once
///   step_force_energy   Y = sum |dF| . |dq| + h^2 F . M^-1 F / 2, of forces that vary in space;
///                       for coordinates with a constant mass the second term is replaced by its
///                       bound, sum |F| . |h (v^n + v^{n+1}) / 2 - dq|
///   step_meeting_energy H = sum h |p| . |j . M^-1 F| over the rows j of constraints in those steps
///                       in which some impulse p pushes along its rate, p (j . v^n) > 0, of
///                       coordinates with a constant mass: v^{n+1} = v^n + k + W p along the rows,
///                       Coulomb's and Newton's laws have p . v^{n+1} <= 0, so that p does the work
///                       p . (v^n + v^{n+1}) / 2 <= -p . k / 2; where p . v^n <= 0 too it is none.
///                       Rates below 1e-9 of the largest are none
///   step_impact_energy  J = sum max(0, p_t . u_t - (1 - e) p_n |u_n|) / 2 over constraints with
///                       friction that approach at the start of a step, u_n = n . v^n < 0, u_t
///                       their slip there: what friction may make of the energy where an impact
///                       turns the slip round. An impulse does the work p . (u^n + u^{n+1}) / 2;
///                       Newton's law has u_n^{n+1} = -e u_n^n and Coulomb's p_t . u_t^{n+1} <= 0,
///                       so that this is all that is left (Kane and Levinson 1985)
///   step_handed_energy  I = sum min(h |d . M^-1 F| / 2, h^2 F . M^-1 F / 8), d = M dv - h F, where
///                       F and M are constant and the scheme does not record its impulses: what
///                       contacts hand over in a step is d, which does the work
///                       d . (v^n + v^{n+1}) / 2 = d . v^{n+1} - d . M^-1 (d + h F) / 2. Where
///                       d . v^{n+1} <= 0 (Coulomb's law, and Newton's with e = 0) the largest
///                       value for any d is h^2 F . M^-1 F / 8; Newton's law with one e and no
///                       friction has the work -(1 - e) / (1 + e) d . M^-1 (d + h F) / 2, which is
///                       less. A step that consists of shorter ones gains less than one of length h
///   step_sway_energy    Z = largest h |F . v| + h^2 F . M^-1 F / 2, of such forces: a velocity in
///                       the middle of a step and a place at its end give energies that differ by
///                       half of the first and a quarter of the second
///   step_kick_energy    K = largest M |dv|^2 / 2 of a step
///   step_impulse        P = sum of recorded normal impulses |p_n| [N s]
///   step_rounding_energy  N = root of the sum of (f eps |x|)^2, |x| the largest
///   coordinate at the contact: a place is stored to within eps |x| / 2, each step another
///   one
class StepEnergy {
 public:
  /// `bodies` may be empty: for elastic systems K, Y and P alone; for generalised ones contacts are
  /// their constraints.
  StepEnergy(const MechanicalSystem& system, const RoundBodies& bodies, const ContactModel& contact,
             double h);

  /// `contacts`: the overlapping ones in `after`.
  void after_step(const State& before, const State& after, std::span<const ScannedContact> contacts,
                  const ContactImpulses* recorded);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  struct Place {
    double depth, length, largest;  ///< `largest` coordinate
    Eigen::Vector3d relative;
    Eigen::Vector3d slope;  ///< of the gap of an obstacle that is not flat; else 0
  };
  [[nodiscard]] static double bend(const Place& before, const Place& after, double along);
  [[nodiscard]] Place place(const ScannedContact& contact, const Eigen::VectorXd& q) const;
  void add_contact(const ScannedContact& contact, const State& before, const State& after);
  void add_constraint(Eigen::Index a, const State& before, const State& after);
  /// Overlaps before and after the step, inverse reduced mass [1/kg]; the rounding of the overlap
  /// is eps times `largest`.
  void add_overlap(const Compliance& law, double depth_before, double depth, double inverse_mass,
                   double largest);
  void add_force(const State& before, const State& after);
  void add_meeting(const State& before, const ContactImpulses& recorded);
  void add_impacts(const State& before, const ContactImpulses& recorded);
  void add_handed(const State& before, const State& after);

  const MechanicalSystem& system_;
  const GeneralisedSystem* generalised_;  ///< or null
  const RoundBodies& bodies_;
  ContactModel contact_;
  double h_;
  bool varies_;  ///< the external force
  bool light_;   ///< coordinates with a constant mass
  bool rubs_;    ///< coordinates with friction
  std::vector<ScannedContact> last_;
  Eigen::VectorXd force_, force_before_, gradient_;
  Eigen::MatrixXd mass_;
  double stroke_{0.0}, edge_{0.0}, ends_{0.0}, turn_{0.0}, phase_{0.0}, work_{0.0};
  double rounding_squared_{0.0};
  Eigen::LLT<Eigen::MatrixXd> factor_;  ///< of M, where it is constant
  double of_force_{0.0}, sway_{0.0}, kick_{0.0}, impulse_{0.0};
  double impacts_{0.0};
  double meeting_{0.0}, fastest_{0.0};  ///< fastest_: largest rate of a constraint so far
  bool met_{false};                     ///< impulses are known
  double handed_{0.0};
  bool unrecorded_{false};  ///< in some step, of bodies with constant F and M
};

}  // namespace impactbench
