#include "problems/spheres/crowd_row/crowd_row.hpp"

#include "problems/support/desired_velocity.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::crowd_row {
namespace {

SphereSetup set_up(const Params& p, Bodies bodies) {
  const auto n = static_cast<std::size_t>(p.n);
  const bool door = p.desired_velocities == "door";
  std::vector<double> desired(n, -p.speed);
  for (std::size_t i = 0; i < n && !door; ++i) {
    const double k = static_cast<double>(i + 1);
    const double irrational = k * k * std::numbers::sqrt2;
    desired[i] = p.speed * (2.0 * (irrational - std::floor(irrational)) - 1.0);
  }
  SphereSetup setup(1, p.common, bodies);
  setup.first_order();
  if (door) setup.half_space(Vec3::Zero(), Vec3::UnitX());
  setup.force(std::make_shared<DesiredVelocity>(1, std::vector<double>(n, p.mass),
                                                [desired](std::size_t i, const Vec3&) -> Vec3 {
                                                  return {desired[i], 0.0, 0.0};
                                                }));
  for (std::size_t i = 0; i < n; ++i) {
    const double k = static_cast<double>(i);
    const double gaps = p.length * (k + 1.0) / static_cast<double>(n);
    setup.sphere(p.mass, p.radius, {gaps + p.radius * (2.0 * k + 1.0), 0.0, 0.0}, Vec3::Zero());
  }
  return setup;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "crowd_row",
          .summary = "a queue on a line, at a closed door or with different desired velocities",
          .reference = "maury-slides, crowd motion; case of this suite",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem crowd_row");
                return set_up(p, Bodies::kept).make("crowd_row", to_set(p), p.horizon);
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem crowd_row");
                return set_up(p, Bodies::counted).outline(p.horizon);
              }};
}

}  // namespace impactbench::crowd_row
