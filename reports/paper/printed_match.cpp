#include "reports/paper/printed_match.hpp"

#include "reference/published/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

namespace impactbench {
namespace {

using Parts = std::map<std::string, std::string>;

/// Whether `text` is `pattern`, from left to right, each <name> as short as it can be.
bool matches(std::string_view pattern, std::string_view text, Parts& parts) {
  const std::size_t open = pattern.find('<');
  if (open == pattern.npos) return pattern == text;
  const std::size_t close = pattern.find('>', open);
  if (close == pattern.npos || !text.starts_with(pattern.substr(0, open))) return false;
  const std::string name(pattern.substr(open + 1, close - open - 1));
  const std::string_view rest = pattern.substr(close + 1);
  text.remove_prefix(open);
  if (text.empty()) return false;
  std::size_t end = text.size() - std::min(text.size(), rest.size());
  if (const std::size_t next = rest.find('<'); next != rest.npos)
    end = text.find(rest.substr(0, next), 1);
  if (end == 0 || end == text.npos) return false;
  parts[name] = std::string(text.substr(0, end));
  return matches(rest, text.substr(end), parts);
}

/// "> 0" as a condition on a number; nothing of another text.
std::optional<bool> beyond(const std::string& condition, const std::optional<double>& number) {
  const std::size_t space = condition.find(' ');
  if (space == std::string::npos) return std::nullopt;
  const std::string sign = condition.substr(0, space);
  const auto limit = decimal(std::string_view(condition).substr(space + 1));
  if (!limit) return std::nullopt;
  if (sign == ">") return number && *number > *limit;
  if (sign == "<") return number && *number < *limit;
  if (sign == ">=") return number && *number >= *limit;
  if (sign == "<=") return number && *number <= *limit;
  return std::nullopt;
}

bool one_holds(const Value& condition, const std::string& cell, Parts& parts) {
  if (const auto* given = std::get_if<bool>(&condition)) return *given == !cell.empty();
  const std::optional<double> number = decimal(cell);
  if (const auto* x = std::get_if<double>(&condition)) return number == *x;
  if (const auto* n = std::get_if<std::int64_t>(&condition))
    return number == static_cast<double>(*n);
  const auto& text = std::get<std::string>(condition);
  if (const auto far = beyond(text, number)) return *far;
  Parts found;
  if (!matches(text, cell, found)) return false;
  parts.merge(found);
  return true;
}

}  // namespace

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
    conditions_[column] = about.values(column);
  }
}

bool PrintedMatch::holds(const PublishedValue& printed, Scope* scope) const {
  Parts parts;
  for (const auto& [column, conditions] : conditions_) {
    const std::string& cell = cell_of(printed, column);
    if (std::none_of(conditions.begin(), conditions.end(),
                     [&](const Value& one) { return one_holds(one, cell, parts); }))
      return false;
  }
  if (scope != nullptr) {
    for (const auto& [name, part] : parts)
      scope->set(name, part);
  }
  return true;
}

}  // namespace impactbench
