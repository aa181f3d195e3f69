#pragma once

#include "benchmarks/regression/baseline.hpp"

#include <iosfwd>
#include <span>
#include <string>

namespace impactbench {

/// One test case per cell, in the XML that build servers accept as JUnit's; one failure with all
/// sentences if a cell differs.
void write_junit(const std::string& suite, std::span<const CheckedCell> cells, std::ostream& out);

}  // namespace impactbench
