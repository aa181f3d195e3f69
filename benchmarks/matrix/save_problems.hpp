#pragma once

#include "benchmarks/matrix/cell_life.hpp"
#include "benchmarks/matrix/plan.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace impactbench {

/// A contact problem posed by a run, and the file to which it was written.
struct SavedProblem {
  std::string file;  ///< without folder
  std::string cell;  ///< title of the cell
  double t;          ///< end of the step [s]
  int contacts, rows, bodies;
  double contacts_per_body;  ///< of the bodies in contact, walls count half
  int redundant;      ///< rows above the degrees of freedom of the bodies in contact, 0 at least
  double mass_ratio;  ///< largest over least mass of the bodies in contact
  double residual;    ///< natural residual of the run's impulses, recomputed, in velocity units
};

/// Selects steps of a run, counted from 1.
struct StepChoice {
  int evenly{1};                 ///< so many, the last among them; 0: none
  std::vector<std::int64_t> at;  ///< these
  /// The problem whose solve had the worst recomputed residual (SolveAudit), up to a breakdown.
  bool worst{false};
};

/// Runs a cell in a child process and writes the contact problems of the chosen steps, with the
/// impulses that the run took, into `folder`; steps without contacts are skipped. `number` begins
/// the names of the files. Throws ConfigurationError if the cell died, has no contact problem, or a
/// file cannot be written.
[[nodiscard]] std::vector<SavedProblem> save_problems(const Cell& cell, const std::string& folder,
                                                      int number, const StepChoice& steps,
                                                      const Budget& budget);

}  // namespace impactbench
