#include "problems/spheres/maury_cluster/maury_cluster.hpp"

#include "problems/support/sphere_file.hpp"

#include <cmath>

namespace impactbench::maury_cluster {
namespace {

Problem make(const Params& p) {
  const SphereFile file = read_sphere_file(
      ours().is_path(p.file) ? p.file : std::string(IMPACTBENCH_CLUSTER_DIR) + "/" + p.file);
  const Vec3 up = Vec3::Unit(file.dimension - 1);
  SphereSetup setup(file.dimension, p.common);
  setup.reserve(file.radius.size());
  setup.half_space(Vec3::Zero(), up);
  for (std::size_t i = 0; i < file.radius.size(); ++i) {
    const double share = file.radius[i] / p.radius;
    const Vec3 u = file.velocity.empty() ? Vec3(-up) : file.velocity[i];
    setup.sphere(p.mass * share * share * share, file.radius[i], file.position[i], p.speed * u);
  }
  return std::move(setup).make("maury_cluster", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {
      .name = "maury_cluster",
      .summary = "2000 spheres in a plane, or those of a file, fall onto the ground in a cluster",
      .reference = "maury2004, section 6.3",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) {
        return make(parse<Params>(given, "problem maury_cluster"));
      }};
}

}  // namespace impactbench::maury_cluster
