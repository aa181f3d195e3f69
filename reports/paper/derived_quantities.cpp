#include "reports/paper/derived_quantities.hpp"

#include "problems/model/error.hpp"
#include "reports/paper/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace impactbench {
namespace {

std::string numbered(const std::string& name, std::size_t k) {
  Scope scope;
  scope.set("k", static_cast<std::int64_t>(k));
  return scope.filled(name);
}

/// Frequency of a history about its mean, from its first and last crossing upwards.
std::optional<double> frequency(const Series& s) {
  if (s.value.size() < 3) return std::nullopt;
  const double mean =
      std::accumulate(s.value.begin(), s.value.end(), 0.0) / static_cast<double>(s.value.size());
  double first = 0.0, last = 0.0;
  int crossings = 0;
  for (std::size_t k = 1; k < s.value.size(); ++k) {
    const double before = s.value[k - 1] - mean, after = s.value[k] - mean;
    if (before >= 0.0 || after < 0.0) continue;
    last = s.time[k - 1] + (s.time[k] - s.time[k - 1]) * before / (before - after);
    if (++crossings == 1) first = last;
  }
  if (crossings < 2) return std::nullopt;
  return (crossings - 1) / (last - first);
}

}  // namespace

DerivedQuantities::One DerivedQuantities::read(DataTable table) {
  One out;
  out.place = table.place();
  for (const char* key : {"name", "problem"})
    table.expect(key);
  out.name = table.text("name");
  out.problem = table.text("problem");
  at_place(table.place("problem"), [&] { (void)find_problem(out.problem); });
  out.kind = table.text("kind");
  out.of = table.text("of");
  if (table.has("value")) out.value = {*table.value("value"), table.place("value")};
  if (table.has("least")) out.least = {*table.value("least"), table.place("least")};
  table.done();
  if (out.kind.empty() == !out.value)
    table.refuse("a [[derived]] needs either 'value', a formula, or 'kind'");
  table.expect("of");
  if (out.kind.empty()) return out;
  static const std::vector<std::string> kinds{"departures", "frequency", "sample", "share"};
  if (std::find(kinds.begin(), kinds.end(), out.kind) == kinds.end()) {
    table.refuse("kind",
                 fmt::format("there is no kind '{}'; known: {}", out.kind, fmt::join(kinds, ", ")));
  }
  if (out.kind == "departures") table.expect("least");
  if (out.kind != "frequency" && out.name.find("<k>") == std::string::npos)
    table.refuse("name", "the name needs <k>, the number of the step or of the departure");
  return out;
}

DerivedQuantities::DerivedQuantities(DataTable& file) {
  for (const DataTable& one : file.tables("derived", "[[derived]]"))
    all_.push_back(read(one));
}

bool DerivedQuantities::are_of(const std::string& problem) const {
  return std::any_of(all_.begin(), all_.end(),
                     [&](const One& one) { return one.problem == problem; });
}

std::map<std::string, double> DerivedQuantities::of(const Row& row) const {
  std::map<std::string, double> out;
  for (const One& one : all_) {
    if (one.problem != row.cell.problem) continue;
    Scope scope;
    scope.set("dt", row.cell.dt);
    for (const auto& [name, value] : row.quantities)
      scope.set(name, value);
    for (const auto& [name, value] : out)
      scope.set(name, value);
    const auto number = [&](const WrittenValue& written) {
      return at_place(written.place, [&] { return scope.number(to_text(written.value)); });
    };
    if (one.value) {
      const bool one_number = one.name.find("<k>") == std::string::npos;
      for (std::size_t k = 1; scope.find(numbered(one.of, k)) != nullptr; ++k) {
        const std::string formula = numbered(to_text(one.value->value), k);
        out[numbered(one.name, k)] =
            at_place(one.value->place, [&] { return scope.number(formula); });
        if (one_number) break;
      }
      continue;
    }
    const Series s = history(row, one.of);
    if (s.value.empty()) continue;
    if (one.kind == "frequency") {
      if (const auto hertz = frequency(s)) out[one.name] = *hertz;
    } else if (one.kind == "share" || one.kind == "sample") {
      const double unit = one.kind == "share" ? s.value.front() : 1.0;
      for (std::size_t k = 1; k < s.value.size(); ++k)
        out[numbered(one.name, k)] = s.value[k] / unit;
    } else {
      const double start = s.value.front(), least = number(*one.least);
      std::size_t count = 0;
      for (std::size_t k = 1; k < s.value.size(); ++k) {
        if (s.value[k - 1] - start < least && s.value[k] - start > least)
          out[numbered(one.name, ++count)] = static_cast<double>(k) - 1.0;
      }
    }
  }
  return out;
}

}  // namespace impactbench
