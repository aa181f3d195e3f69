#include "problems/base/counted.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"

#include <fmt/format.h>

#include <set>

namespace impactbench {
namespace {

/// The runs of the problem and the scheme that all runs of a claim share; all runs if they share
/// neither.
std::string runs_of_claim(const PublishedClaim& claim) {
  std::set<std::string> problems, schemes;
  for (const ClaimRun& run : claim_runs(claim)) {
    problems.insert(run.request.problem);
    schemes.insert(run.request.scheme);
  }
  std::string words;
  if (problems.size() == 1) words = *problems.begin();
  if (schemes.size() == 1) words += (words.empty() ? "" : " ") + *schemes.begin();
  return cells_with(words);
}

}  // namespace

void add_claim_section(const Content& content, Page& page) {
  page.section("Claims of the sources beside our runs");
  if (content.claims.empty()) {
    page.nothing(
        "The runs that claims of the sources are about are not in the store; `impactbench "
        "reproduce SOURCE/claims` makes them.");
    return;
  }
  int counts[3] = {};
  Table table{"claims",
              "Each claim, in how many comparisons of our runs it holds, and the first comparison "
              "against it, or one for it.",
              {"source", "id", "where", "claim", "holds", "of", "verdict", "figures"},
              {},
              {false, false, false, false, true, true, false, false}};
  for (const ClaimResult& c : content.claims) {
    ++counts[static_cast<int>(c.verdict)];
    table.add({c.claim.source, c.claim.id, c.claim.where, c.claim.claim, std::to_string(c.holds),
               std::to_string(c.of), std::string(to_text(c.verdict)), c.figures},
              runs_of_claim(c.claim));
  }
  page.paragraph(fmt::format(
      "{} whose runs are in the store: {} confirmed in every comparison, {} refuted by at "
      "least one, {} undecided (no two runs differ by more than rounding, or runs did not end).",
      counted(content.claims.size(), "claim", "claims"), counts[0], counts[1], counts[2]));
  page.table(table);
}

}  // namespace impactbench
