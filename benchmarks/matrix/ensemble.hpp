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
/// One sentence on those that did not reach the end; empty where all did.
[[nodiscard]] std::string to_text(const EnsembleEnd& end);

/// Makes the runs of a cell's ensemble and adds what they are summed up by
/// (reference/yardsticks/ensemble_statistics.hpp) to `quantities`, with the numbers of those that
/// failed (`ensemble_failed`) and of those that were not begun (`ensemble_out_of_budget`): none is
/// begun that the CPU time left of `cpu_budget` [s] of this process would not last for. Returns
/// to_text() of how they ended. Throws ConfigurationError for bodies that are not round.
[[nodiscard]] std::string run_ensemble(const Cell& cell, const Problem& problem,
                                       const ContactModel& contact, const StepCount& count,
                                       double cpu_budget,
                                       std::map<std::string, double>& quantities);

}  // namespace impactbench
