#include "benchmarks/store/row_json.hpp"

#include "benchmarks/store/json_error.hpp"
#include "benchmarks/store/row_schema.hpp"
#include "problems/model/error.hpp"

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

/// JSON has no infinity and no NaN; a row that has one all the same must still be stored.
json number(double x) {
  return std::isfinite(x) ? json(x) : json(impactbench::to_text(x));
}

double number(const json& j) {
  if (!j.is_string()) return j.get<double>();
  const std::string text = j.get<std::string>();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

json of(const std::map<std::string, double>& quantities) {
  json out = json::object();
  for (const auto& [name, value] : quantities)
    out[name] = number(value);
  return out;
}

/// Texts may come from anywhere, such as a solver's exception: no byte may stop a row.
std::string dump(const json& j) {
  return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// An open end of a limit is null.
json limit(double x) {
  return std::isinf(x) ? json() : json(x);
}

json of(const Check& c) {
  json out{{"name", c.name}, {"low", limit(c.low)}, {"high", limit(c.high)}, {"passed", c.passed}};
  out["value"] = c.value ? number(*c.value) : json();
  out["expected_failure"] = c.expected_failure ? json(*c.expected_failure) : json();
  out["kind"] = std::string(to_text(c.kind));
  out["unresolved"] = c.unresolved;
  out["formula"] = c.formula;
  out["source"] = c.source;
  return out;
}

Check check(const json& j) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Check c{j.at("name"), std::nullopt, -infinity, infinity, j.at("passed"), std::nullopt};
  c.kind = check_kind(j.at("kind").get<std::string>());
  c.unresolved = j.at("unresolved");
  c.formula = j.at("formula");
  c.source = j.at("source");
  if (!j.at("low").is_null()) c.low = j.at("low");
  if (!j.at("high").is_null()) c.high = j.at("high");
  if (!j.at("value").is_null()) c.value = number(j.at("value"));
  if (!j.at("expected_failure").is_null()) c.expected_failure = j.at("expected_failure");
  return c;
}

json of(const Cell& c) {
  json out{{"problem", c.problem},
           {"scheme", c.scheme},
           {"solver", c.solver},
           {"problem_parameters", of(c.problem_parameters)},
           {"scheme_parameters", of(c.scheme_parameters)},
           {"solver_parameters", of(c.solver_parameters)},
           {"dt", c.dt},
           {"dt_precision", c.dt_precision},
           {"tolerance_set", c.tolerance_set}};
  if (c.frames > 0) out["frames"] = c.frames;
  if (c.ensemble.size > 0) {
    out["ensemble"] = {
        {"size", c.ensemble.size}, {"seed", c.ensemble.seed}, {"amplitude", c.ensemble.amplitude}};
  }
  if (!c.files.empty()) out["files"] = c.files;
  return out;
}

json of(const std::vector<double>& values) {
  json out = json::array();
  for (const double x : values)
    out.push_back(number(x));
  return out;
}

std::vector<double> numbers(const json& j) {
  std::vector<double> out;
  out.reserve(j.size());
  for (const json& x : j)
    out.push_back(number(x));
  return out;
}

json frames(const Row& row) {
  json out = json::array();
  for (const Frame& f : row.frames) {
    json contacts = json::array();
    for (const FrameContact& c : f.contacts) {
      contacts.push_back({c.a, c.b, number(c.nx), number(c.ny), number(c.force)});
      if (c.nz != 0.0) contacts.back().push_back(number(c.nz));
    }
    out.push_back(
        {{"time", f.time}, {"q", of(f.q)}, {"v", of(f.v)}, {"contacts", std::move(contacts)}});
  }
  return out;
}

Frame frame(const json& j) {
  Frame out{j.at("time"), numbers(j.at("q")), numbers(j.at("v")), {}};
  for (const json& c : j.at("contacts")) {
    out.contacts.push_back({c.at(0), c.at(1), number(c.at(2)), number(c.at(3)), number(c.at(4)),
                            c.size() > 5 ? number(c.at(5)) : 0.0});
  }
  return out;
}

json series(const Row& row) {
  json out = json::object();
  for (const auto& [name, s] : row.series)
    out[name] = {{"time", of(s.time)}, {"value", of(s.value)}};
  return out;
}

json compared(const Row& row) {
  json out{{"key", row.key},
           {"cell", of(row.cell)},
           {"status", std::string(to_text(row.status))},
           {"reason", row.reason},
           {"unexpected_pass", row.unexpected_pass},
           {"quantities", of(row.quantities)},
           {"revision", row.revision},
           {"build", row.build}};
  json checks = json::array();
  for (const Check& c : row.checks)
    checks.push_back(of(c));
  out["checks"] = std::move(checks);
  if (row.truth) {
    out["truth"] = {{"source", row.truth->source},
                    {"provenance", row.truth->provenance},
                    {"uncertainty", number(row.truth->uncertainty)}};
  }
  if (!row.frames.empty()) out["frames"] = frames(row);
  return out;
}

}  // namespace

std::string compared_json(const Row& row) {
  json out = compared(row);
  out["series"] = series(row);
  return dump(out);
}

std::string to_json(const Row& row, bool with_series) {
  json out = compared(row);
  out["schema"] = row_schema;
  out["plan"] = row.plan;
  out["environment"] = row.environment;
  if (row.timing) {
    const Timing& t = *row.timing;
    out["timing"] = {{"repeats", t.repeats},       {"cpu_min", t.cpu_min},
                     {"cpu_median", t.cpu_median}, {"cpu_spread", t.cpu_spread},
                     {"phases", t.phases},         {"threads", t.threads},
                     {"wall_min", t.wall_min}};
    if (t.cpu_cell) out["timing"]["cpu_cell"] = *t.cpu_cell;
    if (t.setup) out["timing"]["setup"] = *t.setup;
    if (t.limit) out["timing"]["limit"] = *t.limit;
    if (t.peak_memory) out["timing"]["peak_memory"] = *t.peak_memory;
  }
  if (with_series) out["series"] = series(row);
  return dump(out);
}

Row row_from_json(std::string_view text) {
  try {
    const json j = json::parse(text);
    if (const int schema = j.value("schema", row_schema); schema != row_schema)
      throw ConfigurationError("this is a row of schema " + std::to_string(schema) +
                               "; this program reads schema " + std::to_string(row_schema));
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
                c.at("tolerance_set"),
                c.value("frames", std::int64_t{0}),
                {},
                {}};
    if (c.contains("ensemble")) {
      const json& e = c.at("ensemble");
      row.cell.ensemble = {e.at("size"), e.at("seed"), e.at("amplitude")};
    }
    if (c.contains("files")) c.at("files").get_to(row.cell.files);
    if (j.contains("truth")) {
      const json& t = j.at("truth");
      row.truth = TruthNote{t.at("source"), t.at("provenance"), number(t.at("uncertainty"))};
    }
    if (j.contains("frames")) {
      for (const json& f : j.at("frames"))
        row.frames.push_back(frame(f));
    }
    row.status = row_status(j.at("status").get<std::string>());
    row.reason = j.at("reason");
    row.unexpected_pass = j.at("unexpected_pass");
    for (const auto& [name, value] : j.at("quantities").items())
      row.quantities[name] = number(value);
    for (const json& item : j.at("checks"))
      row.checks.push_back(check(item));
    row.environment = j.at("environment").get<std::map<std::string, std::string>>();
    row.revision = j.at("revision");
    row.build = j.at("build");
    if (j.contains("timing")) {
      const json& t = j.at("timing");
      row.timing = Timing{t.at("repeats"),
                          t.at("cpu_min"),
                          t.at("cpu_median"),
                          t.at("cpu_spread"),
                          t.at("phases").get<std::map<std::string, double>>(),
                          std::nullopt};
      row.timing->threads = t.value("threads", 1);
      row.timing->wall_min = t.value("wall_min", 0.0);
      if (t.contains("cpu_cell")) row.timing->cpu_cell = t.at("cpu_cell");
      if (t.contains("setup")) row.timing->setup = t.at("setup");
      if (t.contains("limit")) row.timing->limit = t.at("limit");
      if (t.contains("peak_memory")) row.timing->peak_memory = t.at("peak_memory");
    }
    if (j.contains("series")) {
      for (const auto& [name, s] : j.at("series").items()) {
        row.series[name] = {numbers(s.at("time")), numbers(s.at("value"))};
      }
    }
    return row;
  } catch (const json::exception& e) {
    throw ConfigurationError("this is not a row of a store: " + json_error_in_line(e));
  }
}

}  // namespace impactbench
