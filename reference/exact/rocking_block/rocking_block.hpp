#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::rocking_block {

/// Housner's block, rigid, without rebound and slip, swing by swing. With R the distance of its
/// centre from a corner, tan alpha = b / h, p^2 = 3 g / (4 R) and th the angle about the corner
/// that it stands on,
///
///   d2th/dt2 = -p^2 sin(alpha - th),   (dth/dt)^2 = 2 p^2 (cos(alpha - a) - cos(alpha - th)),
///
/// a the largest angle of the swing; at th = 0 it goes on about the other corner with
/// r = 1 - 3/2 sin^2 alpha of its speed (the moment of momentum about the new corner is kept), so
/// that cos(alpha - a') - cos alpha = r^2 (cos(alpha - a) - cos alpha). Time is the integral of
/// dth / (dth/dt) by Gauss's rule in s = sqrt(a - th). For small angles half a swing lasts
/// arcosh(1 / (1 - a / alpha)) / p (Housner 1963).
///
/// The growth of an error is that of an impact which comes late, as steps have it: the corner lands
/// too deep, so that the block leans, and each swing after it is as much longer or shorter, the
/// more so the nearer its top is to alpha. It is the mean over the impacts of the most that those
/// after them are moved by, over the delay.
///
/// It holds as long as the corners neither slip nor the block takes off: |r_t| <= mu r_n of the
/// impulse, (1 - r) / (1 + r) h / b <= mu, and while it swings, which is checked at 200 angles.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::rocking_block
