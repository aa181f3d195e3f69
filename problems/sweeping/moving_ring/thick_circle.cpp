#include "problems/sweeping/moving_ring/moving_ring.hpp"

#include "problems/base/error.hpp"

namespace impactbench::thick_circle {
namespace {

/// A point in a circle that is thick and moves: pushed aside by the inner rim, at rest, then drawn
/// along by the outer one. The set is prox-regular. The reference solution is `swept_by_ring`, in
/// closed form. The problem shows a change between two constraints of opposite curvature. Source:
/// nguyen2024, section 1.2; numbers the choice of this suite.
struct Params {
  double speed{1.0};
  double radius{0.5};
  double thickness{0.4};
  double x{0.5};
  double y{0.1};
  double horizon{3.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"speed", "m/s", "of the centre, along x"}, self.speed, Range::positive());
    f(Field{"radius", "m", "of the middle of the curve"}, self.radius, Range::positive());
    f(Field{"thickness", "m", "of the curve; below twice the radius"}, self.thickness,
      Range::positive());
    f(Field{"x", "m", "initial, the centre being at 0"}, self.x, Range::any());
    f(Field{"y", "m", "initial"}, self.y, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

Problem make(const Params& p) {
  if (!(p.thickness < 2.0 * p.radius)) {
    throw ConfigurationError("problem thick_circle: thickness = " + to_text(p.thickness) +
                             " must be below twice the radius, " + to_text(2.0 * p.radius));
  }
  return moving_ring::make("thick_circle", to_set(p),
                           {.speed = p.speed,
                            .inner = p.radius - 0.5 * p.thickness,
                            .outer = p.radius + 0.5 * p.thickness},
                           p.x, p.y, p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "thick_circle",
          .summary = "a point in a thick circle that moves: a prox-regular set",
          .reference = "Moreau 1977; nguyen2024, section 1.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem thick_circle"));
          }};
}

}  // namespace impactbench::thick_circle
