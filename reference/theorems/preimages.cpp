// Normal regularity of sums, preimages and solution sets: nguyen2024, sections 6.1 and 6.3. A set S
// is w-regular if <v, x' - x> <= |v| w(|x' - x|) for x, x' in S and v in N(S; x).
#include "reference/theorems/check.hpp"

#include <algorithm>
#include <array>

namespace impactbench::theorems {
namespace {

/// f(x) = slope x + bend / number^2 sin(number x): |f'| <= lipschitz, |f''| <= bend.
struct Ripple {
  double slope, bend, number;
  [[nodiscard]] double at(double x) const {
    return slope * x + bend / (number * number) * std::sin(number * x);
  }
  [[nodiscard]] double derivative(double x) const {
    return slope + bend / number * std::cos(number * x);
  }
  [[nodiscard]] double lipschitz() const { return slope + bend / number; }
};

/// The graph of x -> f(x) + S, S = { 0, d }, which is w-regular with w(t) = t^2 / d: its normals
/// at (x, f(x) + s) are multiples of (-f'(x), 1).
struct GraphPair {
  Eigen::Vector2d normal, off;
  double lipschitz, bend, d;
};
GraphPair graph_pair(Random& random) {
  const bool straight = random.below(2) == 0;
  const Ripple f{random.between(0.2, 3.0), straight ? 0.0 : random.between(0.1, 2.0),
                 random.between(1.0, 3.0)};
  const double d = random.between(0.2, 1.0);
  const double x = random.between(-2.0, 2.0), other = x + random.between(-1.5, 1.5) * d;
  const bool lower = random.below(2) == 0;
  const Eigen::Vector2d normal(-f.derivative(x), 1.0);
  return {lower ? normal : Eigen::Vector2d(-normal),
          {other - x, f.at(other) - f.at(x) + (lower ? d : -d)},
          f.lipschitz(),
          f.bend,
          d};
}
double graph_quotient(const GraphPair& at, double normal, double off, double factor) {
  const double w = factor * factor * off * off / at.d + 0.5 * at.bend * off * off;
  return at.normal.dot(at.off) / (normal * w);
}
void sum_printed(Random& random, Gauge& gauge) {
  const GraphPair at = graph_pair(random);
  gauge.see(graph_quotient(at, at.normal.norm(), at.off.norm(), std::max(1.0, at.lipschitz)));
}
void sum_euclidean(Random& random, Gauge& gauge) {
  const GraphPair at = graph_pair(random);
  gauge.see(graph_quotient(at, at.normal.norm(), at.off.norm(), std::hypot(1.0, at.lipschitz)));
}
void sum_one_norm(Random& random, Gauge& gauge) {
  const GraphPair at = graph_pair(random);
  gauge.see(graph_quotient(at, at.normal.lpNorm<Eigen::Infinity>(), at.off.lpNorm<1>(),
                           std::max(1.0, at.lipschitz)));
}

/// f(x) = k / 2 (1 - sum (x_i / a_i)^2): |D f| >= k / a_max where f = 0, D f has the constant k /
/// a_min^2, and { f <= 0 } is the complement of an ellipsoid.
struct Dome {
  Vector a;
  double k;
  [[nodiscard]] Vector on_boundary(Random& random) const {
    return a.cwiseProduct(random.direction(a.size()));
  }
  [[nodiscard]] Vector gradient(const Vector& x) const {
    return -k * x.cwiseQuotient(a.cwiseAbs2());
  }
  [[nodiscard]] double at(const Vector& x) const {
    return 0.5 * k * (1.0 - x.cwiseQuotient(a).squaredNorm());
  }
  [[nodiscard]] double least_slope() const { return k / a.maxCoeff(); }
  [[nodiscard]] double bend() const { return k / std::pow(a.minCoeff(), 2); }
};
Dome dome(Random& random) {
  Vector a(2 + random.below(3));
  for (double& one : a)
    one = random.between(0.7, 1.4);
  if (random.below(2) == 0) a.setConstant(a[0]);
  return {a, random.over_decades(0.01, 2.0)};
}
/// <v, x' - x> / w(|x' - x|), w(t) = curvature t^2 / 2, v a unit normal where f = 0.
void see_dome(const Dome& f, double sign, double curvature, Random& random, Gauge& gauge) {
  const Vector x = f.on_boundary(random), off = f.on_boundary(random) - x;
  if (!(off.norm() > 1e-3)) return;
  gauge.see(sign * f.gradient(x).normalized().dot(off) / (0.5 * curvature * off.squaredNorm()));
}

/// x* = l D f(x), l in [0, 1], has <x*, x' - x> <= l L t^2 / 2 <= (|x*| + c) w(t) with
/// w(t) = L t^2 / (2 (g + c)), g the least slope; regularity with (1 + c / g) w follows.
void subgradients(Random& random, Gauge& gauge) {
  const Dome f = dome(random);
  const double c = random.between(0.0, 3.0), g = f.least_slope();
  see_dome(f, 1.0, (1.0 + c / g) * f.bend() / (g + c), random, gauge);
}
/// B = ]-inf, 0], which is convex: w = 0, and (L / 2) t^2 / g remains.
void half_line(Random& random, Gauge& gauge) {
  const Dome f = dome(random);
  see_dome(f, 1.0, f.bend() / f.least_slope(), random, gauge);
}
/// gph f is w-regular with w(t) = L t^2 / 2, and { f = 0 } with (1 + 1 / g) w.
void level_set(Random& random, Gauge& gauge) {
  const Dome f = dome(random);
  const double sign = random.below(2) == 0 ? 1.0 : -1.0;
  see_dome(f, sign, (1.0 + 1.0 / f.least_slope()) * f.bend(), random, gauge);
}

/// N(S; x) and subgradients of g f^+ at x, S = { f <= 0 }, d(., S) <= g f^+ near x: the unit
/// normal v has <v, h> <= g f^+(x + h) + o(|h|).
void normal_is_a_subgradient(Random& random, Gauge& gauge) {
  const Dome f = dome(random);
  const Vector x = f.on_boundary(random), gradient = f.gradient(x);
  const Vector h = 1e-6 * random.direction(x.size());
  const double along = gradient.normalized().dot(h);
  if (along > 1e-7) gauge.see(along * gradient.norm() / std::max(0.0, f.at(x + h)));
}

/// f^-1(B) for f(x)_i = f_i(x_i) and B the complement of a ball of radius r. The inverse of f is (1
/// / g)-Lipschitz, g the least slope, so that d(x, f^-1(B)) <= d(f(x), B) / g.
void of_outside_ball(Random& random, Gauge& gauge) {
  const Eigen::Index n = 2 + random.below(2);
  const double number = random.between(1.0, 2.0), r = random.between(0.5, 2.0);
  const double bend = random.below(2) == 0 ? 0.0 : random.between(0.0, 0.4) * number;
  std::vector<Ripple> f;
  double steep = 0.0, flat = HUGE_VAL;
  for (Eigen::Index i = 0; i < n; ++i) {
    f.push_back({random.between(0.7, 1.5), bend, number});
    steep = std::max(steep, f.back().lipschitz());
    flat = std::min(flat, f.back().slope - bend / number);
  }
  const auto inverse = [&](const Vector& b) {
    Vector x(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Ripple& g = f[static_cast<std::size_t>(i)];
      double low = -4.0 * r / flat, high = -low;
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (g.at(middle) < b[i] ? low : high) = middle;
      }
      x[i] = 0.5 * (low + high);
    }
    return x;
  };
  const Vector b = r * random.direction(n), x = inverse(b),
               off = inverse(r * random.direction(n)) - x;
  if (!(off.norm() > 1e-3)) return;
  Vector normal(n);
  for (Eigen::Index i = 0; i < n; ++i)
    normal[i] = -f[static_cast<std::size_t>(i)].derivative(x[i]) * b[i];
  const double w = (steep * steep / r + bend) * off.squaredNorm() / (2.0 * flat);
  gauge.see(normal.normalized().dot(off) / w);
}

/// A unit normal and the direction to another point of the complement of two open discs of radius 1
/// whose circles cross at (0, +-h).
struct CrossingDiscs {
  double h;
  Eigen::Vector2d normal, off;
};
CrossingDiscs crossing_discs(Random& random) {
  const double h = random.between(0.05, 0.95), half = std::sqrt(1.0 - h * h);
  const auto on_circle = [&]() {
    for (;;) {
      const Eigen::Vector2d e = random.direction(2), c(std::copysign(half, e.x()), 0.0);
      if ((2.0 * c + e).norm() >= 1.0)
        return std::pair<Eigen::Vector2d, Eigen::Vector2d>(c + e, -e);
    }
  };
  auto [x, normal] = on_circle();
  if (random.below(2) == 0) {
    x = Eigen::Vector2d(0.0, h);
    const double share = random.between(0.0, 1.0);
    normal = Eigen::Vector2d((1.0 - 2.0 * share) * half, -h).normalized();
  }
  const Eigen::Vector2d other = random.below(2) == 0 ? Eigen::Vector2d(0.0, -h) : on_circle().first;
  return {h, normal, other - x};
}

/// f_i = (1 - |x - c_i|^2) / 2, B = ]-inf, 0]^2. D f has the constant sqrt 2. At a crossing the
/// least |l_1 n_1 + l_2 n_2| of |l| = 1, l >= 0, is sqrt 2 h, elsewhere it is 1.
void of_quadrant(Random& random, Gauge& gauge) {
  const CrossingDiscs at = crossing_discs(random);
  const double inverse_slope = std::max(1.0, 1.0 / (std::sqrt(2.0) * at.h));
  if (!(at.off.norm() > 1e-3)) return;
  gauge.see(at.normal.dot(at.off) / (inverse_slope * std::sqrt(2.0) / 2.0 * at.off.squaredNorm()));
}
/// Each disc alone leaves a 1-prox-regular set.
void intersection(Random& random, Gauge& gauge) {
  const CrossingDiscs at = crossing_discs(random);
  if (at.off.norm() > 1e-3) gauge.see(2.0 * at.normal.dot(at.off) / at.off.squaredNorm());
}

/// { x : |(x, f(x))| >= r }, f(x) = <a, x> + b: gph F is the complement of a ball of radius r. The
/// graph of f meets the ball in one of radius A, A^2 = r^2 - b^2 / k^2, k^2 = 1 + |a|^2. Into it
/// the distance to gph F grows with the slope A k / r at x moving along a, A / r across.
void of_generalised_equation(Random& random, Gauge& gauge) {
  const Eigen::Index n = 1 + random.below(3);
  const double r = random.between(0.5, 2.0), steep = random.between(0.2, 2.0);
  const double k = std::hypot(1.0, steep), b = random.between(0.0, 0.9) * r * k;
  const double within = std::sqrt(r * r - b * b / (k * k));
  const Vector along = n == 1 ? Vector::Ones(1) : random.direction(n);
  const auto on_boundary = [&]() {
    const Vector e =
        n == 1 ? Vector::Constant(1, random.below(2) == 0 ? 1.0 : -1.0) : random.direction(n);
    const double part = e.dot(along);
    return Vector(-b * steep / (k * k) * along + within * (e - part * along + part / k * along));
  };
  const Vector x = on_boundary(), off = on_boundary() - x;
  if (!(off.norm() > 1e-3)) return;
  const Vector normal = -(x + (steep * along.dot(x) + b) * steep * along).normalized();
  const double inverse_slope = n == 1 ? r / (within * k) : r / within;
  gauge.see(normal.dot(off) / (inverse_slope * k * k * off.squaredNorm() / (2.0 * r)));
}

constexpr std::array checks{
    Check{"sum_with_greater_of_one_and_k", "<v, d> / (|v|_2 rho(|d|_2)), factor max(1, K)", 1.0,
          1e-9, sum_printed},
    Check{"sum_with_euclidean_factor", "<v, d> / (|v|_2 rho(|d|_2)), factor sqrt(1 + K^2)", 1.0,
          1e-9, sum_euclidean},
    Check{"sum_in_the_one_norm", "<v, d> / (|v|_inf rho(|d|_1)), factor max(1, K)", 1.0, 1e-9,
          sum_one_norm},
    Check{"sublevel_sets_by_subgradients", "<v, d> / ((1 + g c) w(|d|))", 1.0, 1e-9, subgradients},
    Check{"preimage_of_a_half_line", "<v, d> / (g L |d|^2 / 2)", 1.0, 1e-9, half_line},
    Check{"level_sets_by_graphs", "<v, d> / ((1 + g) w(|d|))", 1.0, 1e-9, level_set},
    // f^+ is straight to L |h|^2 / 2: 1e-6 L / |D f| < 1e-5.
    Check{"normals_are_subgradients", "<v, h> / (g f^+(x + h)), h -> 0", 1.0, 1e-4,
          normal_is_a_subgradient},
    Check{"preimage_of_an_outside_ball", "<v, d> / (g (K^2 / r + L) |d|^2 / 2)", 1.0, 1e-9,
          of_outside_ball},
    Check{"preimage_of_a_quadrant", "<v, d> / (g L |d|^2 / 2)", 1.0, 1e-9, of_quadrant},
    Check{"intersection_keeps_the_constant", "2 <v, d> / |d|^2", 1.0, 1e-9, intersection},
    Check{"generalised_equation", "<v, d> / (g k^2 |d|^2 / (2 r))", 1.0, 1e-9,
          of_generalised_equation},
};

}  // namespace

std::span<const Check> checks_of_preimages() {
  return checks;
}

}  // namespace impactbench::theorems
