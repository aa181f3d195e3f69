#pragma once

#include "benchmarks/program/commands.hpp"

namespace impactbench {

/// Adds its subcommand to `app`, which sets `action`, as the functions of commands.hpp do.
void add_power(CLI::App& app, Action& action);

}  // namespace impactbench
