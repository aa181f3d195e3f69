#pragma once

#include "reports/generate/page.hpp"
#include "reports/generate/solver_study.hpp"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// Numbers of the solvers, the same in all figures of a section.
using SolverStyles = std::map<std::string, int>;
[[nodiscard]] SolverStyles styles_of(const std::vector<SolverRun>& runs);

/// Shares of fewer instances than that are not meaningful: no profile is drawn of them, the table
/// has the counts.
constexpr std::size_t fewest_instances = 3;

/// A profile as a step function.
[[nodiscard]] Plot profile_plot(const PerformanceProfile& profile, const std::string& name,
                                const SolverStyles& styles);

/// Performance profiles under each limit of CPU time [s], the longest first, and the table of their
/// results; for the shortest only the table. `name` begins the names of their files.
void add_profiles(const std::vector<SolverRun>& runs, std::span<const double> limits,
                  const std::string& name, const SolverStyles& styles, Page& page);

}  // namespace impactbench
