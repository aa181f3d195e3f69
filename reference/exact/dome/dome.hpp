#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::dome {

/// A body that leaves a dome (problems/balls/dome), rigid, from rest at a_0 > 0. With G = g / L,
/// kappa = J / (m r^2), 0 without rotation, and u = (da/dt)^2 as a function of a:
///
///   rolling   u = 2 G (cos a_0 - cos a) / (1 + kappa),   spin = L/r da/dt
///             until   kappa / (1 + kappa) sin a = mu (cos a - u / G)
///   slipping  du/da = 2 G (sin a - mu cos a) + 2 mu u,
///             u = A cos a + B sin a + C exp(2 mu a),
///             A = -2 G (1 - 2 mu^2) / (1 + 4 mu^2),  B = 2 mu (A - G),  C from the last u,
///             d spin/dt = mu (g cos a - L u) / (kappa r)
///   leaves    where G cos a = u; then a parabola with constant spin.
///
/// Time is the integral of da / sqrt(u) by Gauss's rule in s = sqrt(a - a_0), in which it is
/// smooth. Covers bodies that roll at first, and those that slide without friction.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::dome
