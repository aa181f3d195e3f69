#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::rocking_block {

/// Housner's block, rigid, without rebound and slip, swing by swing. With R the distance of its
/// centre from a corner, tan alpha = b / h, p^2 = 3 g / (4 R) and th the angle about the corner on
/// which it stands,
///
///   d2th/dt2 = -p^2 sin(alpha - th),   (dth/dt)^2 = 2 p^2 (cos(alpha - a) - cos(alpha - th)),
///
/// a the largest angle of the swing; at th = 0 it goes on about the other corner with
/// r = 1 - 3/2 sin^2 alpha of its speed (the moment of momentum about the new corner is kept), so
/// that cos(alpha - a') - cos alpha = r^2 (cos(alpha - a) - cos alpha). Time is the integral of
/// dth / (dth/dt) by Gauss's rule in s = sqrt(a - th). For small angles half a swing lasts
/// arcosh(1 / (1 - a / alpha)) / p (Housner 1963).
///
/// The growth of an error is that of impacts that are a step h off. A late one lets its corner land
/// too deep, so that the block leans, and each later swing is longer or shorter by as much, the
/// more so the nearer its top is to alpha. And the weight turns the block towards the corner before
/// the impact and back from it after, p^2 sin alpha both times: where a step holds the first corner
/// for none of it, its speed is off by up to (1 + r) p^2 sin alpha h. It is the mean over the
/// impacts of the sum of the largest shifts of those after them by each, over h.
///
/// It holds as long as the corners do not slip and the block does not take off: |r_t| <= mu r_n for
/// the impulse, (1 - r) / (1 + r) h / b <= mu, and in the swing, which is checked at 200 angles.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::rocking_block
