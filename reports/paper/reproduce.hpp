#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/store/histories.hpp"
#include "reports/paper/comparison.hpp"
#include "reports/paper/recipe.hpp"
#include "reports/paper/rows_by_cell.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// The runs behind the tables of a source, each cell once, without timing; runs that need more CPU
/// time than `cpu_budget` [s] are left out. `tables` empty: all. Throws ConfigurationError on an
/// unknown source or table.
[[nodiscard]] Plan reproduction_plan(const std::string& source,
                                     const std::vector<std::string>& tables,
                                     double cpu_budget = usual_budget);

/// Every printed value of these tables beside ours from these rows;
/// values whose run is not in the store are left out if `only_stored`. `histories` of the rows,
/// where they do not hold them themselves.
[[nodiscard]] std::vector<Comparison> compare_tables(const std::string& source,
                                                     const std::vector<std::string>& tables,
                                                     const RowsByCell& rows, bool only_stored,
                                                     const Histories& histories = {});

}  // namespace impactbench
