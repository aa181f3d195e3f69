#include "problems/sweeping/moving_ring/moving_ring.hpp"

namespace impactbench::pushed_disc {
namespace {

/// A disc in front of another, moving one: at rest until they touch, then pushed aside until the
/// line of centres is across. The set, the outside of a disc, is prox-regular. The reference
/// solution is `swept_by_ring`, in closed form. The problem shows a set that is not convex, and a
/// contact that ends by itself. Source: nguyen2024, section 1.2; numbers the choice of this suite.
struct Params {
  double speed{1.0};
  double radius{0.5};
  double x{1.0};
  double y{0.1};
  double horizon{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"speed", "m/s", "of the centre, along x"}, self.speed, Range::positive());
    f(Field{"radius", "m", "sum of the radii of both discs"}, self.radius, Range::positive());
    f(Field{"x", "m", "initial, the centre being at 0"}, self.x, Range::any());
    f(Field{"y", "m", "initial"}, self.y, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

Problem make(const Params& p) {
  return moving_ring::make("pushed_disc", to_set(p),
                           {.speed = p.speed, .inner = p.radius, .outer = {}}, p.x, p.y, p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "pushed_disc",
          .summary = "a disc is pushed aside by another one: a prox-regular set",
          .reference = "Moreau 1977; nguyen2024, section 1.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem pushed_disc"));
          }};
}

}  // namespace impactbench::pushed_disc
