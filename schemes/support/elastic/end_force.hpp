#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/state.hpp"

#include <Eigen/Core>

namespace impactbench {

/// The force at the end of a step of the trapezoidal rule, F(q', v') with v' = 2 (q' - q) / h - v,
/// F the mean over the time of the step, and the symmetric part of its stiffness K = -dF/dq', found
/// by central differences. Only prepare() allocates.
class EndForce {
 public:
  /// The system must outlive this; `h` is the step [s].
  void prepare(const GeneralisedSystem& system, double h);
  /// F at the end `q` of the step from `state`.
  void take(const State& state, const Eigen::VectorXd& q, Eigen::VectorXd& force);
  /// K there, into a matrix that has its size.
  void compute_stiffness(const State& state, const Eigen::VectorXd& q, Eigen::MatrixXd& stiffness);

 private:
  const GeneralisedSystem* system_{nullptr};
  double h_{0.0};
  Eigen::VectorXd velocity_, place_, force_, other_;
};

}  // namespace impactbench
