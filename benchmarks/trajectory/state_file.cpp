#include "benchmarks/trajectory/state_file.hpp"

#include "benchmarks/files/output.hpp"
#include "benchmarks/trajectory/trajectory_file.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ostream>

namespace impactbench {
namespace {

/// The instant at `t` up to rounding.
Instant instant_at(const TrajectoryReader& reader, double t, const std::string& trajectory) {
  if (reader.size() == 0)
    throw ConfigurationError(fmt::format("'{}' has no instant that is complete", trajectory));
  Instant nearest = reader.instant(0);
  for (std::size_t k = 1; k < reader.size(); ++k) {
    Instant next = reader.instant(k);
    if (std::abs(next.time - t) < std::abs(nearest.time - t)) nearest = std::move(next);
  }
  if (!std::isfinite(t) || !(std::abs(nearest.time - t) <= 1e-9 * std::abs(t))) {
    throw ConfigurationError(
        fmt::format("'{}' has no instant {} s: the nearest is {} s; run --instants says how many a "
                    "trajectory keeps",
                    trajectory, t, nearest.time));
  }
  return nearest;
}

}  // namespace

void write_state(const std::string& trajectory, double t, const std::string& path) {
  const TrajectoryReader reader(trajectory);
  const Shapes& shapes = reader.shapes();
  if (shapes.layout != BodyLayout::discs) {
    throw ConfigurationError(fmt::format("'{}' has bodies of the kind {}: a state is one of discs",
                                         trajectory, to_text(shapes.layout)));
  }
  const Poses poses = instant_at(reader, t, trajectory).poses;
  write_file(path, [&](std::ostream& out) {
    out.precision(17);
    out << "x,y,angle,vx,vy,spin,radius\n";
    for (std::size_t i = 0; i < shapes.bodies; ++i) {
      out << poses.position[2 * i] << ',' << poses.position[2 * i + 1] << ','
          << poses.orientation[i] << ',' << poses.velocity[2 * i] << ','
          << poses.velocity[2 * i + 1] << ',' << poses.spin[i] << ',' << shapes.radius[i] << '\n';
    }
  });
}

}  // namespace impactbench
