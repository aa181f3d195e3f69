#include "problems/contact/neighbour_list.hpp"
#include "problems/contact/geometry.hpp"
#include "tests/support/allocation_count.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace impactbench {
namespace {

struct Cloud {
  DiscSystem system;
  Eigen::VectorXd q;
};

/// Random discs of unequal size, many of them overlapping, some outside the box.
Cloud cloud(int n, unsigned seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
  };
  const double side = std::sqrt(static_cast<double>(n));
  Discs discs;
  Eigen::VectorXd q(3 * n);
  for (int i = 0; i < n; ++i) {
    discs.radius.push_back(uniform(0.05, 0.6));
    discs.mass.push_back(1.0);
    discs.inertia.push_back(1.0);
    q.segment<3>(3 * i) << uniform(-0.1, side), uniform(-0.1, side), 0.0;
  }
  return {DiscSystem(discs, box_walls(0.0, side, 0.0, side), {0.0, 0.0}, {}), q};
}

/// The touching contacts that a list leads to.
template <class Found>
void touching(const Cloud& c, const NeighbourList& list, Found&& found) {
  for (const auto [i, w] : list.walls()) {
    const auto& wall = c.system.walls()[static_cast<std::size_t>(w)];
    if (wall_touches(
            wall_frame(centre(c.q, i), c.system.discs().radius[static_cast<std::size_t>(i)], wall)
                .depth)) {
      found(i, -1 - w);
    }
  }
  for (const auto [i, j] : list.pairs()) {
    const double r = c.system.discs().radius[static_cast<std::size_t>(i)];
    const double s = c.system.discs().radius[static_cast<std::size_t>(j)];
    if (pair_touches(pair_frame(centre(c.q, i), r, centre(c.q, j), s).depth)) found(i, j);
  }
}

using Contacts = std::vector<std::pair<int, int>>;
Contacts contacts(const Cloud& c, const NeighbourList& list) {
  Contacts out;
  touching(c, list, [&](int i, int j) { out.emplace_back(i, j); });
  return out;
}

TEST(NeighbourList, GridFindsWhatAllPairsFindInTheSameOrder) {
  std::size_t seen = 0;
  for (const int n : {1, 2, 3, 10, 100, 700}) {
    for (unsigned seed = 1; seed <= 8; ++seed) {
      Cloud c = cloud(n, seed);
      NeighbourList grid, all;
      grid.prepare(c.system, c.q, Search::cell_grid, 0.1);
      all.prepare(c.system, c.q, Search::all_pairs, 0.1);
      const Contacts expected = contacts(c, all);
      EXPECT_EQ(contacts(c, grid), expected) << n << " discs, seed " << seed;
      EXPECT_TRUE(std::is_sorted(grid.pairs().begin(), grid.pairs().end()));
      EXPECT_TRUE(std::is_sorted(grid.walls().begin(), grid.walls().end()));
      seen += expected.size();
    }
  }
  EXPECT_GT(seen, 5000U);
}

TEST(NeighbourList, StaysCompleteWhileDiscsMove) {
  Cloud c = cloud(200, 3);
  NeighbourList list;
  list.prepare(c.system, c.q, Search::cell_grid, 0.2);
  std::mt19937_64 random(7);
  int steps = 0;
  for (; steps < 200; ++steps) {
    for (Eigen::Index k = 0; k < c.q.size(); ++k) {
      c.q[k] += 0.01 * (static_cast<double>(random() >> 11U) * 0x1p-53 - 0.5);
    }
    list.update(c.q);
    NeighbourList fresh;
    fresh.prepare(c.system, c.q, Search::all_pairs, 1e-6);
    ASSERT_EQ(contacts(c, list), contacts(c, fresh)) << steps;
  }
  EXPECT_LT(list.rebuilds(), steps / 3) << "a Verlet list must live for several small steps";
  EXPECT_GT(list.rebuilds(), 1);
}

TEST(NeighbourList, HoldsAtTwoConfigurationsAtOnce) {
  Cloud before = cloud(150, 5);
  Cloud after = before;
  after.q.array() += 0.0;
  std::mt19937_64 random(11);
  for (Eigen::Index k = 0; k < after.q.size(); ++k) {
    after.q[k] += 0.8 * (static_cast<double>(random() >> 11U) * 0x1p-53 - 0.5);
  }
  NeighbourList list, fresh;
  list.prepare(before.system, before.q, Search::cell_grid, 0.05);
  list.update(before.q, after.q);
  fresh.prepare(before.system, before.q, Search::all_pairs, 1e-6);
  EXPECT_EQ(contacts(before, list), contacts(before, fresh));
  fresh.prepare(after.system, after.q, Search::all_pairs, 1e-6);
  EXPECT_EQ(contacts(after, list), contacts(after, fresh));
}

TEST(NeighbourList, SurvivesNaNAndDistantDiscs) {
  Cloud c = cloud(50, 9);
  NeighbourList list;
  list.prepare(c.system, c.q, Search::cell_grid, 0.1);
  c.q[0] = std::nan("");
  c.q[3] = 1e300;
  c.q[6] = -1e12;
  list.update(c.q);
  for (const auto [i, j] : list.pairs()) {
    EXPECT_GT(i, 2);
    EXPECT_GT(j, 2);
  }
}

TEST(NeighbourList, AllocatesNothingOnceItHasItsSize) {
  if (!testing::allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  Cloud c = cloud(400, 2);
  NeighbourList list;
  list.prepare(c.system, c.q, Search::cell_grid, 0.1);
  const Eigen::VectorXd start = c.q;
  const auto before = testing::allocations();
  for (int k = 1; k <= 50; ++k) {
    c.q.array() += k % 2 == 0 ? -0.2 : 0.2;  // far enough to rebuild each time
    list.update(c.q);
  }
  EXPECT_EQ(testing::allocations(), before);
  EXPECT_GT(list.rebuilds(), 20);
}

}  // namespace
}  // namespace impactbench
