#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/generate/page.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Writes `folder`/changes.html and its tables: what differs between two stores in status, values
/// and CPU time, cell by cell whatever the revision, and which changes of CPU time the repeats bear
/// out. `home`: page to go back to, or empty. Throws ConfigurationError where a file cannot be
/// written.
void write_changes(const std::vector<Row>& before, const std::vector<Row>& after,
                   const std::string& folder, const Formats& formats, const std::string& home);

}  // namespace impactbench
