#include "reference/theorems/bounded_sets.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace impactbench::theorems {
namespace {

class Ball final : public BoundedSet {
 public:
  Ball(Eigen::Index n, Random& random) {
    radius = size = random.between(0.5, 2.0);
    centre = random.between(0.0, 1.0) * random.direction(n);
  }
  [[nodiscard]] Vector support(const Vector& v) const override { return centre + radius * v; }
  [[nodiscard]] Vector farthest(const Vector& x) const override {
    const double off = (x - centre).norm();
    if (off == 0.0) return centre + radius * Vector::Unit(dimension(), 0);
    return centre - radius / off * (x - centre);
  }
};

/// sum ((y_i - c_i) / a_i)^2 <= 1.
class Ellipsoid final : public BoundedSet {
 public:
  Ellipsoid(Eigen::Index n, Random& random) : a_(n) {
    for (double& a : a_)
      a = random.between(0.7, 1.4);
    centre = random.between(0.0, 1.0) * random.direction(n);
    size = a_.maxCoeff();
    radius = size * size / a_.minCoeff();
  }
  [[nodiscard]] Vector support(const Vector& v) const override {
    const Vector along = a_.cwiseProduct(v);
    return centre + a_.cwiseProduct(along) / along.norm();
  }
  /// With y - x = m (y - c) / a^2, componentwise, of all stationary points the farthest has
  /// m >= a_max^2: y - c = -a^2 (x - c) / (m - a^2), and m is the root of
  /// sum (a (x - c) / (m - a^2))^2 = 1 beyond a_max^2.
  [[nodiscard]] Vector farthest(const Vector& x) const override {
    const Vector squares = a_.cwiseAbs2(), off = a_.cwiseProduct(x - centre);
    const double pole = squares.maxCoeff();
    Eigen::Index longest = 0;
    squares.maxCoeff(&longest);
    double m = pole + std::abs(off[longest]);
    if (m == pole) return beyond_the_pole(x, longest);
    for (int k = 0; k < 100; ++k) {
      const Vector part = off.array() / (m - squares.array());
      const double norm = part.norm();
      const double slope = -(part.array().square() / (m - squares.array())).sum() / norm;
      // Newton's method on 1 / norm - 1, which is nearly straight and is met from the left.
      const double step = (norm - 1.0) * norm / -slope;
      m += step;
      if (!(std::abs(step) > 1e-16 * m)) break;
    }
    // The root is known to the spacing of numbers at the pole; scaling puts the point on the
    // ellipsoid, and its distance is then off by the square of what its place is.
    const Vector part = off.array() / (m - squares.array());
    return centre - a_.cwiseProduct(part) / part.norm();
  }

 private:
  /// x - c is orthogonal to the longest axis: both ends of a chord along it are as far.
  [[nodiscard]] Vector beyond_the_pole(const Vector& x, Eigen::Index longest) const {
    Vector part = Vector::Zero(dimension());
    for (Eigen::Index i = 0; i < dimension(); ++i) {
      const double gap = a_[longest] * a_[longest] - a_[i] * a_[i];
      if (gap > 0.0) part[i] = -a_[i] * (x - centre)[i] / gap;
    }
    part[longest] = std::sqrt(std::max(0.0, 1.0 - part.squaredNorm()));
    return centre + a_.cwiseProduct(part / part.norm());
  }

  Vector a_;  ///< semi-axes
};

/// The intersection of balls B[z_i, R]. A farthest or support point lies on the spheres of some k
/// <= n of them; where these meet in a sphere of dimension n - k it is the farthest or support
/// point of that sphere, and one of its two points if n = k.
class BallIntersection final : public BoundedSet {
 public:
  BallIntersection(Eigen::Index n, Random& random) {
    radius = size = random.between(1.0, 2.0);
    centre = random.between(0.0, 1.0) * random.direction(n);
    const int count = 3 + random.below(3);
    for (int i = 0; i < count; ++i)
      centres_.push_back(centre + radius * random.between(0.3, 0.6) * random.direction(n));
    for (unsigned subset = 1; subset < (1U << count); ++subset)
      add_sphere(subset);
  }
  [[nodiscard]] Vector support(const Vector& v) const override {
    return best([&](const Sphere&) { return v; }, [&](const Vector& y) { return v.dot(y); });
  }
  [[nodiscard]] Vector farthest(const Vector& x) const override {
    return best([&](const Sphere& s) { return Vector(s.centre - x); },
                [&](const Vector& y) { return (y - x).norm(); });
  }

 private:
  /// Where spheres meet: all y with |y - centre| = radius and y - centre in the span of `basis`.
  struct Sphere {
    Vector centre;
    double radius;
    Eigen::MatrixXd basis;
  };

  void add_sphere(unsigned subset) {
    std::vector<Vector> members;
    for (std::size_t i = 0; i < centres_.size(); ++i) {
      if ((subset >> i & 1U) != 0) members.push_back(centres_[i]);
    }
    const Eigen::Index n = dimension(), k = static_cast<Eigen::Index>(members.size());
    if (k > n) return;
    Eigen::MatrixXd across(k - 1, n);
    Vector level(k - 1);
    for (Eigen::Index i = 1; i < k; ++i) {
      across.row(i - 1) = (members[i] - members[0]).transpose();
      level[i - 1] = 0.5 * (members[i] - members[0]).squaredNorm();
    }
    Vector to_centre = Vector::Zero(n);
    Eigen::MatrixXd basis = Eigen::MatrixXd::Identity(n, n);
    if (k > 1) {
      const Eigen::MatrixXd gram = across * across.transpose();
      to_centre = across.transpose() * gram.ldlt().solve(level);
      basis = Eigen::FullPivLU<Eigen::MatrixXd>(across).kernel();
      basis = Eigen::MatrixXd(basis.householderQr().householderQ()).leftCols(basis.cols());
    }
    const double square = radius * radius - to_centre.squaredNorm();
    if (square <= 0.0) return;
    spheres_.push_back({members[0] + to_centre, std::sqrt(square), std::move(basis)});
  }

  template <class Towards, class Height>
  [[nodiscard]] Vector best(Towards&& towards, Height&& height) const {
    Vector out;
    double highest = -HUGE_VAL;
    const auto offer = [&](const Vector& y) {
      for (const Vector& z : centres_) {
        if (!((y - z).norm() <= radius * (1.0 + 1e-12))) return;
      }
      if (const double h = height(y); h > highest) {
        highest = h;
        out = y;
      }
    };
    for (const Sphere& sphere : spheres_) {
      Vector along = sphere.basis.transpose() * towards(sphere);
      // From its own centre all points of a sphere are as far.
      if (along.norm() == 0.0) along[0] = 1.0;
      along *= sphere.radius / along.norm();
      offer(sphere.centre + sphere.basis * along);
      if (sphere.basis.cols() == 1) offer(sphere.centre - sphere.basis * along);
    }
    return out;
  }

  std::vector<Vector> centres_;
  std::vector<Sphere> spheres_;
};

class Polytope final : public BoundedSet {
 public:
  Polytope(Eigen::Index n, Random& random) {
    centre = Vector::Zero(n);
    const int count = static_cast<int>(n) + 2 + random.below(3);
    for (int i = 0; i < count; ++i) {
      vertices_.push_back(random.between(0.8, 1.2) * random.direction(n));
      centre += vertices_.back() / count;
    }
    double diameter = 0.0;
    for (const Vector& a : vertices_)
      diameter = std::max(diameter, (a - farthest(a)).norm());
    radius = 0.3 * diameter;
    size = 0.5 * diameter;
  }
  [[nodiscard]] Vector support(const Vector& v) const override {
    return *std::max_element(vertices_.begin(), vertices_.end(),
                             [&](const Vector& a, const Vector& b) { return v.dot(a) < v.dot(b); });
  }
  [[nodiscard]] Vector farthest(const Vector& x) const override {
    return *std::max_element(
        vertices_.begin(), vertices_.end(),
        [&](const Vector& a, const Vector& b) { return (a - x).norm() < (b - x).norm(); });
  }

 private:
  std::vector<Vector> vertices_;
};

constexpr std::array<std::string_view, 6> families{"balls",     "ellipsoids", "ball_intersections",
                                                   "polytopes", "spheres",    "flat_ellipsoids"};

}  // namespace

std::span<const std::string_view> bounded_families() {
  return families;
}

std::unique_ptr<BoundedSet> draw_bounded(std::string_view family, Random& random) {
  constexpr std::array dimensions{2, 3, 5};
  const int n = dimensions[static_cast<std::size_t>(random.below(3))];
  if (family == "balls" || family == "spheres") return std::make_unique<Ball>(n, random);
  if (family == "ellipsoids") return std::make_unique<Ellipsoid>(n, random);
  if (family == "polytopes") return std::make_unique<Polytope>(n, random);
  if (family == "ball_intersections")
    return std::make_unique<BallIntersection>(std::min(n, 3), random);
  if (family == "flat_ellipsoids") {
    auto out = std::make_unique<Ellipsoid>(n, random);
    out->radius = out->size;
    return out;
  }
  throw ConfigurationError(
      fmt::format("there is no family of bounded sets '{}'; known: {}", family, families));
}

double ascended_distance(const BoundedSet& set, const Vector& x, int starts, Random& random) {
  double farthest = 0.0;
  for (int k = 0; k < starts; ++k) {
    double distance = 0.0;
    Vector y = set.support(random.direction(set.dimension()));
    for (int step = 0; step < 500; ++step) {
      const double now = (y - x).norm();
      if (!(now > distance)) break;
      distance = now;
      y = set.support((y - x) / now);
    }
    farthest = std::max(farthest, distance);
  }
  return farthest;
}

}  // namespace impactbench::theorems
