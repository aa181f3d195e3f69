#pragma once

#include "problems/model/problem.hpp"
#include "reference/api/reference.hpp"
#include "reference/support/cycle_ends.hpp"

#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// The period and the drift that a motion settles to (cycle_ends.hpp has the means):
///
///   cycle_period    of the last half of the cycles [s]
///   cycle_descent   what drifts in one of them, downwards [its unit]
///   cycle_count     cycles of the run [-]
///
/// Within a step both observables are taken to be straight, which is off by O(h^2) where the motion
/// is smooth. Absent where there are fewer than four cycles.
class CycleMeter {
 public:
  /// `problem` must outlive this and have both observables of the cycle.
  CycleMeter(const Problem& problem, const Cycle& cycle, double h);
  void after_step(const State& after, double t);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  const Observable* phase_;
  const Observable* way_;
  double level_, h_;
  double last_phase_, last_way_;
  std::vector<CycleEnd> ends_;
};

}  // namespace impactbench
