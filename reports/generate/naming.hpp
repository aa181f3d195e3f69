#pragma once

#include "benchmarks/store/row.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// A number for reading: three significant digits, powers of ten where they help.
[[nodiscard]] std::string shown(double x);
[[nodiscard]] std::string shown(std::optional<double> x);

[[nodiscard]] std::optional<double> quantity(const Row& row, const std::string& name);
[[nodiscard]] std::optional<double> number(const ParameterSet& set, const std::string& key);

/// Provenance and uncertainty of the truth that the errors of a row lean on, "closed form, within
/// 1e-12 m"; "–" where none is known.
[[nodiscard]] std::string truth_text(const std::optional<TruthNote>& truth);
[[nodiscard]] std::string truth_text(const Row& row);

/// "inc ec, alpha 3": scheme, variant and exponent, what a curve is called.
[[nodiscard]] std::string method_name(const Row& row);

/// Look of a method: the same in all figures of a report. By order of first appearance in `rows`.
class Styles {
 public:
  explicit Styles(const std::vector<Row>& rows);
  [[nodiscard]] int of(const Row& row) const;
  /// Numbers from here on belong to no method.
  [[nodiscard]] int size() const { return static_cast<int>(numbers_.size()); }

 private:
  std::map<std::string, int> numbers_;
};

/// Rows of each problem, in order of problem names; only rows that ran to their end.
[[nodiscard]] std::map<std::string, std::vector<const Row*>> completed_by_problem(
    const std::vector<Row>& rows);

}  // namespace impactbench
