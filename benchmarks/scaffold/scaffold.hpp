#pragma once

#include <string>
#include <vector>

namespace impactbench {

/// Writes a folder with a module of this kind ("problem", "scheme", "solver") that builds as a
/// plug-in against the installed package: CMakeLists.txt, NAME.hpp, NAME.cpp. It is listed and
/// says, where it is used, what is to be written. Returns the files. Throws ConfigurationError: a
/// name that is no C++ identifier of small letters or is taken, a folder that exists or cannot be
/// made.
std::vector<std::string> write_module(const std::string& kind, const std::string& name,
                                      const std::string& folder);

}  // namespace impactbench
