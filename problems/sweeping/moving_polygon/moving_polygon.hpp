#pragma once

#include "problems/model/sweeping_setup.hpp"

#include <cstdint>

namespace impactbench::moving_polygon {

/// A point in a regular polygon whose centre moves on a circle from the origin, without
/// rotation:
///
///   C(t) = c(t) + {x : m_a . x <= inradius},   m_a at the angles first + 2 pi a / sides,
///   c(t) = orbit (cos wt - 1, sin wt),   w = rate.
///
/// Faces push the point along their normals, corners carry it along. The nearest point is found
/// from the constraints. The reference solution is `swept_by_polygon`, event by event. The problem
/// shows changes between faces and corners. Source: nguyen2024, section 1.2; numbers the choice of
/// this suite.
struct Params {
  std::int64_t sides{3};
  double inradius{0.3};
  double first{20.0};
  double orbit{0.6};
  double rate{2.0};
  double x{0.1};
  double y{0.05};
  double horizon{6.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"sides", "-", "of the polygon"}, self.sides, Range::between(3.0, 12.0));
    f(Field{"inradius", "m", "of its inscribed circle"}, self.inradius, Range::positive());
    f(Field{"first", "deg", "angle of the outer normal of its first side"}, self.first,
      Range::any());
    f(Field{"orbit", "m", "radius of the circle that its centre goes round"}, self.orbit,
      Range::positive());
    f(Field{"rate", "rad/s", "of the centre on that circle"}, self.rate, Range::positive());
    f(Field{"x", "m", "initial, the centre being at 0"}, self.x, Range::any());
    f(Field{"y", "m", "initial"}, self.y, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::moving_polygon
