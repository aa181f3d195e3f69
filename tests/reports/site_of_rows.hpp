#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "reports/site/site.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// The row of a run made now, with revision r and build b.
inline Row run(const CellRequest& request) {
  Row row = run_cell(resolve_cell(request, "default"), 0);
  row.key = content_key(row.cell, "r", "b");
  row.revision = "r";
  row.build = "b";
  row.plan = "of the test";
  return row;
}

/// The pages of those rows and of no others.
inline void write_site(const std::string& folder, const std::vector<Row>& rows,
                       const std::vector<SchemeSummary>& schemes = {},
                       const std::vector<PageLink>& links = {}) {
  Site site(folder);
  for (const Row& row : rows)
    site.add(row);
  (void)site.keys_of_pages();
  for (const Row& row : rows)
    site.write_page(row);
  site.write(links, schemes);
}

}  // namespace impactbench
