#pragma once

#include "benchmarks/store/row.hpp"

#include <map>
#include <string>
#include <string_view>

namespace impactbench {

/// The histories of a row as a store keeps them: for each, two 64-bit numbers, the length of its name
/// and of the history, then the name, the times and the values, as this machine has them in memory.
[[nodiscard]] std::string packed(const std::map<std::string, Series>& series);

/// Throws ConfigurationError where the bytes are cut short.
[[nodiscard]] std::map<std::string, Series> unpacked(std::string_view bytes);

}  // namespace impactbench
