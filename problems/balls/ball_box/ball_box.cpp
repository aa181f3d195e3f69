#include "problems/balls/ball_box/ball_box.hpp"

#include "problems/support/portable_random.hpp"

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

/// Walls of a box [0, width]^2, its floor at 0.
void add_box(const Params& p, double width, double height, BallSetup& setup) {
  setup.half_space(Vec3::Zero(), Vec3::UnitZ());
  setup.half_space(Vec3::Zero(), Vec3::UnitX());
  setup.half_space(Vec3(width, 0.0, 0.0), -Vec3::UnitX());
  setup.half_space(Vec3::Zero(), Vec3::UnitY());
  setup.half_space(Vec3(0.0, width, 0.0), -Vec3::UnitY());
  if (p.lid) setup.half_space(Vec3(0.0, 0.0, height), -Vec3::UnitZ());
}

Problem make(const Params& p) {
  const auto n = static_cast<double>(p.n);
  const double edge = std::clamp(std::round(std::cbrt(n * p.aspect)), 1.0, std::ceil(std::sqrt(n)));
  const double layers = std::ceil(n / (edge * edge));
  const double pitch = 2.0 * p.radius * p.spacing;
  BallSetup setup(p.common);
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
  return std::move(setup).make("ball_box", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {
      .name = "ball_box",
      .summary = "any number of balls of random radii and positions fall in a box, with friction",
      .reference = "frictional piles in space; studies of this suite",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) {
        return make(parse<Params>(given, "problem ball_box"));
      }};
}

}  // namespace impactbench::ball_box
