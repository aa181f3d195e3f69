#include "problems/discs/random_box/random_box.hpp"

#include "problems/support/disc_columns.hpp"
#include "problems/support/libgfortran_random.hpp"

#include <vector>

namespace impactbench::random_box {
Problem make(std::string_view name, const Layout& layout, const Setup& p) {
  DiscSetup setup(p.common);
  setup.box(0.0, layout.width, 0.0, layout.height);
  setup.gravity({0.0, -p.gravity});
  LibgfortranRandom next(p.seed);
  const int count = layout.columns * layout.columns;
  setup.reserve(static_cast<std::size_t>(count));
  std::vector<double> radius(static_cast<std::size_t>(count), p.radius);
  if (layout.spread > 0.0) {
    for (double& r : radius)
      r -= layout.spread * next();
  }
  const DiscColumns columns{count, layout.columns, layout.x, layout.y,
                            layout.pitch * layout.printed_radius};
  std::size_t disc = 0;
  for_each_place(columns, [&](double x_0, double y_0) {
    const double x = (x_0 + layout.shift_x) + layout.jitter * next();
    const double y = (y_0 + layout.shift_y) + layout.jitter * next();
    Vec2 velocity(0.0, 0.0);
    if (p.speed != 0.0) {
      velocity.x() = p.speed * (next() - 0.5);
      velocity.y() = -0.5 * p.speed * next();
    }
    setup.disc(p.mass, radius[disc++], {x, y}, velocity);
  });
  if (p.start != "places") begin_at_scene(setup, p.start);
  return std::move(setup).make(name, to_set(p), p.horizon);
}

}  // namespace impactbench::random_box
