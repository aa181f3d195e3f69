#pragma once

#include <string_view>

namespace impactbench {

/// How far a figure may lie from that of an earlier revision: |new - old| <= absolute + relative
/// |old|. Not a limit of what is right: that is judge()'s.
struct RegressionTolerance {
  double relative, absolute;
};

/// By the name of a quantity. Figures follow the arithmetic to a few of their digits; counts to a
/// few in a thousand (compilers and kernels of a library round differently, and an iteration more
/// may follow); what is zero but for rounding, or a solver's stopping point, to its size.
[[nodiscard]] RegressionTolerance regression_tolerance(std::string_view quantity);

}  // namespace impactbench
