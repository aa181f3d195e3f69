#include "benchmarks/matrix/run_cell.hpp"

#include <cmath>

namespace impactbench {

StepCount step_count(double horizon, double dt, std::string_view dt_precision) {
  const double h = dt_precision == "single" ? static_cast<double>(static_cast<float>(dt)) : dt;
  return {h, static_cast<std::int64_t>(std::floor(horizon / h * (1.0 + 1e-9)))};
}

}  // namespace impactbench
