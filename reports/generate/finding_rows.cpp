#include "reports/generate/finding_rows.hpp"

#include "problems/base/error.hpp"
#include "reports/generate/naming.hpp"
#include "reports/paper/row_scope.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <variant>

namespace impactbench {
namespace {

using Place = std::vector<std::variant<double, std::string>>;

/// Adds the names of the histories; false where the row lacks one.
bool add_histories(const FindingRows& wanted, const Row& row, const Histories& histories,
                   Scope& scope) {
  for (const std::string& name : wanted.histories) {
    const Series series = histories.of(row, name);
    if (series.value.empty()) return false;
    scope.set(name + "_first", series.value.front());
    scope.set(name + "_last", series.value.back());
    scope.set(name + "_until", series.time.back());
  }
  return true;
}

void add_names(const FindingRows& wanted, Scope& scope) {
  for (const PlacedFormula& number : wanted.numbers) {
    if (const auto value = number_or_none(scope, number.text)) scope.set(number.name, *value);
  }
  for (const Wording& word : wanted.words) {
    const std::string of = filled_or_dash(scope, word.of);
    const auto it = word.texts.find(of);
    scope.set(word.name, it == word.texts.end() ? of : it->second);
  }
}

/// The row with its names; nothing where it is not wanted.
std::optional<FoundRow> found(const FindingRows& wanted, const Row& row,
                              const Histories& histories) {
  if (!may_meet(wanted.where, row)) return std::nullopt;
  Scope scope = scope_of(row);
  scope.set("method", method_name(row));
  scope.set("status", std::string(to_text(row.status)));
  scope.set("plan", row.plan);
  for (const auto& [name, value] : wanted.otherwise)
    if (scope.find(name) == nullptr) scope.set(name, value);
  if (!meets(wanted.where, scope) || !add_histories(wanted, row, histories, scope))
    return std::nullopt;
  add_names(wanted, scope);
  return FoundRow{&row, std::move(scope)};
}

Place place_of(const std::vector<std::string>& order, const Scope& scope) {
  Place out;
  for (const std::string& one : order) {
    if (one.starts_with("= ")) {
      out.emplace_back(number_or_none(scope, one.substr(2)).value_or(0.0));
    } else {
      out.emplace_back(filled_or_dash(scope, one));
    }
  }
  return out;
}

/// One of the rows that agree in the texts: the last of those preferred, or the last.
std::vector<FoundRow> one_of_each(std::vector<FoundRow> all, const FindingRows& wanted) {
  if (wanted.one_of.empty()) return all;
  std::map<Place, std::size_t> places;
  std::vector<FoundRow> out;
  for (FoundRow& row : all) {
    const auto [it, fresh] = places.try_emplace(place_of(wanted.one_of, row.scope), out.size());
    if (fresh) {
      out.push_back(std::move(row));
    } else if (meets(wanted.prefer, row.scope) || !meets(wanted.prefer, out[it->second].scope)) {
      out[it->second] = std::move(row);
    }
  }
  return out;
}

}  // namespace

std::string filled_or_dash(const Scope& scope, const std::string& text) {
  try {
    return scope.filled(text);
  } catch (const ConfigurationError&) {
    return "–";
  }
}

std::optional<double> number_or_none(const Scope& scope, const std::string& formula) {
  try {
    return scope.finite_number(formula);
  } catch (const ConfigurationError&) {
    return std::nullopt;
  }
}

std::vector<FoundRow> found_rows(const FindingRows& wanted, const std::vector<const Row*>& rows,
                                 const Histories& histories) {
  std::vector<FoundRow> all;
  for (const Row* row : rows) {
    if (auto one = found(wanted, *row, histories)) all.push_back(*std::move(one));
  }
  std::vector<FoundRow> out = one_of_each(std::move(all), wanted);
  std::stable_sort(out.begin(), out.end(), [&](const FoundRow& a, const FoundRow& b) {
    return place_of(wanted.order, a.scope) < place_of(wanted.order, b.scope);
  });
  return out;
}

}  // namespace impactbench
