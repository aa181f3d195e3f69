#include "reference/theorems/regular_sets.hpp"

#include "problems/base/error.hpp"
#include "reference/theorems/far_points.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace impactbench::theorems {
namespace {

/// The complement of the open ellipsoid sum (x_i / a_i)^2 < 1; of a ball if semi-axes are equal.
class OutsideEllipsoid final : public RegularSet {
 public:
  explicit OutsideEllipsoid(Vector semi_axes) : a_(std::move(semi_axes)) {
    dimension_ = a_.size();
    size = a_.maxCoeff();
    radius = a_.minCoeff() * a_.minCoeff() / size;
  }
  [[nodiscard]] BoundaryPoint boundary(Random& random) const override {
    const Vector y = a_.cwiseProduct(random.direction(dimension_));
    return {y, -y.cwiseQuotient(a_.cwiseAbs2()).normalized()};
  }
  [[nodiscard]] Vector outside(Random& random) const override {
    return random.between(0.02, 0.98) * a_.cwiseProduct(random.direction(dimension_));
  }
  /// y = a^2 x / (a^2 - m), componentwise; of all stationary points the nearest has m in
  /// [0, a_min^2), the root of sum (a x / (a^2 - m))^2 = 1.
  [[nodiscard]] Vector projection(const Vector& x) const override {
    const Vector squares = a_.cwiseAbs2(), scaled = a_.cwiseProduct(x);
    double low = 0.0, high = squares.minCoeff();
    for (int k = 0; k < 200; ++k) {
      const double m = 0.5 * (low + high);
      if (!(low < m && m < high)) break;
      ((scaled.array() / (squares.array() - m)).matrix().norm() < 1.0 ? low : high) = m;
    }
    // The root is known to the spacing of numbers at a_min^2; scaling puts the point on the
    // ellipsoid.
    const Vector part = scaled.array() / (squares.array() - low);
    return a_.cwiseProduct(part) / part.norm();
  }
  [[nodiscard]] double distance(const Vector& x) const override {
    return x.cwiseQuotient(a_).norm() < 1.0 ? (x - projection(x)).norm() : 0.0;
  }

 private:
  Vector a_;
};

/// { d_S <= R } of another set.
class Offset final : public RegularSet {
 public:
  Offset(std::unique_ptr<RegularSet> inner, double reach)
      : inner_(std::move(inner)), reach_(reach) {
    dimension_ = inner_->dimension();
    size = inner_->size;
    radius = inner_->radius - reach;
  }
  [[nodiscard]] BoundaryPoint boundary(Random& random) const override {
    BoundaryPoint at = inner_->boundary(random);
    at.y += reach_ * at.normal;
    return at;
  }
  [[nodiscard]] Vector outside(Random& random) const override {
    for (;;) {
      Vector x = inner_->outside(random);
      if (distance(x) > 0.0) return x;
    }
  }
  [[nodiscard]] Vector projection(const Vector& x) const override {
    const Vector y = inner_->projection(x);
    return y + reach_ / (x - y).norm() * (x - y);
  }
  [[nodiscard]] double distance(const Vector& x) const override {
    return std::max(0.0, inner_->distance(x) - reach_);
  }

 private:
  std::unique_ptr<RegularSet> inner_;
  double reach_;
};

class PointSet final : public RegularSet {
 public:
  PointSet(Eigen::Index n, Random& random) {
    dimension_ = n;
    for (int i = 0; i < 4; ++i)
      points_.push_back(random.between(0.5, 1.5) * random.direction(n));
    radius = 0.5 * HUGE_VAL;
    for (const Vector& a : points_) {
      for (const Vector& b : points_) {
        if (&a != &b) radius = std::min(radius, 0.5 * (a - b).norm());
      }
    }
  }
  [[nodiscard]] BoundaryPoint boundary(Random& random) const override {
    const Vector& y = points_[static_cast<std::size_t>(random.below(4))];
    if (random.below(2) == 0) return {y, random.direction(dimension_)};
    const Vector to = points_[static_cast<std::size_t>(random.below(4))] - y;
    return {y, to.norm() > 0.0 ? to.normalized() : random.direction(dimension_)};
  }
  [[nodiscard]] Vector outside(Random& random) const override {
    const BoundaryPoint at = boundary(random);
    return at.y + random.between(0.01, 1.2) * radius * at.normal;
  }
  [[nodiscard]] Vector projection(const Vector& x) const override {
    return *std::min_element(points_.begin(), points_.end(), [&](const Vector& a, const Vector& b) {
      return (a - x).norm() < (b - x).norm();
    });
  }
  [[nodiscard]] double distance(const Vector& x) const override {
    return (x - projection(x)).norm();
  }

 private:
  std::vector<Vector> points_;
};

/// The complement of the open box |x_i| < w_i.
class OutsideBox final : public RegularSet {
 public:
  OutsideBox(Eigen::Index n, Random& random) : w_(n) {
    dimension_ = n;
    for (double& w : w_)
      w = random.between(0.5, 1.5);
    radius = w_.minCoeff();
    size = w_.maxCoeff();
  }
  [[nodiscard]] BoundaryPoint boundary(Random& random) const override {
    Vector y = inside(random, 1.0);
    const Eigen::Index face = random.below(static_cast<int>(dimension_));
    const double side = random.below(2) == 0 ? 1.0 : -1.0;
    y[face] = side * w_[face];
    return {y, -side * Vector::Unit(dimension_, face)};
  }
  [[nodiscard]] Vector outside(Random& random) const override { return inside(random, 0.98); }
  [[nodiscard]] Vector projection(const Vector& x) const override {
    Eigen::Index face = 0;
    (w_ - x.cwiseAbs()).minCoeff(&face);
    Vector y = x;
    y[face] = std::copysign(w_[face], x[face]);
    return y;
  }
  [[nodiscard]] double distance(const Vector& x) const override {
    return std::max(0.0, (w_ - x.cwiseAbs()).minCoeff());
  }

 private:
  [[nodiscard]] Vector inside(Random& random, double share) const {
    Vector x(dimension_);
    for (Eigen::Index i = 0; i < dimension_; ++i)
      x[i] = share * w_[i] * random.between(-1.0, 1.0);
    return x;
  }
  Vector w_;
};

/// { dfar_C >= s }.
class FarLevel final : public RegularSet {
 public:
  FarLevel(std::unique_ptr<BoundedSet> set, Random& random) : set_(std::move(set)) {
    dimension_ = set_->dimension();
    level_ = set_->farthest_distance(set_->centre);
    level_ = std::max(level_, set_->radius) * random.between(1.1, 2.0);
    radius = level_ - set_->radius;
    size = level_;
  }
  [[nodiscard]] BoundaryPoint boundary(Random& random) const override {
    const FarPoint at = point_at_level(*set_, level_, random.direction(dimension_));
    return {at.x, -at.along};
  }
  [[nodiscard]] Vector outside(Random& random) const override {
    return set_->centre + random.between(0.02, 0.98) * (boundary(random).y - set_->centre);
  }
  /// Away from the farthest point dfar_C grows as fast as it can anywhere.
  [[nodiscard]] Vector projection(const Vector& x) const override {
    const Vector far = set_->farthest(x);
    return far + level_ / (x - far).norm() * (x - far);
  }
  [[nodiscard]] double distance(const Vector& x) const override {
    return std::max(0.0, level_ - set_->farthest_distance(x));
  }

 private:
  std::unique_ptr<BoundedSet> set_;
  double level_{0.0};
};

constexpr std::array<std::string_view, 7> families{
    "outside_balls", "outside_ellipsoids",     "point_sets", "offsets", "far_levels",
    "outside_boxes", "far_levels_of_polytopes"};

std::unique_ptr<RegularSet> outside_ellipsoid(Eigen::Index n, Random& random) {
  Vector a(n);
  for (double& one : a)
    one = random.between(0.7, 1.4);
  return std::make_unique<OutsideEllipsoid>(a);
}

}  // namespace

std::span<const std::string_view> regular_families() {
  return families;
}

std::unique_ptr<RegularSet> draw_regular(std::string_view family, Random& random) {
  constexpr std::array dimensions{2, 3, 5};
  const int n = dimensions[static_cast<std::size_t>(random.below(3))];
  if (family == "outside_balls")
    return std::make_unique<OutsideEllipsoid>(Vector::Constant(n, random.between(0.5, 2.0)));
  if (family == "outside_ellipsoids") return outside_ellipsoid(n, random);
  if (family == "point_sets") return std::make_unique<PointSet>(n, random);
  if (family == "offsets") {
    auto inner = outside_ellipsoid(n, random);
    const double reach = random.between(0.1, 0.9) * inner->radius;
    return std::make_unique<Offset>(std::move(inner), reach);
  }
  if (family == "far_levels") {
    constexpr std::array<std::string_view, 3> convex{"balls", "ellipsoids", "ball_intersections"};
    return std::make_unique<FarLevel>(
        draw_bounded(convex[static_cast<std::size_t>(random.below(3))], random), random);
  }
  if (family == "outside_boxes") return std::make_unique<OutsideBox>(n, random);
  if (family == "far_levels_of_polytopes")
    return std::make_unique<FarLevel>(draw_bounded("polytopes", random), random);
  throw ConfigurationError(
      fmt::format("there is no family of prox-regular sets '{}'; known: {}", family, families));
}

}  // namespace impactbench::theorems
