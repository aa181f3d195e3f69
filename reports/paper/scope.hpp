#pragma once

#include "problems/model/fields.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// Names and what they stand for in a data file of a source: columns of a printed value, parts of
/// its quantity, values that curves are drawn for. Inner names hide those of the scope around.
class Scope {
 public:
  explicit Scope(const Scope* around = nullptr) : around_(around) {}

  void set(const std::string& name, Value value) { own_[name] = std::move(value); }
  /// Null where it stands for nothing.
  [[nodiscard]] const Value* find(std::string_view name) const;

  /// `text` with <name> replaced by what it stands for, numbers as short as they read ("0.25",
  /// "1e-4", "5e6"). Throws ConfigurationError where a name stands for nothing.
  [[nodiscard]] std::string filled(std::string_view text) const;
  /// The number of a formula; throws where it is not finite.
  [[nodiscard]] double number(std::string_view formula) const;
  /// The same, nothing where it is not finite.
  [[nodiscard]] std::optional<double> finite_number(std::string_view formula) const;
  /// A value as a file has it: "= FORMULA" is a number, whole ones an integer; "<name>" alone what
  /// it stands for; other texts are filled.
  [[nodiscard]] Value value(const Value& written) const;

 private:
  [[nodiscard]] std::optional<double> number_of(std::string_view name) const;

  std::map<std::string, Value, std::less<>> own_;
  const Scope* around_;
};

/// A number as short as it reads in print: "0.25", "1e-4", "5e6".
[[nodiscard]] std::string short_number(double x);

}  // namespace impactbench
