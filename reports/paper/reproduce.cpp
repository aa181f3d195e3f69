#include "reports/paper/reproduce.hpp"

#include "problems/base/error.hpp"
#include "reports/paper/rows_by_cell.hpp"
#include "reports/paper/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace impactbench {
namespace {

bool has_values(const std::string& source) {
  return std::filesystem::exists(std::filesystem::path(published_folder()) / source) &&
         !published_tables(source).empty();
}

/// The values of a source; none if it has only pictures.
void require_values(const Source& source) {
  if (has_values(source.name)) return;
  std::string figures;
  for (const Figure& figure : source.figures)
    figures += (figures.empty() ? source.name + "/fig" : ", fig") + figure.number;
  throw ConfigurationError("'" + source.name +
                           "' prints no numbers; what can be drawn: " + figures);
}

std::vector<PublishedValue> printed_values(const std::string& source,
                                           std::vector<std::string> tables) {
  require_values(find_source(source));
  if (tables.empty()) tables = published_tables(source);
  std::vector<PublishedValue> out;
  for (const std::string& table : tables) {
    for (PublishedValue& value : read_published(source, table))
      out.push_back(std::move(value));
  }
  return out;
}

std::vector<const CellRequest*> requests(const Recipe& recipe) {
  std::vector<const CellRequest*> out{&recipe.request};
  for (const CellRequest& other : recipe.others)
    out.push_back(&other);
  return out;
}

/// Returns whether two values are printed for the same settings except the solver.
bool same_but_solver(const PublishedValue& x, const PublishedValue& y) {
  static const std::set<std::string> others{"solver",  "value",         "note",
                                            "suspect", "suspect_grade", "suspect_value"};
  return std::all_of(x.columns.begin(), x.columns.end(), [&](const auto& column) {
    return others.contains(column.first) || cell_of(y, column.first) == column.second;
  });
}

/// A value beside the rows of its runs.
Comparison compared(const std::string& source, const PublishedValue& printed, const Recipe& recipe,
                    const std::vector<const Row*>& rows, const std::string& known) {
  Comparison out = !recipe.over.empty()
                       ? compare_order(source, printed, rows, recipe.over, recipe.quantity, known)
                   : recipe.others.empty()
                       ? compare_with_print(source, printed, rows.front(), recipe.quantity, known)
                       : compare_with_runs(source, printed, rows, recipe.quantity, known);
  return with_tolerance(std::move(out), recipe.tolerance, recipe.why);
}

std::string key_of(const Row* row) {
  return row == nullptr ? "" : row->key;
}

}  // namespace

Plan reproduction_plan(const std::string& source, const std::vector<std::string>& tables,
                       double cpu_budget) {
  const Source& from = find_source(source);
  Plan plan;
  plan.label = "reproduce " + source;
  plan.repeats = 0;
  plan.cpu_budget = cpu_budget;
  std::map<std::string, std::size_t> index;
  for (const PublishedValue& printed : printed_values(source, tables)) {
    const auto recipe = from.recipes.of(printed).recipe;
    if (!recipe || recipe->cpu_seconds > cpu_budget) continue;
    for (const CellRequest* request : requests(*recipe)) {
      PlannedCell cell = plan_cell(*request, "default");
      const std::string name = cell_text(cell.cell);
      const auto [known, fresh] = index.emplace(name, plan.cells.size());
      if (fresh) plan.cells.push_back(std::move(cell));
      if (printed.quantity == "cpu_seconds") plan.cells[known->second].repeats = 1;
    }
  }
  return plan;
}

std::vector<Comparison> compare_tables(const std::string& source,
                                       const std::vector<std::string>& tables,
                                       const RowsByCell& rows, bool only_stored,
                                       const Histories& histories) {
  const Source& from = find_source(source);
  if (only_stored && !has_values(source)) return {};
  const auto row_of = [&](const CellRequest& request) { return rows.of(request); };
  std::vector<Comparison> out;
  const std::vector<PublishedValue> values = printed_values(source, tables);
  for (const PublishedValue& printed : values) {
    const std::string known = from.reasons.of(printed);
    const PrintedRun run = from.recipes.of(printed);
    const auto& recipe = run.recipe;
    if (!recipe) {
      if (!only_stored) {
        out.push_back(compare_value(source, printed, run.input, known));
        if (printed.value && !run.no_run.empty()) out.back().reason = run.no_run;
      }
      continue;
    }
    std::vector<const Row*> found;
    for (const CellRequest* request : requests(*recipe))
      found.push_back(row_of(*request));
    const std::optional<Row> with_more = with_derived(found.front(), from, histories);
    if (with_more) found.front() = &*with_more;
    if (found.front() == nullptr && only_stored) continue;
    if (printed.quantity == "cpu_seconds" && from.times) {
      const auto anchor = std::find_if(values.begin(), values.end(), [&](const auto& other) {
        return from.times->anchor.holds(other, nullptr) && same_but_solver(other, printed);
      });
      const auto anchor_recipe =
          anchor == values.end() ? std::nullopt : from.recipes.of(*anchor).recipe;
      if (anchor_recipe) {
        out.push_back(compare_cpu_ratio(source, printed, *anchor, found.front(),
                                        row_of(anchor_recipe->request), from.times->unlike));
        out.back().run_key = key_of(found.front());
        continue;
      }
    }
    out.push_back(compared(source, printed, *recipe, found, known));
    out.back().run_key = key_of(found.front());
    if (found.front() == nullptr && recipe->cpu_seconds > usual_budget) {
      out.back().reason = fmt::format("its run takes up to {:.2g} s of CPU time: --cpu-budget {}",
                                      recipe->cpu_seconds, recipe->cpu_seconds);
    }
  }
  return out;
}

}  // namespace impactbench
