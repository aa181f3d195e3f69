#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace impactbench {

/// "1 run", "2 runs": a number with what it counts.
[[nodiscard]] inline std::string counted(std::size_t n, std::string_view one,
                                         std::string_view several) {
  return std::to_string(n).append(" ").append(n == 1 ? one : several);
}

}  // namespace impactbench
