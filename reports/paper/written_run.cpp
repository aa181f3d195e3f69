#include "reports/paper/written_run.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <utility>

namespace impactbench {
namespace {

/// Chains of `like` that are longer contain a cycle.
constexpr int longest_chain = 10;

void lay(WrittenRun& lower, const WrittenRun& upper) {
  for (const std::string& key : upper.unset)
    lower.settings.erase(key);
  for (const auto& [key, value] : upper.names)
    lower.names.insert_or_assign(key, value);
  for (const auto& [key, value] : upper.settings)
    lower.settings.insert_or_assign(key, value);
  if (upper.label) lower.label = upper.label;
  if (upper.style) lower.style = upper.style;
  lower.place = upper.place;
}

void lay_chain(WrittenRun& lower, const WrittenRun& upper, const RunBook& book, const Scope& scope,
               int depth) {
  if (upper.like) {
    at_place(upper.like->place, [&] {
      const std::string name = to_text(scope.value(upper.like->value));
      const auto it = book.find(name);
      if (it == book.end()) {
        std::string known;
        for (const auto& [other, run] : book)
          known += (known.empty() ? "" : ", ") + other;
        throw ConfigurationError(fmt::format("there is no [run.{}]; known: {}", name, known));
      }
      if (depth > longest_chain)
        throw ConfigurationError(fmt::format("[run.{}] is like itself", name));
    });
    lay_chain(lower, book.at(to_text(scope.value(upper.like->value))), book, scope, depth + 1);
  }
  lay(lower, upper);
}

/// Throws with the place of the first setting that is wrong by itself.
void blame(const CellRequest& request, const WrittenRun& run) {
  for (const auto& [key, value] : request.settings) {
    CellRequest alone = request;
    alone.settings = {{key, value}};
    at_place(run.settings.at(key).place, [&] { (void)resolve_cell(alone, "default"); });
  }
}

}  // namespace

WrittenRun written_run(DataTable table) {
  WrittenRun out;
  out.place = table.place();
  const auto written = [&](const std::string& key) {
    return WrittenValue{*table.value(key), table.place(key)};
  };
  for (const std::string& key : table.keys()) {
    if (key == "unset") {
      for (std::string& name : table.texts(key))
        out.unset.insert(std::move(name));
    } else if (key == "like" || key == "problem" || key == "scheme" || key == "solver" ||
               key == "label") {
      WrittenValue text{table.text(key), table.place(key)};
      if (key == "like") {
        out.like = std::move(text);
      } else if (key == "label") {
        out.label = std::move(text);
      } else {
        out.names[key] = std::move(text);
      }
    } else if (key == "style") {
      out.style = written(key);
    } else {
      out.settings[key] = written(key);
    }
  }
  table.done();
  return out;
}

RunBook run_book(DataTable& file) {
  RunBook out;
  auto runs = file.table("run", "[run]");
  if (!runs) return out;
  for (const std::string& name : runs->keys())
    out[name] = written_run(*runs->table(name, "a [run.NAME]"));
  return out;
}

void lay_over(WrittenRun& lower, const WrittenRun& upper, const RunBook& book, const Scope& scope) {
  lay_chain(lower, upper, book, scope, 0);
}

CellRequest request_of(const WrittenRun& run, const Scope& scope, bool only_problem) {
  CellRequest out;
  const auto name = [&](const char* key) -> std::optional<std::string> {
    const auto it = run.names.find(key);
    if (it == run.names.end()) return std::nullopt;
    return at_place(it->second.place, [&] { return to_text(scope.value(it->second.value)); });
  };
  out.problem = name("problem").value_or("");
  out.scheme = name("scheme").value_or("");
  out.solver = name("solver");
  for (const auto& setting : run.settings) {
    const WrittenValue& written = setting.second;
    out.settings[setting.first] =
        at_place(written.place, [&] { return scope.value(written.value); });
  }
  for (const char* key : {"problem", "scheme"}) {
    if (run.names.contains(key) || (only_problem && key == std::string("scheme"))) continue;
    throw ConfigurationError(fmt::format("{}: the run has no '{}'", run.place, key));
  }
  at_place(run.names.at("problem").place, [&] { (void)find_problem(out.problem); });
  if (only_problem) return out;
  at_place(run.names.at("scheme").place, [&] { (void)find_scheme(out.scheme); });
  if (out.solver && *out.solver != "none")
    at_place(run.names.at("solver").place, [&] { (void)find_solver(*out.solver); });
  try {
    (void)resolve_cell(out, "default");
  } catch (const ConfigurationError& e) {
    blame(out, run);
    throw ConfigurationError(run.place + ": " + e.what());  // no setting is wrong by itself
  }
  return out;
}

}  // namespace impactbench
