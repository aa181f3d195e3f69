// A list that is kept over many configurations gives what all pairs, each measured, give.

#include "reference/yardsticks/near_pairs.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace impactbench {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

template <int Dim>
Pairs all_pairs(const RoundBodies& bodies, const Eigen::VectorXd& q, double reach) {
  Pairs out;
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    for (int j = i + 1; j < static_cast<int>(bodies.size()); ++j) {
      const double apart = (centre<Dim>(bodies, q, i) - centre<Dim>(bodies, q, j)).norm();
      const auto r = [&](int k) { return bodies.radius[static_cast<std::size_t>(k)]; };
      if (apart < r(i) + r(j) + reach) out.emplace_back(i, j);
    }
  }
  return out;
}

/// 60 bodies, radii .01 to .05, wander in a box of side L by up to `way` a step; reaches below and
/// above 0 take turns, one in ten as long as a radius.
template <int Dim>
void wander(double side, double way) {
  constexpr int n = 60;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> in(0.0, 1.0);
  std::vector<double> radius(n);
  for (double& r : radius)
    r = 0.01 + 0.04 * in(random);
  const RoundBodies bodies{.dimension = Dim, .stride = Dim, .radius = radius, .mass = radius};
  NearPairs<Dim> near;
  near.prepare(bodies);
  Eigen::VectorXd q(n * Dim);
  for (double& x : q)
    x = side * in(random);
  std::size_t seen = 0;
  for (int k = 0; k < 400; ++k) {
    const double reach = k % 10 == 9 ? 0.05 : (k % 2 == 0 ? 1e-12 : -1e-4);
    Pairs found;
    near.near(q, reach, [&](int i, int j) { found.emplace_back(i, j); });
    ASSERT_EQ(found, all_pairs<Dim>(bodies, q, reach)) << Dim << " dimensions, step " << k;
    seen += found.size();
    for (double& x : q)
      x += way * (2.0 * in(random)-1.0) / std::sqrt(double(Dim));
  }
  EXPECT_GT(seen, 1000U) << "pairs that a wrong list could lose";
}

TEST(NearPairs, KeptListsLoseNone) {
  // Ways of a step far below and about the skin .3 min r = 3 mm of a list.
  for (const double way : {1e-4, 5e-4, 2e-3}) {
    wander<1>(3.0, way);
    wander<2>(0.7, way);
    wander<3>(0.45, way);
  }
}

TEST(NearPairs, BothBodiesOfAPairMove) {
  // The gap of 15.5 mm is beyond the list, to .3 r = 15 mm; each body goes half of it.
  const std::vector<double> radius(2, 0.05);
  const RoundBodies bodies{.dimension = 1, .stride = 1, .radius = radius, .mass = radius};
  NearPairs<1> near;
  near.prepare(bodies);
  const auto touching = [&](double a, double b) {
    int found = 0;
    near.near(Eigen::Vector2d(a, b), 0.0, [&](int, int) { ++found; });
    return found;
  };
  EXPECT_EQ(touching(0.0, 0.1155), 0);
  EXPECT_EQ(touching(0.00780, 0.1077), 1);
}

}  // namespace
}  // namespace impactbench
