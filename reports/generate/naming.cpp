#include "reports/generate/naming.hpp"

#include <fmt/format.h>

#include <cmath>

namespace impactbench {

std::string shown(double x) {
  if (x == 0.0) return "0";
  const double size = std::abs(x);
  if (size >= 1e-3 && size < 1e5) return fmt::format("{:.4g}", x);
  return fmt::format("{:.2e}", x);
}

std::string shown(std::optional<double> x) {
  return x ? shown(*x) : "–";
}

std::string truth_text(const std::optional<TruthNote>& truth) {
  if (!truth) return "–";
  return fmt::format("{}, within {:.0e} m", truth->provenance, truth->uncertainty);
}

std::string truth_text(const Row& row) {
  return truth_text(row.truth);
}

std::optional<double> quantity(const Row& row, const std::string& name) {
  const auto it = row.quantities.find(name);
  return it == row.quantities.end() ? std::nullopt : std::optional(it->second);
}

std::optional<double> number(const ParameterSet& set, const std::string& key) {
  const auto it = set.find(key);
  if (it == set.end()) return std::nullopt;
  if (const auto* real = std::get_if<double>(&it->second)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&it->second)) {
    return static_cast<double>(*integer);
  }
  return std::nullopt;
}

std::string method_name(const Row& row) {
  std::string out = row.cell.scheme;
  const auto& set = row.cell.scheme_parameters;
  if (const auto it = set.find("variant"); it != set.end()) out += " " + to_text(it->second);
  const auto normal = set.find("normal");
  if (normal != set.end() && to_text(normal->second) != "of_variant") {
    out += " with the normal of the " + to_text(normal->second);
  }
  if (const auto alpha = number(set, "alpha")) out += fmt::format(", α = {:g}", *alpha);
  return out;
}

Styles::Styles(const std::vector<Row>& rows) {
  for (const Row& row : rows)
    numbers_.emplace(method_name(row), 0);
  int next = 0;
  for (auto& [name, style] : numbers_)
    style = next++;
}

int Styles::of(const Row& row) const {
  const auto it = numbers_.find(method_name(row));
  return it == numbers_.end() ? 0 : it->second;
}

std::map<std::string, std::vector<const Row*>> completed_by_problem(const std::vector<Row>& rows) {
  std::map<std::string, std::vector<const Row*>> out;
  for (const Row& row : rows) {
    if (ran_to_the_end(row.status)) {
      out[row.cell.problem].push_back(&row);
    }
  }
  return out;
}

}  // namespace impactbench
