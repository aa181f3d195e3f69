#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::diode_circuit {

/// Half-wave rectifiers, piece by piece, w = 2 pi f:
///
///   rectifier_rl  conducts from each 2 pi k / w on, s later the current is (E / Z) (sin(ws - psi)
///   +
///                 sin psi exp(-s R / L)), tan psi = wL / R, Z^2 = R^2 + (wL)^2, until it is zero
///                 in (pi, 2 pi) / w
///   rectifier_rc  the load follows E sin wt until C e' + e / R = 0, wt = pi - atan(w R C) + 2 pi
///   k,
///                 then decays as exp(-t / (R C)) until it meets e in the next rise
///
/// The two instants without a formula are found by bisection to rounding.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::diode_circuit
