#include "problems/base/counted.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace impactbench {
namespace {

/// The limit that was exceeded; both limits if there is no number to decide.
std::string limit_text(const Check& check) {
  const bool below = check.value && *check.value < check.low;
  const bool above = check.value && *check.value > check.high;
  std::string out;
  if (!above && std::isfinite(check.low)) out = "≥ " + shown(check.low);
  if (!below && std::isfinite(check.high)) {
    out += (out.empty() ? "≤ " : ", ≤ ") + shown(check.high);
  }
  return out;
}

std::string explanation(const Row& row, const Check& check) {
  if (check.unresolved) return "unresolved at this step: " + check.formula;
  if (check.expected_failure) return "expected failure: " + *check.expected_failure;
  return row.reason.empty() ? "not expected" : "not expected; " + row.reason;
}

}  // namespace

void add_miss_section(const Content& content, Page& page) {
  page.section("Every miss explained");
  Table table{
      "misses",
      "Checks that a run did not pass, runs that were not judged, and runs that did not end.",
      {"cell", "check", "value", "limit", "reference", "explanation"},
      {},
      {false, false, true, true, false, false}};
  Table refusals{"refusals",
                 "Combinations that a scheme or a solver refuses.",
                 {"problem", "scheme", "solver", "sentence"},
                 {},
                 {}};
  std::set<std::vector<std::string>> refused;
  int unexpected_passes = 0;
  for (const Row& row : content.rows) {
    unexpected_passes += row.unexpected_pass ? 1 : 0;
    if (row.status == RowStatus::not_applicable) {
      refused.insert({row.cell.problem, row.cell.scheme, row.cell.solver, row.reason});
    } else if (row.status != RowStatus::passed &&
               std::all_of(row.checks.begin(), row.checks.end(),
                           [](const Check& check) { return check.passed; })) {
      table.add({cell_name(row.cell), std::string(to_text(row.status)), "–", "–", "–", row.reason},
                cell_page_file(row.key));
    }
    for (const Check& check : row.checks) {
      if (check.passed) continue;
      table.add({cell_name(row.cell), check.name, shown(check.value), limit_text(check),
                 check.name.starts_with("truth:") ? truth_text(row) : "–", explanation(row, check)},
                cell_page_file(row.key));
    }
  }
  if (content.rows.empty()) {
    page.nothing("There are no rows.");
  } else if (table.rows.empty()) {
    page.paragraph("Every run passed every check.");
  } else {
    page.table(table);
  }
  if (unexpected_passes > 0) {
    page.paragraph(fmt::format(
        "{} passed a check that is an expected failure: the list of these is out of date.",
        counted(unexpected_passes, "row", "rows")));
  }
  for (const std::vector<std::string>& line : refused)
    refusals.add(line, cells_with(line[0] + " " + line[1]));
  if (!refusals.rows.empty()) {
    page.folded_table(refusals,
                      counted(refusals.rows.size(), "refused combination", "refused combinations"));
  }
}

void add_honesty_section(const Content& content, Page& page) {
  page.section("Claims of solvers against recomputed residuals");
  struct Tally {
    int runs{0}, claimed{0}, judged{0}, right{0};
    double worst{0.0};
    double solves{0.0}, claims{0.0}, false_claims{0.0}, worst_solve{0.0};  ///< solve by solve
  };
  std::map<std::string, Tally> tallies;
  for (const Row& row : content.rows) {
    const auto unconverged = quantity(row, "unconverged_steps");
    if (!unconverged) continue;
    Tally& t = tallies[row.cell.scheme + " / " + row.cell.solver];
    ++t.runs;
    t.solves += quantity(row, "solves").value_or(0.0);
    t.claims += quantity(row, "solves_claimed").value_or(0.0);
    t.false_claims += quantity(row, "claims_false").value_or(0.0);
    t.worst_solve = std::max(t.worst_solve, quantity(row, "solve_residual").value_or(0.0));
    const bool claimed = *unconverged == 0.0;
    t.claimed += claimed ? 1 : 0;
    if (const auto residual = quantity(row, "complementarity_residual")) {
      ++t.judged;
      // A row need not list the checks that it passed.
      const bool met = std::none_of(row.checks.begin(), row.checks.end(), [](const Check& c) {
        return c.name == "limit:complementarity" && !c.passed;
      });
      t.right += claimed == met ? 1 : 0;
      // A NaN is the worst value and stays.
      if (!(*residual <= t.worst)) t.worst = std::isnan(t.worst) ? t.worst : *residual;
    }
  }
  if (tallies.empty()) {
    page.nothing("No run used a solver.");
    return;
  }
  Table table{
      "honesty",
      "A solver claims convergence in every step, or not; the yardstick recomputes the residual "
      "of contact problems from the impulses. Right: both agree, by limit:complementarity. Where "
      "each solve was "
      "audited, also solve by solve: how many there were, the share of the claims of convergence "
      "that are true, and the worst residual relative to the solve.",
      {"scheme / solver", "runs", "claimed converged", "recomputed", "right",
       "worst residual [m/s]", "solves", "claims true", "worst solve"},
      {},
      {false, true, true, true, true, true, true, true, true}};
  for (const auto& [name, t] : tallies) {
    table.add(
        {name, std::to_string(t.runs), std::to_string(t.claimed),
         t.judged > 0 ? std::to_string(t.judged) : "–",
         t.judged > 0 ? std::to_string(t.right) : "–", t.judged > 0 ? shown(t.worst) : "–",
         t.solves > 0.0 ? fmt::format("{:.0f}", t.solves) : "–",
         t.claims > 0.0 ? fmt::format("{:.4g} %", 100.0 * (1.0 - t.false_claims / t.claims)) : "–",
         t.solves > 0.0 ? shown(t.worst_solve) : "–"},
        cells_with(name.substr(0, name.find(" / ")) + " " + name.substr(name.rfind(' ') + 1)));
  }
  page.table(table);
}

void add_timing_section(const Content& content, Page& page) {
  page.section("CPU time");
  Table table{
      "cpu",
      "CPU time of one run without instruments (minimum, median and spread over the repeats), "
      "and the shares of its phases in the run with instruments.",
      {"cell", "min [s]", "median [s]", "spread [s]", "detection", "assembly", "solve", "update"},
      {},
      {false, true, true, true, true, true, true, true}};
  for (const Row& row : content.rows) {
    if (!row.timing || row.timing->repeats == 0) continue;
    const Timing& t = *row.timing;
    const auto share = [&](const char* phase) {
      const auto it = t.phases.find(phase);
      return it == t.phases.end() ? std::string("–") : fmt::format("{:.0f} %", 100.0 * it->second);
    };
    table.add({cell_name(row.cell), fmt::format("{:.2e}", t.cpu_min),
               fmt::format("{:.2e}", t.cpu_median), fmt::format("{:.1e}", t.cpu_spread),
               share("detection"), share("assembly"), share("solve"), share("update")},
              cell_page_file(row.key));
  }
  if (table.rows.empty()) {
    page.nothing("No run was timed.");
  } else {
    page.folded_table(table, fmt::format("{} timed cells", table.rows.size()));
  }
}

}  // namespace impactbench
