#pragma once

#include "benchmarks/store/histories.hpp"
#include "reports/generate/page.hpp"
#include "reports/generate/report_rows.hpp"
#include "reports/generate/scheme_summary.hpp"
#include "reports/generate/table.hpp"
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

/// A report whose figures and tables are written but not yet its page.
struct DrawnReport {
  Page page;
  std::vector<SchemeSummary> schemes;  ///< in a line each, for the overview
  Table choice;                        ///< which of them to take for which motion

  void write() const { page.write("impactbench: what the schemes did", "report.html"); }
};

/// Writes `folder`/figures/*.pdf|png|gp and `folder`/tables/*.csv|md|tex, or those of them that
/// `formats` names; the page `folder`/report.html (one offline file) is to be written after the
/// pages that it links to. A pure function of its arguments. `home`: the overview beside it, to
/// which and to whose cells it links, or empty. `histories` of the rows, if these do not hold them.
/// `cells`: those that have a page; cells to which the report links take one; null: all have one.
/// Throws ConfigurationError where a file cannot be written or gnuplot fails.
[[nodiscard]] DrawnReport draw_report(const ReportRows& rows, const BesidePrint& printed,
                                      const std::string& folder, Formats formats,
                                      const std::string& home, const Histories& histories,
                                      CellPages* cells);

/// The same with its page; all cells have pages. Returns the schemes.
std::vector<SchemeSummary> write_report(const ReportRows& rows, const BesidePrint& printed,
                                        const std::string& folder, Formats formats = {},
                                        const std::string& home = "",
                                        const Histories& histories = {});

}  // namespace impactbench
