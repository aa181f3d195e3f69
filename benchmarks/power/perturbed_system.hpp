#pragma once

#include "benchmarks/store/row.hpp"
#include "problems/model/problem.hpp"

#include <memory>
#include <string>

namespace impactbench {

/// One wrong number: a Perturbable by name, times 1 + eps where its meaning does not say otherwise.
struct Perturbation {
  std::string parameter;
  double eps{0.0};
};

/// The system as a wrong run has it; null where the parameter is not one of the system. `right`
/// must outlive it.
[[nodiscard]] std::unique_ptr<const MechanicalSystem> perturbed_system(const Problem& right,
                                                                       const Perturbation& wrong);

/// The start as a wrong run has it.
[[nodiscard]] State perturbed_start(const State& right, const Perturbation& wrong);

/// The settings of the scheme as a wrong run has them.
[[nodiscard]] ParameterSet perturbed_settings(const ParameterSet& right, const Perturbation& wrong);

/// The step that a wrong run has [s].
[[nodiscard]] double perturbed_step(double h, const Perturbation& wrong);

/// The obstacle that some body reaches first when all bodies fly freely from the start under
/// uniform gravity; the first one where none is reached, or where an obstacle is no half-space.
[[nodiscard]] std::size_t first_obstacle(const Problem& problem);

}  // namespace impactbench
