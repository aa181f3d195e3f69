#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::skorokhod {

/// The gluey particle before a wall, gap q >= 0, for piecewise constant force: since q' + gamma =
/// ~u(t) := u_0 + int f / m with gamma <= 0, gamma q = 0, the gap is the reflection (Skorokhod) of
/// the motion without the wall,
///
///   q(t) = psi(t) - min(0, min_{s <= t} psi(s)),   psi(t) = q_0 + u_0 t + int int f / m,
///
/// its velocity is ~u while q > 0, else 0 (then gamma = m ~u). Unique for every integrable force.
/// The vanishing viscosity limit: covers viscosity 0 only.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::skorokhod
