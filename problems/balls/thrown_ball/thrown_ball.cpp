#include "problems/balls/thrown_ball/thrown_ball.hpp"

#include <utility>

namespace impactbench::thrown_ball {
namespace {

Problem make(const Params& p) {
  BallSetup setup(p.common);
  setup.gravity(Vec3(0.0, 0.0, -p.gravity));
  setup.obstacle({.shape = Obstacle::Shape::half_space,
                  .b = Vec3::UnitZ(),
                  .surface_velocity = {p.belt, 0.0, 0.0}});
  setup.ball(p.mass, p.radius, {0.0, 0.0, p.radius}, {p.speed_x, p.speed_y, 0.0},
             {p.spin_x, p.spin_y, p.spin_z});
  return std::move(setup).make("thrown_ball", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "thrown_ball",
          .summary = "one ball with spin slides on a plane with friction until it rolls",
          .reference = "elementary mechanics; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem thrown_ball"));
          }};
}

}  // namespace impactbench::thrown_ball
