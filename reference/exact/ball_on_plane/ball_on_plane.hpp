#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::ball_on_plane {

/// One rigid ball on a plane of unit normal n, pressed to it by gravity g n, with Coulomb friction
/// mu > 0, touching from the start: it slides until its slip is zero, then rolls. With velocity v,
/// angular velocity om, moment of inertia J and surface velocity c of the plane the slip is w = v -
/// c + r n x om, and
///
///   m dv/dt = -mu m g w/|w|,   J dom/dt = mu m g r n x w/|w|
///   dw/dt = -mu g (1 + m r^2 / J) w/|w|:   w keeps its direction s = w_0 / |w_0|,
///   t_bar = |w_0| / (mu g (1 + m r^2 / J))                               end of sliding
///   v(t) = v_0 - mu g t s,   om(t) = om_0 + (mu m g r / J) t n x s       for t <= t_bar,
///   v(t) = v(t_bar),         om(t) = om(t_bar)                           from then on.
///
/// The path is a parabola, then its tangent: v(t_bar) = v_0 - w_0 / (1 + m r^2 / J), which is 5/7
/// v_0 for a solid ball without spin. Spin about n stays, or falls with friction against twisting:
///   J d(om . n)/dt = -mu_o m g r sign(om . n)   until it is zero.
/// With friction against rolling the ball comes to rest. If v - c and n x om lie along one line its
/// rates are those of rolling_motion.hpp; otherwise friction turns the axis of rolling, and the
/// reference does not cover it. Restitution along the normal and the tangent has no effect: there
/// is no impact. Source: elementary; Coriolis 1835 (Theorie mathematique des effets du jeu de
/// billard).
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::ball_on_plane
