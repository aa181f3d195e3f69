#include "reports/generate/sections.hpp"

#include <fmt/format.h>

namespace impactbench {
namespace {

Table values_table(const std::string& name, const std::vector<const Comparison*>& values) {
  Table out{
      "published_" + name,
      "Table " + name + ": printed values beside ours.",
      {"problem", "scheme", "α", "dt", "R", "quantity", "printed", "ours", "verdict", "reason"},
      {},
      {false, false, true, true, true, false, true, true, false, false}};
  for (const Comparison* c : values) {
    const PublishedValue& p = c->printed;
    out.rows.push_back({p.problem, p.scheme, p.alpha ? fmt::format("{:g}", *p.alpha) : "", p.dt,
                        p.penalty ? setting(*p.penalty) : "", p.quantity,
                        p.digits.empty() ? "–" : p.digits,
                        c->ours ? fmt::format("{:.5g}", *c->ours) : "–",
                        std::string(to_text(c->verdict)), c->reason});
  }
  return out;
}

}  // namespace

void add_published_section(const Content& content, Page& page) {
  page.section("Published tables beside ours");
  if (content.comparisons.empty()) {
    page.nothing(
        "No row of the store belongs to a published table; `impactbench reproduce` runs them.");
    return;
  }
  std::vector<std::string> order;
  std::map<std::string, std::vector<const Comparison*>> tables;
  for (const Comparison& c : content.comparisons) {
    if (!tables.contains(c.printed.table)) order.push_back(c.printed.table);
    tables[c.printed.table].push_back(&c);
  }
  page.paragraph(
      "Tables 4.N: V. A. T. Nguyen, PhD thesis, Université de Perpignan Via Domitia, 2024. "
      "Tables 6.N: problems of B. Maury, Numer. Math. 102 (2006), which prints no table; the "
      "values "
      "were recomputed apart from this program. Reproduced: "
      "every printed digit, truncated or rounded. Not comparable: the printed cell is empty, or "
      "nothing of ours corresponds to it. Only values whose runs are in the store are counted.");
  Table summary{"published",
                "Verdicts per table.",
                {"table", "values", "reproduced", "deviates", "not comparable"},
                {},
                {false, true, true, true, true}};
  for (const std::string& name : order) {
    int counts[3] = {};
    for (const Comparison* c : tables[name])
      ++counts[static_cast<int>(c->verdict)];
    summary.rows.push_back({name, std::to_string(tables[name].size()), std::to_string(counts[0]),
                            std::to_string(counts[1]), std::to_string(counts[2])});
  }
  page.table(summary);
  for (const std::string& name : order) {
    page.folded_table(values_table(name, tables[name]),
                      fmt::format("Table {}: all {} values", name, tables[name].size()));
  }
}

}  // namespace impactbench
