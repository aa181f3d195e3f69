#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"
#include "reports/paper/source.hpp"

namespace impactbench {

void add_source_error_section(const Content& content, Page& page) {
  page.section("Errors in the sources");
  Table table{"source_errors",
              "Passages of published sources, their corrections, and the runs of this store that "
              "show them.",
              {"source", "says", "right", "shown by"},
              {},
              {}};
  bool any = false;
  for (const std::string& source : source_names()) {
    for (const SourceError& error : find_source(source).errors) {
      std::string shown = error.shown ? error.shown->of(content.rows) : "derivation; no run";
      const bool has_rows = error.shown && !shown.empty();
      any = any || has_rows;
      if (shown.empty()) shown = "no run in this store";
      table.add({source, error.says, error.right, shown},
                has_rows ? cells_with(error.shown->words()) : "");
    }
  }
  if (!any) {
    page.nothing(
        "No row of this store shows any; the plans in benchmarks/plans with the names of the "
        "sources make such rows.");
    return;
  }
  page.table(table);
}

}  // namespace impactbench
