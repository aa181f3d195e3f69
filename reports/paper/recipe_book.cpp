#include "reports/paper/recipe_book.hpp"

#include "problems/base/error.hpp"
#include "reports/paper/problem_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace impactbench {
namespace {

constexpr double most_runs = 100.0;

using Says = std::map<std::string, WrittenValue>;

std::string text_of(const Says& says, const char* key, const Scope& scope, std::string otherwise) {
  const auto it = says.find(key);
  if (it == says.end()) return otherwise;
  return at_place(it->second.place, [&] { return to_text(scope.value(it->second.value)); });
}

double number_of(const Says& says, const char* key, const Scope& scope, double otherwise,
                 const Range& range) {
  const auto it = says.find(key);
  if (it == says.end()) return otherwise;
  return at_place(it->second.place, [&] {
    const Value value = scope.value(it->second.value);
    const auto* real = std::get_if<double>(&value);
    const auto* whole = std::get_if<std::int64_t>(&value);
    const double x = real != nullptr ? *real : whole != nullptr ? static_cast<double>(*whole) : -1;
    if ((real == nullptr && whole == nullptr) || !range.contains(x)) {
      throw ConfigurationError(
          fmt::format("{} = {} must be a number in {}", key, to_text(value), range.text()));
    }
    return x;
  });
}

/// Our number for a printed input: a formula, or a fact of the problem.
double input_of(const WrittenRun& run, const WrittenValue& input, const Scope& scope) {
  const Value value = at_place(input.place, [&] { return scope.value(input.value); });
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const CellRequest request = request_of(run, scope, true);
  return at_place(input.place, [&] {
    return problem_fact(find_problem(request.problem).make(request.settings), to_text(value));
  });
}

/// One run for each of the values of a name.
void add_runs_over(const std::string& name, const std::vector<Value>& values, const WrittenRun& run,
                   Scope& scope, Recipe& recipe) {
  for (const Value& value : values) {
    scope.set(name, value);
    recipe.over.push_back(scope.number(name));
    CellRequest request = request_of(run, scope);
    if (recipe.over.size() == 1) {
      recipe.request = std::move(request);
    } else {
      recipe.others.push_back(std::move(request));
    }
  }
}

}  // namespace

bool PrintedPart::holds(const PublishedValue& printed, Scope* scope) const {
  if (except && except->holds(printed, nullptr)) return false;
  return about.holds(printed, scope);
}

PrintedPart printed_part(DataTable& rule, std::span<const PublishedValue> printed) {
  PrintedPart out;
  if (auto about = rule.table("about", "'about'")) out.about = PrintedMatch(*about, printed);
  if (auto except = rule.table("except", "'except'")) out.except = PrintedMatch(*except, printed);
  if (std::none_of(printed.begin(), printed.end(),
                   [&](const PublishedValue& p) { return out.holds(p, nullptr); }))
    rule.refuse("the rule is about none of the printed values");
  return out;
}

void read_names(DataTable& table, Scope& scope) {
  auto names = table.table("let", "[let]");
  if (!names) return;
  for (const std::string& name : names->keys()) {
    const Value written = *names->value(name);
    scope.set(name, at_place(names->place(name), [&] { return scope.value(written); }));
  }
}

Scope names_of(DataTable& file) {
  Scope out;
  out.set("folder", std::filesystem::path(file.file()).parent_path().string());
  read_names(file, out);
  return out;
}

RecipeBook::Rule RecipeBook::read(DataTable rule, std::span<const PublishedValue> printed) {
  Rule out{printed_part(rule, printed), std::nullopt, {}, {}};
  if (auto run = rule.table("run", "'run'")) out.run = written_run(*run);
  for (const char* key :
       {"quantity", "input", "no_run", "cpu_seconds", "runs", "tolerance", "why"}) {
    const std::string place = rule.place(key);
    if (auto value = rule.value(key)) out.says[key] = {*std::move(value), place};
  }
  if (auto over = rule.table("over", "'over'")) {
    const std::vector<std::string> names = over->keys();
    if (names.size() != 1) rule.refuse("over", "'over' has one name with a list");
    out.over = names[0];
    out.values = over->values(names[0]);
    if (out.values.size() < 3) rule.refuse("over", "an order takes three runs or more");
  }
  rule.done();
  if (out.says.contains("tolerance") != out.says.contains("why"))
    rule.refuse(
        "a tolerance needs 'why' the printed digits are not the measure, and the other way round");
  if (!out.over.empty() && out.says.contains("runs"))
    rule.refuse("runs", "a rule has 'runs' or 'over'");
  if (!out.run && out.says.empty() && out.over.empty())
    rule.refuse("the rule sets nothing for its values");
  return out;
}

RecipeBook::RecipeBook(DataTable& file, std::span<const PublishedValue> printed) {
  names_ = names_of(file);
  runs_ = run_book(file);
  for (const DataTable& rule : file.tables("rule", "[[rule]]"))
    rules_.push_back(read(rule, printed));
}

PrintedRun RecipeBook::of(const PublishedValue& printed) const {
  Scope scope = scope_of(printed, &names_);
  // Most rules use the table's problem and scheme.
  WrittenRun run;
  for (const auto& [key, cell] :
       {std::pair{"problem", printed.problem}, {"scheme", printed.scheme}})
    if (!cell.empty()) run.names[key] = {cell, printed.place};
  Says says;
  bool runs = false;
  const Rule* over = nullptr;
  for (const Rule& rule : rules_) {
    if (!rule.of.holds(printed, &scope)) continue;
    if (rule.run) {
      lay_over(run, *rule.run, runs_, scope);
      runs = true;
    }
    for (const auto& [key, written] : rule.says)
      says.insert_or_assign(key, written);
    if (!rule.over.empty()) over = &rule;
  }
  PrintedRun out;
  out.no_run = text_of(says, "no_run", scope, "");
  if (!out.no_run.empty()) return out;
  if (says.contains("input")) {
    out.input = input_of(run, says.at("input"), scope);
    return out;
  }
  if (!runs) return out;
  Recipe recipe;
  recipe.quantity = text_of(says, "quantity", scope, printed.quantity);
  recipe.cpu_seconds = number_of(says, "cpu_seconds", scope, usual_budget, Range::positive());
  recipe.tolerance = number_of(says, "tolerance", scope, 0.0, Range::positive());
  recipe.why = text_of(says, "why", scope, "");
  if (over != nullptr) {
    add_runs_over(over->over, over->values, run, scope, recipe);
  } else {
    const double members = number_of(says, "runs", scope, 1.0, Range::between(1.0, most_runs));
    for (int member = static_cast<int>(members) - 1; member >= 0; --member) {
      scope.set("member", std::int64_t{member});
      recipe.request = request_of(run, scope);
      if (member > 0) recipe.others.push_back(recipe.request);
    }
  }
  out.recipe = std::move(recipe);
  return out;
}

}  // namespace impactbench
