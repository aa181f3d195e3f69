// Subsmooth sets and metric subregularity, d(x, M^-1(y)) <= g d(y, M(x)) for x near the solution:
// nguyen2024, sections 6.1, 6.2, 6.4 and 6.5.
#include "reference/theorems/check.hpp"

#include <algorithm>
#include <array>

namespace impactbench::theorems {
namespace {

using Eigen::Vector2d;

/// S = { y >= 0 if x <= 0, y >= -s x if x > 0 }: a point of its boundary, or above.
Vector2d edge(double s, double x) {
  return {x, x > 0.0 ? -s * x : 0.0};
}

void subsmooth_epigraph(Random& random, Gauge& gauge) {
  const double s = random.between(0.2, 2.0);
  const auto abscissa = [&]() {
    return random.below(3) == 0 ? 0.0 : random.between(-1.0, 1.0) * random.over_decades(1e-3, 1.0);
  };
  const double at = abscissa();
  const double left = at > 0.0 ? 0.0 : random.between(0.0, 1.0);
  const double right = at < 0.0 ? 0.0 : random.between(0.0, 1.0);
  const Vector2d normal = left * Vector2d(0.0, -1.0) + right * Vector2d(-s, -1.0);
  Vector2d off = edge(s, abscissa()) - edge(s, at);
  if (random.below(4) == 0) off.y() += random.between(0.0, 1.0);
  const double length = normal.lpNorm<Eigen::Infinity>() * off.lpNorm<1>();
  if (length > 0.0) gauge.see(normal.dot(off) / (s * length));
}

/// Directions into S from its corner.
Vector2d tangent(double s, Random& random) {
  const Vector2d to = edge(s, random.between(-1.0, 1.0)) +
                      random.between(0.0, 1.0) * random.below(2) * Vector2d::UnitY();
  return to.normalized();
}
void frechet_printed(Random& random, Gauge& gauge) {
  gauge.see(Vector2d(0.0, -1.0).dot(tangent(random.between(0.2, 2.0), random)));
}
/// Every unit vector has a tangent at less than a right angle.
void frechet_corrected(Random& random, Gauge& gauge) {
  const double s = random.between(0.2, 2.0);
  const Vector2d v = random.direction(2);
  const double most = std::max({v.dot(edge(s, -1.0)), v.dot(edge(s, 1.0)), v.y()});
  gauge.see(-most);
}
/// Clarke's tangents at the corner are those that stay in S from every point near it.
Vector2d clarke_tangent(double s, Random& random) {
  for (;;) {
    const Vector2d d = random.direction(2);
    if (d.y() >= 0.0 && s * d.x() + d.y() >= 0.0) return d;
  }
}
void clarke_printed(Random& random, Gauge& gauge) {
  const double s = random.between(0.2, 2.0);
  const Vector2d v =
      random.between(0.1, 1.0) * Vector2d::UnitY() - random.between(0.0, 0.1) * Vector2d(s, 1.0);
  gauge.see(v.normalized().dot(clarke_tangent(s, random)));
}
void clarke_corrected(Random& random, Gauge& gauge) {
  const double s = random.between(0.2, 2.0);
  const Vector2d v =
      -random.between(0.0, 1.0) * Vector2d::UnitY() - random.between(0.0, 1.0) * Vector2d(s, 1.0);
  gauge.see(v.dot(clarke_tangent(s, random)));
}

/// The graph of the subdifferential of |x| near (0, 1): a vertical segment that ends, a ray that
/// begins.
void graph_of_sign(Random& random, Gauge& gauge) {
  const double down = random.over_decades(1e-6, 1e-2), right = random.over_decades(1e-6, 1e-2);
  gauge.see(right / std::hypot(right, down));
}

/// M(x) = m |x| - h + [0, inf[: y = 0 is inside of M(0) by c = h, and
/// d(x, M^-1(y)) <= (1 + |x|) d(y, M(x)) / (c - |y|).
void robinson(Random& random, Gauge& gauge) {
  const double m = random.between(0.2, 2.0), h = m * random.over_decades(0.1, 100.0);
  const double y = random.between(-1.0, 1.0) * h, x = random.over_decades(1e-2, 10.0) * h / m;
  const double left = x - (h + y) / m, right = m * x - h - y;
  if (right > 1e-9 * h) gauge.see(left * (h - std::abs(y)) / ((1.0 + x) * right));
}

/// M(x) = { x^2 } is not subregular at 0: with g x^2 < r < x there are u, |u - x| < r, 0 < u^2 < r
/// / g, so that u^2 <= a^2 + (|a - u| + e |a^2 - u^2|) / g for all a. The least over u of the
/// largest excess over a.
void ekeland_point(Random& random, Gauge& gauge) {
  const double x = random.between(0.05, 0.3), share = random.between(0.5, 0.98), g = share / x;
  const double r = random.between(share, 1.0) * x, e = random.between(0.1, 2.0);
  constexpr int parts = 400;
  double least = HUGE_VAL;
  for (int i = 1; i < parts; ++i) {
    const double u = x + r * (2.0 * i / parts - 1.0);
    if (!(u != 0.0 && u * u < r / g)) continue;
    double most = -HUGE_VAL;
    for (int k = -2 * parts; k <= 2 * parts; ++k) {
      const double a = x * k / parts;
      most = std::max(most, u * u - a * a - (std::abs(a - u) + e * std::abs(a * a - u * u)) / g);
    }
    least = std::min(least, most / (x * x));
  }
  gauge.see(least);
}

/// f(x) = m x + c x^2 sin(1 / x), c < m: f' comes near to m - c in every neighbourhood of 0.
void modulus_from_derivatives(Random& random, Gauge& gauge) {
  const double m = random.between(0.5, 2.0);
  const double c = random.below(2) == 0 ? 0.0 : random.between(0.0, 0.9) * m;
  const double x = random.over_decades(1e-6, 1e-2);
  gauge.see((m - c) * x / std::abs(m * x + c * x * x * std::sin(1.0 / x)));
}

/// f(x) = m x + L / k^2 sin(k x), whose graph is w-regular with w(t) = L t^2 / 2: f maps [-a, a]
/// onto [-f(a), f(a)], and b = f(a) > a / rho + (1 + 1 / rho) w for rho > (a + w) / (b - w).
void openness(Random& random, Gauge& gauge) {
  const double k = random.between(1.0, 3.0), bend = random.between(0.1, 2.0);
  const double m = bend / k + random.between(0.1, 2.0);
  const auto f = [&](double x) { return m * x + bend / (k * k) * std::sin(k * x); };
  const double a = random.over_decades(1e-4, 1.0), b = f(a);
  const double w = 0.5 * bend * (a * a + b * b);
  if (!(b > w)) return;
  const double x = random.over_decades(1e-6, 1e-4);
  gauge.see(x / f(x) * (b - w) / (a + w));
}
/// f(x) = m x^2 is open at no a; rho = 10.
void no_openness(Random& random, Gauge& gauge) {
  const double m = random.between(0.2, 2.0), x = random.over_decades(1e-6, 1e-2);
  gauge.see(x / (10.0 * m * x * x));
}

/// b > (a^2 + b^2) / (2 r) and |b - r| < sqrt(r^2 - a^2), a < r, are one condition.
void two_conditions(Random& random, Gauge& gauge) {
  const double r = random.between(0.1, 2.0), a = random.between(0.0, 1.0) * r;
  const double b = random.between(0.0, 3.0) * r;
  const bool one = b > (a * a + b * b) / (2.0 * r);
  const bool other = std::abs(b - r) < std::sqrt(r * r - a * a);
  gauge.see(one == other ? 0.0 : 1.0);
}

/// f = K Q with Q orthogonal, f(x_0) on the boundary of B, a half-space or the complement of a ball
/// of radius r: B + f(ball of radius a) contains a ball of radius b about f(x_0) for b <= K a, and
/// for all b once K a >= r. Is b > K a + w(b + K a) ever possible?
void openness_at_the_boundary(Random& random, Gauge& gauge) {
  const bool flat = random.below(2) == 0;
  const double r = random.between(0.2, 2.0), reach = random.over_decades(1e-3, 10.0);
  const bool all = !flat && reach >= r;
  const double b = all ? reach * random.over_decades(0.1, 100.0)
                       : reach * (random.below(2) == 0 ? 1.0 : random.between(0.5, 1.0));
  const double w = flat ? 0.0 : (b + reach) * (b + reach) / (2.0 * r);
  gauge.see(b / (reach + w));
}

constexpr std::array checks{
    Check{"subsmooth_epigraph", "<v, d> / (s |v|_inf |d|_1)", 1.0, 1e-9, subsmooth_epigraph},
    Check{"frechet_normal_downwards", "<(0, -1), d>, d a unit tangent", 0.0, 1e-9, frechet_printed},
    Check{"no_frechet_normal", "-max <v, d> over tangents d, |v| = 1", 0.0, 0.0, frechet_corrected},
    Check{"clarke_normals_upwards", "<v, d>, v in {0} x R+ + R- (s, 1)", 0.0, 1e-9, clarke_printed},
    Check{"clarke_normals_downwards", "<v, d>, v in {0} x R- + R- (s, 1)", 0.0, 1e-9,
          clarke_corrected},
    Check{"graph_of_the_subdifferential_of_abs", "<v, d> / (|v| |d|) near (0, 1)", 0.5, 1e-9,
          graph_of_sign},
    Check{"robinson_ursescu", "d(x, M^-1 y) (c - |y|) / ((1 + |x|) d(y, M x))", 1.0, 1e-9,
          robinson},
    Check{"point_where_subregularity_fails", "(|v| - |b| - (|a - u| + e |b - v|) / g) / x^2", 0.0,
          1e-9, ekeland_point, 4},
    Check{"modulus_from_coderivatives", "d(x, M^-1 y) / d(y, M x) inf |f'|", 1.0, 1e-9,
          modulus_from_derivatives},
    Check{"subregularity_from_openness", "d(x, M^-1 y) / (rho d(y, M x))", 1.0, 1e-7, openness},
    Check{"subregularity_without_openness", "d(x, M^-1 y) / (rho d(y, M x))", 1.0, 1e-9,
          no_openness},
    Check{"openness_of_prox_regular_graphs", "1 where the two conditions differ", 0.0, 0.0,
          two_conditions},
    Check{"openness_at_the_boundary", "b / (K a + w(b + K a))", 1.0, 1e-9,
          openness_at_the_boundary},
};

}  // namespace

std::span<const Check> checks_of_subregularity() {
  return checks;
}

}  // namespace impactbench::theorems
