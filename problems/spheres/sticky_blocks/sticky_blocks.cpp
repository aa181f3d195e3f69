#include "problems/spheres/sticky_blocks/sticky_blocks.hpp"

#include "problems/base/error.hpp"

#include <cmath>

namespace impactbench::sticky_blocks {
namespace {

constexpr double most = 1e7;

/// Blocks of a stream; the share of the length that is filled stays exact.
std::int64_t count(const Params& p, double density) {
  const double blocks = std::floor(p.length * density / (2.0 * p.radius) * (1.0 + 1e-12));
  if (!(blocks >= 1.0 && blocks <= most)) {
    throw ConfigurationError("problem sticky_blocks: length = " + to_text(p.length) + " m holds " +
                             to_text(blocks) + " blocks a stream; it must be 1 to " +
                             to_text(most));
  }
  return static_cast<std::int64_t>(blocks);
}

SphereSetup set_up(const Params& p, Bodies bodies) {
  SphereSetup setup(1, p.common, bodies);
  const auto stream = [&](std::int64_t first, std::int64_t last, double density, double speed) {
    for (std::int64_t k = first; k < last; ++k) {
      const double x = (static_cast<double>(k) + 0.5) * 2.0 * p.radius / density;
      setup.sphere(p.mass, p.radius, {x, 0.0, 0.0}, {speed, 0.0, 0.0});
    }
  };
  const std::int64_t left = count(p, p.density_left), right = count(p, p.density_right);
  setup.reserve(static_cast<std::size_t>(left + right));
  stream(-left, 0, p.density_left, p.speed_left);
  stream(0, right, p.density_right, p.speed_right);
  return setup;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "sticky_blocks",
          .summary = "two streams of blocks on a line run into each other and jam",
          .reference = "pressureless gas with bounded density; maury2004, macroscopic limit",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem sticky_blocks");
                return set_up(p, Bodies::kept).make("sticky_blocks", to_set(p), p.horizon);
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem sticky_blocks");
                return set_up(p, Bodies::counted).outline(p.horizon);
              }};
}

}  // namespace impactbench::sticky_blocks
