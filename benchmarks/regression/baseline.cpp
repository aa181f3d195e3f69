#include "benchmarks/regression/baseline.hpp"

#include "benchmarks/files/inputs.hpp"
#include "benchmarks/matrix/title.hpp"
#include "benchmarks/store/json_error.hpp"
#include "benchmarks/store/text_file.hpp"
#include "problems/base/csv.hpp"
#include "problems/base/error.hpp"
#include "reference/yardsticks/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <ostream>

namespace impactbench {
namespace {

std::string name_of(const Cell& cell) {
  return title(cell) + (cell.tolerance_set == "default" ? "" : " limits=" + cell.tolerance_set);
}

/// With nine digits. (std::stod would throw on numbers below 2.2e-308.)
double rounded(double x) {
  return decimal(fmt::format("{:.9g}", x)).value_or(x);
}

/// The allowed change of a figure. Means of an ensemble may change by the widths of their
/// intervals; a width itself is not compared and need only be a number.
double allowed_change(const std::string& quantity, const std::map<std::string, double>& before,
                      const NamedNumbers& now) {
  if (quantity.ends_with("_half_width")) return std::numeric_limits<double>::max();
  // Figures of a baseline have nine digits.
  const double digits = 1e-9 * std::abs(before.at(quantity));
  const std::string width = quantity + "_half_width";
  if (!before.contains(width) || !now.contains(width)) {
    const RegressionTolerance t = regression_tolerance(quantity);
    return t.absolute + t.relative * std::abs(before.at(quantity)) + digits;
  }
  return digits + before.at(width) + now.at(width);
}

void compare_figures(const Row& row, const BaselineCell& before, std::vector<Difference>& out) {
  const auto one_side = [&](const std::string& text) {
    out.push_back({Difference::Kind::one_side, 0.0, text});
  };
  for (const auto& [name, value] : before.quantities) {
    const auto it = row.quantities.find(name);
    if (it == row.quantities.end()) {
      one_side(fmt::format("{} = {:.6g} is no longer measured", name, value));
      continue;
    }
    const double allowed = allowed_change(name, before.quantities, row.quantities);
    // NaN on either side is a difference.
    if (!(std::abs(it->second - value) <= allowed))
      out.push_back(changed_figure(name, value, it->second, allowed));
  }
  for (const auto& [name, value] : row.quantities) {
    if (!before.quantities.contains(name))
      one_side(fmt::format("{} = {:.6g} is not in the baseline", name, value));
  }
}

void judge_checks(const Row& row, std::vector<Difference>& out) {
  for (const Check& c : row.checks) {
    if (c.passed || c.unresolved || c.expected_failure) continue;
    out.push_back(missed_check(c));
  }
}

}  // namespace

void write_baseline(std::span<const Row> rows, std::ostream& out) {
  std::map<std::string, nlohmann::ordered_json> lines;
  for (const Row& row : rows) {
    nlohmann::ordered_json line{{"cell", name_of(row.cell)},
                                {"status", std::string(to_text(row.status))},
                                {"quantities", nlohmann::ordered_json::object()}};
    for (const auto& [name, value] : row.quantities)
      line["quantities"][name] = rounded(value);
    const std::string name = line["cell"];
    if (!lines.emplace(name, std::move(line)).second) {
      throw ConfigurationError(fmt::format("two cells are called '{}'", name));
    }
  }
  for (const auto& [name, line] : lines)
    out << line.dump() << '\n';
}

std::vector<BaselineCell> read_baseline(const std::string& path) {
  std::ifstream in(path);
  remember_input(path);
  if (!std::filesystem::exists(path)) {
    throw ConfigurationError(fmt::format(
        "there is no baseline '{}'; check PLAN --baseline '{}' --write makes it", path, path));
  }
  if (!in || is_endless(path))
    throw ConfigurationError(fmt::format("baseline '{}' cannot be read", path));
  std::vector<BaselineCell> out;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    try {
      const auto j = nlohmann::json::parse(line);
      out.push_back({j.at("cell"), row_status(j.at("status").get<std::string>()),
                     j.at("quantities").get<std::map<std::string, double>>()});
    } catch (const std::exception& e) {
      throw ConfigurationError(fmt::format("{}:{}: this is not a line of a baseline: {}", path,
                                           number, json_error_in_line(e)));
    }
  }
  if (out.empty()) throw ConfigurationError(fmt::format("baseline '{}' has no cell", path));
  return out;
}

std::vector<CheckedCell> check_rows(std::span<const Row> rows,
                                    std::span<const BaselineCell> baseline) {
  std::map<std::string, const BaselineCell*> before;
  for (const BaselineCell& cell : baseline)
    before[cell.name] = &cell;
  std::vector<CheckedCell> out;
  for (const Row& row : rows) {
    CheckedCell checked{name_of(row.cell), row.cell.problem, row.cell.scheme, {}};
    const bool silent = row.status == RowStatus::unjudged || row.status == RowStatus::unresolved;
    if (silent) checked.unjudged = fmt::format("{}: {}", to_text(row.status), row.reason);
    const auto it = before.find(checked.name);
    if (it == before.end()) {
      checked.differences.push_back({Difference::Kind::one_side, 0.0, "is not in the baseline"});
    } else {
      if (it->second->status != row.status) {
        checked.differences.push_back(other_end(it->second->status, row.status, row.reason));
      }
      compare_figures(row, *it->second, checked.differences);
      before.erase(it);
    }
    judge_checks(row, checked.differences);
    std::stable_sort(checked.differences.begin(), checked.differences.end());
    out.push_back(std::move(checked));
  }
  for (const auto& [name, cell] : before) {
    const std::size_t slash = name.find('/');
    out.push_back({name,
                   name.substr(0, slash),
                   name.substr(slash + 1, name.find('/', slash + 1) - slash - 1),
                   {{Difference::Kind::one_side, 0.0, "is in the baseline and was not run"}}});
  }
  return out;
}

void sort_worst_first(std::vector<CheckedCell>& cells) {
  std::stable_sort(cells.begin(), cells.end(), [](const CheckedCell& a, const CheckedCell& b) {
    if (a.differences.empty() || b.differences.empty())
      return !a.differences.empty() && b.differences.empty();
    return a.differences.front() < b.differences.front();
  });
}

}  // namespace impactbench
