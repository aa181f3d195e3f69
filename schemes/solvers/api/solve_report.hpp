#pragma once

#include <string_view>

namespace impactbench {

enum class SolveStatus {
  converged,        ///< the solver's own stopping rule is met
  iteration_limit,  ///< best iterate returned, rule not met
  breakdown,        ///< no usable answer (singular matrix, not a number)
};

[[nodiscard]] constexpr std::string_view to_text(SolveStatus s) {
  switch (s) {
    case SolveStatus::converged:
      return "converged";
    case SolveStatus::iteration_limit:
      return "iteration limit reached";
    case SolveStatus::breakdown:
      return "breakdown";
  }
  return "";
}

/// The solver's own report. It is not trusted: yardsticks recompute the residual.
struct SolveReport {
  SolveStatus status{SolveStatus::breakdown};
  int iterations{0};  ///< sweeps or inner iterations; 1 for a direct solver
  /// In the solver's own measure, stated in its header; 0 for a direct solver.
  double own_residual{0.0};
};

}  // namespace impactbench
