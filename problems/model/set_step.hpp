#pragma once

#include <cmath>

namespace impactbench {

/// The action of one step of a scheme on a moving set (sweeping_system.hpp). With v = (q^{n+1} -
/// q^n) / h and F the mean force over the step, v - F is a normal that points into the set:
///
///   v - F = sum p_a grad f_a,   0 <= p_a perpendicular to f_a(z),   |z - q^{n+1}| = d,
///   z = q^{n+1} + d (v - F) / |v - F|,   |v - F| = d^(alpha-1) / R,
///
///   normals  F at      f_a and grad f_a at
///   end      q^n       z in C(t^{n+1}, q^n)
///   start    q^n       q^n in C(t^{n+1}, q^n), f_a linearised there; d = 0
///   middle   q_m       f_a at q^{n+1} in C(t^{n+1}, q^n), grad f_a at q_m = (q^n + q^{n+1}) / 2 in
///                      C(t^n + h/2, q_m); d = 0
///
/// R = 0: z = q^{n+1}. A Moreau-Yosida regularisation has R = softness + softness_per_step h.
struct SetStep {
  enum class Normals { end, start, middle };
  Normals normals{Normals::end};
  double alpha{2.0};              ///< >= 2 [-]
  double softness{0.0};           ///< [s m^(alpha-2)]
  double softness_per_step{0.0};  ///< [m^(alpha-2)]
  /// Whether the only error for sets whose normals do not turn is their motion between the ends of
  /// steps.
  bool exact_on_fixed_normals{false};

  [[nodiscard]] double regularisation(double h) const { return softness + softness_per_step * h; }
  /// The distance d for a normal part `speed` of the velocity.
  [[nodiscard]] double distance(double speed, double h) const {
    const double r = regularisation(h);
    return r > 0.0 ? std::pow(r * speed, 1.0 / (alpha - 1.0)) : 0.0;
  }
};

}  // namespace impactbench
