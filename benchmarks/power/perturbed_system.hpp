#pragma once

#include "benchmarks/store/row.hpp"
#include "problems/model/problem.hpp"

#include <memory>
#include <string>

namespace impactbench {

/// One wrong number: a Perturbable by name, times 1 + eps unless it means otherwise.
struct Perturbation {
  std::string parameter;
  double eps{0.0};
};

/// The system of a wrong run; null if the parameter does not belong to the system. `right` must
/// outlive it.
[[nodiscard]] std::unique_ptr<const MechanicalSystem> perturbed_system(const Problem& right,
                                                                       const Perturbation& wrong);

/// The start of a wrong run.
[[nodiscard]] State perturbed_start(const State& right, const Perturbation& wrong);

/// The settings of the scheme of a wrong run.
[[nodiscard]] ParameterSet perturbed_settings(const ParameterSet& right, const Perturbation& wrong);

/// The step of a wrong run [s].
[[nodiscard]] double perturbed_step(double h, const Perturbation& wrong);

/// The obstacle that some body reaches first if all bodies fly freely from the start under uniform
/// gravity; the first one if none is reached, or if an obstacle is not a half-space.
[[nodiscard]] std::size_t first_obstacle(const Problem& problem);

}  // namespace impactbench
