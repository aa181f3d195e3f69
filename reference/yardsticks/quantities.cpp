#include "reference/yardsticks/meter.hpp"

#include <array>

namespace impactbench {

std::span<const QuantityInfo> quantities() {
  static constexpr std::array table{
      QuantityInfo{"angular_momentum_drift", "kg m2/s",
                   "largest change of angular momentum while no wall and no gravity acts"},
      QuantityInfo{"branch", "-", "nearest of several solutions, in the order of their reference"},
      QuantityInfo{"branch_error", "m", "largest position error against the nearest solution"},
      QuantityInfo{"complementarity_residual", "m/s",
                   "largest natural-map residual of the contact problems, recomputed"},
      QuantityInfo{"contacts", "-", "touching contacts at the ends of steps, summed (N.C.)"},
      QuantityInfo{"duality_gap", "J",
                   "largest |p.u| of contact problems without friction: primal - dual objective"},
      QuantityInfo{"duality_gap_relative", "-",
                   "the same over the largest objective of these problems"},
      QuantityInfo{"energy_drift_relative", "-", "largest |E - E_0| / |E_0| of the total energy"},
      QuantityInfo{"energy_error_relative", "-", "|K_0 - K_T| / K_0 of the kinetic energy"},
      QuantityInfo{"energy_final", "J", "kinetic + external + contact energy at the end"},
      QuantityInfo{"energy_initial", "J", "kinetic + external + contact energy at the start"},
      QuantityInfo{"energy_max", "J", "largest total energy"},
      QuantityInfo{"energy_min", "J", "smallest total energy"},
      QuantityInfo{"impact_count", "-", "times that contact forces began to act"},
      QuantityInfo{"impact_count_error", "-", "|impact_count - that of the truth|"},
      QuantityInfo{"impact_time_error", "s", "mean error of the beginnings of impacts"},
      QuantityInfo{"impulse_least", "N s",
                   "most negative impulse of contact problems without friction, 0 at most"},
      QuantityInfo{"infeasibility", "m/s",
                   "largest -u of contact problems without friction, 0 at least"},
      QuantityInfo{"kinetic_energy", "J", "at the end"},
      QuantityInfo{"kinetic_energy_error_relative", "-",
                   "relative error of the kinetic energy at the end against the exact one"},
      QuantityInfo{"kinetic_energy_initial", "J", "at the start"},
      QuantityInfo{"linear_iterations", "-", "iterations inside the linear solver, summed"},
      QuantityInfo{"max_newton_iterations", "-", "most nonlinear iterations or sweeps in a step"},
      QuantityInfo{"momentum_drift", "kg m/s",
                   "largest change of momentum while no wall and no gravity acts"},
      QuantityInfo{"newton_iterations", "-", "nonlinear iterations or sweeps, summed (N.L.)"},
      QuantityInfo{"own_residual", "-", "largest residual that the solver claimed of itself"},
      QuantityInfo{"penetration_midpoint_relative", "-",
                   "largest penetration at q + h/2 v, in largest diameters"},
      QuantityInfo{"penetration_relative", "-",
                   "largest penetration at ends of steps, in largest diameters"},
      QuantityInfo{"penetration_relative_error_relative", "-",
                   "relative error of the largest penetration against the exact law"},
      QuantityInfo{"position_error_sup", "m", "largest position error at ends of steps"},
      QuantityInfo{"unconverged_steps", "-", "steps whose solver hit its limit"},
      QuantityInfo{"v1", "m/s", "final velocity of disc 1: along x if all is, else the speed"},
      QuantityInfo{"v2", "m/s", "of disc 2"},
      QuantityInfo{"v3", "m/s", "of disc 3"},
      QuantityInfo{"v4", "m/s", "of disc 4"},
      QuantityInfo{"v5", "m/s", "of disc 5"},
      QuantityInfo{"v6", "m/s", "of disc 6"},
      QuantityInfo{"v7", "m/s", "of disc 7"},
      QuantityInfo{"v8", "m/s", "of disc 8"},
      QuantityInfo{"velocity_error_hausdorff", "-",
                   "Hausdorff distance of the filled-in velocity graphs, both axes scaled to 1"},
      QuantityInfo{"velocity_error_l1", "m/s", "time average of the summed velocity errors"},
  };
  return table;
}

}  // namespace impactbench
