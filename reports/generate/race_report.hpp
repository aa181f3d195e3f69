#pragma once

#include "benchmarks/peers/race/runs.hpp"
#include "reports/generate/page.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Writes `folder`/report.html: of every scene the engines with what they reached and what it cost,
/// and work-precision figures, one curve an engine, one point a step and effort. A pure function of
/// its arguments. Throws ConfigurationError where a file cannot be written or gnuplot fails.
void write_race_report(const std::vector<PeerRun>& runs, const std::string& folder,
                       Formats formats = {});

}  // namespace impactbench
