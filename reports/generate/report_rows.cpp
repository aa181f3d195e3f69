#include "reports/generate/report_rows.hpp"

#include "benchmarks/matrix/contact_cell.hpp"

#include <iterator>

namespace impactbench {

ReportRows::ReportRows(std::vector<Row> rows) {
  reserve(rows.size());
  for (Row& row : rows)
    add(std::move(row));
  finish();
}

void ReportRows::add(Row row) {
  const bool solve = is_solve(row.cell);
  if (!solve) checks_.add(row);
  std::erase_if(row.checks, [](const Check& check) { return !is_named_in_tables(check); });
  row.checks.shrink_to_fit();
  for (Check& check : row.checks)
    check.source = {};
  // One by one they came to more room than they need.
  row.quantities = NamedNumbers(std::as_const(row.quantities));
  // The report shows which values there are; a plug-in is asked for row by row.
  std::erase_if(row.environment, [&](const auto& fact) {
    return fact.first != "plugins" && !facts_.insert(fact).second;
  });
  parameters_.share(row.cell);
  (solve ? solves_ : rows_).push_back(std::move(row));
}

void ReportRows::finish() {
  runs_ = rows_.size();
  std::move(solves_.begin(), solves_.end(), std::back_inserter(rows_));
  solves_ = {};
  parameters_.clear();
}

}  // namespace impactbench
