#pragma once

#include "problems/model/contact_step.hpp"
#include "problems/model/generalised_system.hpp"
#include "problems/model/problem.hpp"
#include "reference/yardsticks/constraint_friction.hpp"
#include "reference/yardsticks/constraint_impacts.hpp"
#include "reference/yardsticks/law_rules.hpp"
#include "reference/yardsticks/loose_momenta.hpp"
#include "reference/yardsticks/stated_force.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The laws of contact of a generalised system, analogous to ContactLaws for round bodies: the
/// recorded impulses p_a of a scheme in a step against the gaps f_a and the laws of the problem, at
/// the place where the scheme states (ContactStep) that its laws hold, with tangential impulses r_k
/// if a constraint has friction (constraint_friction.hpp),
///
///   M(q_p) (v^{n+1} - v^n) = h (F + S(q_p, w)) + sum (p_a g_a + sum_k r_k t_k),
///
///   rule      q_p            w                          g_a = grad f_a at
///   position  q^n            v^n                        q^n + h u,
///                                                       u = (v^{n+1} - e v^n) / (1 + e);
///                                                       `start`: q^n, with f_a linearised there;
///                                                       u = v^{n+1} in a first step without
///                                                       impulses if no f_a < 0 then
///   velocity  q_m            (v^n + v_f) / 2,           q_m
///                            v_f without impulses
///             for forces at the ends (MotionStep): M at (1 - theta) q^n + theta q^{n+1}, F + S
///             theta times that of q^{n+1}, v^{n+1} plus 1 - theta times that of q^n, v^n
///   springs   explicit: q^n  v^n                        q_p
///             else q_m       (v^n + v^{n+1}) / 2        q_m, q^{n+1} (`end`), or that of
///                                                       SecantNormal (`step`)
///
/// with q_m = q^n + (h/2) v^n, for the velocity rule q^n + ahead h v^n. The reduced mass of a
/// spring's dashpot is s^2 / (g_a . M^-1 g_a), s = 1 except for SecantNormal.
///
/// Written by finish() [-], each the largest over the run in units of the largest impulse that a
/// constraint transmitted, or should have transmitted, all in the metric of M^-1 (p_a |g_a|):
///   law_pull      -p_a, except for springs with dashpots that end with the overlap
///   law_distance  p_a of an open constraint; for the position rule the smaller of p_a and f_a / h
///   law_normal    |p_a - what the rule demands|
///   law_cone      |r| - mu p_a
///   law_slip      |r - what the slip rule demands|
///   law_momentum  residual of the momentum balance, less what rounding leaves open of a
///                 SecantNormal: f_a and f_a^{n+1} - f_a^n are known to eps |f_a|, so that s is off
///                 by that over |g . x|, or n by M x times that over x . M x, far above eps where
///                 bodies come to rest: multiples of these two directions alone; absent if
///                 impulses on velocities accompany a law of motion that is not stated
///   stated_force_energy  [J] largest |sum h (F + S) . (v^n + v^{n+1}) / 2
///   + V(q^{n+1}) - V(q^n)| over the steps so far, V the potential: the
///   effect of the forces of the step on the energy, apart from that of
///   its impulses; present with law_momentum, if M is constant and F not
///   driven
/// law_impulse: that unit [sqrt(kg) m/s]; law_contacts: constraints judged, summed over steps.
/// A scheme that states no step has law_pull, law_cone of the impulse of a whole step, and its
/// impacts (constraint_impacts.hpp) alone; one that records nothing has none.
class ConstraintLaws {
 public:
  /// The problem must outlive this.
  ConstraintLaws(const Problem& problem, const std::optional<ContactStep>& step, double h,
                 const std::optional<MotionStep>& motion = std::nullopt);

  void after_step(const State& before, const State& after, double t,
                  const ContactImpulses* recorded);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  /// A constraint in a step: its gap, its gradient, and that over the beginning of the step.
  struct Reading {
    double gap, gap_before;
    ContactLaw law;
    double size;          ///< |g_a| in the metric of M^-1
    double stretch{1.0};  ///< s of SecantNormal
    /// The error of s by the rounding of f_a [-]; where `turned`, that of the multiple of M x in n.
    double unsure{0.0};
    bool turned{false};
  };

  /// M(q) and its factors.
  [[nodiscard]] bool leaves(const Eigen::VectorXd& q);
  void compute_mass(const Eigen::VectorXd& q);
  void measure_place(const State& before, const State& after, double t, bool pushed);
  void measure_inertial(const State& before, const State& after);
  void measure_work(const State& before, const State& after, double t, double share);
  [[nodiscard]] Reading read(Eigen::Index a, const State& before, const State& after);
  void read_secant(Eigen::Index a, const State& before, const State& after, Reading& out);
  void collect(const ContactImpulses& recorded);
  [[nodiscard]] std::span<const double> tangential_of(Eigen::Index a) const;
  [[nodiscard]] bool idle(double p, std::span<const double> tangential, const Reading& r) const;
  void judge(Eigen::Index a, const Reading& r, const State& before, const State& after);
  void judge_position(double p, const Reading& r, double rate, double rate_before, double lift);
  [[nodiscard]] ConeSoftness softness(const Reading& r) const;
  [[nodiscard]] double friction_load(Eigen::Index a, const Reading& r, const State& before) const;
  [[nodiscard]] double barrier_at(double gap) const;
  void judge_velocity(double p, const Reading& r, double rate, double rate_before);
  void judge_spring(double p, const Reading& r, double zeta, double rate_before);
  void demand(double p, double wanted);
  [[nodiscard]] double rounding_of_gap() const;
  [[nodiscard]] double length(const Eigen::VectorXd& x) const;

  const Problem& problem_;
  const GeneralisedSystem& system_;
  ContactStep step_;
  MotionStep motion_;
  StatedForce stated_force_;
  bool stated_, applies_, moves_, never_pulls_;  ///< moves_: M and F are known
  bool at_start_{false};  ///< M, F and S are those of the beginning of the step
  bool works_;            ///< the work of F is known too
  double h_;
  ConstraintFriction friction_;
  ConstraintImpacts impacts_;           ///< of a scheme that states no step
  std::vector<double> damping_ratios_;  ///< of each constraint
  Eigen::VectorXd place_, reach_, force_, inertial_, velocity_, gradient_, defect_;
  Eigen::VectorXd impulse_;         ///< p_a
  std::vector<double> tangential_;  ///< r_k of each constraint, one after the other
  Eigen::MatrixXd mass_;
  LooseMomenta loose_;  ///< of what rounding leaves open of normals
  Eigen::LLT<Eigen::MatrixXd> llt_;
  bool factored_{false};
  double largest_{0.0}, pull_{0.0}, distance_{0.0}, normal_{0.0}, momentum_{0.0}, judged_{0.0};
  double potential_{0.0}, force_work_{0.0}, force_energy_{0.0};
};

}  // namespace impactbench
