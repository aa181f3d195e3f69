#pragma once

#include "benchmarks/store/row.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

// A store keeps the long parts of a row as bytes: 64-bit numbers in the memory format of this
// machine. Every NaN is written as the same one.

/// Packs histories: for each the length of its name and of the history, then the name, the times
/// and the values.
[[nodiscard]] std::string packed(const std::map<std::string, Series>& series);
/// Packs frames: for each the number of its positions, rates and contacts, then the time, these
/// three lists. A contact is a, b, the normal x, y, z from a to b and the force.
[[nodiscard]] std::string packed(const std::vector<Frame>& frames);

/// Both throw ConfigurationError if the bytes are truncated.
[[nodiscard]] std::map<std::string, Series> unpacked_series(std::string_view bytes);
[[nodiscard]] std::vector<Frame> unpacked_frames(std::string_view bytes);

/// The compared content of a row: its compared JSON, histories and frames. Rows of equal results
/// have equal bytes.
[[nodiscard]] std::string compared_bytes(const Row& row);

}  // namespace impactbench
