#pragma once

#include "benchmarks/store/row.hpp"

#include <string>

namespace impactbench {

/// The command line that runs exactly this cell: names, and the settings that differ from
/// their defaults, quoted for a shell if necessary. `frames`: instants to keep instead of the
/// cell's.
[[nodiscard]] std::string rerun_command(const Cell& cell, std::int64_t frames);

}  // namespace impactbench
