#include "reports/generate/report.hpp"

#include "reports/generate/scheme_choice.hpp"
#include "reports/generate/sections.hpp"

#include <span>

namespace impactbench {

DrawnReport draw_report(const ReportRows& all, const BesidePrint& printed,
                        const std::string& folder, Formats formats, const std::string& home,
                        const Histories& histories, CellPages* cells) {
  Page page(folder, formats, home, cells);
  const std::span<const Row> rows = all.runs();
  const Styles styles(rows);
  const JudgedFamilies orders = judge_families(rows);
  const std::vector<MatchedPair> costs = matched_pairs(rows);
  std::vector<SchemeSummary> schemes = summarise(rows, orders, costs);
  Table choice = choice_table(costs, orders);
  const Content content{all.all(),      all.solves(),   rows,   histories, all.checks(), styles,
                        printed.values, printed.claims, orders, costs,     schemes,      choice};
  add_scheme_section(content, page);
  add_miss_section(content, page);
  add_matrix_section(content, page);
  add_order_section(content, page);
  add_regime_section(content, page);
  add_work_precision_section(content, page);
  add_cost_section(content, page);
  add_energy_section(content, page);
  add_kept_section(content, page);
  add_penetration_section(content, page);
  add_coverage_section(content, page);
  add_margin_section(content, page);
  add_honesty_section(content, page);
  add_finding_sections(content, page);
  add_selection_section(content, page);
  add_source_error_section(content, page);
  add_contact_solver_section(content, page);
  add_contact_file_sections(content, page);
  add_impulse_section(content, page);
  add_published_section(content, page);
  add_claim_section(content, page);
  add_timing_section(content, page);
  add_scaling_section(content, page);
  add_unknown_section(content, page);
  add_limitation_section(content, page);
  add_run_section(content, page);
  return {std::move(page), std::move(schemes), std::move(choice)};
}

std::vector<SchemeSummary> write_report(const ReportRows& rows, const BesidePrint& printed,
                                        const std::string& folder, Formats formats,
                                        const std::string& home, const Histories& histories) {
  DrawnReport drawn = draw_report(rows, printed, folder, formats, home, histories, nullptr);
  drawn.write();
  return std::move(drawn.schemes);
}

}  // namespace impactbench
