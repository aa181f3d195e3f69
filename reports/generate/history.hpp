#pragma once

#include "benchmarks/regression/difference.hpp"
#include "benchmarks/store/row.hpp"
#include "reports/plots/plot.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// The rows of one revision, and its name.
struct Release {
  std::string name;
  std::vector<Row> rows;
};

/// A cell that changed from one revision to the next.
struct HistoryChange {
  std::string cell, scheme, quantity;
  std::size_t at;         ///< index of the first revision behind the change
  Difference difference;  ///< its text names values and ratio
};

struct History {
  std::vector<HistoryChange> changes;  ///< the worst first
  std::vector<Plot> figures;           ///< a figure a quantity, over the revisions
  std::string csv;                     ///< revision, cell, quantity, value, level
  std::size_t cells{0};
};

/// Follows each cell, for any revision and build, over revisions in the given order: its status,
/// each of the `quantities`, and "cpu", the least CPU time of timed repeats.
///
/// A quantity changes if it differs by more than its regression tolerance from the last value that
/// did. CPU times are noisy: their logarithms are fitted by levels (change_points.hpp) of two
/// revisions at least, with the noise of neighbours, at least 1 %, and a penalty of 8 deviations,
/// so that a series of noise alone shows a change in 1 of 40 cases; changes are shown from a factor
/// of 1.05 on. Throws ConfigurationError if there are less than two revisions or a quantity is in
/// no row.
[[nodiscard]] History history_of(const std::vector<Release>& releases,
                                 const std::vector<std::string>& quantities, double width);

}  // namespace impactbench
