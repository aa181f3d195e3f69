#pragma once

#include "benchmarks/store/histories.hpp"
#include "reports/paper/finding.hpp"
#include "reports/paper/scope.hpp"

#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// A row that a finding is about, with all the names of FindingRows.
struct FoundRow {
  const Row* row;
  Scope scope;
};

/// Those of `rows`, in order. Beside the names of row_scope.hpp a row has method, status and plan.
[[nodiscard]] std::vector<FoundRow> found_rows(const FindingRows& wanted,
                                               const std::vector<const Row*>& rows,
                                               const Histories& histories);

/// The text with its names filled in; a dash where one stands for nothing.
[[nodiscard]] std::string filled_or_dash(const Scope& scope, const std::string& text);
/// The number of a formula; nothing where a name stands for none or the result is not finite.
[[nodiscard]] std::optional<double> number_or_none(const Scope& scope, const std::string& formula);

}  // namespace impactbench
