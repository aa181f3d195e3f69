#include "benchmarks/matrix/contact_cell.hpp"

#include "benchmarks/matrix/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace impactbench {

namespace {

/// Whether the setting has the value that a solve takes by default (plan.cpp).
bool usual(const Cell& cell, const FieldInfo& f, const std::string& text) {
  if (f.name == "stop") return text == "natural";
  const auto sweep = cell.scheme_parameters.find("sweep");
  if (f.name == "tolerance" && sweep != cell.scheme_parameters.end() &&
      sweep->second == Value(true))
    return true;
  return text == f.fallback || (f.name.starts_with("max_") && text == "1000000000");
}

}  // namespace

ParameterSet given_settings(const Cell& cell) {
  ParameterSet out;
  const auto entry = std::ranges::find(solver_catalogue(), cell.solver, &SolverEntry::name);
  if (entry == solver_catalogue().end()) return out;
  for (const FieldInfo& f : entry->parameters.fields()) {
    const auto value = cell.solver_parameters.find(f.name);
    if (value != cell.solver_parameters.end() && !usual(cell, f, to_text(value->second)))
      out.insert(*value);
  }
  return out;
}

std::string solver_label(const Cell& cell) {
  std::string out = cell.solver;
  ParameterSet given = given_settings(cell);
  const auto method = cell.solver_parameters.find("method");
  if (method != cell.solver_parameters.end()) {
    out += ":" + to_text(method->second);
    given.erase("method");
  }
  for (const auto& [key, value] : given)
    out += fmt::format(" {}={}", key, to_text(value));
  return out;
}

}  // namespace impactbench
