#include "benchmarks/matrix/plan.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace impactbench {
namespace {

/// A criterion for rows: quantities, and checks, whose names begin so.
struct Yardstick {
  std::string_view name;
  std::array<std::string_view, 4> beginnings;
};
constexpr std::array yardsticks{
    Yardstick{"energy", {"energy", "budget"}},
    Yardstick{"penetration", {"penetration", "infeasibility"}},
    Yardstick{"momentum", {"momentum", "angular"}},
    Yardstick{"complementarity", {"complementarity", "impulse", "duality"}},
    Yardstick{"position", {"position", "branch"}},
    Yardstick{"velocity", {"velocity", "rotation"}},
    Yardstick{"instants", {"impact", "take_off"}},
    Yardstick{"restitution", {"restitution"}},
    Yardstick{"solver", {"claims", "solver_honesty", "unconverged", "own_residual"}},
    Yardstick{"ensemble", {"ensemble", "divergence"}}};

bool belongs(const Yardstick& y, std::string_view name) {
  return std::any_of(y.beginnings.begin(), y.beginnings.end(), [&](std::string_view beginning) {
    return !beginning.empty() && name.starts_with(beginning);
  });
}

struct Tally {
  int measured{0}, judged{0}, recorded{0}, missed{0};

  [[nodiscard]] std::string text() const {
    if (measured == 0 && judged == 0) return "–";
    if (judged == 0) return fmt::format("({})", measured);
    std::string out = std::to_string(judged);
    if (recorded > 0) out += fmt::format(", {} recorded", recorded);
    if (missed > 0) out += fmt::format(", {} missed", missed);
    return out;
  }
};

/// Runs of one scheme on one problem.
struct Covered {
  int rows{0}, refused{0}, ended_early{0};
  std::array<Tally, yardsticks.size()> tallies;

  void add(const Row& row) {
    ++rows;
    if (row.status == RowStatus::not_applicable) ++refused;
    if (row.status > RowStatus::not_applicable) ++ended_early;
    for (std::size_t y = 0; y < yardsticks.size(); ++y)
      add(row, yardsticks[y], tallies[y]);
  }

 private:
  static void add(const Row& row, const Yardstick& y, Tally& tally) {
    tally.measured += std::any_of(row.quantities.begin(), row.quantities.end(),
                                  [&](const auto& q) { return belongs(y, q.first); })
                          ? 1
                          : 0;
    bool judged = false, recorded = false, missed = false;
    for (const Check& check : row.checks) {
      const std::size_t colon = check.name.find(':');
      const std::string_view name(check.name);
      if (!belongs(y, colon == std::string::npos ? name : name.substr(colon + 1))) continue;
      judged = true;
      recorded = recorded || (!check.passed && !check.unresolved && check.expected_failure);
      missed = missed || (!check.passed && !check.unresolved && !check.expected_failure);
    }
    tally.judged += judged ? 1 : 0;
    tally.recorded += recorded ? 1 : 0;
    tally.missed += missed ? 1 : 0;
  }
};

}  // namespace

void add_unknown_section(const Content& content, Page& page) {
  Table table{
      "unknown",
      "Rows that this program cannot make again: a plug-in is absent (impactbench --plugin FILE "
      "report loads it), or they are of another revision. They are shown with their stored values, "
      "and are in no comparison that needs their scheme or problem.",
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
  page.folded_table(table, fmt::format("{} rows", table.rows.size()));
}

void add_coverage_section(const Content& content, Page& page) {
  page.section("Coverage of the checks");
  Table table{"coverage",
              "Runs of each scheme on each problem, and among them those judged by a yardstick; in "
              "brackets those measured without a limit; – none. Recorded: expected failures.",
              {"problem", "scheme", "runs", "refused", "ended early"},
              {},
              {false, false, true, true, true}};
  for (const Yardstick& y : yardsticks)
    table.header.emplace_back(y.name);
  std::map<std::pair<std::string, std::string>, Covered> all;
  for (const Row& row : content.rows)
    all[{row.cell.problem, row.cell.scheme}].add(row);
  if (all.empty()) {
    page.nothing("There are no rows.");
    return;
  }
  for (const auto& [pair, covered] : all) {
    const auto count = [](int n) { return n == 0 ? std::string("–") : std::to_string(n); };
    std::vector<std::string> line{pair.first, pair.second, count(covered.rows),
                                  count(covered.refused), count(covered.ended_early)};
    for (const Tally& tally : covered.tallies)
      line.push_back(tally.text());
    table.add(std::move(line), cells_with(pair.first + " " + pair.second));
  }
  page.folded_table(table, fmt::format("{} pairs of a problem and a scheme", table.rows.size()));
}

}  // namespace impactbench
