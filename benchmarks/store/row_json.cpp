#include "benchmarks/store/row_json.hpp"

#include "problems/model/error.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace impactbench {
namespace {

using nlohmann::json;

json of(const Value& value) {
  return std::visit([](const auto& x) { return json(x); }, value);
}

json of(const ParameterSet& set) {
  json out = json::object();
  for (const auto& [key, value] : set)
    out[key] = of(value);
  return out;
}

ParameterSet parameters(const json& j) {
  ParameterSet out;
  for (const auto& [key, value] : j.items()) {
    if (value.is_boolean()) {
      out[key] = value.get<bool>();
    } else if (value.is_number_integer()) {
      out[key] = value.get<std::int64_t>();
    } else if (value.is_number()) {
      out[key] = value.get<double>();
    } else {
      out[key] = value.get<std::string>();
    }
  }
  return out;
}

/// JSON has no infinity: an open end of a limit is null.
json limit(double x) {
  return std::isinf(x) ? json() : json(x);
}

json of(const Check& c) {
  json out{{"name", c.name}, {"low", limit(c.low)}, {"high", limit(c.high)}, {"passed", c.passed}};
  out["value"] = c.value ? json(*c.value) : json();
  out["expected_failure"] = c.expected_failure ? json(*c.expected_failure) : json();
  return out;
}

Check check(const json& j) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Check c{j.at("name"), std::nullopt, -infinity, infinity, j.at("passed"), std::nullopt};
  if (!j.at("low").is_null()) c.low = j.at("low");
  if (!j.at("high").is_null()) c.high = j.at("high");
  if (!j.at("value").is_null()) c.value = j.at("value").get<double>();
  if (!j.at("expected_failure").is_null()) c.expected_failure = j.at("expected_failure");
  return c;
}

json of(const Cell& c) {
  return {{"problem", c.problem},
          {"scheme", c.scheme},
          {"solver", c.solver},
          {"problem_parameters", of(c.problem_parameters)},
          {"scheme_parameters", of(c.scheme_parameters)},
          {"solver_parameters", of(c.solver_parameters)},
          {"dt", c.dt},
          {"dt_precision", c.dt_precision},
          {"tolerance_set", c.tolerance_set}};
}

json series(const Row& row) {
  json out = json::object();
  for (const auto& [name, s] : row.series)
    out[name] = {{"time", s.time}, {"value", s.value}};
  return out;
}

json compared(const Row& row) {
  json out{{"key", row.key},
           {"cell", of(row.cell)},
           {"status", std::string(to_text(row.status))},
           {"reason", row.reason},
           {"unexpected_pass", row.unexpected_pass},
           {"quantities", row.quantities},
           {"revision", row.revision},
           {"build", row.build}};
  json checks = json::array();
  for (const Check& c : row.checks)
    checks.push_back(of(c));
  out["checks"] = std::move(checks);
  return out;
}

}  // namespace

std::string compared_json(const Row& row) {
  json out = compared(row);
  out["series"] = series(row);
  return out.dump();
}

std::string to_json(const Row& row, bool with_series) {
  json out = compared(row);
  out["plan"] = row.plan;
  out["environment"] = row.environment;
  if (row.timing) {
    const Timing& t = *row.timing;
    out["timing"] = {{"repeats", t.repeats},
                     {"cpu_min", t.cpu_min},
                     {"cpu_median", t.cpu_median},
                     {"cpu_spread", t.cpu_spread},
                     {"phases", t.phases}};
  }
  if (with_series) out["series"] = series(row);
  return out.dump();
}

Row row_from_json(std::string_view text) {
  try {
    const json j = json::parse(text);
    Row row;
    row.key = j.at("key");
    row.plan = j.at("plan");
    const json& c = j.at("cell");
    row.cell = {c.at("problem"),
                c.at("scheme"),
                c.at("solver"),
                parameters(c.at("problem_parameters")),
                parameters(c.at("scheme_parameters")),
                parameters(c.at("solver_parameters")),
                c.at("dt"),
                c.at("dt_precision"),
                c.at("tolerance_set")};
    row.status = row_status(j.at("status").get<std::string>());
    row.reason = j.at("reason");
    row.unexpected_pass = j.at("unexpected_pass");
    row.quantities = j.at("quantities").get<std::map<std::string, double>>();
    for (const json& item : j.at("checks"))
      row.checks.push_back(check(item));
    row.environment = j.at("environment").get<std::map<std::string, std::string>>();
    row.revision = j.at("revision");
    row.build = j.at("build");
    if (j.contains("timing")) {
      const json& t = j.at("timing");
      row.timing = Timing{t.at("repeats"), t.at("cpu_min"), t.at("cpu_median"), t.at("cpu_spread"),
                          t.at("phases").get<std::map<std::string, double>>()};
    }
    if (j.contains("series")) {
      for (const auto& [name, s] : j.at("series").items()) {
        row.series[name] = {s.at("time").get<std::vector<double>>(),
                            s.at("value").get<std::vector<double>>()};
      }
    }
    return row;
  } catch (const json::exception& e) {
    throw ConfigurationError(std::string("this is not a row of a store: ") + e.what());
  }
}

}  // namespace impactbench
