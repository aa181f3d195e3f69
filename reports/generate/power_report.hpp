#pragma once

#include "benchmarks/power/verdict.hpp"
#include "reports/generate/page.hpp"
#include "reports/plots/heat_map.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// The errors that one scheme's verdicts notice: a row per problem, a column per parameter, in each
/// box the largest over the cells of that problem of the smallest eps that is noticed.
[[nodiscard]] HeatMap heat_map_of(const std::string& scheme, const std::vector<PowerOfPair>& pairs);

/// Writes `folder`/power.html with its figures and tables: shares, scheme by law, a heat map per
/// scheme, cells that notice nothing, errors without effect and why, and all pairs.
void write_power_report(const std::vector<PowerOfPair>& pairs, const std::string& folder,
                        Formats formats, const std::string& home);

}  // namespace impactbench
