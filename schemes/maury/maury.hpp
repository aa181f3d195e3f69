#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::maury {

/// Maury's scheme for rigid bodies that meet without rebound and without friction: the velocity is
/// the nearest one, in the metric of the masses, with which no gap that is linearised about the
/// start of the step becomes negative within it. Discs and spheres, dimension 1, 2 and 3.
///
///   U       = u^n + h M^-1 f_h,   f_h the mean force over the step at q^n
///   u^{n+1} = argmin |u - U|_M^2 / 2  over  D_c(q^n) + h G_c(q^n).u >= 0, c all pairs, obstacles
///   q^{n+1} = q^n + h u^{n+1}
///
/// D_c: gap, G_c: its gradient (problems/contact/gap.hpp). In the contact problem of the step
/// b = G U + D / h, so that u = W p + b is the rate at which the linearised gap at its end would
/// have opened from zero, and p [N s] the impulse of contact c; the velocity unit is r / h with the
/// smallest radius r: a residual is an overlap in radii.
///
/// Gaps are convex in q, so that no overlap arises, between steps neither (up to the solver's
/// tolerance); |u^{n+1}|_M <= |U|_M for every h; without force and obstacles momentum and angular
/// momentum are kept whatever the impulses, as they act along the lines of centres at q^n and
/// h u^{n+1} x u^{n+1} = 0. Order 1.
///
/// All pairs means all: within a step of several diameters pairs far apart constrain each other.
/// The rows begin with gaps below `reach` and those that pressed in the last step; the velocities
/// are found with a solver that is `loose` times less strict; every pair whose linearised gap they
/// make negative becomes a row (on a line: of neighbours); and so on, strictness growing, until no
/// pair left out is worse than the worst one that is in. Restitution 0 only. Source: maury2004
/// (Numer. Math. 102 (2006) 649-679), section 3, with the mean (1/h) and the metric of the masses
/// where the paper says Euclidean.
struct Params {
  double reach{0.3};
  double loose{1e4};
  int max_rounds{50};
  bool warm_start{true};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"reach", "-", "gaps below this many smallest radii are rows at once"}, self.reach,
      Range::at_least(0.0));
    f(Field{"loose", "-", "the first solve of a step is this many times less strict"}, self.loose,
      Range::between(1.0, 1e12));
    f(Field{"max_rounds", "-", "most solves a step"}, self.max_rounds, Range::between(1.0, 1e6));
    f(Field{"warm_start", "-", "start from the impulses of the last step"}, self.warm_start);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::maury
