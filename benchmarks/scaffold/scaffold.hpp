#pragma once

#include <string>
#include <vector>

namespace impactbench {

/// Writes a folder with a module of this kind ("problem", "scheme", "solver"): the tested example
/// under the given name, which works as it is. In C++ CMakeLists.txt, NAME.hpp and NAME.cpp, built
/// as a plug-in against the installed package; in Python NAME.py. Returns the files. Throws
/// ConfigurationError: a name that is no C++ identifier of small letters or is taken, a folder that
/// exists or cannot be made.
std::vector<std::string> write_module(const std::string& kind, const std::string& name,
                                      const std::string& folder, bool python);

}  // namespace impactbench
