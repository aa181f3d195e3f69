#include "reports/paper/condition.hpp"

#include "problems/base/csv.hpp"

#include <algorithm>
#include <optional>

namespace impactbench {
namespace {

/// Whether `text` is `pattern`, from left to right, each <name> as short as it can be.
bool matches(std::string_view pattern, std::string_view text, NamedParts& parts) {
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

/// Reads "> 0" as a condition on a number; nothing for another text.
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

bool one_holds(const Value& condition, const std::string& on, NamedParts& parts) {
  if (const auto* given = std::get_if<bool>(&condition)) return *given == !on.empty();
  // Most are plain words, and every row of a store is tested.
  const auto* word = std::get_if<std::string>(&condition);
  if (word != nullptr && word->find_first_of("< ") == word->npos) return *word == on;
  const std::optional<double> number = decimal(on);
  if (const auto* x = std::get_if<double>(&condition)) return number == *x;
  if (const auto* n = std::get_if<std::int64_t>(&condition))
    return number == static_cast<double>(*n);
  const auto& text = std::get<std::string>(condition);
  if (const auto far = beyond(text, number)) return *far;
  NamedParts found;
  if (!matches(text, on, found)) return false;
  parts.merge(found);
  return true;
}

}  // namespace

bool any_holds(const std::vector<Value>& conditions, const std::string& text, NamedParts& parts) {
  return std::any_of(conditions.begin(), conditions.end(),
                     [&](const Value& one) { return one_holds(one, text, parts); });
}

Conditions conditions_of(DataTable table) {
  Conditions out;
  for (const std::string& name : table.keys())
    out[name] = table.values(name);
  return out;
}

}  // namespace impactbench
