// Farthest distances and balls that separate: nguyen2024, section 5.3. With
//   q(c) = <x*, c> - |c|^2 / (2 R),   L = { q >= a },   Phi = min of q over C
// and p = R x*:  2 R (q(c) - a) = |p|^2 - 2 R a - |c - p|^2, so that L is a ball about p.
#include "reference/theorems/check.hpp"
#include "reference/theorems/far_points.hpp"

#include <algorithm>
#include <array>

namespace impactbench::theorems {
namespace {

double q(const Vector& star, double radius, const Vector& c) {
  return star.dot(c) - c.squaredNorm() / (2.0 * radius);
}

/// Upsilon(x) = (1 / R - 1 / dfar) far x + x / dfar, without cancellation.
Vector upsilon(const BoundedSet& set, const FarPoint& x) {
  return x.y / set.radius + x.along;
}

/// Phi = (R^2 |x*|^2 - dfar(R x*)^2) / (2 R).
double level_of(const BoundedSet& set, const Vector& star, double far) {
  return (set.radius * set.radius * star.squaredNorm() - far * far) / (2.0 * set.radius);
}
double least_q(const BoundedSet& set, const Vector& star) {
  return level_of(set, star, set.farthest_distance(set.radius * star));
}

/// <x*, y> <= <x*, c> - |c - y|^2 / (2 R), x* = (x - y) / dfar x, y = far x; solved for R.
void separation_at_far_points(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 0.0, random);
  const Vector off = set.support(random.direction(set.dimension())) - x.y;
  if (!(off.norm() > 1e-3 * set.size)) return;
  gauge.see(off.squaredNorm() / (2.0 * set.radius * x.along.dot(off)));
}

/// (q(x) - min q) / dfar x, the minimum over the farthest point and another one; C lies in { q >=
/// min q } for any C, and x outside if this is negative.
void separation(const BoundedSet& set, const FarPoint& x, Random& random, Gauge& gauge) {
  const Vector star = upsilon(set, x), c = set.support(random.direction(set.dimension()));
  const double least = std::min(q(star, set.radius, x.y), q(star, set.radius, c));
  gauge.see((q(star, set.radius, x.x) - least) / x.distance);
}
void separation_beyond_radius(const BoundedSet& set, Random& random, Gauge& gauge) {
  separation(set, point_beyond(set, 1.0, random), random, gauge);
}
void separation_beyond_diameter(const BoundedSet& set, Random& random, Gauge& gauge) {
  separation(set, point_beyond(set, 2.0, random), random, gauge);
}

/// R^2 |x*|^2 - 2 R Phi = dfar(R x*)^2, the left side from points of C that lower q.
void level_radius(const BoundedSet& set, Random& random, Gauge& gauge) {
  const Vector p = point_beyond(set, 1.1, random).x, star = p / set.radius;
  double least = HUGE_VAL;
  for (int start = 0; start < 12; ++start) {
    // q is concave: the least point of a tangent plane over C is lower still.
    Vector c = set.support(random.direction(set.dimension()));
    double here = q(star, set.radius, c);
    for (int k = 0; k < 500; ++k) {
      c = set.support((c / set.radius - star).normalized());
      const double there = q(star, set.radius, c);
      if (!(there < here)) break;
      here = there;
    }
    least = std::min(least, here);
  }
  const double rho = p.squaredNorm() - 2.0 * set.radius * least;
  gauge.see(std::abs(rho - std::pow(set.farthest_distance(p), 2)) / (set.size * set.size));
}

/// The text has R |x*|^2 - 2 R max (<x*, c> + |c|^2 / (2 R)) for it; of a ball about 0 the maximum
/// is R |x*| + R / 2.
void level_radius_of_the_text(Random& random, Gauge& gauge) {
  const double radius = random.between(0.5, 2.0), star = random.between(0.1, 2.0);
  const double text = radius * star * star - 2.0 * radius * (radius * star + 0.5 * radius);
  gauge.see(std::abs(text - std::pow(radius * star + radius, 2)) / (radius * radius));
}

/// A ball L = { q >= a } that contains C: a <= Phi.
struct SeparatingLevel {
  Vector star;
  double level, phi;
};
SeparatingLevel level_around(const BoundedSet& set, Random& random) {
  const Vector p =
      set.centre + random.between(0.0, 2.0) * set.size * random.direction(set.dimension());
  const double far = set.farthest_distance(p), rho = far * random.between(1.0, 1.5);
  const Vector star = p / set.radius;
  return {star, level_of(set, star, rho), level_of(set, star, far)};
}

void level_falls(const BoundedSet& set, Random& random, Gauge& gauge) {
  const SeparatingLevel l = level_around(set, random);
  gauge.see((l.phi - l.level) / set.size);
}
void level_rises(const BoundedSet& set, Random& random, Gauge& gauge) {
  const SeparatingLevel l = level_around(set, random);
  const double far = ascended_distance(set, set.radius * l.star, 12, random);
  gauge.see((l.level - level_of(set, l.star, far)) / set.size);
}

double far_from_level(const BoundedSet& set, const SeparatingLevel& l, double level,
                      const Vector& x) {
  const Vector p = set.radius * l.star;
  return (x - p).norm() + std::sqrt(p.squaredNorm() - 2.0 * set.radius * level);
}
/// dfar(x, C) <= dfar(x, L_Phi) <= dfar(x, L_a).
void chain(const BoundedSet& set, Random& random, Gauge& gauge) {
  const SeparatingLevel l = level_around(set, random);
  const FarPoint x = point_beyond(set, 1.0, random);
  const double inner = far_from_level(set, l, l.phi, x.x);
  gauge.see(x.distance / inner);
  gauge.see(inner / far_from_level(set, l, l.level, x.x));
}

/// far x is a farthest point of R Upsilon(x) as well, which is dfar x - R away from x.
void upsilon_lies_on_the_level(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 1.0, random);
  const Vector p = set.radius * upsilon(set, x);
  gauge.see(std::abs(set.farthest_distance(p) - set.radius) / set.size);
  gauge.see(std::abs((p - x.x).norm() - (x.distance - set.radius)) / set.size);
}

/// Each z with dfar z = R is R Upsilon(u), of every u beyond z on the ray from far z.
void upsilon_reaches_the_level(const BoundedSet& set, Random& random, Gauge& gauge) {
  const Vector v = random.direction(set.dimension());
  const Vector z = set.support(v) - set.radius * v;
  gauge.see(std::abs(set.farthest_distance(z) - set.radius) / set.size);
  const Vector u = z - random.between(0.1, 2.0) * set.radius * v;
  gauge.see((set.radius * upsilon(set, far_point(set, u)) - z).norm() / set.size);
}

/// E_R consists of the parts of the rays from far u through R U u beyond it.
void upsilon_fills_the_outside(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint u = point_beyond(set, 1.0, random);
  const Vector p = set.radius * upsilon(set, u);
  const double tau = random.between(1.0, 4.0), back = u.distance / set.radius;
  const Vector w = tau * p + (1.0 - tau) * u.y;
  gauge.see(std::abs(set.farthest_distance(w) - tau * set.radius) / set.size);
  gauge.see((back * p + (1.0 - back) * u.y - u.x).norm() / set.size);
}

void upsilon_on_rays(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 1.0, random);
  const Vector star = upsilon(set, x);
  const double tau = random.between(1.01, 4.0);
  const FarPoint w = far_point(set, tau * set.radius * star + (1.0 - tau) * x.y);
  gauge.see((upsilon(set, w) - star).norm() * set.radius / set.size);
}

/// At each boundary point with normal v the ball of radius R that touches C there contains C, and
/// no point outside of C on the ray along v.
void intersection_of_balls(const BoundedSet& set, Random& random, Gauge& gauge) {
  const Vector v = random.direction(set.dimension());
  gauge.see(set.farthest_distance(set.support(v) - set.radius * v) / set.radius - 1.0);
}

void farthest_distance_formula(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 1.1, random);
  const Vector star = upsilon(set, x);
  const double delta = x.distance;
  const double right = q(star, set.radius, x.x) - least_q(set, star);
  gauge.see(std::abs(delta * (1.0 - delta / (2.0 * set.radius)) - right) / delta);
}

/// A point p at the distance dfar x - R from x.
Vector on_sphere_about(const FarPoint& x, double radius, Random& random) {
  Vector along = random.direction(x.x.size());
  const double near = random.over_decades(1e-3, 1.0);
  if (random.below(2) == 0) along = (near * along - x.along).normalized();
  return x.x + (x.distance - radius) * along;
}

/// With p = R x* on that sphere the formula holds where dfar p = R. As |p - far x| <= dfar p,
/// dfar(p)^2 - R^2 >= |p - p_0|^2 dfar x / (dfar x - R), p_0 = R Upsilon(x): for no other p.
void formula_for_one_point(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 1.05, random);
  const Vector p = on_sphere_about(x, set.radius, random);
  const double off = (p - set.radius * upsilon(set, x)).squaredNorm();
  if (!(off > 1e-8 * set.size * set.size)) return;
  const double far = set.farthest_distance(p);
  gauge.see(off * x.distance / (x.distance - set.radius) /
            ((far - set.radius) * (far + set.radius)));
}

/// min over x* of max over c, and max over c of min over x*, both against dfar (1 - dfar / (2 R)):
/// for a given x* the maximum over c is (dfar(p)^2 - |p - x|^2) / (2 R), for a given c the minimum
/// over x* is (1 - dfar / R) |x - c| + |x - c|^2 / (2 R).
void min_max(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 1.0, random);
  const double delta = x.distance, radius = set.radius;
  const double value = delta * (1.0 - delta / (2.0 * radius));
  const auto most = [&](const Vector& p) {
    return (std::pow(set.farthest_distance(p), 2) - (p - x.x).squaredNorm()) / (2.0 * radius);
  };
  gauge.see((value - most(on_sphere_about(x, radius, random))) / delta);
  gauge.see(std::abs(value - most(radius * upsilon(set, x))) / delta);
}
void max_min(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 1.0, random);
  const double delta = x.distance, radius = set.radius;
  const double far = (x.x - set.support(random.direction(set.dimension()))).norm();
  gauge.see(((1.0 - delta / radius) * far + far * far / (2.0 * radius) -
             delta * (1.0 - delta / (2.0 * radius))) /
            delta);
}

/// q(x) - q(y) - dfar y with s = rho - R in place of R.
double conjugate(const Vector& star, double s, const Vector& x, const Vector& y, double far_y) {
  return q(star, s, x) - q(star, s, y) - far_y;
}

/// -dfar x is the largest over x* of the least over y in V: no y in V is below it for the x* that
/// supports there. V is a ball about x within E_rho.
void duality_inside(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 1.05, random);
  const double rho = random.between(1.01 * set.radius, x.distance), s = rho - set.radius;
  const Vector star = x.x / s - x.along;
  const Vector y =
      x.x + random.between(0.0, 1.0) * (x.distance - rho) * random.direction(set.dimension());
  gauge.see((-x.distance - conjugate(star, s, x.x, y, set.farthest_distance(y))) / set.size);
}

/// The same for x in C and V elsewhere: x* may be so long that the right side exceeds -dfar x by
/// any amount.
void duality_on_the_set(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint v = point_beyond(set, 2.0, random);
  const double rho = random.between(1.5, 1.9) * set.radius, s = rho - set.radius;
  const Vector x = point_inside(set, random), apart = x - v.x;
  const double reach = std::min(0.1 * apart.norm(), v.distance - rho);
  const Vector star = 1e3 / apart.norm() * apart;
  double least = HUGE_VAL;
  for (int k = 0; k < 20; ++k) {
    const Vector y = v.x + reach * random.direction(set.dimension());
    least = std::min(least, conjugate(star, s, x, y, set.farthest_distance(y)));
  }
  gauge.see((least + set.farthest_distance(x)) / set.size);
}

/// Any ball B[p, rho] around C that leaves x outside has dfar(x, B) >= dfar(x, C).
void least_of_balls(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 2.0, random);
  const bool near = random.below(2) == 0;
  const double off = random.over_decades(1e-4, 1.0) * set.size;
  const Vector p = (near ? Vector(set.radius * upsilon(set, x)) : set.centre) +
                   off * random.direction(set.dimension());
  const double rho = set.farthest_distance(p);
  if ((x.x - p).norm() > rho) gauge.see(x.distance / ((x.x - p).norm() + rho));
}

/// It is attained by B[R Upsilon(x), R], which contains C and not x.
void attained_by_a_ball(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 2.0, random);
  const Vector p = set.radius * upsilon(set, x);
  const double to = (x.x - p).norm();
  gauge.see((set.farthest_distance(p) - set.radius) / set.size);
  gauge.see((set.radius - to) / set.size);
  gauge.see(std::abs(to + set.radius - x.distance) / set.size);
}
void nearest_point_of_the_ball(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 2.0, random);
  const double to = (x.x - set.radius * upsilon(set, x)).norm();
  gauge.see(std::abs(to - set.radius - x.distance) / x.distance);
}

constexpr std::array checks{
    Check{"separation_at_farthest_points", "|c - y|^2 / (2 R <x*, c - y>)", 1.0, 1e-9,
          separation_at_far_points},
    Check{"separation_beyond_the_radius", "(q(x) - min q over C) / dfar x, dfar x > R", 0.0, 1e-9,
          separation_beyond_radius},
    Check{"separation_beyond_the_diameter", "(q(x) - min q over C) / dfar x, dfar x > 2 R", 0.0,
          1e-9, separation_beyond_diameter},
    Check{"radius_of_a_level", "|R^2 |x*|^2 - 2 R min q - dfar(R x*)^2| / size^2", 0.0, 1e-8,
          level_radius, 20},
    Check{"radius_of_a_level_in_the_text", "|left - dfar(R x*)^2| / R^2, C = B[0, R]", 0.0, 1e-8,
          level_radius_of_the_text},
    Check{"least_value_below_the_level", "(Phi - a) / size", 0.0, 1e-9, level_falls},
    Check{"least_value_above_the_level", "(a - Phi) / size", 0.0, 1e-9, level_rises, 20},
    Check{"chain_of_levels", "dfar(x, C) / dfar(x, L_Phi), dfar(x, L_Phi) / dfar(x, L_a)", 1.0,
          1e-9, chain},
    Check{"upsilon_lies_on_the_level", "|dfar(R U x) - R|, ||R U x - x| - (dfar x - R)|, / size",
          0.0, 1e-9, upsilon_lies_on_the_level},
    Check{"upsilon_reaches_the_level", "|R U u - z| / size", 0.0, 1e-9, upsilon_reaches_the_level},
    Check{"upsilon_fills_the_outside", "|dfar w - t R|, |(dfar u / R) R U u + .. - u|, / size", 0.0,
          1e-9, upsilon_fills_the_outside},
    Check{"upsilon_on_rays", "R |U w - U x| / size", 0.0, 1e-9, upsilon_on_rays},
    Check{"intersection_of_balls", "dfar(y - R v) / R - 1", 0.0, 1e-9, intersection_of_balls},
    Check{"farthest_distance_formula", "|left - right| / dfar", 0.0, 1e-9,
          farthest_distance_formula},
    Check{"formula_for_one_point_only", "|p - p_0|^2 dfar x / ((dfar x - R) (dfar(p)^2 - R^2))",
          1.0, 1e-6, formula_for_one_point},
    Check{"min_max", "(right - min max) / dfar", 0.0, 1e-9, min_max},
    Check{"max_min", "(max min - right) / dfar", 0.0, 1e-9, max_min},
    Check{"duality_inside", "(-dfar x - right) / size, x in V", 0.0, 1e-9, duality_inside},
    Check{"duality_on_the_set", "(right + dfar x) / size, x in C", 0.0, 1e-9, duality_on_the_set},
    Check{"least_of_separating_balls", "dfar(x, C) / dfar(x, B)", 1.0, 1e-9, least_of_balls},
    Check{"attained_by_a_ball", "|dfar(x, B[R U x, R]) - dfar x| / size", 0.0, 1e-9,
          attained_by_a_ball},
    Check{"nearest_point_of_the_ball", "|d(x, B[R U x, R]) - dfar x| / dfar x", 0.0, 1e-9,
          nearest_point_of_the_ball},
};

}  // namespace

std::span<const Check> checks_of_separating_balls() {
  return checks;
}

}  // namespace impactbench::theorems
