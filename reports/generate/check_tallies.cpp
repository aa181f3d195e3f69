#include "reports/generate/check_tallies.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace impactbench {
namespace {

constexpr double near_miss = 0.5, loose = 1e-3;  ///< shares of a limit

bool belongs(const Yardstick& y, std::string_view name) {
  return std::any_of(y.beginnings.begin(), y.beginnings.end(), [&](std::string_view beginning) {
    return !beginning.empty() && name.starts_with(beginning);
  });
}

void add(const Row& row, const Yardstick& y, Judged& tally) {
  tally.measured += std::any_of(row.quantities.begin(), row.quantities.end(),
                                [&](const auto& q) { return belongs(y, q.first); })
                        ? 1
                        : 0;
  bool judged = false, expected = false, missed = false;
  for (const Check& check : row.checks) {
    const std::size_t colon = check.name.find(':');
    const std::string_view name(check.name);
    if (!belongs(y, colon == std::string::npos ? name : name.substr(colon + 1))) continue;
    judged = true;
    expected = expected || (!check.passed && !check.unresolved && check.expected_failure);
    missed = missed || (!check.passed && !check.unresolved && !check.expected_failure);
  }
  tally.judged += judged ? 1 : 0;
  tally.expected += expected ? 1 : 0;
  tally.missed += missed ? 1 : 0;
}

void add(const Row& row, Covered& out) {
  ++out.rows;
  if (row.status == RowStatus::not_applicable) ++out.refused;
  if (row.status > RowStatus::not_applicable) ++out.ended_early;
  for (std::size_t y = 0; y < yardsticks.size(); ++y)
    add(row, yardsticks[y], out.judged[y]);
}

}  // namespace

bool nearly_missed(const Check& check) {
  const std::optional<double> margin = check.margin();
  return check.passed && margin && *margin > near_miss;
}

bool is_named_in_tables(const Check& check) {
  return !check.passed || nearly_missed(check);
}

void CheckTallies::add(const Row& row) {
  impactbench::add(row, covered_[{row.cell.problem, row.cell.scheme}]);
  for (const Check& check : row.checks) {
    const std::optional<double> margin = check.margin();
    if (!check.passed || !margin) continue;
    Margins& all = margins_[{check.name, row.cell.scheme}];
    ++all.cells;
    all.loose += *margin < loose ? 1 : 0;
    all.largest = std::max(all.largest, *margin);
  }
}

}  // namespace impactbench
