#pragma once

#include <string>

namespace CLI {
class App;
}

namespace impactbench {

/// Adds the subcommand `manual man|completion`, not shown in --help: the manual page of a program,
/// or its part of the table of shell completion, from the same parsers as --help. `closing`:
/// further sections of the page, in the macros of man.
void add_manual(CLI::App& app, const std::string& page, const std::string& closing);

}  // namespace impactbench
