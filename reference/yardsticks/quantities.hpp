#pragma once

#include <span>
#include <string_view>

namespace impactbench {

/// Name, unit and meaning of every quantity of a row, in alphabetical order.
struct QuantityInfo {
  std::string_view name, unit, meaning;
};
[[nodiscard]] std::span<const QuantityInfo> quantities();

}  // namespace impactbench
