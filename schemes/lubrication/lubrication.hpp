#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::lubrication {

/// Spheres that squeeze out the liquid between them: lubrication forces with gap D and gradient G,
///
///   M dv/dt = F - sum mu (dD_c/dt) / D_c G_c,   mu = the problem's viscosity [N s],
///
/// between pairs (and obstacles) nearer than l = `range` smallest radii. The force is the rate of
/// gamma_c = mu ln(D_c / l), which the scheme remembers, also where D_c is far below rounding:
///
///   M u^{n+1} = M u^n + h f_h + sum (gamma_c^n - gamma_c^{n+1}) G_c(q^n),
///   D_c(q^n) + h G_c(q^n).u^{n+1} = l exp(gamma_c^{n+1} / mu),   gamma_c^{n+1} <= 0, or
///                                >= l where gamma_c^{n+1} = 0,
///   q^{n+1} = q^n + h u^{n+1}.
///
/// At the start gaps must be open. No gap ever closes, for any h and mu, and as mu tends to 0 the
/// step tends to that of `gluey`. A single contact, with a = h mu G.M^-1 G^T, the gap d without its
/// own impulse, and y = gamma / mu, satisfies
///
///   l exp(y) + a y = d,   D = a W_0(l exp(d / a) / a) in Lambert's W,
///
/// and is solved by Newton's method in the logarithm y; all together by Newton's method on the
/// solutions of each alone (viscous_newton.hpp). Dissipation: sum mu (G.u)^2 / D >= 0. Order 1.
/// Unlike maury-slides, scheme I, which steps each distance once with the others frozen and lets
/// positions deviate from distances, this solves for distances and velocities together.
///
/// Choose it for bodies in a liquid whose viscosity keeps every gap open; gluey is its limit for
/// viscosity 0.
struct Params {
  double range{1.0};
  double tolerance{1e-12};
  int max_iterations{500};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"range", "-", "forces act on gaps below this many smallest radii"}, self.range,
      Range::positive());
    f(Field{"tolerance", "-", "left by which contacts disagree on a gap, in smallest radii"},
      self.tolerance, Range::between(1e-16, 1.0));
    f(Field{"max_iterations", "-", "most Newton steps a solve"}, self.max_iterations,
      Range::between(1.0, 1e9));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

/// The root y <= 0 of range exp(y) + a y = d, for d < range, a >= 0 and range > 0; minus infinity
/// for a = 0 and d <= 0. A guess within 1 of y saves time.
[[nodiscard]] double log_distance(double range, double a, double d, double guess = 0.0);

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::lubrication
