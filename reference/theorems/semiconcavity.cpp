// Semiconvexity and semiconcavity of distances: nguyen2024, section 5.2.
#include "reference/theorems/check.hpp"
#include "reference/theorems/far_points.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace impactbench::theorems {
namespace {

/// Two points and one between them, z = t x + (1 - t) y.
struct Segment {
  Vector x, y, z;
  double t{0.5};
};

Segment segment(const Vector& from, double size, Random& random) {
  const double length = random.over_decades(1e-2, 1.0) * size;
  Segment out{from, from + length * random.direction(from.size()), {}, random.between(0.2, 0.8)};
  out.z = out.t * out.x + (1.0 - out.t) * out.y;
  return out;
}

/// (t f(x) + (1 - t) f(y) - f(z)) 2 / (t (1 - t) |x - y|^2): f is s-semiconcave if it never exceeds
/// s, and s-semiconvex if it never falls below -s.
template <class F>
double bend(const Segment& on, F&& f) {
  return 2.0 * (on.t * f(on.x) + (1.0 - on.t) * f(on.y) - f(on.z)) /
         (on.t * (1.0 - on.t) * (on.x - on.y).squaredNorm());
}

/// A bound from below of min f on the segment, f being 1-Lipschitz.
template <class F>
double least_on(const Segment& on, F&& f) {
  constexpr int parts = 32;
  double least = HUGE_VAL;
  for (int k = 0; k <= parts; ++k)
    least = std::min(least, f(Vector(on.x + (on.y - on.x) * k / parts)));
  return least - (on.x - on.y).norm() / (2 * parts);
}

/// On segments within E_s, s > R.
void farthest_distance(const BoundedSet& set, Random& random, Gauge& gauge) {
  const Segment on = segment(point_beyond(set, 1.0, random).x, set.size, random);
  const auto dfar = [&](const Vector& x) { return set.farthest_distance(x); };
  const double s = least_on(on, dfar);
  if (!(s > 1.01 * set.radius)) return;
  gauge.see(bend(on, dfar) * (s - set.radius));
}

/// The circle has dfar = |x| + R, like its disc: semiconcave with the constant of the disc. It is
/// not an intersection of discs of radius R: the centre lies in the only one that contains it.
void circle(Random& random, Gauge& gauge) {
  const double radius = random.between(0.5, 2.0);
  const Vector centre = random.direction(2);
  std::vector<Vector> points;
  for (int k = 0; k < 1000; ++k)
    points.push_back(centre +
                     radius * Vector{{std::cos(0.002 * M_PI * k), std::sin(0.002 * M_PI * k)}});
  const auto dfar = [&](const Vector& x) {
    double farthest = 0.0;
    for (const Vector& p : points)
      farthest = std::max(farthest, (x - p).norm());
    return farthest;
  };
  // A disc of radius R about any other point does not contain the circle.
  const Vector other = centre + random.over_decades(1e-4, 1.0) * radius * random.direction(2);
  if (!(dfar(other) > radius)) return;
  double to_circle = HUGE_VAL;
  for (const Vector& p : points)
    to_circle = std::min(to_circle, (centre - p).norm());
  gauge.see(to_circle / radius);
}

/// d^2 is 2-semiconcave.
void squared_distance_above(const RegularSet& set, Random& random, Gauge& gauge) {
  const Segment on = segment(set.boundary(random).y, set.size, random);
  gauge.see(0.5 * bend(on, [&](const Vector& x) { return std::pow(set.distance(x), 2); }));
}

/// d is (1 / delta)-semiconcave where it is delta or more.
void distance_above(const RegularSet& set, Random& random, Gauge& gauge) {
  const Segment on = segment(set.outside(random), set.radius, random);
  const auto d = [&](const Vector& x) { return set.distance(x); };
  const double delta = least_on(on, d);
  if (!(delta > 0.0)) return;
  gauge.see(bend(on, d) * delta);
}

/// d to a union of closed balls of radius r is (1 / r)-semiconcave outside of it.
void distance_to_balls(Random& random, Gauge& gauge) {
  const Eigen::Index n = 2 + random.below(3);
  const double radius = random.between(0.3, 1.0);
  std::vector<Vector> centres;
  for (int k = 0; k < 4; ++k)
    centres.push_back(1.5 * random.direction(n));
  const auto d = [&](const Vector& x) {
    double least = HUGE_VAL;
    for (const Vector& c : centres)
      least = std::min(least, (x - c).norm() - radius);
    return least;
  };
  const Vector from =
      centres.front() + random.over_decades(1.0001, 2.0) * radius * random.direction(n);
  const Segment on = segment(from, radius, random);
  if (!(least_on(on, d) >= 0.0)) return;
  gauge.see(bend(on, d) * radius);
}

/// -f bends less than `constant(s)` on segments within U_s, s < r.
template <class F, class Constant>
void below(const RegularSet& set, Random& random, Gauge& gauge, F&& f, Constant&& constant) {
  const Segment on = segment(set.outside(random), set.radius, random);
  const double s = -least_on(on, [&](const Vector& x) { return -set.distance(x); });
  if (!(s < 0.98 * set.radius)) return;
  gauge.see(-bend(on, f) / constant(s));
}

void distance_below(const RegularSet& set, Random& random, Gauge& gauge) {
  below(
      set, random, gauge, [&](const Vector& x) { return set.distance(x); },
      [&](double s) { return 1.0 / (set.radius - s); });
}

void squared_distance_below(const RegularSet& set, Random& random, Gauge& gauge) {
  below(
      set, random, gauge, [&](const Vector& x) { return std::pow(set.distance(x), 2); },
      [&](double s) { return s / (set.radius - s); });
}

// Second differences over 1e-2 of a size lose four digits and more.
constexpr std::array checks{
    Check{"semiconcave_farthest_distance", "(s - R) bend of dfar on E_s", 1.0, 1e-6,
          farthest_distance, 60},
    Check{"semiconcave_but_not_convex", "d(p, C) / R of p in all balls of radius R around C", 0.0,
          1e-9, circle, 4},
    Check{"squared_distance_bends_up", "bend of d^2 / 2", 1.0, 1e-6, squared_distance_above},
    Check{"distance_bends_up", "delta bend of d where d >= delta", 1.0, 1e-6, distance_above, 60},
    Check{"distance_to_balls_bends_up", "r bend of d", 1.0, 1e-6, distance_to_balls, 60},
    Check{"distance_bends_down", "(r - s) bend of -d where d < s", 1.0, 1e-6, distance_below, 60},
    Check{"squared_distance_bends_down", "(r - s) / s bend of -d^2 where d < s", 1.0, 1e-6,
          squared_distance_below, 60},
};

}  // namespace

std::span<const Check> checks_of_semiconcavity() {
  return checks;
}

}  // namespace impactbench::theorems
