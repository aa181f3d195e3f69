#include "problems/base/counted.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

namespace impactbench {
void add_margin_section(const Content& content, Page& page) {
  page.section("Margins of the checks");
  Table near{"near_misses",
             "Checks that were passed with more than half of their limit used up.",
             {"cell", "check", "value", "limit", "of the limit", "formula of the limit"},
             {},
             {false, false, true, true, true, false}};
  for (const Row& row : content.rows) {
    for (const Check& check : row.checks) {
      if (!nearly_missed(check)) continue;
      near.add({cell_name(row.cell), check.name, shown(check.value), shown(check.high),
                fmt::format("{:.2f}", check.margin().value_or(0.0)), check.formula},
               cell_page_file(row.key));
    }
  }
  Table wide{"loose_limits",
             "Checks that in some cells use up less than a thousandth of their limit. Where the "
             "largest share over all cells of a scheme is small too, the limit is loose for it.",
             {"check", "scheme", "cells below 1/1000", "cells", "largest share"},
             {},
             {false, false, true, true, true}};
  const auto& margins = content.checks.margins();
  for (const auto& [names, all] : margins) {
    if (all.loose == 0) continue;
    wide.add({names.first, names.second, std::to_string(all.loose), std::to_string(all.cells),
              shown(all.largest)},
             cells_with(names.second));
  }
  if (margins.empty()) {
    page.nothing("No check with a limit was passed.");
    return;
  }
  if (near.rows.empty()) {
    page.paragraph("No check that was passed used up more than half of its limit.");
  } else {
    page.folded_table(near, counted(near.rows.size(), "near miss", "near misses"));
  }
  if (!wide.rows.empty()) {
    page.folded_table(wide, counted(wide.rows.size(), "check of a scheme with loose limits",
                                    "checks of a scheme with loose limits"));
  }
}

}  // namespace impactbench
