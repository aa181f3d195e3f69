#pragma once

#include "problems/contact/round_bodies.hpp"
#include "problems/model/problem.hpp"
#include "reference/yardsticks/stated_force.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <Eigen/Core>

#include <map>
#include <string>

namespace impactbench {

/// Balances that hold at every instant of a run of round bodies, however chaotic the motion: with F
/// the external force (of the problem, not of the scheme) and H p the momentum that contacts
/// transmitted, summed over the steps so far,
///
///   every body            M (v - v_0) = sum h F + sum H p,   translations and rotations
///   all bodies            sum m (v - v_0) = sum h F + sum over contacts with walls of p
///   the weight            impulses of the walls against gravity = M g t + change of momentum
///   every path            x - x_0 = sum h (v^k + v^{k+1}) / 2, where positions are not projected
///
/// The first two are exact for schemes that step momenta; impulses between bodies are left out of
/// the second one, which holds only if they cancel. A scheme that moves a body by h ((1 - theta)
/// v^k + theta v^{k+1}), 0 <= theta <= 1, violates the last one by h (theta - 1/2) (v - v_0) at
/// most, for any number of impacts.
///
/// In the first step h F becomes s h F, and t of the weight falls short by (1 - s) h, where s is
/// the share that the scheme states (ContactStep::first_kick): one with velocities at the middles
/// of steps has 1/2.
///
///   body_balance_error      [-]  largest of the first at any time, over m |v_0|, the sum of the
///                                sizes of all impulses of that body so far, and m times the
///                                largest speed of all; of rotations over moments, r times those
///                                among them
///   momentum_balance_error  [-]  the same of the second, over the sums of all bodies, or the
///                                largest sum of m |v| so far if that is more
///   weight_carried          [-]  (impulses of the walls against gravity - change of momentum) /
///                                (M g (t - (1 - s) h)) at the end: 1
///   path_error              [m]  largest of the fourth at any time
///   speed_most              [m/s] largest speed of a body, at the start or at the end of a step
///
/// The first three are absent where impulses are not recorded, or where the force is neither
/// constant nor of known mean and the scheme does not state where it takes it (MotionStep); the
/// third without gravity; all of them without inertia.
class BalanceMeter {
 public:
  /// `h` > 0 [s]; `first_kick`: s; `motion` as the scheme states it. The problem must outlive this.
  BalanceMeter(const Problem& problem, double h, double first_kick = 1.0,
               const MotionStep& motion = {});

  /// `t` at the end of the step [s]; `recorded` may be null.
  void after_step(const State& before, const State& after, double t,
                  const ContactImpulses* recorded);

  void finish(std::map<std::string, double>& quantities) const;

 private:
  void measure_path(const State& before, const State& after);
  void measure_force(const State& before, const State& after, double t);
  void add_impulses(const ContactImpulses& recorded);
  void add_resistance(const ContactImpulses& recorded);
  void compare(const State& after);

  const Problem& problem_;
  bool applies_, projected_;
  StatedForce stated_;
  bool balanced_;
  RoundBodies bodies_{};
  double h_, first_kick_, t_{0.0};
  Eigen::VectorXd force_, handed_, size_;  ///< F, sums of h F + H p and of their absolute values
  Eigen::VectorXd path_;                   ///< sum h (v^k + v^{k+1}) / 2
  Vec3 fallen_{0.0, 0.0, 0.0};             ///< sum of h F over bodies [N s]
  Vec3 walls_{0.0, 0.0, 0.0};              ///< impulse of the walls [N s]
  Vec3 gained_{0.0, 0.0, 0.0};             ///< change of momentum [N s]
  double size_of_all_{0.0}, most_moving_{0.0};  ///< most_moving_: largest sum of m |v_k| so far
  double body_error_{0.0}, momentum_error_{0.0}, path_error_{0.0}, speed_{0.0};
  bool stepped_{false};
};

}  // namespace impactbench
