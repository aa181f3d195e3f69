#pragma once

#include "benchmarks/program/commands.hpp"

namespace impactbench {

void add_history(CLI::App& app, Action& action);
void add_orders(CLI::App& app, Action& action);
void add_plot(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_reproduce(CLI::App& app, Action& action);

}  // namespace impactbench
