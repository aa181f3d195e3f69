#pragma once

#include "benchmarks/regression/difference.hpp"

#include <iosfwd>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The row of a cell at an earlier revision, for comparison in a check.
struct BaselineCell {
  std::string name;  ///< title of the cell, and its set of limits
  RowStatus status{RowStatus::crashed};
  std::map<std::string, double> quantities;
};

/// The differences that a check found in one cell, the worst first; empty if it agrees.
struct CheckedCell {
  std::string name, problem, scheme;
  std::vector<Difference> differences;
  std::string unjudged{};  ///< why nothing judged the cell; empty where something did
};

/// One JSON object per line and cell, by name, figures to nine digits: a text for version control.
/// Throws ConfigurationError if two rows have one name.
void write_baseline(std::span<const Row> rows, std::ostream& out);
/// Throws ConfigurationError naming file and line if it is not a baseline.
[[nodiscard]] std::vector<BaselineCell> read_baseline(const std::string& path);

/// Compares rows with a baseline: the status, every figure by its regression tolerance (one that is
/// new or gone differs), and every check of the row by its own limit (an expected failure does not
/// count). Cells that only one side has differ. In the order of the rows.
[[nodiscard]] std::vector<CheckedCell> check_rows(std::span<const Row> rows,
                                                  std::span<const BaselineCell> baseline);

/// Sorts cells by their worst difference; those that agree come last.
void sort_worst_first(std::vector<CheckedCell>& cells);

}  // namespace impactbench
