#pragma once

#include "problems/base/fields.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace impactbench {

/// Requires that an option is a number in the range. CLI::Range lets "nan" pass.
[[nodiscard]] inline CLI::Validator within(Range range) {
  return {[range](const std::string& text) -> std::string {
            const Value value = value_of_text(text);
            const auto* real = std::get_if<double>(&value);
            const auto* whole = std::get_if<std::int64_t>(&value);
            const bool fits = real != nullptr
                                  ? range.contains(*real) && std::abs(*real) <= 1e300
                                  : whole != nullptr && range.contains(static_cast<double>(*whole));
            return fits ? "" : text + " is not a number in " + range.text();
          },
          "NUMBER in " + range.text(), "within"};
}
[[nodiscard]] inline CLI::Validator within(double low, double high) {
  return within(Range::between(low, high));
}

}  // namespace impactbench
