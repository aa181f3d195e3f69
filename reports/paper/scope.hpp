#pragma once

#include "problems/base/fields.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// Names and their values in a data file of a source: columns of a printed value, parts of its
/// quantity, values for which curves are drawn. Inner names hide those of the scope around.
class Scope {
 public:
  explicit Scope(const Scope* around = nullptr) : around_(around) {}

  void set(const std::string& name, Value value) { own_[name] = std::move(value); }
  /// Null if it has no value.
  [[nodiscard]] const Value* find(std::string_view name) const;

  /// `text` with <name> replaced by its value, numbers in their shortest form ("0.25", "1e-4",
  /// "5e6"). Throws ConfigurationError if a name has no value.
  [[nodiscard]] std::string filled(std::string_view text) const;
  /// The value of a formula; throws if it is not finite.
  [[nodiscard]] double number(std::string_view formula) const;
  /// The same, but nothing if it is not finite.
  [[nodiscard]] std::optional<double> finite_number(std::string_view formula) const;
  /// The value of an entry in a file: "= FORMULA" is a number, whole ones an integer; "<name>"
  /// alone its value; other texts are filled.
  [[nodiscard]] Value value(const Value& written) const;

 private:
  [[nodiscard]] std::optional<double> number_of(std::string_view name) const;

  std::map<std::string, Value, std::less<>> own_;
  const Scope* around_;
};

/// A number in its shortest form: "0.25", "1e-4", "5e6".
[[nodiscard]] std::string short_number(double x);

}  // namespace impactbench
