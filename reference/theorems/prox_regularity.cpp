// Prox-regular sets: nguyen2024, sections 5.1, 5.3 (theorem 5.12) and 6.1.
#include "reference/theorems/check.hpp"

#include <algorithm>
#include <array>

namespace impactbench::theorems {
namespace {

/// A point outside of S with its nearest point, less than r away.
struct NearPoint {
  Vector x, y, along;
  double distance{0.0};
};
NearPoint near_point(const RegularSet& set, const Vector& x) {
  NearPoint out{x, set.projection(x), {}, 0.0};
  out.distance = (x - out.y).norm();
  out.along = (x - out.y) / out.distance;
  return out;
}
NearPoint point_near(const RegularSet& set, Random& random) {
  for (;;) {
    NearPoint out = near_point(set, set.outside(random));
    if (out.distance > 1e-3 * set.radius && out.distance < 0.98 * set.radius) return out;
  }
}

/// 2 r <v, x' - x> / |x' - x|^2 of a unit normal.
double bulge(double radius, const Vector& normal, const Vector& off) {
  return 2.0 * radius * normal.dot(off) / off.squaredNorm();
}

void normals(const RegularSet& set, Random& random, Gauge& gauge) {
  const BoundaryPoint at = set.boundary(random);
  const Vector off = set.boundary(random).y - at.y;
  if (off.norm() > 1e-3 * set.size) gauge.see(bulge(set.radius, at.normal, off));
}

void lipschitz(const RegularSet& set, Random& random, Gauge& gauge) {
  const NearPoint a = point_near(set, random);
  const double apart = random.over_decades(1e-3, 1.0) * set.radius;
  const Vector other = a.x + apart * random.direction(set.dimension());
  const double there = set.distance(other), s = std::max(a.distance, there);
  if (!(there > 0.0 && s < set.radius)) return;
  gauge.see((a.y - set.projection(other)).norm() / (a.x - other).norm() * (1.0 - s / set.radius));
}

/// Where the nearest point moves most between two points; as for farthest points.
void gradient(const RegularSet& set, Random& random, Gauge& gauge) {
  NearPoint a = point_near(set, random), b = point_near(set, random);
  for (int k = 0; k < 40; ++k) {
    const Vector x = 0.5 * (a.x + b.x);
    if (!(set.distance(x) > 1e-3 * set.radius)) return;
    const NearPoint middle = near_point(set, x);
    ((middle.y - a.y).norm() > (middle.y - b.y).norm() ? b : a) = middle;
  }
  if (!(a.distance < 0.95 * set.radius)) return;
  const double h = 1e-5 * set.radius;
  const Vector e = random.direction(set.dimension());
  const double ahead = set.distance(a.x + h * e), behind = set.distance(a.x - h * e);
  const double slope = (ahead - behind) * (ahead + behind) / (2.0 * h);
  gauge.see(std::abs(slope - 2.0 * (a.x - a.y).dot(e)) / a.distance);
}

void rays(const RegularSet& set, Random& random, Gauge& gauge) {
  const NearPoint u = point_near(set, random);
  const double t = random.between(0.01, 0.99) * set.radius;
  gauge.see((set.projection(u.y + t * u.along) - u.y).norm() / set.size);
}

/// A ball of radius s < r that contains u and no point of S.
void outside_is_a_union_of_balls(const RegularSet& set, Random& random, Gauge& gauge) {
  const NearPoint u = near_point(set, set.outside(random));
  const double s = random.between(0.1, 0.99) * set.radius;
  const double beyond = 0.5 * std::min(u.distance, set.radius - s);
  const Vector centre = u.distance > s ? u.x : Vector(u.y + (s + beyond) * u.along);
  const bool contained = (centre - u.x).norm() <= s * (1.0 + 1e-9);
  gauge.see(contained ? s / set.distance(centre) : HUGE_VAL);
}

/// q of theorem 5.12 with x* = (1 / r - 1 / d) proj x + x / d.
double q(const RegularSet& set, const NearPoint& x, const Vector& at) {
  return (x.y / set.radius + x.along).dot(at) - at.squaredNorm() / (2.0 * set.radius);
}
void separation(const RegularSet& set, Random& random, Gauge& gauge) {
  const NearPoint x = point_near(set, random);
  gauge.see((q(set, x, set.boundary(random).y) - q(set, x, x.x)) / set.size);
}
/// d (1 - d / (2 r)) = q(x) - sup q over S: the supremum is the value at proj x.
void distance_formula(const RegularSet& set, Random& random, Gauge& gauge) {
  const NearPoint x = point_near(set, random);
  const double there = std::max(q(set, x, x.y), q(set, x, set.boundary(random).y));
  const double left = x.distance * (1.0 - x.distance / (2.0 * set.radius));
  gauge.see(std::abs(left - (q(set, x, x.x) - there)) / x.distance);
}

/// The curve y = A cos(k x): its second derivative is A k^2 or less, met at the crests.
struct Wave {
  double height, number;
  [[nodiscard]] Vector at(double x) const { return Vector{{x, height * std::cos(number * x)}}; }
  [[nodiscard]] Vector up(double x) const {
    return Vector{{height * number * std::sin(number * x), 1.0}}.normalized();
  }
  [[nodiscard]] double radius() const { return 1.0 / (height * number * number); }
};
Wave wave(Random& random) {
  return {random.between(0.2, 1.0), random.between(1.0, 3.0)};
}
/// Near a crest, and another one near it, half of the time.
double abscissa(const Wave& w, double near, Random& random) {
  return near +
         (random.below(2) == 0 ? random.between(-0.1, 0.1) : random.between(-8.0, 8.0)) / w.number;
}

void graph(Random& random, Gauge& gauge) {
  const Wave w = wave(random);
  const double a = abscissa(w, 0.0, random), b = abscissa(w, a, random);
  if (std::abs(a - b) < 1e-3) return;
  const double side = random.below(2) == 0 ? 1.0 : -1.0;
  gauge.see(bulge(w.radius(), side * w.up(a), w.at(b) - w.at(a)));
}
void epigraph(Random& random, Gauge& gauge) {
  const Wave w = wave(random);
  const double a = abscissa(w, 0.0, random), b = abscissa(w, a, random);
  if (std::abs(a - b) < 1e-3) return;
  const double above = random.below(2) == 0 ? 0.0 : random.between(0.0, 1.0);
  gauge.see(bulge(w.radius(), -w.up(a), w.at(b) + above * Vector::Unit(2, 1) - w.at(a)));
}

constexpr std::array checks{
    Check{"normals_of_prox_regularity", "2 r <v, x' - x> / |x' - x|^2", 1.0, 1e-9, normals},
    Check{"lipschitz_projection", "(1 - s / r) |proj x - proj x'| / |x - x'|", 1.0, 1e-9,
          lipschitz},
    Check{"gradient_of_squared_distance", "|D d^2 - 2 (x - proj)| / d", 0.0, 1e-3, gradient, 50},
    // proj of the root of an equation that is flat where t comes near to r.
    Check{"projection_on_rays", "|proj(x + t (u - x) / d u) - x| / size, t < r", 0.0, 1e-7, rays},
    Check{"outside_is_a_union_of_balls", "s / d(centre, S)", 1.0, 1e-9,
          outside_is_a_union_of_balls},
    Check{"separation_of_prox_regular_sets", "(q(s) - q(x)) / size", 0.0, 1e-9, separation},
    Check{"distance_formula", "|left - right| / d", 0.0, 1e-9, distance_formula},
    Check{"graphs_of_lipschitz_derivative", "2 <v, x' - x> / (L |x' - x|^2)", 1.0, 1e-9, graph},
    Check{"epigraphs_of_semiconvex_functions", "2 r <v, x' - x> / |x' - x|^2", 1.0, 1e-9, epigraph},
};

}  // namespace

std::span<const Check> checks_of_prox_regularity() {
  return checks;
}

}  // namespace impactbench::theorems
