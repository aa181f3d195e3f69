#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/generate/families.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The cost of an accuracy with one family of runs.
struct Cost {
  double step;   ///< of the coarsest run that has the accuracy [s]
  double cpu;    ///< [s]
  bool at_most;  ///< the coarsest run of all has it already: it may cost less
};

/// CPU time at which a family is accurate to `target` [m]: uses the coarsest run from which
/// on every finer one has an error of at most that (one lucky run does not count), and the
/// power law between it and the next coarser one. Nothing if the finest run is not accurate
/// enough.
[[nodiscard]] std::optional<Cost> cost_at(const Family& family, double target);

/// The powers of ten [m], decreasing, that some family reaches but not every one with its coarsest
/// run.
[[nodiscard]] std::vector<double> targets_of(const std::vector<Family>& families);

/// The cost of one family at an accuracy.
struct MatchedCost {
  const Row* first;  ///< of the family
  std::string family;
  std::optional<Cost> cost;  ///< absent: not reached
  double best_error;         ///< the smallest that it reached [m]
};

/// One accuracy on one problem with its parameters: the cheapest family first, those that do not
/// reach it last. Rigid contact and springs have different motions and are never in one pair.
struct MatchedPair {
  std::string problem;
  std::string contact;  ///< of all its families: contact_kind()
  double target;        ///< [m]
  std::vector<MatchedCost> costs;
};

/// Every problem with two families or more, of three timed steps at least, at every accuracy that
/// tells them apart; rows that do not state what they are judged by are left out, since rigid
/// contact and springs are not told apart there. Points into `rows`.
[[nodiscard]] std::vector<MatchedPair> matched_pairs(std::span<const Row> rows);

/// "rigid", or the compliance whose truth is the reference of the errors of a row that states what
/// it is judged by.
[[nodiscard]] std::string contact_law(const Row& row);
/// "rigid" or "springs", of such a row.
[[nodiscard]] std::string contact_kind(const Row& row);

}  // namespace impactbench
