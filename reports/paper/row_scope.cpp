#include "reports/paper/row_scope.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace impactbench {

Scope scope_of(const Row& row) {
  Scope out;
  for (const auto& [name, value] : row.cell.problem_parameters)
    out.set(name, value);
  for (const auto& [name, value] : row.cell.scheme_parameters)
    out.set("scheme." + name, value);
  for (const auto& [name, value] : row.cell.solver_parameters)
    out.set("solver." + name, value);
  out.set("problem", row.cell.problem);
  out.set("scheme", row.cell.scheme);
  out.set("solver", row.cell.solver);
  out.set("dt", row.cell.dt);
  for (const auto& [name, value] : row.quantities)
    out.set(name, value);
  return out;
}

bool meets(const Conditions& conditions, const Scope& scope) {
  NamedParts parts;
  return std::all_of(conditions.begin(), conditions.end(), [&](const auto& of_name) {
    const Value* value = scope.find(of_name.first);
    return any_holds(of_name.second, value == nullptr ? "" : to_text(*value), parts);
  });
}

bool may_meet(const Conditions& conditions, const Row& row) {
  NamedParts parts;
  const std::pair<const char*, const std::string*> names[] = {
      {"problem", &row.cell.problem}, {"scheme", &row.cell.scheme}, {"solver", &row.cell.solver}};
  return std::all_of(std::begin(names), std::end(names), [&](const auto& one) {
    const auto asked = conditions.find(one.first);
    return asked == conditions.end() || any_holds(asked->second, *one.second, parts);
  });
}

}  // namespace impactbench
