#include "benchmarks/matrix/plan.hpp"
#include "problems/base/counted.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

std::string text(const Judged& tally) {
  if (tally.measured == 0 && tally.judged == 0) return "–";
  if (tally.judged == 0) return fmt::format("({})", tally.measured);
  std::string out = std::to_string(tally.judged);
  if (tally.expected > 0)
    out += ", " + counted(static_cast<std::size_t>(tally.expected), "expected failure",
                          "expected failures");
  if (tally.missed > 0) out += fmt::format(", {} missed", tally.missed);
  return out;
}

}  // namespace

void add_unknown_section(const Content& content, Page& page) {
  Table table{
      "unknown",
      "Rows that this program cannot make again: a plug-in is absent (impactbench --plugin FILE "
      "report loads it), or they are of another revision. They are shown and compared with their "
      "stored values; pictures of their motion are left out.",
      {"key", "cell", "plug-ins", "revision", "unknown here"},
      {},
      {false, false, false, false, false}};
  for (const Row& row : content.rows) {
    const auto why = unknown_here(row.cell);
    if (!why) continue;
    const auto plugins = row.environment.find("plugins");
    table.add({row.key.substr(0, 8),
               fmt::format("{}/{}/{}", row.cell.problem, row.cell.scheme, row.cell.solver),
               plugins == row.environment.end() ? "none" : plugins->second, row.revision, *why},
              cell_page_file(row.key));
  }
  if (table.rows.empty()) return;
  page.section("Rows that this program cannot make again");
  page.folded_table(table, counted(table.rows.size(), "row", "rows"));
}

void add_coverage_section(const Content& content, Page& page) {
  page.section("Coverage of the checks");
  Table table{"coverage",
              "Runs of each scheme on each problem, and among them those judged by a yardstick; in "
              "brackets those measured without a limit; – none.",
              {"problem", "scheme", "runs", "refused", "ended early"},
              {},
              {false, false, true, true, true}};
  for (const Yardstick& y : yardsticks)
    table.header.emplace_back(y.name);
  const auto& all = content.checks.covered();
  if (all.empty()) {
    page.nothing("There are no rows.");
    return;
  }
  for (const auto& [pair, covered] : all) {
    const auto count = [](int n) { return n == 0 ? std::string("–") : std::to_string(n); };
    std::vector<std::string> line{pair.first, pair.second, count(covered.rows),
                                  count(covered.refused), count(covered.ended_early)};
    for (const Judged& tally : covered.judged)
      line.push_back(text(tally));
    table.add(std::move(line), cells_with(pair.first + " " + pair.second));
  }
  page.folded_table(table,
                    counted(table.rows.size(), "pair", "pairs") + " of a problem and a scheme");
}

}  // namespace impactbench
