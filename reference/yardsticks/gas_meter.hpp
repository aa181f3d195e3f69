#pragma once

#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace impactbench {

/// Means over time of a gas of equal discs in a box, from the last four fifths of the run in
/// ten blocks: the mean of the blocks and the half width of its 99.9 % interval (BlockMean),
/// `<name>_half_width`. K_0 is the kinetic energy of the problem's
/// start, a the side of the square of possible centres, W the sum of the normal impulses of all
/// walls.
///
///   gas_compressibility  (a W / 2 + change of sum m (x - x_c) . v) / (2 K_0 t): F a / K by the
///                        virial theorem, the change of the virial taken out since it only adds
///                        noise                                                          [-]
///   gas_collision_rate   impacts between discs per time                                 [1/s]
///   gas_wall_rate        impacts on walls per time                                      [1/s]
///   gas_impulse          mean impulse of an impact between discs                        [N s]
///   gas_speed_mean       mean of b^(1/2), b = m v^2 / (2 K), K of that instant          [-]
///   gas_speed_fourth     mean of b^2                                                    [-]
/// Under gravity, E the energy of the start with heights z of centres above their lowest place,
/// without compressibility and wall rate:
///   gas_kinetic          mean of K / E                                                  [-]
///   gas_height_square    mean of z^2 over (E / (N m g))^2                               [-]
///   gas_floor_rate       impacts on the floor per time                                  [1/s]
///   gas_floor_impulse    mean impulse of one of them                                    [N s]
/// Where impacts take energy:
///   gas_cooling          change of K^(-1/2) per time over all blocks        [1 / (s sqrt J)]
///   gas_loss_per_impact  change of -ln K over the impacts of all blocks                 [-]
///   gas_impacts          impacts in all blocks, on walls and between discs              [-]
///
/// Means of impacts or samples are left out if a block has none, and cooling if no energy was
/// lost.
///
/// An impact begins where a contact pushes that did not push in the step before. The scatter of a
/// cooling gas follows from the number of impacts: each takes a share of K whose mean is delta = (1
/// - e^2) / (N + 1/2) and whose deviation is as large, at times that are Poisson's at worst. So u =
/// K^(-1/2) gains u delta / 2 at an impact, with variance u^2 delta^2 / 2, over a run from u_0 to
/// u_1 a relative variance of delta (u_1 + u_0) / (2 (u_1 - u_0)), and the loss over c impacts one
/// of 1 / c. (Event-driven runs scatter by up to 1.2 and 1.3 times the roots of these, so 1.2 times
/// the first is taken, and the root of 2 / c.)
class GasMeter {
 public:
  /// The problem, discs in a square box, must outlive this; `h` > 0 [s], `steps` >= 1.
  GasMeter(const Problem& problem, double h, std::int64_t steps);

  void after_step(const State& after, const ContactImpulses* recorded);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  struct Block {
    double compressibility{0.0}, collisions{0.0}, walls{0.0}, impulse{0.0};
    double speed_mean{0.0}, speed_fourth{0.0}, samples{0.0};
    double kinetic{0.0}, height_square{0.0}, floor{0.0}, floor_impulse{0.0};
  };
  [[nodiscard]] double virial(const State& state) const;
  [[nodiscard]] double kinetic(const State& state) const;
  void add_impulses(const ContactImpulses& recorded, Block& block);
  void add_speeds(const State& state, Block& block) const;
  void add_heights(const State& state, Block& block) const;
  void add_cooling(double span, double impacts, std::map<std::string, double>& quantities) const;

  const RoundSystem& system_;
  double h_, mass_, room_;  ///< a
  Vec2 middle_;             ///< of the box
  double kinetic_0_;
  double gravity_, floor_, energy_;  ///< floor_: of centres; energy_: E
  std::int64_t first_, length_;      ///< step that the blocks begin after; steps of a block
  std::vector<Block> blocks_;
  std::vector<std::pair<int, int>> pushing_, last_;  ///< contacts of this step and the one before
  double virial_{0.0};
  double kinetic_first_{0.0}, kinetic_last_{0.0};
  bool recorded_{true};
};

}  // namespace impactbench
