#include "reports/paper/source_claims.hpp"

#include "benchmarks/store/csv_text.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"
#include "reports/paper/claim_test.hpp"
#include "reports/paper/rows_by_cell.hpp"
#include "reports/paper/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>

namespace impactbench {
namespace {

std::vector<PublishedClaim> claims_of(const std::string& source) {
  std::vector<PublishedClaim> out = read_claims(find_source(source).name);
  if (out.empty()) {
    throw ConfigurationError(fmt::format("there are no claims of '{}'", source));
  }
  return out;
}

}  // namespace

Plan claims_plan(const std::string& source, double cpu_budget) {
  Plan plan;
  plan.label = "claims of " + source;
  plan.repeats = 0;
  plan.cpu_budget = cpu_budget;
  std::map<std::string, std::size_t> index;
  for (const PublishedClaim& claim : claims_of(source)) {
    const bool timed = claim_test(claim).quantity.find("cpu_seconds") != std::string::npos;
    for (const ClaimRun& run : claim_runs(claim)) {
      const auto [known, fresh] =
          index.emplace(cell_text(resolve_cell(run.request, "default")), plan.cells.size());
      if (fresh) plan.cells.push_back(plan_cell(run.request, "default"));
      if (timed) plan.cells[known->second].repeats = 1;
    }
  }
  return plan;
}

std::vector<ClaimResult> judge_claims(const std::string& source, const RowsByCell& rows,
                                      bool only_stored, const Histories& histories) {
  const Source& from = find_source(source);
  std::map<const Row*, std::optional<Row>> completed;
  const RowOf row_of = [&](const CellRequest& request) -> const Row* {
    const Row* row = rows.of(request);
    const auto [known, fresh] = completed.try_emplace(row);
    if (fresh) known->second = with_derived(row, from, histories);
    return known->second ? &*known->second : row;
  };
  std::vector<ClaimResult> out;
  for (const PublishedClaim& claim : only_stored ? read_claims(source) : claims_of(source)) {
    const std::vector<ClaimRun> runs = claim_runs(claim);
    const bool stored = !runs.empty() && std::all_of(runs.begin(), runs.end(), [&](const auto& r) {
      return row_of(r.request) != nullptr;
    });
    if (stored || !only_stored) out.push_back(judge_claim(claim, row_of));
  }
  return out;
}

void print_claims(std::span<const ClaimResult> results) {
  int counts[3] = {};
  for (const ClaimResult& r : results) {
    ++counts[static_cast<int>(r.verdict)];
    fmt::print("{:<7} {:<10} {:>4} of {:<4} {} [{}]\n{:>14}{}\n", r.claim.id, to_text(r.verdict),
               r.holds, r.of, r.claim.claim, r.claim.where, "", r.figures);
  }
  fmt::print("\n{}: {} confirmed, {} refuted, {} undecided\n",
             counted(results.size(), "claim", "claims"), counts[0], counts[1], counts[2]);
}

void write_claims_csv(std::span<const ClaimResult> results, std::ostream& out) {
  out << "source,id,where,claim,test,holds,of,absent,verdict,figures\n";
  for (const ClaimResult& r : results) {
    out << r.claim.source << ',' << r.claim.id << ',' << csv_text(r.claim.where) << ','
        << csv_text(r.claim.claim) << ',' << csv_text(r.claim.test) << ',' << r.holds << ',' << r.of
        << ',' << r.absent << ',' << to_text(r.verdict) << ',' << csv_text(r.figures) << '\n';
  }
}

}  // namespace impactbench
