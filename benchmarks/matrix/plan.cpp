#include "benchmarks/matrix/plan.hpp"

#include "benchmarks/extension/plugin/load.hpp"
#include "benchmarks/matrix/contact_cell.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/slot.hpp"
#include "problems/base/error.hpp"
#include "reference/acceptance/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace impactbench {
namespace {

template <class Entry>
const Entry& find(std::span<const Entry> table, std::string_view name, const char* kind) {
  const auto at =
      std::find_if(table.begin(), table.end(), [&](const Entry& e) { return e.name == name; });
  if (at != table.end()) return *at;
  std::vector<std::string> names;
  for (const Entry& entry : table)
    names.emplace_back(entry.name);
  std::string text = fmt::format("there is no {} '{}'", kind, name);
  if (const std::string near = nearest_name(name, names); !near.empty()) {
    text += fmt::format(" (did you mean '{}'?)", near);
  }
  throw ConfigurationError(fmt::format("{}; known: {}", text, fmt::join(names, ", ")));
}

/// One place where a setting can belong.
struct Owner {
  std::string prefix;  ///< "scheme"
  std::string name;    ///< "scheme inc", for sentences
  std::span<const FieldInfo> fields;
  ParameterSet given;

  [[nodiscard]] bool has(std::string_view key) const {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const FieldInfo& f) { return f.name == key; });
  }
};

[[noreturn]] void refuse_unknown(std::span<const Owner> owners, const std::string& key) {
  std::vector<std::string> known;
  std::string where;
  for (const Owner& owner : owners) {
    where += (where.empty() ? "" : ", ") + owner.name;
    for (const FieldInfo& f : owner.fields)
      known.push_back(f.name);
  }
  std::string text = fmt::format("unknown setting '{}'", key);
  if (const std::string near = nearest_name(key, known); !near.empty()) {
    text += fmt::format(" (did you mean '{}'?)", near);
  }
  throw ConfigurationError(
      fmt::format("{}; looked in {}; known: {}", text, where, fmt::join(known, ", ")));
}

/// The same setting with and without its prefix could have two values.
void give(Owner& owner, const std::string& key, const Value& value) {
  if (!owner.given.emplace(key, value).second)
    throw ConfigurationError(
        fmt::format("setting '{0}' is given twice, as {0} and as {1}.{0}", key, owner.prefix));
}

/// Gives each setting to its owner, by prefix or by the only owner that knows the key.
void distribute(const ParameterSet& settings, std::span<Owner> owners) {
  for (const auto& [key, value] : settings) {
    const std::size_t dot = key.find('.');
    if (dot != std::string::npos) {
      const std::string prefix = key.substr(0, dot);
      const auto it = std::find_if(owners.begin(), owners.end(),
                                   [&](const Owner& o) { return o.prefix == prefix; });
      if (it == owners.end()) {
        throw ConfigurationError(
            fmt::format("setting '{}': the prefix must be run, problem, scheme or solver", key));
      }
      give(*it, key.substr(dot + 1), value);
      continue;
    }
    std::vector<Owner*> knowing;
    for (Owner& owner : owners) {
      if (owner.has(key)) knowing.push_back(&owner);
    }
    if (knowing.empty()) refuse_unknown(owners, key);
    if (knowing.size() > 1) {
      throw ConfigurationError(
          fmt::format("setting '{0}' is known to {1} and {2}; write {3}.{0} or {4}.{0}", key,
                      knowing[0]->name, knowing[1]->name, knowing[0]->prefix, knowing[1]->prefix));
    }
    give(*knowing[0], key, value);
  }
}

/// The usual solver of each kind. Bodies on a line touch in chains, where sweeps need N^2 of them
/// and call themselves converged long before: of 1000 rods in a step of 0.25 s nlgs is off by
/// 2.3e-4 m; pava solves chains in O(N) to rounding.
std::string usual_solver(SolverKind kind, const ProblemTraits& traits) {
  switch (kind) {
    case SolverKind::none:
      return "none";
    case SolverKind::linear:
      return "superlu";
    case SolverKind::contact:
      return traits.bodies == BodyKind::round && traits.dimension == 1 ? "pava" : "nlgs";
  }
  return "none";
}

std::optional<std::string> refusal(const SchemeEntry& scheme, const ParameterSet& given,
                                   const ProblemTraits& traits, double h,
                                   const SolverEntry* solver) {
  const auto method = scheme.make(given);
  if (auto reason = method->refuses(traits, h)) return reason;
  const SchemeClaims claims = method->claims();
  if (traits.rolling_friction && !claims.rolling_friction)
    return fmt::format("{} has no law of friction against rolling", scheme.name);
  if (traits.twisting_friction && !claims.twisting_friction)
    return fmt::format("{} has no law of friction against twisting", scheme.name);
  if (traits.static_friction && !claims.static_friction) {
    return fmt::format(
        "{} has one coefficient of friction: the problem must not have a larger static one",
        scheme.name);
  }
  const SolverTask task = method->task(traits);
  const SolverKind kind = solver != nullptr ? solver->kind() : SolverKind::none;
  if (kind != task.kind) {
    if (task.kind == SolverKind::none) {
      return fmt::format("{} solves no system: its solver is 'none'", scheme.name);
    }
    return fmt::format("{} needs a {} solver, {} is {}", scheme.name, to_text(task.kind),
                       solver != nullptr ? solver->name : "none",
                       solver != nullptr ? to_text(kind) : "no solver");
  }
  return solver != nullptr ? solver->refuses(task) : std::nullopt;
}

}  // namespace

const ProblemEntry& find_problem(std::string_view name) {
  return find(problem_catalogue(), name, "problem");
}
const SchemeEntry& find_scheme(std::string_view name) {
  return find(scheme_catalogue(), name, "scheme");
}
const SolverEntry& find_solver(std::string_view name) {
  return find(solver_catalogue(), name, "solver");
}

ParameterFunctions problem_parameters(std::string_view name) {
  return name == contact_file ? parameters_of<ContactFileSettings>()
                              : find_problem(name).parameters;
}
ParameterFunctions scheme_parameters(std::string_view name) {
  return name == one_solve ? parameters_of<SolveSettings>() : find_scheme(name).parameters;
}

std::map<std::string, std::string> files_of(const Cell& cell) {
  std::map<std::string, std::string> out;
  const auto add = [&](const char* owner, const ParameterFunctions& parameters,
                       const ParameterSet& set) {
    for (const FieldInfo& f : parameters.fields()) {
      if (!f.file) continue;
      const std::string text = to_text(set.at(f.name));
      if (!f.file->is_path(text)) continue;
      const std::string key = fmt::format("{}.{}", owner, f.name);
      out[key] = file_hash(text);
      if (f.file->files_in == nullptr) continue;
      for (const std::string& named : f.file->files_in(text))
        out[key + "." + std::filesystem::path(named).filename().string()] = file_hash(named);
    }
  };
  add("problem", problem_parameters(cell.problem), cell.problem_parameters);
  add("scheme", scheme_parameters(cell.scheme), cell.scheme_parameters);
  if (cell.solver != "none")
    add("solver", find_solver(cell.solver).parameters, cell.solver_parameters);
  return out;
}

namespace {

bool is_solve(const CellRequest& request) {
  if ((request.problem == contact_file) != (request.scheme == one_solve))
    throw ConfigurationError(
        fmt::format("{} by {}: a contact problem of a file is the problem {} with the scheme {}",
                    request.problem, request.scheme, contact_file, one_solve));
  return request.problem == contact_file;
}

/// Which kind of solver a scheme needs may depend on its settings, but the usual one is chosen
/// before they are known; no scheme of the catalogue changes the kind.
std::string usual_solver(const CellRequest& request, Outlines& outlines) {
  if (is_solve(request)) return "hybrid";
  const ProblemTraits& traits = outlines.of(request.problem, {}).traits;
  return usual_solver(find_scheme(request.scheme).make({})->task(traits).kind, traits);
}

/// Completes the solver's settings of a solve: its tolerance is the target residual, it stops by
/// the natural residual if it can, and time is the limit if an iteration is a pass over the rows; a
/// limit of some hundred factorisations is the method's own and stays.
void complete_solve(const ParameterSet& given, Cell& cell) {
  SharedParameters& set = cell.solver_parameters;
  const auto complete = [&](const char* key, const Value& value) {
    if (set.contains(key) && !given.contains(key)) set[key] = value;
  };
  complete("tolerance", cell.scheme_parameters.at("residual"));
  complete("stop", std::string("natural"));
  constexpr std::int64_t cheap = 10000;
  for (const char* limit : {"max_iterations", "max_sweeps"}) {
    const auto found = set.find(limit);
    if (found != set.end() && std::get<std::int64_t>(found->second) >= cheap)
      complete(limit, std::int64_t{1'000'000'000});
  }
  if (given.contains("tolerance") || !set.contains("tolerance"))
    cell.scheme_parameters["sweep"] = false;
  set = find_solver(cell.solver).parameters.resolve(set, "solver " + cell.solver);
}

Cell resolved(const CellRequest& request, std::string_view tolerance_set, Outlines& outlines) {
  const bool solve = is_solve(request);
  const ParameterFunctions problem = problem_parameters(request.problem);
  const ParameterFunctions scheme = scheme_parameters(request.scheme);
  const std::string solver_name =
      request.solver ? *request.solver : usual_solver(request, outlines);
  const SolverEntry* solver = solver_name == "none" ? nullptr : &find_solver(solver_name);

  std::array<Owner, 4> owners{
      Owner{"run", "run", solve ? std::span<const FieldInfo>{} : describe<RunSettings>(), {}},
      Owner{"problem", "problem " + request.problem, problem.fields(), {}},
      Owner{"scheme", "scheme " + request.scheme, scheme.fields(), {}},
      Owner{"solver",
            "solver " + solver_name,
            solver != nullptr ? solver->parameters.fields() : std::span<const FieldInfo>{},
            {}}};
  distribute(request.settings, owners);
  if (solve && !owners[0].given.empty())
    throw ConfigurationError(fmt::format("setting 'run.{}': a solve has no settings of a run",
                                         owners[0].given.begin()->first));

  Cell cell;
  cell.problem = request.problem;
  cell.scheme = request.scheme;
  cell.solver = solver_name;
  const auto run = parse<RunSettings>(owners[0].given, owners[0].name);
  cell.dt = solve ? 1.0 : run.dt;
  cell.dt_precision = run.dt_precision;
  cell.frames = run.frames;
  cell.ensemble = run.ensemble;
  if (cell.ensemble.size == 1)
    throw ConfigurationError("ensemble = 1: must be 0 or from 2 to 1000: one run has no spread");
  cell.problem_parameters = problem.resolve(owners[1].given, owners[1].name);
  cell.scheme_parameters = scheme.resolve(owners[2].given, owners[2].name);
  if (solver != nullptr) {
    cell.solver_parameters = solver->parameters.resolve(owners[3].given, owners[3].name);
  } else if (!owners[3].given.empty()) {
    throw ConfigurationError(fmt::format("setting 'solver.{}': solver none has no settings",
                                         owners[3].given.begin()->first));
  }
  if (solve && solver != nullptr) complete_solve(owners[3].given, cell);
  cell.files = files_of(cell);
  cell.tolerance_set = tolerance_set;
  const auto sets = tolerance_sets();
  if (std::find(sets.begin(), sets.end(), tolerance_set) == sets.end()) {
    throw ConfigurationError(fmt::format("there is no tolerance set '{}'; known: {}", tolerance_set,
                                         fmt::join(sets, ", ")));
  }
  return cell;
}

PlannedCell planned(const CellRequest& request, std::string_view tolerance_set,
                    Outlines& outlines) {
  PlannedCell out{.cell = resolved(request, tolerance_set, outlines), .refusal = std::nullopt};
  const Cell& cell = out.cell;
  const SolverEntry* solver = cell.solver == "none" ? nullptr : &find_solver(cell.solver);
  if (is_solve(cell)) {
    if (cell.files.empty())
      throw ConfigurationError("problem contact_file: file must be the path of a contact problem");
    if (solver == nullptr || solver->kind() != SolverKind::contact)
      out.refusal =
          fmt::format("{} is not a contact solver, which a contact problem needs", cell.solver);
    return out;
  }
  const SchemeEntry& scheme = find_scheme(cell.scheme);
  const ProblemOutline& problem = outlines.of(cell.problem, cell.problem_parameters);
  if (cell.dt > problem.horizon) {
    std::string sentence =
        fmt::format("dt = {} s is longer than the horizon of problem {}; it must be in (0, {}] s",
                    to_text(cell.dt), cell.problem, to_text(problem.horizon));
    if (!request.problem_is_any) throw ConfigurationError("run: " + sentence);
    out.refusal = std::move(sentence);
    return out;
  }
  out.refusal = refusal(scheme, cell.scheme_parameters, problem.traits,
                        step_count(problem.horizon, cell.dt, cell.dt_precision).h, solver);
  return out;
}

/// The description of a plug-in's objects (what it makes, needs and refuses) may loop or crash: a
/// process of its own asks first, so that the runner survives and reports it.
void ask_plugins_apart(const CellRequest& request, std::string_view tolerance_set) {
  const LoadedPlugin* plugin = plugin_of("problem", request.problem);
  if (plugin == nullptr) plugin = plugin_of("scheme", request.scheme);
  if (plugin == nullptr && request.solver) plugin = plugin_of("solver", *request.solver);
  if (plugin == nullptr) return;
  constexpr Budget enough{.cpu = 10.0, .memory = 8192.0, .threads = 1, .file = 1.0};
  const auto ask = [&]() -> std::string {
    try {
      Outlines none;
      (void)planned(request, tolerance_set, none);
    } catch (const ConfigurationError&) {
      // a sentence, which it will say again
    }
    return "answered";
  };
  const Ending ending = run_in_child(ask, enough);
  if (ending.status == RowStatus::passed) return;
  throw ConfigurationError(fmt::format("plug-in '{}', asked whether it takes {} with {}: {}",
                                       plugin->file, request.problem, request.scheme, ending.text));
}

}  // namespace

Cell resolve_cell(const CellRequest& request, std::string_view tolerance_set) {
  ask_plugins_apart(request, tolerance_set);
  Outlines outlines;
  return resolved(request, tolerance_set, outlines);
}

const ProblemOutline& Outlines::of(const std::string& problem, const SharedParameters& parameters) {
  auto& same = all_[problem];
  const auto at = same.find(parameters);
  if (at != same.end()) return at->second;
  return same.emplace(parameters, find_problem(problem).outline(parameters)).first->second;
}

PlannedCell plan_cell(const CellRequest& request, std::string_view tolerance_set,
                      Outlines& outlines) {
  ask_plugins_apart(request, tolerance_set);
  return planned(request, tolerance_set, outlines);
}

PlannedCell plan_cell(const CellRequest& request, std::string_view tolerance_set) {
  Outlines outlines;
  return plan_cell(request, tolerance_set, outlines);
}

std::optional<std::string> unknown_here(const Cell& cell) {
  try {
    (void)problem_parameters(cell.problem)
        .resolve(cell.problem_parameters, "problem " + cell.problem);
    (void)scheme_parameters(cell.scheme).resolve(cell.scheme_parameters, "scheme " + cell.scheme);
    if (cell.solver != "none")
      (void)find_solver(cell.solver)
          .parameters.resolve(cell.solver_parameters, "solver " + cell.solver);
  } catch (const ConfigurationError& e) {
    const std::string sentence = e.what();
    return sentence.substr(0, sentence.find("; known:"));
  }
  return std::nullopt;
}

}  // namespace impactbench
