#include "benchmarks/matrix/vary.hpp"

#include "benchmarks/matrix/contact_cell.hpp"
#include "problems/base/csv.hpp"
#include "problems/base/error.hpp"
#include "problems/base/portable_random.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace impactbench {
namespace {

/// A number that a person would write: four digits.
double rounded(double x) {
  return decimal(fmt::format("{:.3e}", x)).value_or(x);
}

/// The parameters of its problem that may be varied, with their new values.
ParameterSet drawn_for(const Cell& cell, PortableRandom& random) {
  ParameterSet out;
  for (const FieldInfo& field : problem_parameters(cell.problem).fields()) {
    const auto* old = std::get_if<double>(&cell.problem_parameters.at(field.name));
    if (old == nullptr) continue;
    // The draws are made for each number, so that those of one do not depend on another's value.
    const bool chosen = random.uniform() < 0.4;
    const double x = random.uniform();
    if (!chosen || *old == 0.0 || !std::isfinite(*old) || field.name == "horizon") continue;
    const bool fraction = field.range == Range::between(0.0, 1.0).text();
    out[field.name] = rounded(fraction ? 0.05 + 0.9 * x : *old * (0.8 + 0.45 * x));
  }
  return out;
}

/// All settings of a cell, each with its owner.
CellRequest request_of(const Cell& cell) {
  CellRequest out{cell.problem, cell.scheme, cell.solver, {}};
  const auto add = [&](const char* owner, const auto& set) {
    for (const auto& [name, value] : set)
      out.settings[fmt::format("{}.{}", owner, name)] = value;
  };
  add("problem", cell.problem_parameters);
  add("scheme", cell.scheme_parameters);
  add("solver", cell.solver_parameters);
  add("run", to_set(RunSettings{.dt = cell.dt,
                                .dt_precision = cell.dt_precision,
                                .frames = cell.frames,
                                .ensemble = cell.ensemble}));
  return out;
}

/// The planned cell; nothing where it cannot be made or is refused.
std::optional<PlannedCell> possible(const CellRequest& request, const std::string& tolerance_set) {
  try {
    PlannedCell out = plan_cell(request, tolerance_set);
    if (!out.refusal) return out;
  } catch (const ConfigurationError&) {
    // These numbers do not go together.
  }
  return std::nullopt;
}

PlannedCell varied(const PlannedCell& planned, std::int64_t seed) {
  const Cell& cell = planned.cell;
  const std::string key = content_key(cell, "", "");
  PortableRandom random(seed + std::stoll(key.substr(key.size() - 15), nullptr, 16));
  CellRequest request = request_of(cell);
  request.settings["run.dt"] = rounded(cell.dt * (0.6 + 0.9 * random.uniform()));
  ParameterSet drawn = drawn_for(cell, random);
  for (;;) {
    CellRequest tried = request;
    for (const auto& [name, value] : drawn)
      tried.settings["problem." + name] = value;
    if (auto out = possible(tried, cell.tolerance_set)) {
      out->repeats = planned.repeats;
      return *out;
    }
    if (drawn.empty()) return planned;
    auto given_up = drawn.begin();
    std::advance(given_up, static_cast<std::ptrdiff_t>(random.uniform() * double(drawn.size())));
    drawn.erase(given_up);
  }
}

}  // namespace

Plan varied(const Plan& plan, std::int64_t seed) {
  Plan out = plan;
  out.label = fmt::format("{}, varied {}", plan.label, seed);
  out.cells.clear();
  std::set<std::string> seen;
  for (const PlannedCell& planned : plan.cells) {
    if (planned.refusal || is_solve(planned.cell)) continue;
    PlannedCell next = varied(planned, seed);
    if (seen.insert(content_key(next.cell, "", "")).second) out.cells.push_back(std::move(next));
  }
  return out;
}

}  // namespace impactbench
