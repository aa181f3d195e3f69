#include "problems/discs/two_balls/two_balls.hpp"

namespace impactbench::two_balls {

Problem make(std::string_view name, const Setup& p) {
  DiscSetup setup(p.common);
  setup.box(0.0, p.side, 0.0, p.side);
  setup.disc(p.mass_1, p.radius_1, {p.x_1, 1.0}, {p.speed_1, 0.0});
  setup.disc(p.mass_2, p.radius_2, {p.x_2, 1.0}, {p.speed_2, 0.0});
  return std::move(setup).make(name, to_set(p), p.horizon);
}

}  // namespace impactbench::two_balls
