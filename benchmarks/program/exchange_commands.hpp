#pragma once

#include "benchmarks/program/commands.hpp"

namespace impactbench {

/// As those of commands.hpp: what brings modules in, and takes results out to other tools.
void add_new(CLI::App& app, Action& action);
void add_formats(CLI::App& app, Action& action);
void add_paraview(CLI::App& app, Action& action);

}  // namespace impactbench
