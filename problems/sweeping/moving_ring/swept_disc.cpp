#include "problems/sweeping/moving_ring/moving_ring.hpp"

namespace impactbench::swept_disc {
namespace {

/// A disc inside of a larger one that moves: at rest until the rim is at it, then drawn along a
/// tractrix. The reference solution is `swept_by_ring`, in closed form. The problem shows the order
/// of a scheme where normals turn. Source: nguyen2024, section 1.2; numbers the choice of this
/// suite.
struct Params {
  double speed{1.0};
  double radius{0.5};
  double x{0.1};
  double y{0.3};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"speed", "m/s", "of the centre, along x"}, self.speed, Range::positive());
    f(Field{"radius", "m", "of the larger disc less that of the smaller"}, self.radius,
      Range::positive());
    f(Field{"x", "m", "initial, the centre being at 0"}, self.x, Range::any());
    f(Field{"y", "m", "initial"}, self.y, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

Problem make(const Params& p) {
  return moving_ring::make("swept_disc", to_set(p),
                           {.speed = p.speed, .inner = {}, .outer = p.radius}, p.x, p.y, p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "swept_disc",
          .summary = "a disc is swept by a larger one around it: tractrix",
          .reference = "Moreau 1977; nguyen2024, section 1.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem swept_disc"));
          }};
}

}  // namespace impactbench::swept_disc
