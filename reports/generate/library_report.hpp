#pragma once

#include "benchmarks/library/solve_file.hpp"
#include "reports/generate/page.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Writes `folder`/report.html with its figures and tables: contact solvers on problems from files,
/// residual against iterations and CPU time, performance profiles, failures. A pure function of its
/// arguments. Throws ConfigurationError where a file cannot be written or gnuplot fails.
void write_library_report(const std::vector<FileSolve>& solves, const std::string& folder,
                          Formats formats = {});

}  // namespace impactbench
