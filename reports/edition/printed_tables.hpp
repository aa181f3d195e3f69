#pragma once

#include "reports/generate/table.hpp"
#include "reports/paper/claim.hpp"
#include "reports/paper/comparison.hpp"

#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// A table for a paper with its notes: each line of the table names its note by number.
struct NotedTable {
  Table table;
  std::vector<std::string> notes;
};

/// A published table beside our values: the settings that vary within it, the printed value, ours,
/// whether it is reproduced, and the number of the reason if not.
[[nodiscard]] NotedTable printed_table(const std::string& number,
                                       std::span<const Comparison> comparisons);

/// The claims of a source: the place of each and its verdict; the claims themselves and the figures
/// behind each verdict are notes.
[[nodiscard]] NotedTable claims_table(std::span<const ClaimResult> claims);

}  // namespace impactbench
