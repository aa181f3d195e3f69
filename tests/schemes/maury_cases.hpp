#pragma once

#include "problems/base/portable_random.hpp"
#include "problems/contact/gap.hpp"
#include "problems/model/sphere_setup.hpp"
#include "problems/support/sphere_packing.hpp"
#include "tests/support/run.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace impactbench::testing {

/// The properties of random systems; the settings of maury's invariants.
struct RandomSystem {
  int dimension;
  bool walls;
  std::int64_t seed;
  double gravity{0.0};
  int n{24};
};

inline std::ostream& operator<<(std::ostream& out, const RandomSystem& s) {
  return out << "dimension " << s.dimension << (s.walls ? ", walls" : "") << ", seed " << s.seed;
}

/// Every dimension with and without walls, three of each.
inline std::vector<RandomSystem> random_systems() {
  std::vector<RandomSystem> out;
  for (const int dimension : {1, 2, 3}) {
    for (const bool walls : {false, true}) {
      for (const int seed : {1, 2, 3})
        out.push_back({dimension, walls, seed});
    }
  }
  return out;
}

/// Spheres of random sizes, masses (ratio up to 8) and velocities, close together, so that within a
/// step of 1 nearly all of them meet; with walls: between two planes and, in the plane and in
/// space, beside a block (and a plank in the plane).
inline Problem random_problem(const RandomSystem& s, double scale = 1.0, double time = 1.0,
                              double mass = 1.0, const Vec3& drift = Vec3::Zero()) {
  PortableRandom random(s.seed);
  SphereSetup setup(s.dimension, SphereCommon{});
  SpherePacking packing;
  if (s.dimension == 1) {
    double x = 0.0;
    for (int i = 0; i < s.n; ++i) {
      const double r = 0.05 + 0.1 * random.uniform();
      x += r + 0.2 * random.uniform();
      packing.radius.push_back(r);
      packing.position.emplace_back(x, 0.0, 0.0);
      x += r;
    }
    packing.extent = x;
  } else {
    packing = random_packing(s.dimension, s.n, 0.1, 0.4, 0.25, s.seed);
  }
  for (std::size_t i = 0; i < packing.radius.size(); ++i) {
    Vec3 v = Vec3::Zero();
    for (int k = 0; k < s.dimension; ++k)
      v[k] = 2.0 * random.uniform() - 1.0;
    setup.sphere(mass * std::exp2(3.0 * random.uniform()), scale * packing.radius[i],
                 scale * packing.position[i], scale / time * (v + drift));
  }
  if (s.walls) {
    const Vec3 up = Vec3::Unit(s.dimension - 1);
    const double away = packing.extent + 0.2;
    setup.half_space(-scale * away * up, up);
    setup.half_space(scale * away * up, -up);
    const double side = packing.extent + 0.15;
    if (s.dimension > 1) {
      const Vec3 thick = s.dimension == 3 ? Vec3(1.0, 1.0, 1.0) : Vec3(1.0, 1.0, 0.0);
      const Vec3 low = Vec3(side, 0.0, 0.0) - 0.5 * (thick - Vec3::UnitX());
      setup.box(scale * low, scale * (low + thick));
    }
    if (s.dimension == 2) setup.segment({-scale * side, -scale, 0.0}, {-scale * side, scale, 0.0});
  }
  if (s.gravity != 0.0) setup.gravity(-s.gravity * Vec3::Unit(s.dimension - 1));
  return std::move(setup).make("random", {}, 10.0 * time);
}

/// A session with a solver whose residual is little more than rounding.
inline Session maury_session(const Problem& problem, double h, const ParameterSet& given = {}) {
  return {scheme_entry("maury"), given, problem, h, "mprgp", {{"tolerance", 1e-13}}};
}

/// Calls f(gap, i, j) for every pair and f(gap, i, -1) for every obstacle of sphere i.
template <int Dim, class F>
void for_each_gap(const RoundBodies& bodies, const Eigen::VectorXd& q, F&& f) {
  const auto n = static_cast<int>(bodies.size());
  const auto r = [&](int i) { return bodies.radius[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < n; ++i) {
    const Vec<Dim> x = centre<Dim>(bodies, q, i);
    for (const Obstacle& obstacle : bodies.obstacles)
      f(obstacle_gap<Dim>(x, r(i), obstacle), i, -1);
    for (int j = i + 1; j < n; ++j)
      f(pair_gap<Dim>(x, r(i), centre<Dim>(bodies, q, j), r(j)), i, j);
  }
}

/// sqrt(v.Mv)
inline double mass_norm(const MechanicalSystem& system, const Eigen::VectorXd& v) {
  return std::sqrt(2.0 * kinetic_energy(system, v));
}

}  // namespace impactbench::testing
