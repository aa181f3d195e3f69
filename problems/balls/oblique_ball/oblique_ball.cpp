#include "problems/balls/oblique_ball/oblique_ball.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace impactbench::oblique_ball {
namespace {

Problem make(const Params& p) {
  BallSetup setup(p.common);
  const double angle = p.angle * std::numbers::pi / 180.0;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const Vec3 spin(p.spin_x, p.spin_y, p.spin_z);
  if (p.target == "plane") {
    setup.half_space(Vec3::Zero(), Vec3::UnitZ());
    setup.ball(p.mass, p.radius, {0.0, 0.0, p.radius + p.distance * cosine},
               {p.speed * sine, 0.0, -p.speed * cosine}, spin);
  } else {
    const double reach = p.radius + p.target_radius;
    setup.ball(p.mass, p.radius, {reach * sine, 0.0, reach * cosine + p.distance},
               {0.0, 0.0, -p.speed}, spin);
    setup.ball(p.target_mass, p.target_radius, Vec3::Zero(), Vec3::Zero());
  }
  return std::move(setup).make("oblique_ball", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "oblique_ball",
          .summary = "a ball with spin hits a plane or a ball at an angle, with friction",
          .reference = "elementary; Garwin 1969; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem oblique_ball"));
          }};
}

}  // namespace impactbench::oblique_ball
