#pragma once

#include "problems/model/sweeping_setup.hpp"

namespace impactbench::turning_half_plane {

/// A point swept by a half-plane that turns about the origin,
///
///   C(t) = {q : n(t) . q >= offset},   n = (cos wt, sin wt),   w = rate,
///
/// at rest until the edge reaches it, then on the involute of the circle that the edge touches. The
/// reference solution is `swept_by_half_plane`, in closed form. The problem shows the order of a
/// scheme where normals turn. Source: nguyen2024, section 1.2; numbers the choice of this suite.
struct Params {
  double rate{1.0};
  double offset{0.3};
  double x{1.0};
  double y{0.0};
  double horizon{3.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"rate", "rad/s", "of the half-plane's normal"}, self.rate, Range::positive());
    f(Field{"offset", "m", "of its edge from the origin"}, self.offset, Range::at_least(0.0));
    f(Field{"x", "m", "initial; at least the offset"}, self.x, Range::positive());
    f(Field{"y", "m", "initial"}, self.y, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::turning_half_plane
