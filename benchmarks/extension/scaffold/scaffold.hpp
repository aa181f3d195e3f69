#pragma once

#include <string>
#include <vector>

namespace impactbench {

/// Writes a folder from the tested example of its kind, under the given name; it works unchanged. A
/// module ("problem", "scheme", "solver") in C++ is built as a plug-in against the installed
/// package, in Python it is one file; a "regression" is a repository that reruns a plan at each
/// change. Returns the files. Throws ConfigurationError on a name that is not a C++ identifier of
/// small letters, and on a folder that exists or cannot be made.
std::vector<std::string> write_template(const std::string& kind, const std::string& name,
                                        const std::string& folder, bool python);

}  // namespace impactbench
