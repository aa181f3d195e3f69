#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::non_uniqueness {

/// One disc rests on the floor, without rebound, under a vertical force per mass that changes its
/// sign ever faster towards t = 0:
///
///   f = 1 on (T, 3T/2),  f = -alpha on (3T/2, 2T)  [m/s2],   T = 2^k s for every integer k,
///
/// so that f(2t) = f(t). Height q >= 0 of the disc above the floor: q(0) = 0, u(0) = 0. For alpha
/// in [23/13, 2] there are infinitely many solutions; a scheme of step 2^-p settles on one of two
/// by the parity of p. With T = 2^floor(log2 t) and s = t - T the primitive, which makes means
/// exact, is
///   F(t) = T (1 - alpha) / 2 + min(s, T/2) - alpha max(s - T/2, 0),   F(0) = 0.
/// The reference `switched_force` has three solutions as branches, and `branch_error` is the
/// distance from the nearest. The problem shows which solution a scheme selects. Source: maury2004,
/// section 6.1 (alpha = 1.8, horizon 4, steps 2^-8 and 2^-9). Height and time are pure numbers
/// there. The disc has a radius so that schemes for discs can run it.
struct Params {
  DiscCommon common{.restitution = 0.0};
  double mass{1.0};
  double radius{0.125};
  double alpha{1.8};
  double horizon{4.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius"}, self.radius, Range::positive());
    f(Field{"alpha", "m/s2", "downwards in the second half of each interval"}, self.alpha,
      Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::non_uniqueness
