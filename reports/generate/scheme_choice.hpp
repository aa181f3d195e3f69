#pragma once

#include "reports/generate/judged_orders.hpp"
#include "reports/generate/matched_accuracy.hpp"
#include "reports/generate/table.hpp"

#include <span>

namespace impactbench {

/// Which scheme to take: for each kind of motion, of rigid contact and of springs, the cheapest
/// scheme that reaches a position error of 1e-2 to 1e-5 m, and the next one with its CPU time over
/// that of the cheapest. Schemes are ordered by the median of this ratio over the problems of the
/// kind, infinite where one does not reach the accuracy; problems with one scheme compare nothing.
/// Without rows if nothing can be compared.
[[nodiscard]] Table choice_table(std::span<const MatchedPair> costs, const JudgedFamilies& orders);

}  // namespace impactbench
