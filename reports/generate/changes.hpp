#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/generate/page.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Writes `folder`/changes.html and its tables: the differences of two stores in status, values
/// and CPU time, cell by cell for any revision, and the changes of CPU time that the repeats
/// support. `home`: page to link back to, or empty. Throws ConfigurationError if a file cannot be
/// written.
void write_changes(const std::vector<Row>& before, const std::vector<Row>& after,
                   const std::string& folder, const Formats& formats, const std::string& home);

}  // namespace impactbench
