#pragma once

#include <map>
#include <string>

namespace impactbench {

/// CPU, kernel, compiler, flags, BLAS core and threads, host: recorded in every row.
[[nodiscard]] const std::map<std::string, std::string>& environment();
/// Version-control revision of the sources at configure time, with "+changes" if they differed.
[[nodiscard]] const std::string& revision();
/// Hash of compiler, flags and library versions.
[[nodiscard]] const std::string& build_id();

}  // namespace impactbench
