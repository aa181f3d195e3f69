#pragma once

#include "problems/model/mechanical_system.hpp"
#include "problems/model/state.hpp"

#include <Eigen/Core>

namespace impactbench::adaptive {

/// The norm of an error of a state in units of the problem (adaptive.hpp): positions over L,
/// velocities over V.
class ErrorNorm {
 public:
  ErrorNorm(const MechanicalSystem& system, const State& start);

  /// V follows the largest speed.
  void see(const State& state);
  [[nodiscard]] double between(const State& a, const State& b) const;
  /// The share of L that a body goes at most in such a time [s].
  [[nodiscard]] double displacement_share(double time) const { return time * speed_ / length_; }
  /// Entries of q that are places and not what forces remember.
  [[nodiscard]] Eigen::Index places() const { return weight_.size(); }

 private:
  double length_, speed_;   ///< L, V
  Eigen::VectorXd weight_;  ///< w
};

}  // namespace impactbench::adaptive
