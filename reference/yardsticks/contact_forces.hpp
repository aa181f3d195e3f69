#pragma once

#include "problems/contact/neighbour_list.hpp"
#include "problems/model/behaviour.hpp"
#include "problems/model/obstacle.hpp"
#include "problems/model/round_system.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/solvers/api/contact_problem.hpp"

#include <span>
#include <vector>

namespace impactbench {

/// The force of a contact between two bodies.
struct ContactForce {
  int a;            ///< body
  int b;            ///< body, or ContactProblem::fixed for a wall
  Vec3 normal;      ///< unit vector from a to b; components beyond the dimension are 0 [-]
  double pressure;  ///< normal force >= 0: -pressure * normal acts on a [N]
  Vec3 friction;    ///< tangential force on a [N]
};

/// Rigid contact: impulses of a step over its size `h`, only contacts with a normal impulse. Row 0
/// of a contact is the separating speed, so the first body's part of it is minus the normal; the
/// force on a is the sum of J_a^T p over the rows. `dimension`: of the motion; further entries of a
/// body are rotations.
void impulse_forces(const ContactProblem& problem, std::span<const double> impulses, double h,
                    int dimension, std::vector<ContactForce>& out);

/// The same of the impulses that a scheme recorded, which are those of the whole step: of a step in
/// several stages their sum, of compliant contact with what friction and dashpots gave.
void impulse_forces(const ContactImpulses& recorded, double h, int dimension,
                    std::vector<ContactForce>& out);

/// Compliant contact of discs: c alpha D^(alpha-1) of its energy at the configuration q, for which
/// `neighbours` have been updated; friction is left out, as each scheme has its own.
void spring_forces(const RoundSystem& system, const Compliance& compliance,
                   const NeighbourList& neighbours, const Eigen::VectorXd& q,
                   std::vector<ContactForce>& out);

/// The forces that the contacts of bodies exert at the end of a step, from the best that is known:
/// of round bodies the recorded impulses over h, since these alone are those of the whole step and
/// have friction and damping (a contact problem may be that of one stage of it, and a spring at an
/// instant is neither); else, of compliant discs, the springs at q; else the contact problem.
class StepForces {
 public:
  StepForces(const MechanicalSystem& system, const ContactModel& contact, double h);

  /// All but q may be null or empty, as at the start of a run; h > 0 [s] is that of the step.
  void take(const Eigen::VectorXd& q, const ContactProblem* problem,
            std::span<const double> impulses, const ContactImpulses* recorded,
            std::vector<ContactForce>& out);

 private:
  const RoundSystem* round_;  ///< null for others: their contacts act on coordinates
  const RoundSystem* discs_;  ///< null for others, which have no compliant contact
  ContactModel contact_;
  double h_;
  int dimension_;
  NeighbourList neighbours_;
  bool prepared_{false};
};

}  // namespace impactbench
