#pragma once

#include "benchmarks/store/histories.hpp"
#include "reports/paper/finding.hpp"
#include "reports/paper/scope.hpp"

#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// A row for a finding, with all the names of FindingRows.
struct FoundRow {
  const Row* row;
  Scope scope;
};

/// The selected rows, in order. Besides the names of row_scope.hpp: method, status and plan.
[[nodiscard]] std::vector<FoundRow> found_rows(const FindingRows& wanted,
                                               const std::vector<const Row*>& rows,
                                               const Histories& histories);

/// The text with its names filled in; a dash if a name has no value.
[[nodiscard]] std::string filled_or_dash(const Scope& scope, const std::string& text);
/// The value of a formula; nothing if a name has no value or the result is not finite.
[[nodiscard]] std::optional<double> number_or_none(const Scope& scope, const std::string& formula);

}  // namespace impactbench
