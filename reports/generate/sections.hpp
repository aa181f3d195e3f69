#pragma once

#include "benchmarks/store/histories.hpp"
#include "reports/generate/check_tallies.hpp"
#include "reports/generate/judged_orders.hpp"
#include "reports/generate/matched_accuracy.hpp"
#include "reports/generate/naming.hpp"
#include "reports/generate/page.hpp"
#include "reports/generate/scheme_summary.hpp"
#include "reports/paper/claim.hpp"
#include "reports/paper/comparison.hpp"

#include <span>
#include <vector>

namespace impactbench {

/// The input of every section: the rows of the store, nothing else.
struct Content {
  const std::vector<Row>& all;
  std::span<const Row> solves;  ///< of contact problems in files
  std::span<const Row> rows;    ///< the others, which need not hold their histories:
  const Histories& histories;   ///< these hold them
  const CheckTallies& checks;   ///< of all checks; rows hold those that tables name
  const Styles& styles;
  std::span<const Comparison> comparisons;
  std::span<const ClaimResult> claims;
  const JudgedFamilies& orders;
  std::span<const MatchedPair> costs;
  std::span<const SchemeSummary> schemes;
  const Table& choice;  ///< of a scheme for a motion
};

/// Adds the rows that this program cannot make again; no section if there are none.
void add_unknown_section(const Content& content, Page& page);
/// Each adds one numbered section, or a sentence why it is empty.
void add_scheme_section(const Content& content, Page& page);
void add_run_section(const Content& content, Page& page);
void add_matrix_section(const Content& content, Page& page);
void add_coverage_section(const Content& content, Page& page);
void add_energy_section(const Content& content, Page& page);
void add_work_precision_section(const Content& content, Page& page);
void add_cost_section(const Content& content, Page& page);
void add_order_section(const Content& content, Page& page);
/// Orders of all methods on all problems in one table.
void add_regime_section(const Content& content, Page& page);
/// Momenta, overlaps and contact laws, scheme by scheme.
void add_kept_section(const Content& content, Page& page);
void add_penetration_section(const Content& content, Page& page);
/// Adds a section for each source that has findings.
void add_finding_sections(const Content& content, Page& page);
void add_selection_section(const Content& content, Page& page);
void add_source_error_section(const Content& content, Page& page);
void add_contact_solver_section(const Content& content, Page& page);
/// Adds two sections: problems without friction, and with friction.
void add_contact_file_sections(const Content& content, Page& page);
void add_impulse_section(const Content& content, Page& page);
void add_published_section(const Content& content, Page& page);
void add_claim_section(const Content& content, Page& page);
void add_miss_section(const Content& content, Page& page);
void add_margin_section(const Content& content, Page& page);
void add_honesty_section(const Content& content, Page& page);
void add_scaling_section(const Content& content, Page& page);
void add_timing_section(const Content& content, Page& page);
void add_limitation_section(const Content& content, Page& page);

}  // namespace impactbench
