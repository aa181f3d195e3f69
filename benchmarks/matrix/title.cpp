#include "benchmarks/matrix/title.hpp"

#include "benchmarks/matrix/contact_cell.hpp"
#include "problems/model/problem.hpp"
#include "schemes/api/scheme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace impactbench {
namespace {

/// Adds what is not at its default; the contact law of a scheme always.
template <class Entry>
void add_telling(std::string& text, std::span<const Entry> table, std::string_view name,
                 const ParameterSet& set) {
  const auto entry =
      std::find_if(table.begin(), table.end(), [&](const Entry& e) { return e.name == name; });
  if (entry == table.end()) return;
  for (const FieldInfo& f : entry->parameters.fields()) {
    const auto it = set.find(f.name);
    if (it == set.end()) continue;
    const bool law = f.name == "variant" || f.name == "alpha" || f.name == "R";
    if (law || to_text(it->second) != f.fallback) {
      text += fmt::format(" {}={}", f.name, to_text(it->second));
    }
  }
}

std::string text_of(const ParameterSet& set, const char* key) {
  const auto it = set.find(key);
  return it == set.end() ? std::string("-") : to_text(it->second);
}

std::string title_of_solve(const Cell& cell) {
  const std::string file = std::filesystem::path(file_of(cell)).filename();
  std::string out = fmt::format("{}/{}/{} {} residual={}", cell.problem, cell.scheme, cell.solver,
                                file, text_of(cell.scheme_parameters, "residual"));
  if (const std::string label = solver_label(cell); label != cell.solver) out += " " + label;
  if (text_of(cell.problem_parameters, "data") == "delassus") out += " data=delassus";
  return out;
}

}  // namespace

std::string title(const Cell& cell) {
  if (is_solve(cell)) return title_of_solve(cell);
  std::string out =
      fmt::format("{}/{}/{} dt={}", cell.problem, cell.scheme, cell.solver, to_text(cell.dt));
  add_telling(out, problem_catalogue(), cell.problem, cell.problem_parameters);
  add_telling(out, scheme_catalogue(), cell.scheme, cell.scheme_parameters);
  add_telling(out, solver_catalogue(), cell.solver, cell.solver_parameters);
  if (cell.dt_precision != "double") out += " dt_precision=" + cell.dt_precision;
  if (cell.frames > 0) out += fmt::format(" frames={}", cell.frames);
  if (cell.ensemble.size > 0) {
    out += fmt::format(" ensemble={} seed={} amplitude={}", cell.ensemble.size, cell.ensemble.seed,
                       to_text(cell.ensemble.amplitude));
  }
  return out;
}

}  // namespace impactbench
