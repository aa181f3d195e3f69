#include "benchmarks/micro/cluster.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace impactbench::micro {
namespace {

struct Disc {
  double x, z, radius, velocity;
};

/// Lattice points from the bottom upwards, those in a circle that holds n.
std::vector<Disc> cluster(int n, double r0) {
  std::mt19937_64 engine(20040101);
  const auto number = [&] { return static_cast<double>(engine() >> 11U) * 0x1p-53; };
  const double spacing = 2.0 * r0, line = spacing * std::sqrt(0.75);
  const double radius = std::sqrt(n * spacing * line / std::numbers::pi);
  const int reach = static_cast<int>(radius / line) + 2;
  std::vector<Disc> out;
  for (int k = -reach; k <= reach; ++k) {
    for (int i = -reach; i <= reach; ++i) {
      const double x = spacing * (i + 0.5 * (k & 1)), z = line * k;
      const double r = r0 * (0.83 + 0.17 * number());
      if (x * x + z * z > radius * radius) continue;
      // Slowed down in the lower half, linearly with the height above the floor.
      const double height = z + radius;
      out.push_back({x, height + r0, r, -std::min(1.0, height / radius)});
    }
  }
  return out;
}

}  // namespace

ContactProblem cluster_problem(int n) {
  // The step that closes the same gaps: a larger cluster is slowed down over a longer way.
  const double r0 = 0.015, h = 0.1 * std::sqrt(n / 2000.0), near = 0.3 * r0;
  const std::vector<Disc> discs = cluster(n, r0);
  ContactProblem p;
  p.velocity_unit = r0 / h;
  const auto add = [&](int i, int j, double nx, double nz, double b) {
    p.body_a.push_back(i);
    p.body_b.push_back(j);
    p.jacobian_a.insert(p.jacobian_a.end(), {-nx, -nz, 0.0});
    p.jacobian_b.insert(p.jacobian_b.end(), {nx, nz, 0.0});
    p.b.push_back(b);
    p.friction.push_back(0.0);
  };
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const Disc& a = discs[i];
    const double mass = std::pow(a.radius / r0, 3);
    p.inverse_mass.insert(p.inverse_mass.end(),
                          {1.0 / mass, 1.0 / mass, 2.5 / (mass * a.radius * a.radius)});
    if (a.z - a.radius < near)
      add(static_cast<int>(i), ContactProblem::fixed, 0.0, -1.0, a.velocity + (a.z - a.radius) / h);
    // Lattice neighbours come within two lines.
    for (std::size_t j = i + 1; j < discs.size() && discs[j].z - a.z < 2.5 * r0; ++j) {
      const Disc& b = discs[j];
      const double dx = b.x - a.x, dz = b.z - a.z, distance = std::hypot(dx, dz);
      const double gap = distance - a.radius - b.radius;
      if (gap >= near) continue;
      const double nx = dx / distance, nz = dz / distance;
      add(static_cast<int>(i), static_cast<int>(j), nx, nz,
          nz * (b.velocity - a.velocity) + gap / h);
    }
  }
  return p;
}

}  // namespace impactbench::micro
