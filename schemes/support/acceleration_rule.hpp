#pragma once

#include <Eigen/Core>

namespace impactbench {

/// How a step of length h integrates the smooth part of a motion from its accelerations a = M^-1 f,
/// f without impulses, a' at the end of the step; impulses p are beside it (ThetaStep,
/// CoordinateTheta):
///
///   v^{n+1} = v^n + gain + end a' + W,   M W = H p
///   q^{n+1} = q^n + (h/2) (v^n + v^{n+1}) + shift + bend a',   M a' = f(q^{n+1}, v^{n+1})
///
/// An impulse thus moves bodies by h W / 2 wherever in the step it falls, so that one at rest whose
/// weight a contact carries stays. Where a is constant, gain + end a' = h a and shift + bend a' =
/// 0. With v^{n+1} linear in the stiffness K the response of v^{n+1} to p is positive where bend >=
/// 0. What a rule remembers is a of the steps before.
class AccelerationRule {
 public:
  struct Weights {
    double end;   ///< [s]
    double bend;  ///< [s2]
  };
  virtual ~AccelerationRule() = default;
  AccelerationRule() = default;
  AccelerationRule(const AccelerationRule&) = delete;
  AccelerationRule& operator=(const AccelerationRule&) = delete;

  /// Whether nothing is remembered but a.
  [[nodiscard]] virtual bool one_step() const { return false; }
  /// Before the first step, with a there.
  virtual void start(const Eigen::VectorXd& a) = 0;
  /// Gain [m/s] and shift [m] of the step that begins; they have their size.
  [[nodiscard]] virtual Weights begin(Eigen::VectorXd& gain, Eigen::VectorXd& shift) const = 0;
  /// The step has ended with that a'.
  virtual void finish(const Eigen::VectorXd& a) = 0;
};

}  // namespace impactbench
