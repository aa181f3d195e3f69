#pragma once

#include <span>
#include <string_view>

namespace impactbench {

/// The allowed distance of a figure from that of an earlier revision: |new - old| <= absolute +
/// relative |old|. It is no limit of correctness: judge() has those. Figures agree to a few of
/// their digits; counts to a few in a thousand (compilers and kernels of a library round
/// differently, and an iteration more may follow); quantities that are zero up to rounding, or a
/// solver's stopping point, to their size.
struct RegressionTolerance {
  double relative{1e-6}, absolute{1e-10};
};

/// A quantity of a row.
struct QuantityInfo {
  std::string_view name, unit, meaning;
  RegressionTolerance change{};
};
/// All of them, in alphabetical order.
[[nodiscard]] std::span<const QuantityInfo> quantities();
/// That of the quantity; the usual one for a name that is not listed.
[[nodiscard]] RegressionTolerance regression_tolerance(std::string_view quantity);

}  // namespace impactbench
