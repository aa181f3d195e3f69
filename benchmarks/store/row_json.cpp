#include "benchmarks/store/row_json.hpp"

#include "benchmarks/store/row_schema.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

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

/// JSON has no infinity and no NaN; a row that has one all the same must still be stored.
json number(double x) {
  return std::isfinite(x) ? json(x) : json(impactbench::to_text(x));
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
  return out;
}

}  // namespace

std::string compared_json(const Row& row) {
  return dump(compared(row));
}

std::string to_json(const Row& row, RowExtent extent) {
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
  if (extent == RowExtent::whole) {
    out["series"] = series(row);
    if (!row.frames.empty()) out["frames"] = frames(row);
  }
  return dump(out);
}

}  // namespace impactbench
