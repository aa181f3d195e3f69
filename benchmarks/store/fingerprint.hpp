#pragma once

#include "benchmarks/store/row.hpp"

#include <map>
#include <string>

namespace impactbench {

/// CPU, kernel, compiler, flags, libraries, BLAS core and threads, host: recorded in every row.
[[nodiscard]] const std::map<std::string, std::string>& environment();
/// Version-control revision of the sources at build time; "+changes." and a hash of the changes if
/// they differed from it; "unknown" and a hash of the sources without version control.
[[nodiscard]] const std::string& revision();
/// Hash of the other inputs of the numbers: compiler, flags, library versions, BLAS core.
[[nodiscard]] const std::string& build_id();

/// Plug-ins of the modules of a cell, as "libmine.so 0123456789abcdef" (a hash of the file),
/// separated by commas; empty if all modules are our own.
[[nodiscard]] std::string plugins_of(const Cell& cell);
/// The build and the environment in the key and the record of the row of a cell: plug-ins are part
/// of the build and of the environment (key "plugins") only for cells that use them.
[[nodiscard]] std::string build_id(const Cell& cell);
[[nodiscard]] std::map<std::string, std::string> environment(const Cell& cell);

}  // namespace impactbench
