// The nearest point in the metric of a mass matrix, against scans and closed forms.

#include "problems/base/portable_random.hpp"
#include "schemes/support/nearest/kinetic_projection.hpp"
#include "tests/support/plane.hpp"

#include <gtest/gtest.h>
#include <Eigen/LU>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace impactbench::testing {
namespace {

using Vec2 = Eigen::Vector2d;

Plane::Wall half_plane(const Vec2& n, double a) {
  return {[=](const Vec2& q) { return n.dot(q) - a; }, [=](const Vec2&) { return n; }};
}
/// sign (1 - (x/a)^2 - (y/b)^2): inside of an ellipse, or outside.
Plane::Wall ellipse(double a, double b, double sign) {
  return {[=](const Vec2& q) {
            return sign * (1.0 - q.x() * q.x() / (a * a) - q.y() * q.y() / (b * b));
          },
          [=](const Vec2& q) {
            return Vec2(-2.0 * sign * q.x() / (a * a), -2.0 * sign * q.y() / (b * b));
          }};
}

const Eigen::Matrix2d skewed = (Eigen::Matrix2d() << 2.0, 0.7, 0.7, 1.0).finished();

KineticProjection::Outcome nearest(const Plane& plane, const Vec2& w, const Vec2& from, Vec2& z) {
  KineticProjection projection;
  projection.prepare(plane, 1e-14, 200);
  EXPECT_TRUE(projection.set_metric(from));
  Eigen::VectorXd out(2);
  const auto outcome = projection.nearest(w, from, out);
  z = out;
  return outcome;
}

TEST(KineticProjection, IsExactForHalfPlanesAndWedgesInOneLinearisation) {
  // One wall: z = w + M^-1 n (a - n.w) / (n.M^-1 n). Two active walls: their corner.
  const Vec2 n(0.6, 0.8);
  const Plane wall(skewed, {half_plane(n, 0.5)}, true);
  const Vec2 w(-1.0, 0.3);
  Vec2 z;
  const auto outcome = nearest(wall, w, {2.0, 2.0}, z);
  const Vec2 push = skewed.inverse() * n;
  EXPECT_NEAR((z - (w + push * (0.5 - n.dot(w)) / n.dot(push))).norm(), 0.0, 1e-15);
  EXPECT_LE(outcome.linearisations, 2) << "the second one sees that nothing moves";
  const Plane wedge(skewed, {half_plane({0.0, 1.0}, 0.0), half_plane({1.0, 0.0}, 0.0)}, true);
  ASSERT_EQ(nearest(wedge, {-1.0, -1.0}, {1.0, 1.0}, z).status, KineticProjection::Status::found);
  EXPECT_NEAR(z.norm(), 0.0, 1e-15);
  ASSERT_EQ(nearest(wedge, {1.0, 2.0}, {1.0, 1.0}, z).status, KineticProjection::Status::found);
  EXPECT_EQ(z, Vec2(1.0, 2.0)) << "a point of K is its own";
}

TEST(KineticProjection, IsTheNearestPointOfAScan) {
  // Ellipses, in any metric, inside and outside, cut by a line: no scanned point of K is nearer.
  PortableRandom random(5);
  int pushed = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const bool outside = trial % 2 == 1;
    const double a = 1.0 + random.uniform(), b = 0.6 + 0.4 * random.uniform();
    std::vector<Plane::Wall> walls{ellipse(a, b, outside ? -1.0 : 1.0)};
    if (trial % 4 >= 2) walls.push_back(half_plane({0.0, 1.0}, -0.3));
    const Plane plane(skewed, walls, !outside);
    const double angle = 2.0 * std::numbers::pi * random.uniform();
    // Near the boundary, as a step brings it; deep inside of a convex obstacle, where two of its
    // points become equally near, the search is slow and says so.
    const double scale = outside ? 0.97 : 1.05;
    const Vec2 w(scale * a * std::cos(angle), scale * b * std::sin(angle));
    if (w.y() < -0.29 && walls.size() > 1) continue;
    const Vec2 from = outside ? Vec2(1.02 / scale * w) : Vec2(0.98 / scale * w);
    Vec2 z;
    const auto outcome = nearest(plane, w, from, z);
    ASSERT_EQ(outcome.status, KineticProjection::Status::found)
        << trial << ": " << a << ' ' << b << ", w = " << w.transpose() << ", z = " << z.transpose();
    EXPECT_LT(outcome.certificate, 1e-9) << trial;
    const double ours = (z - w).dot(skewed * (z - w));
    double best = HUGE_VAL;
    for (int k = 0; k < 20000; ++k) {
      const double t = 2.0 * std::numbers::pi * k / 20000.0;
      const Vec2 y(a * std::cos(t), b * std::sin(t));
      if (walls.size() > 1 && y.y() < -0.3) continue;
      best = std::min(best, (y - w).dot(skewed * (y - w)));
    }
    EXPECT_LE(ours, best + 1e-12) << trial;
    EXPECT_GT(ours, best - 1e-5 * (1.0 + best)) << trial << ": outside of K";
    ++pushed;
  }
  EXPECT_GT(pushed, 100);
}

TEST(KineticProjection, TheCertificateSeesAPushThatIsNotAlongTheNormal) {
  // Stopped early, at moves of 0.2, the point is near the ellipse and not the nearest one: what is
  // left of the push z - w beside the gradient there is at least the sine of the angle between
  // them.
  const Plane plane(Eigen::Matrix2d::Identity(), {ellipse(2.0, 0.5, 1.0)}, true);
  KineticProjection projection;
  projection.prepare(plane, 0.2, 200);
  int slanted = 0;
  for (const double angle : {0.3, 0.6, 1.0, 1.3}) {
    const Vec2 w(2.1 * std::cos(angle), 0.8 * std::sin(angle));
    ASSERT_TRUE(projection.set_metric(w));
    Eigen::VectorXd z(2), gradient(2);
    const auto outcome = projection.nearest(w, 0.5 * w, z);
    ASSERT_EQ(outcome.status, KineticProjection::Status::found);
    plane.constraint_gradient(0, z, gradient);
    const Vec2 push = z - w;
    const double sine = std::abs(push.x() * gradient.y() - push.y() * gradient.x()) /
                        (push.norm() * gradient.norm());
    EXPECT_GE(outcome.certificate, sine * (1.0 - 1e-12)) << angle;
    EXPECT_GE(outcome.certificate, -plane.constraint(0, z)) << angle << ": outside of K";
    slanted += sine > 1e-3 ? 1 : 0;
  }
  EXPECT_GT(slanted, 0) << "all were nearest points";
}

TEST(KineticProjection, SaysWhereTwoPointsAreEquallyNear) {
  // K outside of a unit disc, w = its centre but for a direction that the first search follows:
  // from (0.1, 0) the way out is (1, 0), from q = (-1.1, 0) it is the other one, 1.1 away.
  const Plane outside(Eigen::Matrix2d::Identity(),
                      {{[](const Vec2& q) { return q.norm() - 1.0; },
                        [](const Vec2& q) { return Vec2(q.normalized()); }}},
                      false);
  Vec2 z;
  auto outcome = nearest(outside, {0.1, 0.0}, {-1.1, 0.0}, z);
  EXPECT_EQ(outcome.status, KineticProjection::Status::found);
  EXPECT_NEAR((z - Vec2(1.0, 0.0)).norm(), 0.0, 1e-12) << "the nearer one";
  EXPECT_FALSE(outcome.tie);
  // K = {|y| >= 1}: 0 has (0, 1) and (0, -1); the one on the side of the start is taken.
  const Plane strip(Eigen::Matrix2d::Identity(),
                    {{[](const Vec2& q) { return 0.5 * (q.y() * q.y() - 1.0); },
                      [](const Vec2& q) { return Vec2(0.0, q.y()); }}},
                    false);
  outcome = nearest(strip, {0.0, 0.0}, {0.0, -1.5}, z);
  EXPECT_EQ(outcome.status, KineticProjection::Status::found) << "from w alone: no gradient";
  EXPECT_NEAR(z.y(), -1.0, 1e-12);
  const Plane bars(Eigen::Matrix2d::Identity(),
                   {{[](const Vec2& q) { return std::abs(q.y() - 1e-13) - 1.0; },
                     [](const Vec2& q) { return Vec2(0.0, q.y() > 1e-13 ? 1.0 : -1.0); }}},
                   false);
  outcome = nearest(bars, {0.0, 0.0}, {0.0, 1.5}, z);
  EXPECT_TRUE(outcome.tie);
  EXPECT_NEAR(z.y(), 1.0, 1e-12) << "the side of the start";
}

TEST(KineticProjection, LooksFromBothSidesUnlessTheSystemSaysThatKIsConvex) {
  // Silence is no claim: of a K that is not convex one search would find one of several points.
  const Plane plane(skewed, {half_plane({1.0, 0.0}, 0.0)}, true);
  EXPECT_TRUE(plane.convex());
  EXPECT_FALSE(plane.GeneralisedSystem::convex());
}

TEST(KineticProjection, RefusesMetricsAndGradientsThatAreNone) {
  Eigen::Matrix2d flat;
  flat << 1.0, 1.0, 1.0, 1.0;
  const Plane indefinite(flat - 0.1 * Eigen::Matrix2d::Identity(), {half_plane({1.0, 0.0}, 0.0)},
                         true);
  KineticProjection projection;
  projection.prepare(indefinite, 1e-13, 100);
  EXPECT_FALSE(projection.set_metric(Vec2(0.0, 0.0)));
  const Plane vanishing(
      skewed, {{[](const Vec2&) { return -1.0; }, [](const Vec2&) { return Vec2(0.0, 0.0); }}},
      true);
  Vec2 z;
  EXPECT_EQ(nearest(vanishing, {0.0, 0.0}, {0.0, 0.0}, z).status,
            KineticProjection::Status::vanishing_gradient);
}

}  // namespace
}  // namespace impactbench::testing
