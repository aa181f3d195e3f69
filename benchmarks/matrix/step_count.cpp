#include "benchmarks/matrix/run_cell.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <cmath>
#include <limits>

namespace impactbench {

StepCount step_count(double horizon, double dt, std::string_view dt_precision) {
  const double h = dt_precision == "single" ? static_cast<double>(static_cast<float>(dt)) : dt;
  // A step may vanish in single precision.
  const double steps =
      h > 0.0 ? std::floor(horizon / h * (1.0 + 1e-9)) : std::numeric_limits<double>::infinity();
  // The largest double up to which all integers are exact.
  constexpr double most = 9007199254740992.0;
  if (!(steps <= most)) {
    throw ConfigurationError("run: dt = " + to_text(dt) + " s is too short for a horizon of " +
                             to_text(horizon) + " s: at most 2^53 steps can be counted");
  }
  return {h, static_cast<std::int64_t>(steps)};
}

}  // namespace impactbench
