#pragma once

#include "benchmarks/store/histories.hpp"
#include "reports/paper/claim.hpp"
#include "reports/paper/rows_by_cell.hpp"

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The runs of all claims of a source, each cell once; timed if a claim is about times. Throws
/// ConfigurationError if the source has no claims.
[[nodiscard]] Plan claims_plan(const std::string& source, double cpu_budget);

/// All claims of a source against rows, whose quantities may be those that the
/// source derives. `only_stored`: only those of which every run is there; then a source without
/// claims has none, else it throws.
[[nodiscard]] std::vector<ClaimResult> judge_claims(const std::string& source,
                                                    const RowsByCell& rows, bool only_stored,
                                                    const Histories& histories = {});

void print_claims(std::span<const ClaimResult> results);
void write_claims_csv(std::span<const ClaimResult> results, std::ostream& out);

}  // namespace impactbench
