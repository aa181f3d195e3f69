#pragma once

#include "benchmarks/store/row.hpp"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// A number for reading: three significant digits, powers of ten if they help.
[[nodiscard]] std::string shown(double x);
[[nodiscard]] std::string shown(std::optional<double> x);
/// "1.00 ± 0.02" for an order and the half width of its interval, which is at least 0.001.
[[nodiscard]] std::string order_text(double order, double half_width);
/// A step or a parameter for reading: unchanged if it is short, else with four significant
/// digits.
[[nodiscard]] std::string setting(double x);
/// The same for a setting of any type.
[[nodiscard]] std::string setting(const Value& value);

/// "position_error_sup", "m" as the label of an axis: "largest position error [m]"; "_l1" is a
/// mean,
/// "_hausdorff" the distance of two graphs.
[[nodiscard]] std::string axis_label(std::string name, const std::string& unit);

[[nodiscard]] std::optional<double> quantity(const Row& row, const std::string& name);
[[nodiscard]] std::optional<double> number(const ParameterSet& set, const std::string& key);

/// A name in letters, digits and _, for a file; a sign before a number is a word.
[[nodiscard]] std::string file_name(std::string_view name);

/// The title of a cell for reading: its numbers in the form of setting().
[[nodiscard]] std::string cell_name(const Cell& cell);

/// Provenance and uncertainty of the truth behind the errors of a row, "closed form, within 1e-12
/// m"; "–" if none is known.
[[nodiscard]] std::string truth_text(const std::optional<TruthNote>& truth);
[[nodiscard]] std::string truth_text(const Row& row);

/// "inc ec, alpha 3": scheme, variant and exponent, the name of a curve.
[[nodiscard]] std::string method_name(const Row& row);

/// Look of a method: colour, dash and marker of its scheme (scheme_styles); if a report has several
/// methods of a scheme, the variants of that look by their names.
class Styles {
 public:
  explicit Styles(std::span<const Row> rows);
  [[nodiscard]] int of(const Row& row) const;
  /// The look of a method by its name; 0 if no row has it.
  [[nodiscard]] int of(const std::string& method) const;
  /// The `k`-th look of the scheme of a row that none of its methods has.
  [[nodiscard]] int further(const Row& row, int k) const;

 private:
  std::map<std::string, int> methods_, schemes_, variants_;
};

/// Looks of the curves of one figure, in turn: the first of a method has the look of the method,
/// the others further looks of its scheme.
class Looks {
 public:
  explicit Looks(const Styles& styles) : styles_(styles) {}
  [[nodiscard]] int of(const Row& row);

 private:
  const Styles& styles_;
  std::set<int> taken_;
  std::map<std::string, int> further_;
};

/// Rows of each problem, in order of problem names; only rows that ran to their end.
[[nodiscard]] std::map<std::string, std::vector<const Row*>> completed_by_problem(
    std::span<const Row> rows);

}  // namespace impactbench
