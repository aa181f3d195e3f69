#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::sliding_ball {

/// One rigid disc on the floor of a box under gravity g and Coulomb friction mu > 0, touching it
/// from the start: it slides until its slip is zero, then rolls. With v along x, spin om, slip
/// w = v + r om, s = sign(w_0) and J the moment of inertia,
///
///   t_bar = |w_0| / (mu g (1 + m r^2 / J))                 end of sliding
///   v(t) = v_0 - s mu g t,   om(t) = om_0 - s (mu m g r / J) t     for t <= t_bar,
///   v(t) = v(t_bar), om(t) = om(t_bar) = -v(t_bar) / r             from then on,
///
/// hence v(t_bar) = v_0 - w_0 / (1 + m r^2 / J): 2/3 v_0 for a disc without spin, v_0 / 26
/// with nguyen2024's J = m and r = 0.2. With friction against rolling the disc comes to rest:
/// the rates are then those of rolling_motion.hpp. Restitution has no effect: there is no
/// impact. Covers motion that does not reach the side walls. Source: nguyen2024, section
/// 4.5.1.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::sliding_ball
