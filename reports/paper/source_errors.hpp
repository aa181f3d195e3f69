#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/paper/condition.hpp"
#include "reports/paper/data_table.hpp"
#include "reports/paper/scope.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The evidence of the rows of a store on a passage ([passage.shown] of errata.toml). The rows are
/// those that meet the conditions `where`; with `beside`, pairs of such a row and one whose cell
/// differs only in the settings that `beside` names and that meets the conditions in `beside`.
class RowEvidence {
 public:
  /// Throws ConfigurationError with file:line:column on errors.
  explicit RowEvidence(DataTable table);

  /// The sentence `text` with <runs>, the number of rows or pairs, <counted_runs>, the same as
  /// "1 run" or "2 runs", <least_NAME>, <largest_NAME> and <range_NAME> of each formula of
  /// `number`, and <NAME> of each `count`, the number of rows that meet its conditions, which may
  /// ask for the formulas too. Empty where no row meets `where`.
  [[nodiscard]] std::string of(std::span<const Row> rows) const;
  [[nodiscard]] std::string of(const std::vector<const Row*>& rows) const;
  /// Words of the rows: their problem, scheme and solver, where `where` names one.
  [[nodiscard]] std::string words() const;

 private:
  struct Formula {
    std::string text, place;
  };
  [[nodiscard]] std::vector<Scope> picked(const std::vector<const Row*>& rows) const;
  /// The row without the settings that `beside` names, as a text.
  [[nodiscard]] std::string partner_key(const Row& row) const;

  Conditions where_, beside_;
  std::map<std::string, Formula> numbers_;
  std::map<std::string, std::vector<Conditions>> counts_;  ///< one of which is met
  std::string text_, place_;
};

/// A passage of a source that is wrong ([[passage]] of errata.toml).
struct SourceError {
  std::string says, right;
  std::optional<RowEvidence> shown;  ///< absent: derivation alone shows it
};

/// The passages of a file, in its order.
[[nodiscard]] std::vector<SourceError> read_source_errors(DataTable& file);

}  // namespace impactbench
