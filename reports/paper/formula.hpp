#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace impactbench {

/// The number that a name stands for in a formula; nothing where it stands for none.
using NumberOf = std::function<std::optional<double>(std::string_view name)>;

/// The number that a formula of a data file comes to: decimal numbers, names ("dt", "scheme.R"), +
/// - * /, ^ (to the right first, before a sign: -2^2 = -4), parentheses, pi, and sqrt, abs, floor,
/// round, sin, cos, atan of one argument. Evaluated from left to right in double precision, as C
/// does. Throws ConfigurationError with a sentence where it cannot be read, where a name stands for
/// no number, and where the result is not finite.
[[nodiscard]] double evaluate(std::string_view formula, const NumberOf& number_of);
/// The same, nothing where the result is not finite.
[[nodiscard]] std::optional<double> evaluate_if_finite(std::string_view formula,
                                                       const NumberOf& number_of);

}  // namespace impactbench
