#pragma once

#include "reference/published/table.hpp"
#include "reports/paper/condition.hpp"
#include "reports/paper/data_table.hpp"
#include "reports/paper/scope.hpp"

#include <span>
#include <string>

namespace impactbench {

/// Selects the printed values of a rule: conditions on the columns of their tables, whose cells are
/// the texts.
class PrintedMatch {
 public:
  /// Refuses columns that none of the tables has.
  PrintedMatch(DataTable about, std::span<const PublishedValue> printed);
  PrintedMatch() = default;  ///< of all

  /// Whether every condition holds; named parts of texts are put into `scope`.
  [[nodiscard]] bool holds(const PublishedValue& printed, Scope* scope) const;

 private:
  Conditions conditions_;  ///< by column
};

/// The cell of a column; empty if its table has no such column.
[[nodiscard]] const std::string& cell_of(const PublishedValue& printed, const std::string& column);

/// The columns of a value by name, for rules.
[[nodiscard]] Scope scope_of(const PublishedValue& printed, const Scope* around);

}  // namespace impactbench
