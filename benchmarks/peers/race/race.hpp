#pragma once

#include "benchmarks/matrix/child.hpp"
#include "benchmarks/peers/race/runs.hpp"
#include "problems/model/problem.hpp"

#include <functional>
#include <string>
#include <vector>

namespace impactbench {

/// Engines on one scene, all from the same start.
struct RaceRequest {
  std::string problem;
  ParameterSet settings;  ///< of the problem
  /// Start from the state at this instant: nscd with 60 sweeps of nlgs a step goes there, in steps
  /// of the smallest dt [s]
  double from{0.0};
  double window{0.1};                ///< [s]
  std::vector<double> steps{1e-4};   ///< of every engine that names none of its own [s]
  std::vector<std::string> engines;  ///< texts as in contestant.hpp
  int repeats{5};     ///< timed runs of each engine after one that is looked at; 0: none
  int instants{100};  ///< at which states are looked at
  double cpu{10.0};   ///< the window ends at the first instant after so much time [s]
  Budget budget{};    ///< of a process, which ends it as a failure
};

/// Runs them in turn, all once before any for the second time, each in a process of its own on one
/// thread: first with looks at the state, then timed, without looks, for as many steps as the first
/// run took. An engine that fails is not tried again. `hear` is called with every run as it ends;
/// those with repeat 0 are the first ones and have no CPU time, timed ones have their figures.
/// Throws ConfigurationError where an engine, a setting or the problem is wrong, before any run.
[[nodiscard]] std::vector<PeerRun> race(const RaceRequest& request,
                                        const std::function<void(const PeerRun&)>& hear);

}  // namespace impactbench
