#pragma once

#include "benchmarks/store/row.hpp"

#include <string>

namespace impactbench {

/// The command line that runs this cell and no other: names, and the settings that are not at their
/// defaults, quoted for a shell where they must be. `frames`: instants to keep instead of the
/// cell's.
[[nodiscard]] std::string rerun_command(const Cell& cell, std::int64_t frames);

}  // namespace impactbench
