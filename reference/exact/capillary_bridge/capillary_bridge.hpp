#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::capillary_bridge {

/// The remaining kinetic energy of two discs whose bridges form and break. With w(D) the work of
/// the bridge from gap D to its rupture, e the restitution of discs and walls, an encounter turns
/// the energy K before it into
///
///   K' = e^2 (K + w(0) - w(film)) - w(0),     w(D) = pi gamma r ((exp(B - A D) -
///        exp(B - A rupture)) / A + C (rupture - D)),
///
/// K - w(film) for e = 1, and a wall turns it into e^2 K. Durations are integrals over the gap of 1
/// / speed, by Gauss's rule. Covers discs that are not captured, a horizon without a bridge between
/// them, and walls beyond the rupture. No trajectory.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::capillary_bridge
