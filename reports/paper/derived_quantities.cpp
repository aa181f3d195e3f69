#include "reports/paper/derived_quantities.hpp"

#include "problems/base/error.hpp"
#include "reports/paper/formula.hpp"
#include "reports/paper/row_scope.hpp"
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

/// A formula of several histories, at the instants of the first; other names are numbers of the
/// scope. Empty if the row lacks an operand.
Series combined(const Row& row, const std::string& formula, const Scope& scope) {
  std::map<std::string, Series, std::less<>> histories;
  Series out;
  std::size_t k = 0;
  const NumberOf at = [&](std::string_view name) -> std::optional<double> {
    auto it = histories.find(name);
    if (it == histories.end()) it = histories.emplace(name, history(row, std::string(name))).first;
    const Series& s = it->second;
    if (s.value.empty() && row.frames.empty() && scope.find(name) == nullptr) return std::nan("");
    if (s.value.empty()) return scope.number(name);
    if (out.time.empty()) out.time = s.time;
    if (s.time != out.time)
      throw ConfigurationError(
          fmt::format("'{}' was not kept at the instants of the others", name));
    return s.value[k];
  };
  do {
    const auto value = evaluate_if_finite(formula, at);
    if (out.time.empty() || !value) return {};
    out.value.push_back(*value);
  } while (++k < out.time.size());
  return out;
}

/// The top of the parabola through three points.
double top(const Series& s, std::size_t k) {
  const double before = s.time[k] - s.time[k - 1], after = s.time[k + 1] - s.time[k];
  const double rise = (s.value[k] - s.value[k - 1]) / before;
  const double fall = (s.value[k + 1] - s.value[k]) / after;
  const double bend = (fall - rise) / (before + after);
  const double slope = rise + bend * before;  // at the point between
  return s.value[k] - 0.25 * slope * slope / bend;
}

std::vector<double> maxima(const Series& s) {
  std::vector<double> out;
  for (std::size_t k = 1; k + 1 < s.value.size(); ++k) {
    if (s.value[k - 1] < s.value[k] && s.value[k] >= s.value[k + 1]) out.push_back(top(s, k));
  }
  return out;
}

std::vector<double> crossings(const Series& s, double level) {
  std::vector<double> out;
  for (std::size_t k = 1; k < s.value.size(); ++k) {
    const double before = s.value[k - 1] - level, after = s.value[k] - level;
    if ((before < 0.0) == (after < 0.0)) continue;
    out.push_back(s.time[k - 1] + (s.time[k] - s.time[k - 1]) * before / (before - after));
  }
  return out;
}

std::vector<double> departures(const Series& s, double least) {
  std::vector<double> out;
  const double start = s.value.front();
  for (std::size_t k = 1; k < s.value.size(); ++k) {
    if (s.value[k - 1] - start < least && s.value[k] - start > least)
      out.push_back(static_cast<double>(k) - 1.0);
  }
  return out;
}

/// Its values after each step over `unit`.
std::vector<double> samples(const Series& s, double unit) {
  std::vector<double> out;
  for (std::size_t k = 1; k < s.value.size(); ++k)
    out.push_back(s.value[k] / unit);
  return out;
}

std::optional<double> largest_rate(const Series& s) {
  std::optional<double> out;
  double usual = 0.0;
  for (std::size_t k = 1; k < s.value.size(); ++k) {
    const double interval = s.time[k] - s.time[k - 1];
    if (interval < 0.5 * usual) continue;
    usual = interval;
    const double rate = (s.value[k] - s.value[k - 1]) / interval;
    if (!out || rate > *out) out = rate;
  }
  return out;
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
  if (table.has("level")) out.level = {*table.value("level"), table.place("level")};
  table.done();
  if (out.kind.empty() == !out.value)
    table.refuse("a [[derived]] needs either 'value', a formula, or 'kind'");
  table.expect("of");
  if (out.kind.empty()) return out;
  static const std::vector<std::string> kinds{"crossings",    "departures", "final",  "frequency",
                                              "largest_rate", "maxima",     "sample", "share"};
  if (std::find(kinds.begin(), kinds.end(), out.kind) == kinds.end()) {
    table.refuse("kind",
                 fmt::format("there is no kind '{}'; known: {}", out.kind, fmt::join(kinds, ", ")));
  }
  if (out.kind == "departures") table.expect("least");
  if (out.kind == "crossings") table.expect("level");
  const bool one_number =
      out.kind == "final" || out.kind == "frequency" || out.kind == "largest_rate";
  if (one_number == (out.name.find("<k>") != std::string::npos)) {
    table.refuse("name", one_number ? "the name has <k>, but there is one number of this kind"
                                    : "the name needs <k>, the number of the step or of the event");
  }
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

void DerivedQuantities::add(const One& one, const Row& row, std::map<std::string, double>& out) {
  Scope scope = scope_of(row);
  for (const auto& [name, value] : out)
    scope.set(name, value);
  if (one.value) {
    const bool one_number = one.name.find("<k>") == std::string::npos;
    for (std::size_t k = 1; scope.find(numbered(one.of, k)) != nullptr; ++k) {
      const std::string formula = numbered(to_text(one.value->value), k);
      const auto value = at_place(one.value->place, [&] { return scope.finite_number(formula); });
      if (value) out[numbered(one.name, k)] = *value;
      if (one_number) break;
    }
    return;
  }
  const Series s = at_place(one.place, [&] {
    return one.of.starts_with("= ") ? combined(row, one.of.substr(2), scope) : history(row, one.of);
  });
  if (s.value.empty()) return;
  const auto number = [&](const WrittenValue& written) {
    return at_place(written.place, [&] { return scope.number(to_text(written.value)); });
  };
  std::optional<double> single;
  std::vector<double> several;
  if (one.kind == "final") {
    single = s.value.back();
  } else if (one.kind == "frequency") {
    single = frequency(s);
  } else if (one.kind == "largest_rate") {
    single = largest_rate(s);
  } else if (one.kind == "share" || one.kind == "sample") {
    several = samples(s, one.kind == "share" ? s.value.front() : 1.0);
  } else if (one.kind == "maxima") {
    several = maxima(s);
  } else if (one.kind == "crossings") {
    scope.set("start", s.value.front());
    several = crossings(s, number(*one.level));
  } else {
    several = departures(s, number(*one.least));
  }
  if (single) out[one.name] = *single;
  for (std::size_t k = 0; k < several.size(); ++k)
    out[numbered(one.name, k + 1)] = several[k];
}

std::map<std::string, double> DerivedQuantities::of(const Row& row) const {
  std::map<std::string, double> out;
  for (const One& one : all_) {
    if (one.problem == row.cell.problem) add(one, row, out);
  }
  return out;
}

}  // namespace impactbench
