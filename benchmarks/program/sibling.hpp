#pragma once

#include <string>
#include <vector>

namespace impactbench {

/// `report`, `reproduce` and others live in programs beside this one, like the subcommands of git:
/// this one must know neither how results are shown nor its own tests.

/// Replaces this process by the program `name` with these arguments. Returns 2, after a sentence on
/// stderr, if it is missing.
int become_sibling(const char* name, char** argv);

/// Runs the program `name` beside this one and waits for it: its exit status, 2 if it is missing or
/// was killed. `arguments` begin with the command.
int run_sibling(const char* name, const std::vector<std::string>& arguments);

}  // namespace impactbench
