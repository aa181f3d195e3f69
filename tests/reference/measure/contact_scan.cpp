#include "reference/yardsticks/contact_scan.hpp"
#include "reference/yardsticks/momentum.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace impactbench {
namespace {

RoundSystem discs(std::size_t n, double radius, double side) {
  BodyTable d;
  d.radius.assign(n, radius);
  d.mass.assign(n, 2.0);
  d.inertia.assign(n, 0.5);
  return {{},
          d,
          half_spaces(side > 0.0 ? box_walls(0.0, side, 0.0, side) : std::vector<Wall>{}),
          Vec3::Zero(),
          ContactLaw{}};
}

Eigen::VectorXd at(std::initializer_list<Vec2> centres) {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(3 * centres.size()));
  Eigen::Index k = 0;
  for (const Vec2& c : centres) {
    q.segment<2>(k) = c;
    k += 3;
  }
  return q;
}

TEST(ContactScan, CountsATouchingPairButAWallOnlyOncePenetrated) {
  // The thresholds of nguyen2024's appendix: a pair from a gap of 1e-12 m, a wall from 1e-12 deep.
  const RoundSystem system = discs(2, 0.25, 2.0);
  const auto touching = [&](const Eigen::VectorXd& q) {
    return ContactScan(system, q, std::nullopt).at(q).touching;
  };
  EXPECT_EQ(touching(at({{0.5, 1.0}, {1.0, 1.0}})), 1) << "just touching";
  EXPECT_EQ(touching(at({{0.5, 1.0}, {1.0 + 5e-13, 1.0}})), 1);
  EXPECT_EQ(touching(at({{0.5, 1.0}, {1.0 + 2e-12, 1.0}})), 0);
  EXPECT_EQ(touching(at({{0.25, 1.0}, {1.5, 1.0}})), 0) << "just touching a wall";
  EXPECT_EQ(touching(at({{0.25 - 5e-13, 1.0}, {1.5, 1.0}})), 0);
  EXPECT_EQ(touching(at({{0.25 - 2e-12, 1.0}, {1.5, 1.0}})), 1);
  EXPECT_EQ(touching(at({{0.2, 0.2}, {0.4, 1.9}})), 3) << "a corner counts twice";
}

TEST(ContactScan, DepthAndPotentialOfPairsAndWalls) {
  const RoundSystem system = discs(2, 0.25, 2.0);
  // Pair 0.1 deep (distance 0.4), disc 1 in the left wall by 0.05.
  const Eigen::VectorXd q = at({{0.2, 1.0}, {0.6, 1.0}});
  const ContactState cubic = ContactScan(system, q, Compliance{3.0, 8.0}).at(q);
  EXPECT_NEAR(cubic.deepest, 0.1, 1e-15);
  EXPECT_NEAR(cubic.potential, 8.0 * (1e-3 + 1.25e-4), 1e-15);
  EXPECT_TRUE(cubic.at_wall);
  EXPECT_EQ(ContactScan(system, q, std::nullopt).at(q).potential, 0.0) << "rigid";
  // Near enough to be candidates: gaps of 1 cm between the discs and to the left wall.
  const Eigen::VectorXd apart = at({{0.26, 1.0}, {0.77, 1.0}});
  const ContactState none = ContactScan(system, apart, Compliance{3.0, 8.0}).at(apart);
  EXPECT_EQ(none.deepest, 0.0);
  EXPECT_EQ(none.potential, 0.0) << "an open contact stores nothing, also for odd exponents";
  EXPECT_FALSE(none.at_wall);
}

TEST(ContactScan, AgreesWithAllPairsWhileAHundredDiscsMove) {
  constexpr int n = 100;
  const RoundSystem system = discs(n, 0.3, 5.0);
  std::mt19937_64 random(3);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
  Eigen::VectorXd q = Eigen::VectorXd::Zero(3 * n);
  for (int i = 0; i < n; ++i)
    q.segment<2>(3 * i) = Vec2(5.0 * uniform(), 5.0 * uniform());
  ContactScan scan(system, q, std::nullopt);
  int seen = 0;
  for (int step = 0; step < 50; ++step) {
    for (int i = 0; i < n; ++i)
      q.segment<2>(3 * i) += 0.1 * Vec2(uniform() - 0.5, uniform() - 0.5);
    int touching = 0;
    double deepest = 0.0;
    for (int i = 0; i < n; ++i) {
      for (const Wall& wall : system.walls()) {
        const double depth = wall_frame(centre(q, i), 0.3, wall).depth;
        touching += depth > 1e-12 ? 1 : 0;
        deepest = testing::larger(deepest, depth);
      }
      for (int j = i + 1; j < n; ++j) {
        const double depth = 0.6 - (centre(q, j) - centre(q, i)).norm();
        touching += depth > -1e-12 ? 1 : 0;
        deepest = testing::larger(deepest, depth);
      }
    }
    const ContactState found = scan.at(q);
    ASSERT_EQ(found.touching, touching) << step;
    ASSERT_DOUBLE_EQ(found.deepest, deepest) << step;
    seen += touching;
  }
  EXPECT_GT(seen, 1000) << "there must have been something to find";
}

TEST(Momentum, OfTwoSpinningDiscsIsTheTextbooksAboutTheOrigin) {
  const RoundSystem system = discs(2, 0.25, 0.0);
  State s{at({{1.0, 2.0}, {-3.0, 0.5}}), Eigen::VectorXd(6), 0};
  s.v << 0.5, -1.0, 4.0, 2.0, 3.0, -6.0;
  EXPECT_EQ(linear_momentum(system, s), Vec3(5.0, 4.0, 0.0));
  // m (x v_y - y v_x): 2 (-1 - 1) + 2 (-9 - 1) = -24; J om: 0.5 (4 - 6) = -1.
  EXPECT_DOUBLE_EQ(angular_momentum(system, s).z(), -25.0);
  EXPECT_EQ(angular_momentum(system, s).head<2>(), Vec2(0.0, 0.0));
}

}  // namespace
}  // namespace impactbench
