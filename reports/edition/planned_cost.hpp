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

/// Estimates what runs will cost: as a row of the same cell in the store (of any revision), else as
/// the long runs of all sources list it, else as they list its problem, scheme and solver, else as
/// a usual run.
class PlannedCost {
 public:
  explicit PlannedCost(const std::vector<Row>& earlier);
  [[nodiscard]] double operator()(const std::string& title) const;
  /// Of the runs of an item without a row [s].
  [[nodiscard]] double missing(const ManifestItem& item) const;

 private:
  std::map<std::string, double, std::less<>> known_;  ///< by title
};

/// Puts the runs that cost least first: what is stopped early has made as many as it could.
void cheapest_first(Plan& plan, const PlannedCost& cost);

/// Cells of a plan that no row stands for, whatever its revision and build. One without the time
/// that the cell is asked for does not.
[[nodiscard]] Plan without_rows(Plan plan, const std::vector<Row>& rows);

/// "40 s", "12 min", "1.5 h".
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace impactbench
