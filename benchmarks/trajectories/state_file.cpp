#include "benchmarks/trajectories/state_file.hpp"

#include "benchmarks/trajectories/scene_file.hpp"
#include "benchmarks/trajectories/trajectory_file.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

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

/// Entries of all bodies in turn, `first` of the first and then `second` of the second list.
Eigen::VectorXd merged(std::size_t bodies, const std::vector<double>& along, std::size_t first,
                       const std::vector<double>& about, std::size_t second) {
  Eigen::VectorXd out(static_cast<Eigen::Index>(bodies * (first + second)));
  Eigen::Index at = 0;
  for (std::size_t i = 0; i < bodies; ++i) {
    for (std::size_t k = 0; k < first; ++k)
      out[at++] = along[first * i + k];
    for (std::size_t k = 0; k < second; ++k)
      out[at++] = about[second * i + k];
  }
  return out;
}

}  // namespace

Scene state_of(const TrajectoryReader& reader, double t) {
  const Shapes& shapes = reader.shapes();
  Scene out = parse_scene(reader.scene(), reader.name() + "/impactbench/scene", std::nullopt);
  const auto stride = static_cast<std::size_t>(out.space.stride());
  const auto d = static_cast<std::size_t>(out.space.dimension);
  const bool round = shapes.radius.size() == shapes.bodies &&
                     shapes.inertia.size() == (out.space.rotates ? shapes.bodies : 0);
  if (!round || shapes.dimension != out.space.dimension ||
      spin_width(shapes.layout) != stride - d) {
    throw ConfigurationError(
        fmt::format("'{}' has other bodies than its scene: must be round ones", reader.name()));
  }
  const Instant instant = instant_at(reader, t);
  const Poses& poses = instant.poses;
  out.bodies = {shapes.radius, shapes.mass, shapes.inertia};
  State start{merged(shapes.bodies, poses.position, d, poses.orientation, stride - d),
              merged(shapes.bodies, poses.velocity, d, poses.spin, stride - d)};
  if (!start.q.allFinite() || !start.v.allFinite())
    throw ConfigurationError(fmt::format("'{}' has a state that is not finite", reader.name()));
  try {
    begin_scene_at(out, std::move(start), instant.time);
  } catch (const ConfigurationError& e) {
    throw ConfigurationError(fmt::format("'{}': {}", reader.name(), e.what()));
  }
  out.file.clear();
  return out;
}

void write_state(const std::string& trajectory, double t, const std::string& path) {
  write_scene(state_of(TrajectoryReader(trajectory), t), path);
}

}  // namespace impactbench
