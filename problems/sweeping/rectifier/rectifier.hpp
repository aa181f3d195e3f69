#pragma once

#include "problems/model/sweeping_setup.hpp"

#include <string_view>

namespace impactbench::rectifier {

/// A circuit with an ideal diode, 0 <= current perpendicular to voltage, and one number x as its
/// state, fed by e(t) = amplitude sin(wt), w = 2 pi frequency:
///
///   x' = (input e(t) - x) / decay + p,   0 <= p perpendicular to x - follow e(t) >= 0.
struct Circuit {
  double amplitude, frequency;  ///< [V], [1/s]
  double decay;                 ///< time constant [s]
  double input;                 ///< x that a constant voltage of 1 makes without the diode
  double follow;                ///< 1: the diode lets x not be below e; 0: not below zero
  double scale;                 ///< what x is compared with
};

[[nodiscard]] Problem make(std::string_view name, const ParameterSet& complete,
                           const Circuit& circuit, double horizon, Observable seen);

}  // namespace impactbench::rectifier
