#pragma once

#include "problems/model/contact_step.hpp"
#include "schemes/api/scheme.hpp"

namespace impactbench::barrier {

/// A logarithmic barrier between bodies, by implicit Euler: incremental potential contact (IPC)
/// for round bodies and for constraints. With g the gaps plus the inset, d the range,
///
///   v^{n+1} = argmin |v - v^n - h M^{-1} F|_M^2 / 2 + sum kappa b(g(q^n + h v))
///                                                   + sum mu P_n f_0(|u_t|)
///   b(g) = -(g - d)^2 ln(g / d) where g < d, else 0,   P_n = -h kappa b'(g(q^n))
///   f_0' = f(|u_t| / creep),   f(x) = 2 x - x^2 where x < 1, else 1
///   q^{n+1} = q^n + h v^{n+1}
///
/// F the mean over the step at q^n, v^n; u_t is the slip of v^{n+1} in the tangent plane at q^n.
/// The result is an impulse -h kappa b'(g) along the normal at q^{n+1}, and friction with the
/// normal impulse of the step before. This predicts:
///
///   gaps         g > 0 at all times: bodies overlap by less than the inset (0: never touch)
///   rest         at the gap with -kappa b'(g) = m g, whatever the step; sliding adds nothing to it
///   on a slope   creep (1 - sqrt(1 - tan(a) / mu)) times `creep` below the angle of friction
///   near rest    oscillations of frequency w, w^2 = kappa b''(g) / m, lose the factor
///                1 / sqrt(1 + h^2 w^2) of their amplitude a step; impacts that a step does not
///                resolve lose nearly all of m v^2 / 2
///   impact       friction comes a step late: none in the step that meets
///
/// Without friction E = T + V + sum kappa b loses |v^{n+1} - v^n|_M^2 / 2 a step and more where
/// gaps are linear (half-spaces, bodies on a line). A pair of round bodies whose line of centres
/// turns by a slip u_t may gain up to h p_n u_t^2 / (2 |x_i - x_j|): the only exception to the
/// claim of dissipation. The error of angular momentum is h (v_i - v_j) x p_n n. There is no
/// restitution.
///
/// Round bodies in 1, 2 and 3 dimensions, rotating or not (barrier_step.hpp), and constraints of
/// generalised systems (barrier_coordinates.hpp).
///
/// Source: Li, Ferguson, Schneider, Langlois, Zorin, Panozzo, Jiang and Kaufman 2020 (ACM Trans.
/// Graph. 39), Incremental potential contact, sections 3 to 5, with gaps in place of squared
/// distances and one lag; the inset: Li, Kaufman and Jiang 2021 (ACM Trans. Graph. 40),
/// Codimensional incremental potential contact; rest, creep, decay and energy: derived here.
///
/// Choose it when overlaps must stay below a length of your choice, 0 included, at any step, and
/// neither rebound nor the energy of impacts matters.
struct Params {
  double stiffness{1e8};
  double range{1e-3};
  double inset{1.0};
  double creep{1e-3};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"stiffness", "N/m", "kappa of the barrier"}, self.stiffness, Range::positive());
    f(Field{"range", "-", "d: gaps below this many smallest radii press (of coordinates: lengths)"},
      self.range, Range::between(1e-9, 0.5));
    f(Field{"inset", "-", "bodies may overlap by less than this share of the range"}, self.inset,
      Range::between(0.0, 1.0));
    f(Field{"creep", "m/s", "slip from which on friction is full"}, self.creep, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;

  [[nodiscard]] BarrierRule rule() const {
    return {.stiffness = stiffness, .range = range, .inset = inset, .creep = creep};
  }
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::barrier
