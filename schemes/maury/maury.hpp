#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/nearest/nearest_velocity.hpp"

namespace impactbench::maury {

/// Maury's scheme for rigid bodies without rebound and without friction: the velocity is the
/// nearest one, in the metric of the masses, with which no gap, linearised about the start of the
/// step, becomes negative within it. Round bodies in 1, 2 and 3 dimensions; generalised systems
/// too, with constraints f_a for gaps and M(q^n) for M (nearest_coordinates.hpp).
///
///   U       = u^n + h M^-1 f_h,   f_h the mean force over the step at q^n
///   u^{n+1} = argmin |u - U|_M^2 / 2  over  D_c(q^n) + h G_c(q^n).u >= 0, c all pairs, obstacles
///   q^{n+1} = q^n + h u^{n+1}
///
/// D_c is the gap, G_c its gradient; schemes/support/nearest/nearest_velocity.hpp explains which
/// pairs become rows, and the units of the contact problem of the step.
///
/// Gaps are convex in q, so that no overlap arises, not even between steps (up to the solver's
/// tolerance; where a constraint f is concave, up to |f''| (h u)^2 / 2); |u^{n+1}|_M <= |U|_M for
/// every h; without force and obstacles momentum and angular momentum are kept for any impulses, as
/// these act along the lines of centres at q^n and h u^{n+1} x u^{n+1} = 0. Order 1.
///
/// Restitution 0 only. Source: maury2004 (Numer. Math. 102 (2006) 649-679), section 3, with the
/// mean (1/h) and with the metric of the masses in place of the Euclidean one.
///
/// Choose it for many rigid bodies without rebound and friction, when long steps must leave no
/// overlap.
struct Params {
  RowSearch rows{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    RowSearch::each_field(self.rows, f);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::maury
