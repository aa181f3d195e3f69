#include "problems/discs/four_balls/four_balls.hpp"

namespace impactbench::four_balls {

Problem make(std::string_view name, const Setup& p) {
  DiscSetup setup(p.common);
  setup.box(-p.margin, 1.0 + p.margin, -p.margin, 1.0 + p.margin);
  const double s = p.speed;
  setup.disc(p.mass, p.radius, {0.0, 0.0}, {s, s}, p.spin);
  setup.disc(p.mass, p.radius, {1.0, 0.0}, {-s, s});
  setup.disc(p.mass, p.radius, {1.0, 1.0}, {-s, -s});
  setup.disc(p.mass, p.radius, {0.0, 1.0}, {s, -s});
  return std::move(setup).make(name, to_set(p), p.horizon);
}

}  // namespace impactbench::four_balls
