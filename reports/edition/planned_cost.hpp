#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "reports/edition/manifest.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// What a run took on one core of the machine that the list was made on [s of CPU time].
struct LongRun {
  std::string_view title;  ///< or problem/scheme/solver alone: of the runs that are not listed
  double cpu;
};

/// The runs of all sources that took `short_of` seconds or more; the others took `usual` in the
/// mean.
inline constexpr double short_of = 5.0, usual = 0.2;
[[nodiscard]] std::span<const LongRun> long_runs();

/// Tells beforehand what runs will cost: what a row of the same cell in the store says (of any
/// revision), else the list of long runs, else what it has of the same problem, scheme and solver,
/// else a usual run.
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
