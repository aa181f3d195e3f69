#pragma once

#include "benchmarks/library/contact_file.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <string>

namespace impactbench {

/// The outcome of one attempt at a contact problem.
struct TimedSolve {
  bool claimed{false};  ///< whether the solver called itself converged
  int iterations{0};
  int bodies{0};                    ///< without factors: levels of W
  double shift{0.0};                ///< ContactFile
  double residual{0.0}, cone{0.0};  ///< of ResidualYardstick and ConeResidual, in velocity units
  /// CPU time before a solve of what does not depend on b: factors of W that the file does not
  /// have, or the solver's own form of W, and its memory [s].
  double setup{0.0};
  double solve{0.0};  ///< CPU time of one solve from zero impulses [s]
};

/// Solves with a new solver, from zero impulses; where that meets `tolerance` [velocity units]
/// again with new ones until 0.03 s are full, for the mean of both times. What factors of a file
/// leave of W is brought to the right-hand side and the solve repeated until that has settled,
/// within the time; solvers that take W by its entries (TakesMatrix) get all of it.
[[nodiscard]] TimedSolve timed_solve(ContactFile& file, const SolverEntry& entry,
                                     const ParameterSet& settings, double tolerance);

/// A line for a pipe, and back.
[[nodiscard]] std::string to_line(const TimedSolve& solve);
[[nodiscard]] TimedSolve timed_solve_of(const std::string& line);

}  // namespace impactbench
