#include "problems/spheres/sticky_particles/sticky_particles.hpp"

#include "problems/base/portable_random.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace impactbench::sticky_particles {
namespace {

SphereSetup set_up(const Params& p, Bodies bodies) {
  const auto n = static_cast<std::size_t>(p.n);
  struct Rod {
    double gap, velocity, mass, radius;
  };
  std::vector<Rod> rods(n);
  PortableRandom random(p.seed);
  double gaps = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    Rod& rod = rods[i];
    const double gap = random.uniform();
    const double velocity = 2.0 * random.uniform() - 1.0;
    const double mass = 0.25 + 0.75 * random.uniform();
    const double size = 0.1 + 0.9 * random.uniform();
    const double number = static_cast<double>(i + 1);
    const double irrational = number * number * std::numbers::sqrt2;
    rod.gap = i == 0 ? 0.0 : (p.gaps == "random" ? gap : 1.0);
    rod.velocity =
        p.speed *
        (p.velocities == "random" ? velocity : 2.0 * (irrational - std::floor(irrational)) - 1.0);
    rod.mass = p.mass * (p.masses == "random" ? mass : 1.0);
    rod.radius = p.radius * (p.sizes == "random" ? size : 1.0);
    gaps += rod.gap;
  }
  SphereSetup setup(1, p.common, bodies);
  setup.reserve(n);
  double free = 0.0;   // gaps so far, in their own unit
  double place = 0.0;  // o_i
  for (std::size_t i = 0; i < n; ++i) {
    place += i == 0 ? 0.0 : rods[i - 1].radius + rods[i].radius;
    free += rods[i].gap;
    setup.sphere(rods[i].mass, rods[i].radius, {p.length * free / gaps + place, 0.0, 0.0},
                 {rods[i].velocity, 0.0, 0.0});
  }
  return setup;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "sticky_particles",
          .summary = "rods on a line without force that stay together once they meet",
          .reference = "maury2004, section 6.2",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem sticky_particles");
                return set_up(p, Bodies::kept).make("sticky_particles", to_set(p), p.horizon);
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem sticky_particles");
                return set_up(p, Bodies::counted).outline(p.horizon);
              }};
}

}  // namespace impactbench::sticky_particles
