#pragma once

#include "problems/contact/round_bodies.hpp"
#include "problems/model/state.hpp"
#include "reference/api/reference.hpp"

#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// Laws of random motion at a wall, for an ensemble of bodies each of which meets only one
/// half-space: the distance of the distribution functions F_n of a run from the exact ones F of
/// Truth::laws.
///
///   last_contact_distance   sup |F_n - F| over 0.1 <= x <= 1, x = g / T, g the last time at the
///                           wall (nearer than 1e-9 radii) of a body, T the horizon [-]
///   arrival_distance        sup |F_n - F| of x = 2 a^2 / zeta [m2/s3] of the excursions from the
///                           wall that last T / 16 or longer: duration zeta, speed a of arrival [-]
///   excursions              their number
///
/// Below 0.1 the last contact depends on the step, in which a body is at the wall for its whole
/// length. By scaling a^2 / zeta does not depend on zeta.
class ExcursionMeter {
 public:
  /// Both must outlive this; `h`: step [s], `steps`: of the run.
  ExcursionMeter(const RoundBodies& bodies, const Truth& truth, double h, std::int64_t steps);
  void after_step(const State& before, const State& after);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  template <int Dim>
  void look(const State& before, const State& after);

  const RoundBodies& bodies_;
  const Truth& truth_;
  double h_;
  std::int64_t steps_;
  std::vector<std::int64_t> last_;  ///< step of the last contact, per body
  std::vector<double> arrivals_;    ///< 2 a^2 / zeta
};

}  // namespace impactbench
