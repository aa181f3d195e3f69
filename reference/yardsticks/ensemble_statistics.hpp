#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

namespace impactbench {

/// The figures of one run of an ensemble: bulk quantities that are robust to chaos.
struct BulkSample {
  double energy{0.0};    ///< gain of the total energy over the run, relative to that at the start
  double contacts{0.0};  ///< touching contacts, mean over the steps
  double penetration{0.0};         ///< largest, in largest diameters
  std::optional<double> height;    ///< of the centre of mass, mean over the second half [m]
  std::optional<double> diverged;  ///< when it was a hundredth of the largest diameter off [s]
};

/// Statistics of the runs of an ensemble, at least two of them:
///
///   ensemble_size             runs that reached the end
///   ensemble_NAME             mean of energy, contacts, penetration and, with gravity, height
///   ensemble_NAME_half_width  of its 95 % confidence interval (Student's t)
///   divergence_horizon        when the first of them had diverged [s]; absent if none had
///
/// A sample that is not a number makes its mean NaN. Writes nothing for fewer than two.
void summarise(std::span<const BulkSample> samples, std::map<std::string, double>& quantities);

}  // namespace impactbench
