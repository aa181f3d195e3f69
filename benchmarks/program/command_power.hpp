#pragma once

#include "benchmarks/program/commands.hpp"

namespace impactbench {

/// As those of commands.hpp: adds its subcommand to `app`, which sets `action`.
void add_power(CLI::App& app, Action& action);

}  // namespace impactbench
