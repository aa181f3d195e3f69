#pragma once

#include "problems/model/problem.hpp"
#include "reference/api/reference.hpp"
#include "reference/support/cycle_ends.hpp"

#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// The period and the drift of a motion that settles to a cycle (means as in cycle_ends.hpp):
///
///   cycle_period    over the last half of the cycles [s]
///   cycle_descent   drift in one of them, downwards [unit of the drifting observable]
///   cycle_count     cycles of the run [-]
///
/// Within a step both observables are taken as linear, with an error of O(h^2) if the motion is
/// smooth. Absent if there are fewer than four cycles.
class CycleMeter {
 public:
  /// `problem` must outlive this and have both observables of the cycle.
  CycleMeter(const Problem& problem, const Cycle& cycle, double h);
  void after_step(const State& after, double t);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  const Observable* phase_;
  const Observable* drift_;
  double level_, h_;
  double last_phase_, last_drift_;
  std::vector<CycleEnd> ends_;
};

}  // namespace impactbench
