#include "benchmarks/files/inputs.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/store/parameter_pool.hpp"
#include "benchmarks/store/text_file.hpp"
#include "problems/base/error.hpp"
#include "problems/files/toml_file.hpp"
#include "reference/acceptance/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace impactbench {
namespace {

Value value_of(const toml::node& node, const std::string& key, const std::string& file) {
  if (const auto b = node.value_exact<bool>()) return *b;
  if (const auto i = node.value_exact<std::int64_t>()) return *i;
  if (const auto d = node.value_exact<double>()) return *d;
  if (const auto s = node.value_exact<std::string>()) return *s;
  refuse_at(file, node, fmt::format("'{}' must be a boolean, a number or a text", key));
}

/// The values of one key of a grid: a list, or one value.
std::vector<Value> values_of(const toml::node& node, const std::string& key,
                             const std::string& file) {
  const auto* list = node.as_array();
  if (list == nullptr) return {value_of(node, key, file)};
  if (list->empty()) refuse_at(file, node, fmt::format("'{}' is an empty list", key));
  std::vector<Value> out;
  for (const toml::node& item : *list)
    out.push_back(value_of(item, key, file));
  return out;
}

/// Says where `node` is written when `f` finds something wrong with it.
template <class F>
void at(const std::string& file, const toml::node& node, F&& f) {
  try {
    f();
  } catch (const ConfigurationError& e) {
    refuse_at(file, node, e.what());
  }
}

template <class Entry>
std::vector<std::string> all_names(std::span<const Entry> table) {
  std::vector<std::string> out;
  for (const Entry& entry : table)
    out.emplace_back(entry.name);
  return out;
}

bool means_all(const toml::node& node) {
  const auto* list = node.as_array();
  const toml::node& name = list != nullptr && list->size() == 1 ? list->front() : node;
  return name.value_exact<std::string>() == "all";
}

std::vector<std::string> names_of(const toml::node& node, const std::string& key,
                                  const std::string& file) {
  std::vector<std::string> out;
  for (const Value& value : values_of(node, key, file)) {
    const auto* name = std::get_if<std::string>(&value);
    if (name == nullptr) refuse_at(file, node, fmt::format("'{}' must be a name in quotes", key));
    out.push_back(*name);
  }
  if (means_all(node)) {
    if (key == "problem") return all_names(problem_catalogue());
    if (key == "scheme") return all_names(scheme_catalogue());
    if (key == "solver") return all_names(solver_catalogue());
  }
  return out;
}

class GridReader {
 public:
  /// `frames` of cells whose grid does not say.
  GridReader(const std::string& file, std::string tolerance, std::int64_t frames, Plan& plan)
      : file_(file), tolerance_(std::move(tolerance)), frames_(frames), plan_(plan) {}

  void read(const toml::table& grid) {
    std::vector<std::string> problems, schemes;
    std::vector<std::optional<std::string>> solvers;
    std::vector<Axis> axes;
    bool problem_is_any = false;
    for (const auto& [key, node] : grid) {
      const std::string name(key.str());
      if (name == "problem" && !node.is_table()) {
        problems = names_of(node, name, file_);
        problem_is_any = means_all(node);
        for (const std::string& p : problems)
          at(file_, node, [&] { (void)problem_parameters(p); });
      } else if (name == "scheme" && !node.is_table()) {
        schemes = names_of(node, name, file_);
        for (const std::string& s : schemes)
          at(file_, node, [&] { (void)scheme_parameters(s); });
      } else if (name == "solver" && !node.is_table()) {
        for (std::string& s : names_of(node, name, file_)) {
          if (s != "none") at(file_, node, [&] { (void)find_solver(s); });
          solvers.emplace_back(std::move(s));
        }
      } else if (const auto* nested = node.as_table()) {
        // problem.radius = 0.1 without quotes makes a table; it means the prefixed key.
        for (const auto& [inner, value] : *nested) {
          const std::string full = name + '.' + std::string(inner.str());
          axes.push_back({full, values_of(value, full, file_), &value});
        }
      } else {
        axes.push_back({name, values_of(node, name, file_), &node});
      }
    }
    if (problems.empty()) refuse_at(file_, grid, "a [[grid]] needs the key 'problem'");
    if (schemes.empty()) refuse_at(file_, grid, "a [[grid]] needs the key 'scheme'");
    if (solvers.empty()) solvers.emplace_back(std::nullopt);
    expect_bounded(grid, problems.size() * schemes.size() * solvers.size(), axes);
    for (const std::string& problem : problems) {
      for (const std::string& scheme : schemes) {
        for (const auto& solver : solvers) {
          CellRequest request{problem, scheme, solver, {}, problem_is_any};
          expand(grid, request, axes, 0);
        }
      }
    }
  }

 private:
  /// The limit for all grids of a plan: their cells are held in memory, some 0.6 kB each.
  static constexpr double most_cells = 2e5;

  /// A setting with the values it takes in turn, and where it is written.
  struct Axis {
    std::string key;
    std::vector<Value> values;
    const toml::node* node;
  };

  /// Refuses more combinations than can be planned, before the first of them is.
  void expect_bounded(const toml::table& grid, std::size_t names, const std::vector<Axis>& axes) {
    double combinations = static_cast<double>(names);
    for (const Axis& axis : axes)
      combinations *= static_cast<double>(axis.values.size());
    asked_ += combinations;
    if (asked_ <= most_cells) return;
    refuse_at(
        file_, grid,
        fmt::format("the plan has {:g} combinations here: must be at most {:g}; divide it into "
                    "several",
                    asked_, most_cells));
  }

  void expand(const toml::table& grid, CellRequest& request, const std::vector<Axis>& axes,
              std::size_t axis) {
    if (axis == axes.size()) {
      add(grid, request, axes);
      return;
    }
    for (const Value& value : axes[axis].values) {
      request.settings[axes[axis].key] = value;
      expand(grid, request, axes, axis + 1);
    }
  }

  void add(const toml::table& grid, CellRequest request, const std::vector<Axis>& axes) {
    const bool says =
        request.settings.contains("frames") || request.settings.contains("run.frames");
    if (frames_ > 0 && !says) request.settings["frames"] = frames_;
    try {
      PlannedCell cell = plan_cell(request, tolerance_, outlines_);
      if (seen_.insert(content_key(cell.cell, "", "")).second) {
        parameters_.share(cell.cell);
        plan_.cells.push_back(std::move(cell));
      }
    } catch (const ConfigurationError& e) {
      blame(request, axes);
      refuse_at(file_, grid, e.what());  // no setting is wrong by itself
    }
  }

  /// Throws with the place of the first setting that is wrong even when it is the only one.
  void blame(const CellRequest& request, const std::vector<Axis>& axes) const {
    for (const Axis& axis : axes) {
      CellRequest alone = request;
      alone.settings = {{axis.key, request.settings.at(axis.key)}};
      at(file_, *axis.node, [&] { (void)plan_cell(alone, tolerance_); });
    }
  }

  const std::string& file_;
  std::string tolerance_;
  std::int64_t frames_;
  Plan& plan_;
  double asked_{0.0};  ///< combinations of the grids so far
  Outlines outlines_;
  ParameterPool parameters_;
  std::unordered_set<std::string> seen_;
};

/// Settings of the whole plan, as a parameter struct so that they are checked like all others.
struct Header {
  int repeats{5};
  double cpu_budget{60.0};
  double memory_budget{2048.0};
  int threads{1};
  std::int64_t frames{0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"repeats", "-", "timed runs of each cell"}, self.repeats, Range::between(0, 1000));
    f(Field{"cpu_budget", "s", "CPU time of a cell"}, self.cpu_budget,
      Range{0.0, 1e8, true, false});
    f(Field{"memory_budget", "MiB", "address space of a cell"}, self.memory_budget,
      Range::between(64.0, 1e7));
    f(Field{"threads", "-", "threads of a cell"}, self.threads, Range::between(1, 1024));
    f(Field{"frames", "-", "instants kept of each cell, where its grid does not say"}, self.frames,
      Range::between(0.0, 1e5));
  }
};

/// Refuses a key that a plan has not, with the place of its value.
void expect_key(const std::string& file, const toml::node& node, const std::string& key) {
  std::vector<std::string> known{"label", "tolerance", "grid"};
  for (const FieldInfo& field : describe<Header>())
    known.push_back(field.name);
  if (std::find(known.begin(), known.end(), key) != known.end()) return;
  const std::string near = nearest_name(key, known);
  refuse_at(
      file, node,
      fmt::format("a plan has no key '{}'{}; known: {}", key,
                  near.empty() ? "" : " (did you mean '" + near + "'?)", fmt::join(known, ", ")));
}

}  // namespace

Plan parse_plan(std::string_view text, const std::string& where) {
  const toml::table root = parse_toml(text, where);
  Plan plan;
  plan.label = where;
  std::string tolerance = "default";
  ParameterSet header;
  const toml::array* grids = nullptr;
  for (const auto& [key, node] : root) {
    const std::string name(key.str());
    expect_key(where, node, name);
    if (name == "grid") {
      grids = node.as_array();
      if (grids == nullptr || !grids->is_array_of_tables()) {
        refuse_at(where, node, "'grid' must be written as [[grid]]");
      }
    } else if (name == "label" || name == "tolerance") {
      const auto word = node.value_exact<std::string>();
      if (!word) refuse_at(where, node, fmt::format("'{}' must be a text in quotes", name));
      (name == "label" ? plan.label : tolerance) = *word;
      const auto sets = tolerance_sets();
      if (name == "tolerance" && std::find(sets.begin(), sets.end(), *word) == sets.end()) {
        refuse_at(
            where, node,
            fmt::format("there is no tolerance set '{}'; known: {}", *word, fmt::join(sets, ", ")));
      }
    } else {
      header[name] = value_of(node, name, where);
      at(where, node, [&] { (void)parse<Header>({{name, header.at(name)}}, "plan"); });
    }
  }
  const auto checked = parse<Header>(header, "plan");
  plan.repeats = checked.repeats;
  plan.cpu_budget = checked.cpu_budget;
  plan.memory_budget = checked.memory_budget;
  plan.threads = checked.threads;
  if (grids == nullptr) {
    throw ConfigurationError(where + ": the plan has no [[grid]], so there is nothing to run");
  }
  GridReader reader(where, tolerance, checked.frames, plan);
  for (const toml::node& grid : *grids)
    reader.read(*grid.as_table());
  return plan;
}

std::string plan_text(const std::string& path) {
  remember_input(path);
  auto text = read_text_file(path);
  if (!text) throw ConfigurationError(fmt::format("plan '{}' cannot be read", path));
  return *std::move(text);
}

Plan read_plan(const std::string& path) {
  return parse_plan(plan_text(path), path);
}

}  // namespace impactbench
