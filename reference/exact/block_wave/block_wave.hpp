#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::block_wave {

/// An elastic block that hits a rigid plane end on with w, treated as a thin bar: with c = sqrt(E /
/// rho), T = 2 L / c and s the time since it met the plane, the reaction E A w / c reverses its
/// centre of mass,
///
///   centre   -w s before,   -w s + w s^2 / T until s = T,   w (s - T) after that
///
/// and it leaves without strain: contact time T, rebound 1. The deviation by cells and lateral
/// inertia is part of its limits (reference/acceptance/problems/block_on_wall.cpp).
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::block_wave
