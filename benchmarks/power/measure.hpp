#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/power/power_store.hpp"
#include "benchmarks/power/search.hpp"

#include <optional>
#include <string>
#include <vector>

namespace impactbench {

struct PowerOptions {
  int jobs{1};
  EpsLimits limits{};
  std::vector<std::string> parameters{};  ///< empty: all
  std::optional<double> cpu_budget{};     ///< of a run, overrides the plan's [s]
  bool progress{true};                    ///< lines on stderr
};

/// A runnable cell of a plan, with the key of its row.
struct PowerCell {
  std::string key;
  const Cell* cell;
};

/// The cells of the plan that no scheme or solver refuses and whose title matches the pattern:
/// contains it, or matches as a whole if the pattern has * or ?. Throws ConfigurationError if there
/// are none.
[[nodiscard]] std::vector<PowerCell> power_cells(const Plan& plan, const std::string& pattern);

/// One sign of one parameter of a cell, and the progress of the search for its smallest eps.
struct PowerSearch {
  std::string parameter;
  int sign{1};
  double most{1.0};  ///< largest size
  std::vector<TriedEps> tried{};
  std::optional<double> next{};  ///< size to be tried; nothing when the search is at its end
};

/// All searches of a cell, from its runs in the store.
[[nodiscard]] std::vector<PowerSearch> searches(const Baseline& baseline, const PowerStore& store,
                                                const PowerOptions& options);

/// Makes the runs that the store lacks, each in a child process with limits on CPU and memory.
void measure_power(const Plan& plan, const std::vector<PowerCell>& cells, PowerStore& store,
                   const PowerOptions& options);

}  // namespace impactbench
