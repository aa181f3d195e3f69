#pragma once

#include "benchmarks/store/histories.hpp"
#include "reports/generate/page.hpp"
#include "reports/generate/report_rows.hpp"
#include "reports/generate/scheme_summary.hpp"
#include "reports/paper/claim.hpp"
#include "reports/paper/comparison.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Printed values and claims of sources, compared with the rows.
struct BesidePrint {
  std::vector<Comparison> values;
  std::vector<ClaimResult> claims;
};

/// Writes `folder`/report.html (one offline file), `folder`/figures/*.pdf|png|gp and
/// `folder`/tables/*.csv|md|tex, or those of them that `formats` names. A pure function of its
/// arguments. `home`: the overview beside it, to which and to whose cells it leads, or empty.
/// `histories` of the rows, where they do not hold them themselves. `cells`: those that have a page
/// beside it; the cells that the report leads to take one; null: all have one. Returns the schemes
/// in a line each, for the overview. Throws ConfigurationError where a file cannot be written or
/// gnuplot fails.
std::vector<SchemeSummary> write_report(const ReportRows& rows, const BesidePrint& printed,
                                        const std::string& folder, Formats formats = {},
                                        const std::string& home = "",
                                        const Histories& histories = {},
                                        CellPages* cells = nullptr);

}  // namespace impactbench
