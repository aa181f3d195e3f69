#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/problem.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <Eigen/Core>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace impactbench {

/// Energies of one instant [J].
struct Energies {
  double kinetic{0.0};
  double potential{0.0};  ///< of the external force; of no meaning where it is driven
  double elastic{0.0};    ///< of contacts by the law that a scheme states, and of bodies
};

/// Work of one contact over a run, done on the bodies [J]: below zero it is a loss.
struct ContactWork {
  double normal{0.0}, tangential{0.0};
  long steps{0};  ///< in which it was told of
};

/// Where the energy of a run went. For M that does not vary the theorem
///
///   K^{n+1} - K^n = vm . M (v^{n+1} - v^n),   vm = (v^n + v^{n+1}) / 2
///
/// holds to rounding whatever a scheme does, so that with M (v^{n+1} - v^n) = h F + H p the work of
/// a contact impulse is p . um, um = H^T vm: exact, per contact and row. F is the mean force over
/// the step at q^n, v^n. Over the run, in joule and as gains of the bodies:
///
///   kinetic, potential, elastic   what they are at the end less what they were at the start
///   friction    sum of p_t . um_t
///   impact      sum of p_n um_n; of compliant contact that and the change of contact energy where
///               the problem's restitution is below 1 (loss of its damping, and of its steps)
///   external    sum of h F . vm of a force that is driven
///   numerical   what steps make or lose: h F . vm + (potential after - before) of a force that has
///               one, and of compliant contact with restitution 1 p_n um_n + its change of energy
///   closure     kinetic + potential + elastic - (friction + impact + external + numerical): what
///               the impulses that were told and the forces do not account for
///
/// A scheme that tells no impulses has no friction, impact and numerical of its own: closure is all
/// three, and so it is where M varies. Problems without inertia, and elastic bodies under a load
/// that varies, have no budget.
class EnergyBudget {
 public:
  /// `contact` as the scheme claims it. The problem must outlive this.
  EnergyBudget(const Problem& problem, const ContactModel& contact, double h,
               const Energies& start);

  /// `t` at the end of the step [s]; `now` the energies of `after`; `told` may be null.
  void after_step(const State& before, const State& after, double t, const Energies& now,
                  const ContactImpulses* told);

  /// budget_kinetic, ..., budget_closure [J] and budget_closure_relative: the same over the largest
  /// of the energy at the start and the terms [-]; impulse_defect: the largest entry of
  /// |M dv - h F - H p| of a step [N s or N m s], where impulses are told.
  void finish(std::map<std::string, double>& quantities) const;

  /// Keeps the work of every contact from now on, by its two bodies (ContactProblem::fixed: all
  /// walls together).
  void keep_contacts() { keeps_contacts_ = true; }
  [[nodiscard]] const std::map<std::pair<int, int>, ContactWork>& contacts() const {
    return contacts_;
  }

 private:
  /// Takes H p from defect_ and returns its work, normal and tangential [J].
  std::pair<double, double> take_contacts(const ContactImpulses& told);

  const Problem& problem_;
  bool applies_, compliant_, constant_mass_, driven_;
  double h_;
  Energies first_, last_;
  Eigen::Index stride_;  ///< of a body in the state
  Eigen::VectorXd force_, mean_, defect_;
  bool told_{true}, stepped_{false};
  double friction_{0.0}, impact_{0.0}, external_{0.0}, numerical_{0.0};
  double worst_defect_{0.0};
  bool keeps_contacts_{false};
  std::map<std::pair<int, int>, ContactWork> contacts_;
};

}  // namespace impactbench
