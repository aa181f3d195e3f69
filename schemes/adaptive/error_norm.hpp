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

  /// Updates V, the largest speed so far.
  void see(const State& state);
  [[nodiscard]] double between(const State& a, const State& b) const;
  /// The largest displacement of a body in such a time [s], as a share of L.
  [[nodiscard]] double displacement_share(double time) const { return time * speed_ / length_; }
  /// The number of entries of q that are places, without the memory of forces.
  [[nodiscard]] Eigen::Index places() const { return weight_.size(); }

 private:
  double length_, speed_;   ///< L, V
  Eigen::VectorXd weight_;  ///< w
};

}  // namespace impactbench::adaptive
