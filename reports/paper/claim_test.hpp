#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/paper/claim.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// Words of a claim, or of one of its runs, by key.
using ClaimWords = std::map<std::string, std::string>;

/// The test of a claim, read (grammar: judge_claim).
struct ClaimTest {
  enum class Kind { grows, falls, order, less, within, ends, none };
  Kind kind{Kind::none};
  std::string quantity;
  std::string key;             ///< of grows, falls, order
  double low{0.0}, high{0.0};  ///< of order, within
  ClaimWords left, right;      ///< of less
  RowStatus status{RowStatus::passed};
  bool promises_the_end{false};  ///< runs and ..
};

/// Throws ConfigurationError naming the claim's place.
[[nodiscard]] ClaimTest claim_test(const PublishedClaim& claim);

/// The quantity of a row that a claim names; nothing if the row lacks it or it is not a number.
[[nodiscard]] std::optional<double> claim_quantity(const Row& row, const std::string& name);

/// `key=value` words joined by `by`.
[[nodiscard]] ClaimWords claim_words(const std::string& text, char by, const std::string& place);

}  // namespace impactbench
