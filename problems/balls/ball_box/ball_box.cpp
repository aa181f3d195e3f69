#include "problems/balls/ball_box/ball_box.hpp"

#include "problems/base/portable_random.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::ball_box {
namespace {

double radius_of(const Params& p, double u) {
  const double rho = p.radius_ratio;
  if (p.radius_law == "uniform") return p.radius * (1.0 - (1.0 - rho) * u);
  if (p.radius_law == "by_volume") return p.radius * rho / std::sqrt(1.0 - (1.0 - rho * rho) * u);
  return p.radius;
}

/// Walls of a box [0, width]^2, its floor at 0; each stands about the middle of its face, which is
/// where pictures draw it.
void add_box(const Params& p, double width, double height, BallSetup& setup) {
  const Vec3 middle(0.5 * width, 0.5 * width, 0.5 * height);
  const auto wall = [&](int axis, double at, double inward) {
    Vec3 point = middle;
    point[axis] = at;
    setup.half_space(point, inward * Vec3::Unit(axis));
  };
  wall(2, 0.0, 1.0);
  wall(0, 0.0, 1.0);
  wall(0, width, -1.0);
  wall(1, 0.0, 1.0);
  wall(1, width, -1.0);
  if (p.lid) wall(2, height, -1.0);
}

BallSetup set_up(const Params& p, Bodies bodies) {
  const auto n = static_cast<double>(p.n);
  const double edge = std::clamp(std::round(std::cbrt(n * p.aspect)), 1.0, std::ceil(std::sqrt(n)));
  const double layers = std::ceil(n / (edge * edge));
  const double pitch = 2.0 * p.radius * p.spacing;
  BallSetup setup(p.common, bodies);
  setup.reserve(static_cast<std::size_t>(p.n));
  setup.gravity(Vec3(0.0, 0.0, -p.gravity));
  add_box(p, pitch * edge, pitch * layers * p.headroom, setup);
  PortableRandom random(p.seed);
  const double reach = p.jitter * (0.5 * pitch - p.radius);
  const auto drawn = [&](double size) {
    const double x = 2.0 * random.uniform() - 1.0;
    const double y = 2.0 * random.uniform() - 1.0;
    const double z = 2.0 * random.uniform() - 1.0;
    return Vec3(size * x, size * y, size * z);
  };
  const auto across = static_cast<std::int64_t>(edge);
  for (std::int64_t i = 0; i < p.n; ++i) {
    const Vec3 place(static_cast<double>(i % across), static_cast<double>(i / across % across),
                     static_cast<double>(i / (across * across)));
    const double r = radius_of(p, random.uniform());
    const Vec3 x = pitch * (place + Vec3::Constant(0.5)) + drawn(reach);
    const Vec3 v = drawn(p.speed);
    const double share = r / p.radius;
    setup.ball(p.mass * share * share * share, r, x, v);
  }
  if (p.start != "places") begin_at_scene(setup, p.start);
  return setup;
}

}  // namespace

ProblemEntry entry() {
  return {
      .name = "ball_box",
      .summary = "any number of balls of random radii and positions fall in a box, with friction",
      .reference = "frictional piles in space; studies of this suite",
      .parameters = parameters_of<Params>(),
      .make =
          [](const ParameterSet& given) {
            const auto p = parse<Params>(given, "problem ball_box");
            return set_up(p, Bodies::kept).make("ball_box", to_set(p), p.horizon);
          },
      .sketch =
          [](const ParameterSet& given) {
            const auto p = parse<Params>(given, "problem ball_box");
            return set_up(p, Bodies::counted).outline(p.horizon);
          }};
}

}  // namespace impactbench::ball_box
