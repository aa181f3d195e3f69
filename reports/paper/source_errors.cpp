#include "reports/paper/source_errors.hpp"

#include "problems/base/counted.hpp"
#include "reports/paper/formula.hpp"
#include "reports/paper/row_scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench {
namespace {

std::string three_digits(double x) {
  if (!std::isfinite(x)) return "no finite number";
  return fmt::format("{:.3g}", x);
}

}  // namespace

RowEvidence::RowEvidence(DataTable table) : place_(table.place("text")) {
  for (const char* key : {"where", "text"})
    table.expect(key);
  where_ = conditions_of(*table.table("where", "'where'"));
  if (auto beside = table.table("beside", "'beside'")) beside_ = conditions_of(*beside);
  if (auto numbers = table.table("number", "'number'")) {
    for (const std::string& name : numbers->keys())
      numbers_[name] = {numbers->text(name), numbers->place(name)};
  }
  if (auto counts = table.table("count", "'count'")) {
    for (const std::string& name : counts->keys()) {
      if (counts->is_table(name)) {
        counts_[name] = {conditions_of(*counts->table(name, name))};
        continue;
      }
      for (const DataTable& one : counts->tables(name, "a list of tables"))
        counts_[name].push_back(conditions_of(one));
    }
  }
  text_ = table.text("text");
  table.done();
}

std::string RowEvidence::partner_key(const Row& row) const {
  Cell rest = row.cell;
  for (const auto& [name, conditions] : beside_) {
    if (name.starts_with("scheme.")) {
      rest.scheme_parameters.erase(name.substr(7));
    } else if (name.starts_with("solver.")) {
      rest.solver_parameters.erase(name.substr(7));
    } else {
      rest.problem_parameters.erase(name);
    }
  }
  return canonical_text(rest, row.revision, row.build);
}

std::vector<Scope> RowEvidence::picked(const std::vector<const Row*>& rows) const {
  std::vector<Scope> out;
  std::map<std::string, const Row*> partners;
  for (const Row* row : rows) {
    if (!beside_.empty() && may_meet(beside_, *row) && meets(beside_, scope_of(*row)))
      partners[partner_key(*row)] = row;
  }
  for (const Row* row : rows) {
    if (!may_meet(where_, *row)) continue;
    Scope scope = scope_of(*row);
    if (!meets(where_, scope)) continue;
    if (beside_.empty()) {
      out.push_back(std::move(scope));
      continue;
    }
    const auto partner = partners.find(partner_key(*row));
    if (partner == partners.end()) continue;
    for (const auto& [name, value] : partner->second->quantities)
      scope.set("beside_" + name, value);
    out.push_back(std::move(scope));
  }
  return out;
}

std::string RowEvidence::of(std::span<const Row> rows) const {
  std::vector<const Row*> pointers;
  pointers.reserve(rows.size());
  for (const Row& row : rows)
    pointers.push_back(&row);
  return of(pointers);
}

std::string RowEvidence::of(const std::vector<const Row*>& rows) const {
  std::vector<Scope> all = picked(rows);
  if (all.empty()) return {};
  Scope words;
  words.set("runs", std::to_string(all.size()));
  words.set("counted_runs", counted(all.size(), "run", "runs"));
  for (const auto& number : numbers_) {
    const std::string& name = number.first;
    const Formula& formula = number.second;
    std::vector<double> values;
    at_place(formula.place, [&] {
      for (Scope& row : all) {
        values.push_back(row.finite_number(formula.text).value_or(HUGE_VAL));
        row.set(name, values.back());
      }
    });
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const std::string least = three_digits(*low), largest = three_digits(*high);
    words.set("least_" + name, least);
    words.set("largest_" + name, largest);
    words.set("range_" + name, least == largest ? least : least + " to " + largest);
  }
  for (const auto& count : counts_) {
    const std::vector<Conditions>& either = count.second;
    const auto n = std::count_if(all.begin(), all.end(), [&](const Scope& row) {
      return std::any_of(either.begin(), either.end(),
                         [&](const Conditions& one) { return meets(one, row); });
    });
    words.set(count.first, std::to_string(n));
  }
  return at_place(place_, [&] { return words.filled(text_); });
}

std::string RowEvidence::words() const {
  std::string out;
  for (const char* name : {"problem", "scheme", "solver"}) {
    const auto it = where_.find(name);
    if (it == where_.end() || it->second.size() != 1) continue;
    out += (out.empty() ? "" : " ") + to_text(it->second.front());
  }
  return out;
}

std::vector<SourceError> read_source_errors(DataTable& file) {
  std::vector<SourceError> out;
  for (DataTable& passage : file.tables("passage", "[[passage]]")) {
    for (const char* key : {"says", "right"})
      passage.expect(key);
    SourceError error{passage.text("says"), passage.text("right"), std::nullopt};
    if (auto shown = passage.table("shown", "[passage.shown]"))
      error.shown = RowEvidence(*std::move(shown));
    passage.done();
    out.push_back(std::move(error));
  }
  return out;
}

}  // namespace impactbench
