#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "reference/published/claims.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// A run that a claim refers to.
struct ClaimRun {
  std::map<std::string, std::string> words;  ///< key and value as the claim writes them
  CellRequest request;
};

/// The runs of a claim: groups separated by ';', each of words `key=value|value|..` with the keys
/// problem, scheme, solver and settings as in plans; every combination of a group is a run.
/// Throws ConfigurationError naming the claim's place.
[[nodiscard]] std::vector<ClaimRun> claim_runs(const PublishedClaim& claim);

enum class ClaimVerdict {
  confirmed,  ///< in every comparison
  refuted,    ///< in at least one it is the other way round
  undecided,  ///< runs are missing or did not end, or all differences are rounding
};
[[nodiscard]] std::string_view to_text(ClaimVerdict verdict);

/// A claim beside our runs.
struct ClaimResult {
  PublishedClaim claim;
  ClaimVerdict verdict{ClaimVerdict::undecided};
  int holds{0}, of{0};  ///< comparisons
  int absent{0};        ///< runs that are not there or did not end
  std::string figures;  ///< the numbers behind it, one sentence
};

/// The row of a run, or null.
using RowOf = std::function<const Row*(const CellRequest&)>;

/// Tests the claim on its runs. The existing comparisons can refute it; it is confirmed only if
/// every run that it names exists, reached its end and has the quantity: runs that remain when
/// others stop, crash or time out prove nothing. Its test is one of
///   grows Q over K              Q rises from each run to the next that differs in K alone
///   falls Q over K              Q falls
///   order Q over K in A B       the slope of log |Q| over log K (least squares, three runs or
///                               more) lies in
///                               [A, B]
///   less Q for K=V than K=V     Q is less in the first than in the second of two runs that
///                               agree in every other key that both have;
///                               several K=V are joined by commas
///   within Q A B                Q lies in [A, B] in every run; A, B numbers, inf, -inf
///   ends STATUS                 every run has that status
///   runs and TEST               the text promises that these runs reach their end: one that does
///                               not refutes the claim
///   none: WHY                   there is no test
/// Q is a quantity of the row, cpu_seconds, or the quotient P/Q of two. Differences below 1e-11,
/// relative to the larger of 1 and the values, are rounding and decide nothing. Throws
/// ConfigurationError naming the claim's place if the test cannot be read.
[[nodiscard]] ClaimResult judge_claim(const PublishedClaim& claim, const RowOf& row_of);

}  // namespace impactbench
