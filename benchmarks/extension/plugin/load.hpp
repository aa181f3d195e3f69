#pragma once

#include "benchmarks/extension/plugin/plugin.hpp"

#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// A plug-in of this process.
struct LoadedPlugin {
  std::string file;  ///< its name without folders
  std::string hash;  ///< of its bytes, and of what it imports in Python: 16 hexadecimal digits
  std::vector<std::string> modules;  ///< "scheme NAME", "problem NAME", ...
  Plugin tables;
};

/// The variable that passes plug-ins to programs and children: paths separated by colons.
inline constexpr const char* plugin_variable = "IMPACTBENCH_PLUGINS";

/// Removes every `--plugin FILE` and `--plugin=FILE` before `--` from the command line and adds its
/// absolute path to the variable. Throws ConfigurationError if no file is named.
void extract_plugin_options(int& argc, char** argv);

/// Loads the plug-ins of the variable, each once. Called before any catalogue is used. Throws
/// ConfigurationError: a file that is missing, is not a plug-in, was compiled against other headers
/// or by another compiler, cannot be loaded, or brings a name that the catalogue already has.
void load_plugins();

[[nodiscard]] std::span<const LoadedPlugin> loaded_plugins();

/// The plug-in that brought a module ("scheme", "mine"); null for our own.
[[nodiscard]] const LoadedPlugin* plugin_of(std::string_view kind, std::string_view name);

/// Our modules and those of the plug-ins, in alphabetical order: the contents of a catalogue.
[[nodiscard]] std::vector<ProblemEntry> with_plugins(std::vector<ProblemEntry> ours);
[[nodiscard]] std::vector<SchemeEntry> with_plugins(std::vector<SchemeEntry> ours);
[[nodiscard]] std::vector<SolverEntry> with_plugins(std::vector<SolverEntry> ours);
[[nodiscard]] std::vector<ReferenceEntry> with_plugins(std::vector<ReferenceEntry> ours);

}  // namespace impactbench
