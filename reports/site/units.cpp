#include "reports/site/units.hpp"

#include "benchmarks/matrix/plan.hpp"
#include "problems/model/problem.hpp"
#include "reference/acceptance/check.hpp"
#include "reference/yardsticks/quantities.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace impactbench {
namespace {

const QuantityInfo* info_of(std::string_view name) {
  const auto all = quantities();
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const QuantityInfo& q) { return q.name == name; });
  return at == all.end() ? nullptr : &*at;
}

NumberMeaning of_info(const QuantityInfo& info) {
  return {std::string(info.unit), std::string(info.meaning)};
}

/// "rad/s" of rad, "m/s2" of m/s.
std::string rate_of(const std::string& unit) {
  if (unit.empty()) return {};
  if (unit == "-") return "1/s";
  return unit + (unit.ends_with("/s") ? "2" : "/s");
}

/// The quantities in units of their own that checks judge, by the names of these; of several the
/// one that has the value of the check.
constexpr std::pair<std::string_view, std::string_view> judged[] = {
    {"claim:moreau_bound", "position_error_sup"},
    {"ensemble:height", "ensemble_height"},
    {"law:path", "path_error"},
    {"limit:complementarity", "complementarity_residual"},
    {"limit:momentum", "momentum_drift"},
    {"limit:momentum", "momentum_drift_relative"},
    {"truth:branch", "branch_error"},
    {"truth:events", "event_time_error"},
    {"truth:position", "position_error_sup"},
    {"truth:velocity", "velocity_error_hausdorff"},
    {"truth:velocity", "velocity_error_l1"}};

template <class Entry>
std::string unit_of_field(std::span<const Entry> catalogue, const std::string& module,
                          const ParameterSet& set, const std::string& name) {
  const auto entry = std::find_if(catalogue.begin(), catalogue.end(),
                                  [&](const Entry& e) { return e.name == module; });
  if (entry == catalogue.end() || !set.contains(name)) return {};
  for (const FieldInfo& field : entry->parameters.fields()) {
    if (field.name == name) return field.unit;
  }
  return {};
}

std::string unit_of_setting(const std::string& name, const Cell& cell) {
  if (name == "dt") return "s";
  if (name == "amplitude" && cell.ensemble.size > 0) return "m/s";
  std::string out = unit_of_field(problem_catalogue(), cell.problem, cell.problem_parameters, name);
  if (out.empty())
    out = unit_of_field(scheme_catalogue(), cell.scheme, cell.scheme_parameters, name);
  if (out.empty())
    out = unit_of_field(solver_catalogue(), cell.solver, cell.solver_parameters, name);
  return out;
}

}  // namespace

NumberMeaning meaning_of(const std::string& name, std::span<const Observable> observables) {
  if (const QuantityInfo* info = info_of(name)) return of_info(*info);
  // The history of an error, whose largest value is the quantity.
  if (const QuantityInfo* info = info_of(name + "_sup")) return {std::string(info->unit), name};
  for (const Observable& o : observables) {
    if (name == o.name) return {o.unit, o.meaning};
    if (name == o.name + "_initial") return {o.unit, o.meaning + ", at the start"};
    if (name == o.name + "_rate") return {rate_of(o.unit), "rate of " + o.name};
    if (name == o.name + "_error_sup")
      return {"-", "largest error of " + o.name + " over its largest exact value"};
  }
  return {name.find("energy") == std::string::npos ? "" : "J", name};
}

std::string behind(const std::string& unit) {
  return unit.empty() || unit == "-" ? "" : "\u00a0" + unit;
}

std::string unit_of(const Check& check, const Row& row) {
  for (const auto& [name, quantity] : judged) {
    if (name != check.name) continue;
    const auto it = row.quantities.find(std::string(quantity));
    const bool its = it != row.quantities.end() && check.value && it->second == *check.value;
    const QuantityInfo* info = its || !check.value ? info_of(quantity) : nullptr;
    if (info != nullptr) return info->unit == "-" ? "" : std::string(info->unit);
  }
  return {};
}

std::string with_units(const std::string& settings, const Cell& cell) {
  std::string out;
  for (std::size_t at = 0; at < settings.size();) {
    const std::size_t end = std::min(settings.find(' ', at), settings.size());
    const std::string word = settings.substr(at, end - at);
    out += (at == 0 ? "" : " ") + word;
    if (const std::size_t equals = word.find('='); equals != std::string::npos)
      out += behind(unit_of_setting(word.substr(0, equals), cell));
    at = end + 1;
  }
  return out;
}

}  // namespace impactbench
