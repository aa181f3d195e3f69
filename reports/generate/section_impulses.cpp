#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <cmath>

namespace impactbench {
namespace {

using Pair = std::pair<int, int>;

/// Impulses of the last frame [N s], by pair.
std::map<Pair, double> impulses_of(const Row& row) {
  std::map<Pair, double> out;
  for (const FrameContact& c : row.frames.back().contacts)
    out[std::minmax(c.a, c.b)] = c.force * row.cell.dt;
  return out;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = a.size() == b.size() ? 0.0 : HUGE_VAL;
  for (std::size_t k = 0; k < a.size() && k < b.size(); ++k)
    worst = std::max(worst, std::abs(a[k] - b[k]));
  return worst;
}

/// The contacts in the order of the discs, those of the central disc first.
std::vector<Pair> contacts() {
  std::vector<Pair> out;
  for (int k = 1; k <= 6; ++k)
    out.emplace_back(0, k);
  for (int k = 1; k <= 5; ++k)
    out.emplace_back(k, k + 1);
  out.emplace_back(1, 6);
  return out;
}

}  // namespace

void add_impulse_section(const Content& content, Page& page) {
  page.section("Impulses that are not unique");
  Table table{
      "impulses",
      "hexagon: impulses [N s] that each solver returns, by the numbers of the discs, their "
      "Euclidean norm, and the largest difference of a velocity from that of the first "
      "line.",
      {"solver"},
      {},
      {false}};
  const std::vector<Pair> all = contacts();
  for (const auto& [a, b] : all)
    table.header.push_back(fmt::format("{}-{}", a + 1, b + 1));
  table.header.insert(table.header.end(), {"norm", "velocity difference [m/s]"});
  table.numeric.resize(table.header.size(), true);
  std::vector<double> first;  // velocities of the first line
  for (const Row& kept : content.rows) {
    if (kept.cell.problem != "hexagon" || kept.cell.solver == "none" ||
        !ran_to_the_end(kept.status)) {
      continue;
    }
    const Row row = content.histories.whole(kept);
    if (row.frames.size() != 2) continue;
    if (first.empty()) first = row.frames.back().v;
    const auto impulses = impulses_of(row);
    std::vector<std::string> line{row.cell.solver};
    double norm = 0.0;
    for (const Pair& pair : all) {
      const auto it = impulses.find(pair);
      const double p = it == impulses.end() ? 0.0 : it->second;
      norm += p * p;
      line.push_back(fmt::format("{:.4f}", p));
    }
    line.push_back(fmt::format("{:.5f}", std::sqrt(norm)));
    line.push_back(fmt::format("{:.1e}", distance(row.frames.back().v, first)));
    table.add(std::move(line), cell_page_file(row.key));
  }
  if (table.rows.empty()) {
    page.nothing(
        "No row of hexagon keeps its motion; benchmarks/plans/maury_solvers.toml has "
        "them.");
    return;
  }
  page.paragraph(
      "Seven discs that touch in twelve contacts of rank eleven: +1 on the rim and -1 on the "
      "spokes "
      "may be added to the impulses as long as none becomes negative. Which of them a solver "
      "returns depends on the solver; the velocities are unique.");
  page.table(table);
}

}  // namespace impactbench
