#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/generalised_system.hpp"
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
  long steps{0};  ///< in which it was recorded
};

/// The balance of the energy of a run. The theorem
///
///   K^{n+1} - K^n = vm . M (v^{n+1} - v^n) + v^{n+1} . (M' - M) v^{n+1} / 2,
///   vm = (v^n + v^{n+1}) / 2,   M = M(q^n),   M' = M(q^{n+1}), the same but in generalised systems
///
/// holds to rounding for any scheme, so that with M (v^{n+1} - v^n) = h (F + S) + H p the work of a
/// contact impulse is p . um, um = H^T vm: exact, per contact and row. F is the mean force over the
/// step at q^n, v^n, and S(q^n, v^n) the terms quadratic in v if M varies, whose power is balanced
/// by the change of M: S . v + v . (dM/dt) v / 2 = 0. Over the run, in joule and as gains of the
/// bodies:
///
///   kinetic, potential, elastic   values at the end minus values at the start
///   friction    sum of p_t . um_t
///   impact      sum of p_n um_n; of compliant contact that and the change of contact energy where
///               the problem's restitution is below 1 (loss of its damping, and of its steps)
///   external    sum of h F . vm of a force that is driven
///   numerical   gain or loss by steps: h F . vm + (potential after - before) for a force with
///               potential; for compliant contact with restitution 1 p_n um_n + its change of
///               energy; and if M varies h S . vm + v^{n+1} . (M' - M) v^{n+1} / 2
///   closure     kinetic + potential + elastic - (friction + impact + external + numerical): not
///               accounted for by the recorded impulses and the forces
///
/// For a scheme that records no impulses friction, impact and numerical are not separated: closure
/// is all three. Problems without inertia, and elastic bodies under a load that varies, have no
/// budget.
class EnergyBudget {
 public:
  /// `contact` as the scheme claims it. The problem must outlive this.
  EnergyBudget(const Problem& problem, const ContactModel& contact, double h,
               const Energies& start);

  /// `t` at the end of the step [s]; `now` the energies of `after`; `recorded` may be null.
  void after_step(const State& before, const State& after, double t, const Energies& now,
                  const ContactImpulses* recorded);

  /// Writes budget_kinetic, ..., budget_closure [J], its largest value so far
  /// budget_closure_most [J] and budget_closure_relative, over the largest of the kinetic energies
  /// at both ends and the terms [-]; impulse_defect: the largest entry of |M dv - h
  /// (F + S) - H p| of a step [N s or N m s], if impulses are recorded.
  void finish(std::map<std::string, double>& quantities) const;

  /// From now on keeps the work of every contact, by its two bodies (ContactProblem::fixed: all
  /// walls together), in a generalised system by the number of the constraint.
  void keep_contacts() { keeps_contacts_ = true; }
  [[nodiscard]] const std::map<std::pair<int, int>, ContactWork>& contacts() const {
    return contacts_;
  }

 private:
  /// Subtracts H p from defect_ and returns its work, normal and tangential [J].
  std::pair<double, double> add_contacts(const ContactImpulses& recorded);
  /// Subtracts the torques against rolling and twisting of one contact and returns their work [J].
  double add_resistance(const ContactImpulses& recorded, std::size_t contact);

  const Problem& problem_;
  /// Sets defect_ to M dv. If M varies adds S to force_, and to numerical_ the residual work of S
  /// and of the change of M.
  void add_inertia(const State& before, const State& after);
  [[nodiscard]] double closure() const;

  bool applies_, compliant_, driven_;
  const GeneralisedSystem* generalised_;  ///< or null
  double h_;
  Energies first_, last_;
  Eigen::Index stride_;  ///< of a body in the state; 0: each contact is about all coordinates
  Eigen::VectorXd force_, inertial_, mean_, defect_;
  Eigen::MatrixXd mass_;
  bool has_mass_{false};
  bool recorded_{true}, stepped_{false};
  double friction_{0.0}, impact_{0.0}, external_{0.0}, numerical_{0.0};
  double worst_defect_{0.0}, worst_closure_{0.0};
  bool keeps_contacts_{false};
  std::map<std::pair<int, int>, ContactWork> contacts_;
};

}  // namespace impactbench
