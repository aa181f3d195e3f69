#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::bathe {

/// Bathe's composite method with impacts: the trapezoidal rule and the three-point backward Euler
/// formula alternate for the smooth part of the motion; impulses are added in each step as in
/// moreau_jean. Two steps of h are one composite step of 2 h of the source; each has its contact
/// problem and its result, and is judged and timed as the steps of other schemes.
///
///   M(q^{n+1}) a^{n+1} = f(q^{n+1}, v^{n+1}),   f without impulses,   M W = H p
///   trapezoid:      v^{n+1} = v^n + (h/2) (a^n + a^{n+1}) + W
///                   q^{n+1} = q^n + (h/2) (v^n + v^{n+1})
///   backward Euler: v^{n+1} = v^n + (h/6) (a^{n-1} + a^n) + (2/3) h a^{n+1} + W
///                   q^{n+1} = q^n + (h/2) (v^n + v^{n+1})
///                             + (h^2/18) (2 a^{n+1} - a^n - a^{n-1})
///   contacts whose gap is <= 0 at q^n + (h/2) v^n; normals, tangents there
///   normal:   0 <= p_n [N s]  perpendicular to  u_n^{n+1} + e u_n^n >= 0 [m/s, separating > 0]
///   friction: u_t^{n+1} + e_t u_t^n = 0 while |p_t| < mu p_n, else p_t at the bound, opposing it
///   rolling, twisting: as moreau_jean has them (velocity_rows.hpp)
///
/// Without impulses the second is (3 x^{n+1} - 4 x^n + x^{n-1}) / (2 h) = dx^{n+1}/dt for x = v and
/// x = q: with the trapezoid before it for v^n - v^{n-1}, it is v^{n-1} + (2 h/3) (a^{n-1} + a^n +
/// a^{n+1}), and the formula for positions differs from trapezoids of velocities by a sixth of the
/// second difference v^{n+1} - 2 v^n + v^{n-1}, expressed by the accelerations above. In this form
/// it never refers to values before a jump of velocities.
///
/// Order 2 on smooth motion, O(h) where an impact falls into a step. Stable for any step on linear
/// oscillators; at high frequencies the trapezoid changes the sign and the second step damps to
/// zero. For constant f it is nscd, and keeps the energy for e = 1; for M x'' = -K x a trapezoid
/// step changes the energy by p . (u^n + u^{n+1}) / 2 alone, by -(1 - e) p |u_n^n| / 2 at an impact
/// without friction.
///
/// f at the end of a step is found as in generalised_alpha.hpp, and so are forces that vary in time
/// or have no potential.
///
/// Source: Bathe and Baig 2005 (Computers and Structures 83); Bathe 2007 (Computers and Structures
/// 85); impulses as in Chen, Acary, Virlez and Bruls 2013 for generalised alpha.
///
/// Choose it for smooth forces that are stiff, whose high frequencies should be damped out,
/// together with rigid impacts; under constant forces it is nscd.
struct Params {
  bool warm_start{false};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"warm_start", "-", "start the solver from the impulses of the same contacts"},
      self.warm_start);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::bathe
