#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "reports/edition/manifest.hpp"

#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// CPU times on one core [s]: runs of `short_of` and more are listed in the recipes of their
/// sources ([long_runs]); the others take `usual` in the mean.
inline constexpr double short_of = 5.0, usual = 0.2;

/// Estimates the cost of runs: by a row of the same cell in the store (of any revision), else by
/// the long runs of all sources, else by their entries for its problem, scheme and solver, else as
/// a usual run.
class PlannedCost {
 public:
  explicit PlannedCost(const std::vector<Row>& earlier);
  [[nodiscard]] double operator()(const std::string& title) const;
  /// The cost of the runs of an item that have no row [s].
  [[nodiscard]] double missing(const ManifestItem& item) const;

 private:
  std::map<std::string, double, std::less<>> known_;  ///< by title
};

/// Puts the cheapest runs first: a plan stopped early has then made as many as possible.
void cheapest_first(Plan& plan, const PlannedCost& cost);

/// The cells of a plan without a row of any revision and build. A row without a time does not count
/// if the cell asks for one.
[[nodiscard]] Plan without_rows(Plan plan, const std::vector<Row>& rows);

/// "40 s", "12 min", "1.5 h".
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace impactbench
