#pragma once

#include "benchmarks/power/verdict.hpp"
#include "benchmarks/store/row.hpp"

#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// A parameter and its smallest error that a check noticed.
struct NoticedParameter {
  std::string parameter;
  double eps;
};

/// The errors that the checks of a cell notice: by check, the smallest errors first.
using NoticedByCheck = std::map<std::string, std::vector<NoticedParameter>>;

/// The same for every cell, by its key.
[[nodiscard]] std::map<std::string, NoticedByCheck> noticed_by_cell(
    const std::vector<PowerOfPair>& pairs);

/// Shows how a cell ended, and each of its checks: value, limit, margin as a bar, the formula of
/// the limit, and the smallest errors that it notices if they have been measured.
[[nodiscard]] std::string verdict_section(const Row& row, const NoticedByCheck& noticed);

/// One of passed, unjudged, unresolved, known, missed, failed, none, as the style sheet calls them.
[[nodiscard]] std::string status_class(const Row& row);
/// A sign for each of them, so that the page does not rely on colour.
[[nodiscard]] std::string status_sign(const std::string& status);

}  // namespace impactbench
