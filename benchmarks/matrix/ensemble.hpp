#pragma once

#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/store/row.hpp"
#include "problems/model/behaviour.hpp"
#include "problems/model/problem.hpp"

#include <map>
#include <string>

namespace impactbench {

/// Makes the runs of a cell's ensemble and adds what they are summed up by
/// (reference/yardsticks/ensemble_statistics.hpp) to `quantities`. Their cost is bounded: none is
/// begun that the CPU time left of `cpu_budget` [s] of this process would not last for. Returns a
/// remark where fewer than asked for reached the end, or nothing. Throws ConfigurationError for
/// bodies that are neither discs nor spheres.
[[nodiscard]] std::string run_ensemble(const Cell& cell, const Problem& problem,
                                       const ContactModel& contact, const StepCount& count,
                                       double cpu_budget,
                                       std::map<std::string, double>& quantities);

}  // namespace impactbench
