#include "benchmarks/trajectory/state_file.hpp"

#include "benchmarks/files/output.hpp"
#include "benchmarks/trajectory/trajectory_file.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>

namespace impactbench {
namespace {

/// The instant at `t` up to rounding.
Instant instant_at(const TrajectoryReader& reader, double t) {
  if (reader.size() == 0)
    throw ConfigurationError(fmt::format("'{}' has no instant that is complete", reader.name()));
  const std::span<const double> times = reader.times();
  std::size_t nearest = 0;
  for (std::size_t k = 1; k < times.size(); ++k) {
    if (std::abs(times[k] - t) < std::abs(times[nearest] - t)) nearest = k;
  }
  if (!std::isfinite(t) || !(std::abs(times[nearest] - t) <= 1e-9 * std::abs(t))) {
    throw ConfigurationError(
        fmt::format("'{}' has no instant {} s: the nearest is {} s; run --instants says how many a "
                    "trajectory keeps",
                    reader.name(), t, times[nearest]));
  }
  return reader.instant(nearest);
}

}  // namespace

std::string state_text(const TrajectoryReader& reader, double t) {
  const Shapes& shapes = reader.shapes();
  if (shapes.layout != BodyLayout::discs) {
    throw ConfigurationError(fmt::format("'{}' has bodies of the kind {}: a state is one of discs",
                                         reader.name(), to_text(shapes.layout)));
  }
  const Poses poses = instant_at(reader, t).poses;
  std::string out = "x,y,angle,vx,vy,spin,radius\n";
  for (std::size_t i = 0; i < shapes.bodies; ++i) {
    fmt::format_to(
        std::back_inserter(out), "{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}\n",
        poses.position[2 * i], poses.position[2 * i + 1], poses.orientation[i],
        poses.velocity[2 * i], poses.velocity[2 * i + 1], poses.spin[i], shapes.radius[i]);
  }
  return out;
}

void write_state(const std::string& trajectory, double t, const std::string& path) {
  write_text_file(path, state_text(TrajectoryReader(trajectory), t));
}

}  // namespace impactbench
