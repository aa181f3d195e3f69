#include "problems/balls/slope/slope.hpp"

#include <cmath>
#include <utility>

namespace impactbench::slope {
namespace {

Problem make(const Params& p) {
  const int d = static_cast<int>(p.dimension);
  RoundSetup setup(
      {.dimension = d, .rotates = p.rotates},
      {.restitution = p.restitution, .tangential_restitution = 0.0, .friction = p.friction});
  const Vec3 down = Vec3::UnitX(), up = Vec3::Unit(d - 1);
  const double size = std::hypot(1.0, p.slope);
  setup.gravity(p.gravity / size * (p.slope * down - up));
  setup.half_space(Vec3::Zero(), up);
  const double inertia = RoundInertia("physical", d == 2 ? 0.5 : 0.4)(p.mass, p.radius);
  setup.body(p.mass, p.radius, p.rotates ? inertia : 0.0, (p.radius + p.gap) * up, p.speed * down);
  return std::move(setup).make("slope", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "slope",
          .summary = "one body slides down an inclined plane, or rests on it",
          .reference = "elementary mechanics; what relaxed contact does instead",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem slope"));
          }};
}

}  // namespace impactbench::slope
