#pragma once

#include "benchmarks/matrix/child.hpp"
#include "benchmarks/matrix/plan.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// A contact problem that a run has posed, and the file it was written to.
struct SavedProblem {
  std::string file;  ///< without folder
  std::string cell;  ///< title of the cell
  double t;          ///< end of the step [s]
  int contacts, rows, bodies;
  double contacts_per_body;  ///< of the bodies in contact, walls count half
  int redundant;      ///< rows above the degrees of freedom of the bodies in contact, 0 at least
  double mass_ratio;  ///< largest over least mass of the bodies in contact
};

/// Runs a cell in a child process and writes the contact problems of `steps` of its steps, evenly
/// over the run with the last among them, into `folder`; steps without contacts are passed over.
/// steps = 0: the one problem whose solve left the worst residual (SolveAudit), up to a breakdown.
/// `number` begins the names of the files. Throws ConfigurationError where the cell died, has no
/// contact problem, or a file cannot be written.
[[nodiscard]] std::vector<SavedProblem> save_problems(const Cell& cell, const std::string& folder,
                                                      int number, int steps, const Budget& budget);

}  // namespace impactbench
