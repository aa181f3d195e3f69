#pragma once

#include <optional>
#include <span>

namespace impactbench {

/// The sizes of eps to be tried.
struct EpsLimits {
  double finest{1e-3};
  double coarsest{1.0};
  double ratio{1.35};  ///< how closely the smallest size that is noticed is bracketed
  friend bool operator==(const EpsLimits&, const EpsLimits&) = default;
};

/// Throws ConfigurationError unless 0 < finest <= coarsest <= 1 and ratio > 1.
void refuse_wrong_limits(const EpsLimits& limits);

/// A size that was tried.
struct TriedEps {
  double size;
  bool noticed;
};

/// The next size to try: decades upwards from the finest until one is noticed, then halves of the
/// interval on log eps between it and the next smaller one that was not; nothing when that is known
/// to within the ratio, when the finest was noticed, or when the coarsest was not. `most` <=
/// coarsest is the largest that makes sense. `whole`: 1/eps must be an integer.
[[nodiscard]] std::optional<double> next_eps(std::span<const TriedEps> tried,
                                             const EpsLimits& limits, double most, bool whole);

/// The smallest size that was noticed.
[[nodiscard]] std::optional<double> smallest_noticed(std::span<const TriedEps> tried);

}  // namespace impactbench
