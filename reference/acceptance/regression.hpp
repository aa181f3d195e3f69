#pragma once

#include <string_view>

namespace impactbench {

/// The allowed distance of a figure from that of an earlier revision: |new - old| <= absolute +
/// relative |old|. It is no limit of correctness: judge() has those.
struct RegressionTolerance {
  double relative, absolute;
};

/// The tolerance by the name of a quantity. Figures agree to a few of their digits; counts to a few
/// in a thousand (compilers and kernels of a library round differently, and an iteration more may
/// follow); quantities that are zero up to rounding, or a solver's stopping point, to their size.
[[nodiscard]] RegressionTolerance regression_tolerance(std::string_view quantity);

}  // namespace impactbench
