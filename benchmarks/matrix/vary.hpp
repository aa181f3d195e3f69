#pragma once

#include "benchmarks/matrix/plan.hpp"

#include <cstdint>

namespace impactbench {

/// The plan with numbers near its own, which nobody has chosen: limits of accuracy that only hold
/// for the numbers of a plan are found so.
///
///   step               times 0.6 to 1.5
///   numbers of the     two in five, times 0.8 to 1.25; those in [0, 1], as restitution, become any
///   problem            from 0.05 to 0.95; zeros, whole numbers and the horizon stay
///
/// All uniform, with four digits, and of a cell the same whatever else the plan contains. Numbers
/// with which its problem cannot be made, or is refused, get their old value again, one at a time.
/// Cells that the plan refuses, and solves of contact problems, are left out.
[[nodiscard]] Plan varied(const Plan& plan, std::int64_t seed);

}  // namespace impactbench
