#pragma once

#include "problems/model/problem.hpp"
#include "reference/api/reference.hpp"
#include "schemes/solvers/api/contact_problem.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// A history thinned to at most a given number of samples, the last one included.
struct Series {
  std::vector<double> time;   ///< [s]
  std::vector<double> value;  ///< unit of the quantity
  friend bool operator==(const Series&, const Series&) = default;
};

/// All that is measured of one run. Absent quantities are absent keys; no value is NaN or infinite.
struct Measurements {
  std::map<std::string, double> quantities;
  std::map<std::string, Series> series;
};

/// Name, unit and meaning of every quantity that the Meter can write, in alphabetical order.
struct QuantityInfo {
  std::string_view name, unit, meaning;
};
[[nodiscard]] std::span<const QuantityInfo> quantities();

/// Applies all yardsticks to a run, step by step, from states alone. It detects contacts itself.
///
/// Quantities (see quantities() for units): energy_initial, energy_final, energy_min, energy_max
/// (kinetic + external + contact potential where the compliance is known), energy_drift_relative =
/// largest |E - E_0| / |E_0|; kinetic_energy, kinetic_energy_initial, energy_error_relative =
/// |K_0 - K_T| / K_0 as nguyen2024 defines it; penetration_relative = max D / (2 max r) at ends of
/// steps; penetration_midpoint_relative = the same at q^n + h/2 v^n; contacts = sum over steps of
/// touching contacts at the end of the step; momentum_drift, angular_momentum_drift (absolute,
/// only without gravity and before any wall is touched); complementarity_residual; v1 .. v8 (final
/// velocities of up to 8 discs: x component where all motion is along x, else speed);
/// position_error_sup, velocity_error_l1, velocity_error_hausdorff, impact_time_error where the
/// truth has a trajectory, and for each scalar s of the truth: s + "_error_relative".
class Meter {
 public:
  Meter(const Problem& problem, const ContactModel& contact, std::optional<Truth> truth, double h,
        std::int64_t steps);
  ~Meter();
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;

  /// State before the step, after it, and the contact problem of the step where the scheme posed
  /// one (else null and empty).
  void after_step(const State& before, const State& after, const ContactProblem* contact_problem,
                  std::span<const double> impulses);

  /// True once kinetic energy exceeds 1e6 times the initial total or some number is not finite:
  /// going on would measure nothing.
  [[nodiscard]] bool blown_up() const;

  [[nodiscard]] Measurements finish() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace impactbench
