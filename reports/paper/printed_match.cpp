#include "reports/paper/printed_match.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace impactbench {

const std::string& cell_of(const PublishedValue& printed, const std::string& column) {
  static const std::string none;
  const auto it = printed.columns.find(column);
  return it == printed.columns.end() ? none : it->second;
}

Scope scope_of(const PublishedValue& printed, const Scope* around) {
  Scope out(around);
  for (const auto& [name, cell] : printed.columns)
    out.set(name, cell);
  return out;
}

PrintedMatch::PrintedMatch(DataTable about, std::span<const PublishedValue> printed) {
  std::set<std::string> known;
  for (const PublishedValue& value : printed) {
    for (const auto& [name, cell] : value.columns)
      known.insert(name);
  }
  for (const std::string& column : about.keys()) {
    if (!known.contains(column)) {
      about.refuse(column, fmt::format("the tables have no column '{}'; known: {}", column,
                                       fmt::join(known, ", ")));
    }
  }
  conditions_ = conditions_of(std::move(about));
}

bool PrintedMatch::holds(const PublishedValue& printed, Scope* scope) const {
  NamedParts parts;
  for (const auto& [column, conditions] : conditions_) {
    if (!any_holds(conditions, cell_of(printed, column), parts)) return false;
  }
  if (scope != nullptr) {
    for (const auto& [name, part] : parts)
      scope->set(name, part);
  }
  return true;
}

}  // namespace impactbench
