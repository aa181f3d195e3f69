#include "problems/base/counted.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"
#include "reports/paper/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace impactbench {
namespace {

/// Name of the table with all values of a printed table.
std::string table_name(const std::string& name) {
  std::string out = "published_" + name;
  std::replace(out.begin(), out.end(), '/', '_');
  return out;
}

Table values_table(const std::string& name, const std::vector<const Comparison*>& values) {
  Table out{
      table_name(name),
      "Table " + name + ": printed values beside ours.",
      {"problem", "scheme", "α", "dt", "R", "quantity", "printed", "ours", "verdict", "reason"},
      {},
      {false, false, true, true, true, false, true, true, false, false}};
  for (const Comparison* c : values) {
    const PublishedValue& p = c->printed;
    out.add({p.problem, p.scheme, p.alpha ? fmt::format("{:g}", *p.alpha) : "", p.dt,
             p.penalty ? setting(*p.penalty) : "", p.quantity, p.digits.empty() ? "–" : p.digits,
             c->ours ? fmt::format("{:.5g}", *c->ours) : "–", std::string(to_text(c->verdict)),
             c->reason},
            c->run_key.empty() ? "" : cell_page_file(c->run_key));
  }
  return out;
}

/// A sentence or two on each source of these values.
std::string citations(std::span<const Comparison> comparisons) {
  std::set<std::string> sources;
  for (const Comparison& c : comparisons)
    sources.insert(c.source);
  std::string out;
  for (const std::string& name : source_names()) {
    if (!sources.contains(name)) continue;
    const Source& source = find_source(name);
    out += fmt::format("{}: {}. {}{}", name, source.citation, source.tables,
                       source.tables.empty() ? "" : " ");
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
    const std::string name = c.source + "/" + c.printed.table;
    if (!tables.contains(name)) order.push_back(name);
    tables[name].push_back(&c);
  }
  page.paragraph(
      citations(content.comparisons) +
      "Reproduced: every printed digit, truncated or rounded. Not comparable: the printed cell is "
      "empty, or no result of ours corresponds to it. Only values whose runs are in the store are "
      "counted.");
  Table summary{"published",
                "Verdicts per table.",
                {"table", "values", "reproduced", "deviates", "not comparable"},
                {},
                {false, true, true, true, true}};
  for (const std::string& name : order) {
    int counts[3] = {};
    for (const Comparison* c : tables[name])
      ++counts[static_cast<int>(c->verdict)];
    summary.add({name, std::to_string(tables[name].size()), std::to_string(counts[0]),
                 std::to_string(counts[1]), std::to_string(counts[2])},
                "#" + table_name(name));
  }
  page.table(summary);
  for (const std::string& name : order) {
    page.folded_table(
        values_table(name, tables[name]),
        fmt::format("Table {}: {}", name, counted(tables[name].size(), "value", "values")));
  }
}

}  // namespace impactbench
