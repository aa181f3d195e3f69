#pragma once

#include <map>
#include <string>

namespace impactbench {

/// CPU, kernel, compiler, flags, libraries, BLAS core and threads, host: recorded in every row.
[[nodiscard]] const std::map<std::string, std::string>& environment();
/// Version-control revision of the sources at build time; "+changes." and a hash of the changes
/// where they differed from it; "unknown" and a hash of the sources without version control.
[[nodiscard]] const std::string& revision();
/// Hash of what else the numbers depend on: compiler, flags, library versions, BLAS core.
[[nodiscard]] const std::string& build_id();

}  // namespace impactbench
