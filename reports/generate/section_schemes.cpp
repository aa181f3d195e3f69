#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

namespace impactbench {

void add_scheme_section(const Content& content, Page& page) {
  page.section("The schemes");
  if (content.schemes.empty()) {
    page.nothing("The store is empty.");
    return;
  }
  if (!content.choice.rows.empty()) page.table(content.choice);
  const std::vector<SummaryColumn> columns = summary_columns(content.schemes);
  Table table{"schemes", "", {"scheme"}, {}, {false}};
  for (const SummaryColumn& column : columns) {
    table.header.push_back(column.heading);
    table.numeric.push_back(true);
    table.caption += (table.caption.empty() ? "" : "; ") + column.heading + ": " + column.meaning;
  }
  table.caption += ". Each value is over the scheme's own runs, which are not the same for all.";
  for (std::size_t k = 0; k < content.schemes.size(); ++k) {
    std::vector<std::string> line{content.schemes[k].scheme};
    for (const SummaryColumn& column : columns)
      line.push_back(column.texts[k]);
    table.add(std::move(line), cells_with(content.schemes[k].scheme));
  }
  page.table(table);
}

}  // namespace impactbench
