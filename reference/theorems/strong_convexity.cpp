// Strongly convex sets and their farthest points: nguyen2024, sections 5.1 and 5.2 up to
// proposition 5.10.
#include "reference/theorems/check.hpp"
#include "reference/theorems/far_points.hpp"

#include <algorithm>
#include <array>

namespace impactbench::theorems {
namespace {

void diameter(const BoundedSet& set, Random& random, Gauge& gauge) {
  const Vector v = random.direction(set.dimension());
  gauge.see((set.support(v) - set.support(-v)).norm() / (2.0 * set.radius));
}

/// <v, x' - x> <= -|v| |x' - x|^2 / (2 R), solved for R.
void normals(const BoundedSet& set, Random& random, Gauge& gauge) {
  const Vector v = random.direction(set.dimension()), x = set.support(v);
  const Vector other = set.support(random.direction(set.dimension())), off = other - x;
  if (!(off.norm() > 1e-3 * set.size)) return;
  gauge.see(off.squaredNorm() / (-2.0 * v.dot(off) * set.radius));
}

/// Any two points of E_R: s of the statement may come as near to the lesser dfar as one likes.
void lipschitz(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint a = point_beyond(set, 1.0, random);
  const double apart = random.over_decades(1e-3, 1.0) * set.size;
  const FarPoint b = far_point(set, a.x + apart * random.direction(set.dimension()));
  const double s = std::min(a.distance, b.distance);
  if (!(s > set.radius)) return;
  gauge.see((a.y - b.y).norm() / (a.x - b.x).norm() * (s / set.radius - 1.0));
}

/// Where the farthest point moves most between two points, which is where differentiability
/// fails if it does; central difference of dfar^2 against 2 (x - far), over dfar.
void gradient(const BoundedSet& set, Random& random, Gauge& gauge) {
  constexpr double enough = 1.05;
  FarPoint a = point_beyond(set, enough, random), b = point_beyond(set, enough, random);
  for (int k = 0; k < 40; ++k) {
    const FarPoint middle = far_point(set, 0.5 * (a.x + b.x));
    ((middle.y - a.y).norm() > (middle.y - b.y).norm() ? b : a) = middle;
  }
  if (!(a.distance > enough * set.radius)) return;
  const double h = 1e-5 * set.size;
  const Vector e = random.direction(set.dimension());
  const double ahead = set.farthest_distance(a.x + h * e);
  const double behind = set.farthest_distance(a.x - h * e);
  const double slope = (ahead - behind) * (ahead + behind) / (2.0 * h);
  gauge.see(std::abs(slope - 2.0 * (a.x - a.y).dot(e)) / a.distance);
}

double moved_on_ray(const BoundedSet& set, const FarPoint& u, double t) {
  const Vector again = set.farthest(u.y + t * u.along);
  return (again - u.y).norm() / set.size;
}

void rays(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint u = point_beyond(set, 1.0, random);
  gauge.see(moved_on_ray(set, u, random.between(1.001, 4.0) * set.radius));
}

void short_rays(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint u = point_beyond(set, 1.0, random);
  gauge.see(moved_on_ray(set, u, random.between(0.5, 0.999) * set.radius));
}

void end_of_ray(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint u = point_beyond(set, 1.0, random);
  gauge.see(set.farthest_distance(u.y + set.radius * u.along) / set.radius - 1.0);
}

/// dfar_C from farthest points in closed form against the same from support points alone.
void sublevel(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 1.1, random);
  gauge.see(std::abs(ascended_distance(set, x.x, 12, random) - x.distance) / set.size);
}

/// { dfar_C <= s } of any C is s-strongly convex where it is not empty: its normals point away from
/// farthest points.
void sublevel_normals(const BoundedSet& set, Random& random, Gauge& gauge) {
  const double s = set.farthest_distance(set.centre) * random.over_decades(1.01, 4.0);
  const FarPoint at = point_at_level(set, s, random.direction(set.dimension()));
  const Vector off = point_at_level(set, s, random.direction(set.dimension())).x - at.x;
  if (!(off.norm() > 1e-3 * set.size)) return;
  gauge.see(off.squaredNorm() / (-2.0 * s * at.along.dot(off)));
}

/// The least dfar of a ball is its radius: { dfar <= s } is empty for less.
void empty_sublevel(Random& random, Gauge& gauge) {
  const auto ball = draw_bounded("balls", random);
  const double s = ball->radius * random.between(0.1, 0.99);
  const Vector x = ball->centre + random.between(0.0, 2.0) * random.direction(ball->dimension());
  gauge.see(ball->farthest_distance(x) / s);
}

void outside_plus_set(const BoundedSet& set, Random& random, Gauge& gauge) {
  const Vector w = random.between(0.1, 3.0) * set.size * random.direction(set.dimension());
  const Vector c = random.below(2) == 0 ? set.support(-w.normalized()) : point_inside(set, random);
  gauge.see(w.norm() / set.farthest_distance(c + w));
}

/// From a point where dfar_C = rho there are points as near as one likes where it is larger.
void closure(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 0.0, random);
  const double h = random.over_decades(1e-4, 1.0) * set.size;
  gauge.see(std::abs((set.farthest_distance(x.x + h * x.along) - x.distance) / h - 1.0));
}

/// d(u, F_s) >= dfar(u) - s because dfar is 1-Lipschitz, with equality for one point only, which
/// lies at that distance towards far(u): is it in F_s?
void level_distance(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint u = point_beyond(set, 1.0, random);
  const double s = random.between(set.radius, u.distance);
  gauge.see((set.farthest_distance(u.y + s * u.along) - s) / set.size);
}

/// From a point where dfar_C = s > R there are points as near as one likes where it is smaller.
void interior(const BoundedSet& set, Random& random, Gauge& gauge) {
  const FarPoint x = point_beyond(set, 1.01, random);
  const double h = random.over_decades(1e-4, 1.0) * 0.9 * (x.distance - set.radius);
  gauge.see(std::abs((x.distance - set.farthest_distance(x.x - h * x.along)) / h - 1.0));
}

constexpr std::array checks{
    Check{"diameter", "diam C / (2 R)", 1.0, 1e-9, diameter},
    Check{"normals_of_strong_convexity", "-|x' - x|^2 / (2 R <v, x' - x>)", 1.0, 1e-9, normals},
    Check{"lipschitz_farthest_point", "(s / R - 1) |far x - far x'| / |x - x'|", 1.0, 1e-9,
          lipschitz},
    // The second derivative of dfar^2 is at most 2 / (1 - R / 1.05 R) = 42, and jumps.
    Check{"gradient_of_squared_farthest_distance", "|D dfar^2 - 2 (x - far)| / dfar", 0.0, 1e-3,
          gradient, 50},
    Check{"farthest_point_on_rays", "|far(x - t (x - u) / dfar u) - x| / size, t > R", 0.0, 1e-9,
          rays},
    Check{"farthest_point_on_short_rays", "|far(x - t (x - u) / dfar u) - x| / size, t < R", 0.0,
          1e-9, short_rays},
    Check{"farthest_distance_at_the_end_of_rays", "dfar(x - R (x - u) / dfar u) / R - 1", 0.0, 1e-9,
          end_of_ray},
    // An ascent slows down as R / dfar, at most 1 / 1.1 a step.
    Check{"sublevel_is_an_intersection", "|dfar - max |x - c|| / size", 0.0, 1e-9, sublevel, 20},
    Check{"normals_of_sublevels", "-|x' - x|^2 / (2 s <v, x' - x>)", 1.0, 1e-9, sublevel_normals,
          50},
    Check{"sublevels_are_not_empty", "dfar / s of balls, s < R", 1.0, 1e-9, empty_sublevel},
    Check{"superlevel_is_a_sum", "|w| / dfar(c + w)", 1.0, 1e-9, outside_plus_set},
    Check{"farthest_distance_grows_outwards", "|(dfar(x + h e) - dfar x) / h - 1|", 0.0, 1e-9,
          closure},
    Check{"distance_to_sublevels", "(dfar u - s vs d(u, F_s)) / size", 0.0, 1e-9, level_distance},
    Check{"farthest_distance_falls_inwards", "|(dfar x - dfar(x - h e)) / h - 1|", 0.0, 1e-9,
          interior},
};

}  // namespace

std::span<const Check> checks_of_strong_convexity() {
  return checks;
}

}  // namespace impactbench::theorems
