#pragma once

#include "benchmarks/store/row.hpp"

#include <string>

namespace impactbench {

/// 16 bytes that identify a cell within this run of the program, for any revision and build that
/// ran it: made of the same values as content_key(), without printing them. Nothing that is stored
/// may depend on it.
[[nodiscard]] std::string cell_hash(const Cell& cell);

}  // namespace impactbench
