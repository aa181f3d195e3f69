#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// The value of a name in a formula; nothing if it has none.
using NumberOf = std::function<std::optional<double>(std::string_view name)>;

/// The value of a formula of a data file: decimal numbers, names ("dt", "scheme.R"), + - * /, ^ (to
/// the right first, before a sign: -2^2 = -4), parentheses, pi, and sqrt, log2, abs, floor,
/// round, sin, cos, atan of one argument. Evaluated from left to right in double precision, as in
/// C. Throws ConfigurationError with a sentence if it cannot be read, if a name has no value, and
/// if the result is not finite.
[[nodiscard]] double evaluate(std::string_view formula, const NumberOf& number_of);
/// The same, but nothing if the result is not finite.
[[nodiscard]] std::optional<double> evaluate_if_finite(std::string_view formula,
                                                       const NumberOf& number_of);

}  // namespace impactbench
