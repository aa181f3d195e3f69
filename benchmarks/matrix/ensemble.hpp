#pragma once

#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/store/row.hpp"
#include "problems/model/behaviour.hpp"
#include "problems/model/problem.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace impactbench {

/// The ends of the perturbed runs of an ensemble, counted.
struct EnsembleEnd {
  std::int64_t asked{0};
  std::int64_t failed{0};         ///< broke down or blew up
  std::int64_t out_of_budget{0};  ///< were not begun for lack of CPU time
  std::string first_failure;      ///< of the first that failed: when and why
};
/// One sentence on the runs that did not reach the end; empty if all did.
[[nodiscard]] std::string to_text(const EnsembleEnd& end);

/// Makes the runs of a cell's ensemble and adds their statistics
/// (reference/yardsticks/ensemble_statistics.hpp) to `quantities`, with the numbers of runs that
/// failed (`ensemble_failed`) and that were not begun (`ensemble_out_of_budget`): a run is begun
/// only if the CPU time left of `cpu_budget` [s] of this process suffices for it. Returns to_text()
/// of their ends. Throws ConfigurationError for bodies that are not round.
[[nodiscard]] std::string run_ensemble(const Cell& cell, const Problem& problem,
                                       const ContactModel& contact, const StepCount& count,
                                       double cpu_budget,
                                       std::map<std::string, double>& quantities);

}  // namespace impactbench
