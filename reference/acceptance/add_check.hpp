#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

inline constexpr double any_low = -std::numeric_limits<double>::infinity();

/// What was not measured, or is no number, has not passed.
inline void add(std::vector<Check>& out, std::string_view name, std::optional<double> value,
                double low, double high) {
  const bool passed = value && *value >= low && *value <= high;  // false for NaN
  out.push_back({std::string(name), value, low, high, passed, std::nullopt});
}

}  // namespace impactbench
