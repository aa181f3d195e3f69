#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

inline constexpr double any_low = -std::numeric_limits<double>::infinity();
inline constexpr double no_scale = std::numeric_limits<double>::infinity();

/// The name of a check, its power, and the source of its limit.
struct LimitNote {
  std::string_view name;
  CheckKind kind;
  std::string formula;  ///< with its numbers
  std::string_view source;
};

/// Adds a check. A value that was not measured, or is not a number, does not pass. A limit that
/// is not below `scale`, the size of the quantity if the physics is entirely wrong, resolves
/// nothing.
inline void add(std::vector<Check>& out, const LimitNote& note, std::optional<double> value,
                double low, double high, double scale = no_scale) {
  const bool within = value && *value >= low && *value <= high;  // false for NaN
  const bool wide = !(high < scale) || (std::isfinite(low) && !(-low < scale));
  out.push_back({.name = std::string(note.name),
                 .value = value,
                 .low = low,
                 .high = high,
                 .passed = within && !(std::isfinite(scale) && wide),
                 .expected_failure = std::nullopt,
                 .kind = note.kind,
                 .unresolved = within && std::isfinite(scale) && wide,
                 .formula = note.formula,
                 .source = std::string(note.source)});
}

}  // namespace impactbench
