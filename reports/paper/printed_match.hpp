#pragma once

#include "reference/published/table.hpp"
#include "reports/paper/data_table.hpp"
#include "reports/paper/scope.hpp"

#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace impactbench {

/// Which printed values a rule is about: conditions on the columns of their tables. A condition is
///   "text"        the cell is this text; <name> in it stands for any part, as short as it can be,
///                 and is known by that name in the rule
///   "> 0"         the cell is a number beyond this one; also <, >=, <=
///   4.5           the cell is this number
///   true, false   the cell has something in it, or has not
/// or a list of these, one of which holds.
class PrintedMatch {
 public:
  /// Refuses columns that none of the tables has.
  PrintedMatch(DataTable about, std::span<const PublishedValue> printed);
  PrintedMatch() = default;  ///< of all

  /// Whether every condition holds; parts of texts that have a name are put into `scope`.
  [[nodiscard]] bool holds(const PublishedValue& printed, Scope* scope) const;

 private:
  std::map<std::string, std::vector<Value>> conditions_;  ///< by column
};

/// The cell of a column; empty where its table has no such column.
[[nodiscard]] const std::string& cell_of(const PublishedValue& printed, const std::string& column);

/// The columns of a value by name, for rules.
[[nodiscard]] Scope scope_of(const PublishedValue& printed, const Scope* around);

}  // namespace impactbench
