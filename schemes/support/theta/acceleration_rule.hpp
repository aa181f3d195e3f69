#pragma once

#include <Eigen/Core>

namespace impactbench {

/// Integrates the smooth part of the motion over a step of length h from its accelerations
/// a = M^-1 f, f without impulses, a' at the end of the step; impulses p are added (ThetaStep,
/// CoordinateTheta):
///
///   v^{n+1} = v^n + gain + end a' + W,   M W = H p
///   q^{n+1} = q^n + (h/2) (v^n + v^{n+1}) + shift + bend a',   M a' = f(q^{n+1}, v^{n+1})
///
/// An impulse thus moves bodies by h W / 2 wherever in the step it falls, so that a body at rest
/// whose weight a contact carries stays. Where a is constant, gain + end a' = h a and shift +
/// bend a' = 0. If f is linear, of a stiffness K >= 0, the response of v^{n+1} to p is positive for
/// end >= 0 and bend >= 0. A rule remembers accelerations of earlier steps only.
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

  /// Whether the rule remembers a alone.
  [[nodiscard]] virtual bool one_step() const { return false; }
  /// To be called before the first step, with a at its start.
  virtual void start(const Eigen::VectorXd& a) = 0;
  /// Gain [m/s] and shift [m] of the step that begins, into vectors of the right size.
  [[nodiscard]] virtual Weights begin(Eigen::VectorXd& gain, Eigen::VectorXd& shift) const = 0;
  /// To be called at the end of the step, with a' as `a`.
  virtual void finish(const Eigen::VectorXd& a) = 0;
};

}  // namespace impactbench
