#pragma once

#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// Statistics of many elastic discs that fall in a box without friction, once they are mixed, which
/// are exact for any radii, masses, density and gravity: given all places, velocities times root
/// masses are uniform on a sphere in 2 N dimensions. From the last four fifths of the run in ten
/// blocks, means with `<name>_half_width` of their 99.9 % intervals:
///
///   maxwell_speed_mean     of b^(1/2), b = m v^2 / (2 K)                                    [-]
///   maxwell_speed_fourth   of b^2                                                           [-]
///   maxwell_across         of the share of K across gravity: 1/2                           [-]
///   maxwell_pair_impulse   of p / (2 (2 m_red K)^(1/2)) over impacts of discs: X            [-]
///   maxwell_wall_impulse   the same for impacts on walls, m in place of m_red              [-]
/// and, for the resolution by steps,
///   maxwell_phase          mean of h w / s over impacts of
///   discs, w the speed of approach and s the distance of the
///   centres [-]
///   maxwell_together       share of impacts whose body has another one in the same step    [-]
///
/// K is that of the end of the step, X = sqrt(pi) G(N + 1/2) / (2 N G(N)) the mean square of a
/// component of a unit vector over its mean absolute value. An impact is one step, as for rigid
/// discs. Absent below 50 discs, with restitution, friction or springs, without gravity, and if the
/// blocks of the run begin before 8 falls along the diagonal of the box, the time in which coherent
/// motion dies out.
class MaxwellMeter {
 public:
  /// The problem must outlive this; `h` > 0 [s], `steps` >= 1.
  MaxwellMeter(const Problem& problem, double h, std::int64_t steps);
  [[nodiscard]] static bool applies(const Problem& problem, double h, std::int64_t steps);

  void after_step(const State& after, const ContactImpulses* recorded);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  struct Block {
    double speed_mean{0.0}, speed_fourth{0.0}, across{0.0}, samples{0.0};
    double pair{0.0}, pairs{0.0}, wall{0.0}, walls{0.0}, phase{0.0}, together{0.0};
  };
  void add_speeds(const State& state, double kinetic, Block& block) const;
  void add_impulses(const ContactImpulses& recorded, double kinetic, Block& block);

  const RoundSystem& system_;
  double h_;
  std::int64_t first_, length_;  ///< step that the blocks begin after; steps of a block
  std::vector<Block> blocks_;
  std::vector<int> impacts_;  ///< of each disc in this step
  bool recorded_{true};
};

}  // namespace impactbench
