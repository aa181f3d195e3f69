#pragma once

#include "benchmarks/store/row.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace impactbench {

/// The texts of the values that one setting has in a figure.
class SettingTexts {
 public:
  void add(const Value& value);
  [[nodiscard]] bool differ() const { return whole_.size() > 1; }
  /// The text has few digits where these tell all values apart.
  [[nodiscard]] std::string of(const Value& value) const;
  [[nodiscard]] const std::set<std::string>& few_digits() const { return few_digits_; }

 private:
  std::set<std::string> whole_, few_digits_;
};

/// Names of the curves of one figure: a base, then the settings in which the curves of that base
/// differ, "inc, R = 1e-04, alpha = 2". Settings are problem, scheme and solver with their
/// parameters, limits, revision and build; the step where x is the time. So runs of one name differ
/// in x and the step alone.
class CurveNames {
 public:
  using Base = std::function<std::string(const Row&)>;
  /// `x` is no setting of a curve; with x = "time" the step is one.
  CurveNames(const std::vector<const Row*>& rows, Base base, const std::string& x = "step");

  [[nodiscard]] std::string of(const Row& row) const;

  /// "R = 1e-04, 0.001; alpha = 2, 3, 4": what curves differ in beside their bases, of many values
  /// and settings the first; empty where they do not.
  [[nodiscard]] std::string differences() const;

 private:
  using Settings = std::map<std::string, Value>;
  [[nodiscard]] Settings settings_of(const Row& row) const;

  Base base_;
  std::string left_out_;
  bool with_step_;
  std::map<std::string, std::map<std::string, SettingTexts>> groups_;  ///< by base and setting
};

}  // namespace impactbench
