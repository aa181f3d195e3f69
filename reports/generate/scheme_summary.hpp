#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/generate/judged_orders.hpp"
#include "reports/generate/matched_accuracy.hpp"
#include "reports/generate/table.hpp"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// Median, and the value furthest from 0, over the runs of a scheme.
struct Spread {
  double median, extreme;
};

/// The observed order of the position errors.
struct ObservedOrder {
  double low, high;  ///< the range of the slopes; of one ladder its 95 % interval
  double slope;      ///< of the first ladder
  int ladders;
};

/// The kind of motion in which a reader is interested.
enum class MotionKind { free, lasting_contact, impacts };

/// A scheme in one line: the facts for choosing it.
struct SchemeSummary {
  std::string scheme;
  int style{0};  ///< look_of it
  int runs{0}, passed{0};
  int unexpected{0};  ///< missed, failed or not judged by anything
  int expected_failures{0}, unresolved{0}, not_applicable{0};
  std::map<MotionKind, ObservedOrder> orders;
  /// Energy that the steps gained (above 0) or lost, over the largest term of the balance.
  std::optional<Spread> energy;
  std::optional<Spread> penetration;  ///< largest of a run over the diameter
  /// CPU time over that of the cheapest: the median over the pairs of a problem and an accuracy
  /// that it reaches, `reached` of the `pairs` for which it was run.
  std::optional<double> cost;
  int reached{0}, pairs{0};
};

[[nodiscard]] std::vector<SchemeSummary> summarise(std::span<const Row> rows,
                                                   const JudgedFamilies& orders,
                                                   std::span<const MatchedPair> costs);

/// A column of the summaries: a heading, its meaning, and the text for each scheme.
struct SummaryColumn {
  std::string heading, meaning;
  std::vector<std::string> texts;
};

/// Those for which some scheme has a value.
[[nodiscard]] std::vector<SummaryColumn> summary_columns(std::span<const SchemeSummary> schemes);

}  // namespace impactbench
