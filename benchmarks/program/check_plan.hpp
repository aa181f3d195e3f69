#pragma once

#include <string>

namespace impactbench {

struct CheckPlan {
  std::string plan, baseline, junit;
  std::string store;  ///< a new file that keeps the rows, timed as the plan says; empty: none
  int jobs{1};
  bool all{false};    ///< prints every difference, not the ten worst alone
  bool write{false};  ///< makes the baseline instead of holding the run against it
};

/// Runs a plan again and compares it with a baseline; prints the differences, the worst first. 0:
/// none, 1: some.
[[nodiscard]] int check_plan(const CheckPlan& options);

}  // namespace impactbench
