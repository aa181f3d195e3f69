#include "problems/discs/random_box/random_box.hpp"

#include "problems/model/error.hpp"
#include "problems/support/disc_columns.hpp"
#include "problems/support/disc_file.hpp"
#include "problems/support/libgfortran_random.hpp"

#include <cmath>
#include <vector>

namespace impactbench::random_box {
namespace {

void begin_from_file(DiscSetup& setup, const Setup& p, const std::vector<double>& radius) {
  constexpr double left_by_a_rigid_scheme = 0.01;  // of a diameter
  const std::vector<DiscPose> discs = read_disc_file(p.start);
  if (discs.size() != radius.size()) {
    throw ConfigurationError("start: " + p.start + " has " + std::to_string(discs.size()) +
                             " discs; there must be " + std::to_string(radius.size()));
  }
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const DiscPose& d = discs[i];
    if (!(std::abs(d.radius - radius[i]) <= 1e-9 * radius[i])) {
      throw ConfigurationError("start: " + p.start + " gives disc " + std::to_string(i + 1) +
                               " the radius " + to_text(d.radius) + " m; that of the problem is " +
                               to_text(radius[i]) + " m");
    }
    setup.disc(p.mass, radius[i], d.position, d.velocity, d.spin, d.angle);
  }
  setup.allow_overlap(left_by_a_rigid_scheme * 2.0 * p.radius);
}

}  // namespace

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
  if (p.start != "places") {
    begin_from_file(setup, p, radius);
    return std::move(setup).make(name, to_set(p), p.horizon);
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
  return std::move(setup).make(name, to_set(p), p.horizon);
}

}  // namespace impactbench::random_box
