#include "problems/contact/neighbour_list.hpp"
#include "problems/contact/geometry.hpp"
#include "tests/support/allocation_count.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>

namespace impactbench {
namespace {

struct Cloud {
  RoundSystem system;
  Eigen::VectorXd q;
};

/// Random discs of unequal size, many of them overlapping, some outside the box.
Cloud cloud(int n, unsigned seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
  };
  const double side = std::sqrt(static_cast<double>(n));
  BodyTable discs;
  Eigen::VectorXd q(3 * n);
  for (int i = 0; i < n; ++i) {
    discs.radius.push_back(uniform(0.05, 0.6));
    discs.mass.push_back(1.0);
    discs.inertia.push_back(1.0);
    q.segment<3>(3 * i) << uniform(-0.1, side), uniform(-0.1, side), 0.0;
  }
  return {RoundSystem({}, discs, half_spaces(box_walls(0.0, side, 0.0, side)), Vec3::Zero(),
                      ContactLaw{}),
          q};
}

/// The touching contacts that a list leads to.
template <class Found>
void touching(const Cloud& c, const NeighbourList& list, Found&& found) {
  for (const auto [i, w] : list.walls()) {
    const auto& wall = c.system.wall(static_cast<std::size_t>(w));
    if (wall_touches(
            wall_frame(centre(c.q, i), c.system.bodies().radius[static_cast<std::size_t>(i)], wall)
                .depth)) {
      found(i, -1 - w);
    }
  }
  for (const auto [i, j] : list.pairs()) {
    const double r = c.system.bodies().radius[static_cast<std::size_t>(i)];
    const double s = c.system.bodies().radius[static_cast<std::size_t>(j)];
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
  for (const int n : {1, 2, 3, 10, 100, 700, 2000}) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
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

TEST(NeighbourList, StaysCompleteWhileABoundOfTheWaySaysSo) {
  // One disc in three moves, all that it may, so that the bound is the truth for some pair.
  Cloud c = cloud(300, 8);
  NeighbourList list, all;
  list.prepare(c.system, c.q, Search::cell_grid, 0.3);
  int updates = 0;
  const double displacement = 0.004;
  for (int step = 0; step < 400; ++step) {
    for (int i = 0; i < 300; i += 3) {
      const double angle = static_cast<double>(i + (step / 50) * 7);
      c.q.segment<2>(3 * i) += displacement * Vec2(std::cos(angle), std::sin(angle));
    }
    if (list.outdated(1.000001 * displacement)) {
      list.update(c.q);
      ++updates;
    }
    all.prepare(c.system, c.q, Search::all_pairs, 0.1);
    ASSERT_EQ(contacts(c, list), contacts(c, all)) << "step " << step;
  }
  EXPECT_GT(updates, 10);
  EXPECT_LT(updates, 200) << "a question costs nothing only if the answer is mostly no";
  EXPECT_TRUE(list.outdated(std::nan(""))) << "nothing is known of a way that is not a number";
}

TEST(NeighbourList, HoldsWhatIsNearerThanItsMarginWhileDiscsMove) {
  // An implicit scheme closes gaps within a step: what it may close must be in the list before.
  constexpr double margin = 5e-3;
  Cloud c = cloud(300, 5);
  NeighbourList list;
  list.prepare(c.system, c.q, Search::cell_grid, 0.2, margin);
  std::mt19937_64 random(11);
  std::size_t near = 0;
  for (int step = 0; step < 60; ++step) {
    for (Eigen::Index k = 0; k < c.q.size(); ++k)
      c.q[k] += 0.02 * (static_cast<double>(random() >> 11U) * 0x1p-53 - 0.5);
    list.update(c.q);
    const auto& radius = c.system.bodies().radius;
    for (int i = 0; i < 300; ++i) {
      for (int j = i + 1; j < 300; ++j) {
        const double gap = -pair_frame(centre(c.q, i), radius[static_cast<std::size_t>(i)],
                                       centre(c.q, j), radius[static_cast<std::size_t>(j)])
                                .depth;
        if (!(gap > 0.0 && gap < margin)) continue;
        ++near;
        ASSERT_TRUE(
            std::binary_search(list.pairs().begin(), list.pairs().end(), PairCandidate{i, j}))
            << "step " << step << ", gap " << gap;
      }
    }
  }
  EXPECT_GT(near, 100U);
}

TEST(NeighbourList, CutsAMarginThatItsSkinCannotBear) {
  // A margin as wide as the skin would make every way too long: the list would be picked anew in
  // each step. Cut to a quarter of the thin skin, which is a quarter of the skin, it leaves half of
  // 1/4 - 1/16 of the skin to go.
  constexpr double skin = 0.4;
  const Cloud c = cloud(100, 6);
  NeighbourList list;
  list.prepare(c.system, c.q, Search::cell_grid, skin, skin);
  EXPECT_FALSE(list.outdated(0.9 * 0.5 * (0.25 - 0.0625) * skin));
  EXPECT_TRUE(list.outdated(0.2 * 0.5 * (0.25 - 0.0625) * skin)) << "ways add up";
}

/// `c` after moves of up to `reach` in each coordinate.
Cloud moved(Cloud c, double reach, unsigned seed) {
  std::mt19937_64 random(seed);
  for (Eigen::Index k = 0; k < c.q.size(); ++k) {
    c.q[k] += reach * (static_cast<double>(random() >> 11U) * 0x1p-52 - 1.0);
  }
  return c;
}

/// The touching contacts by the definition, whatever any list has seen before.
Contacts true_contacts(const Cloud& c) {
  NeighbourList fresh;
  fresh.prepare(c.system, c.q, Search::all_pairs, 1e-6);
  return contacts(c, fresh);
}

TEST(NeighbourList, HoldsAtTwoConfigurationsAtOnce) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const Cloud before = cloud(150, seed);
    // Within the skin, beyond it, and an iterate that has run away altogether.
    for (const double reach : {0.02, 0.4, 30.0}) {
      const Cloud after = moved(before, reach, seed + 100);
      NeighbourList list;
      list.prepare(before.system, before.q, Search::cell_grid, 0.05);
      list.update(before.q, after.q);
      EXPECT_EQ(contacts(before, list), true_contacts(before)) << seed << ", moved " << reach;
      EXPECT_EQ(contacts(after, list), true_contacts(after)) << seed << ", moved " << reach;
      EXPECT_TRUE(std::is_sorted(list.pairs().begin(), list.pairs().end()));
      EXPECT_EQ(std::adjacent_find(list.pairs().begin(), list.pairs().end()), list.pairs().end());
      // The list stays good around the second configuration, and knows when it is so no more.
      const int built = list.rebuilds();
      const Cloud near = moved(after, 0.01, seed + 200);
      list.update(near.q);
      EXPECT_EQ(list.rebuilds(), built);
      EXPECT_EQ(contacts(near, list), true_contacts(near)) << seed << ", moved " << reach;
      const Cloud elsewhere = cloud(150, seed + 300);
      list.update(elsewhere.q);
      list.update(after.q);
      EXPECT_EQ(contacts(after, list), true_contacts(after)) << seed << ", moved " << reach;
    }
  }
}

TEST(NeighbourList, ListsOnlyWhatIsNearWhenADiscRunsAway) {
  Cloud c = cloud(1000, 4);
  NeighbourList list;
  list.prepare(c.system, c.q, Search::cell_grid, 0.1);
  const std::size_t usual = list.pairs().size();
  for (const double far : {1e3, 1e300, HUGE_VAL}) {
    Eigen::VectorXd iterate = c.q;
    iterate[0] = far;
    list.update(c.q, iterate);
    EXPECT_LE(list.pairs().size(), usual + 10) << far;
    EXPECT_EQ(contacts(c, list), true_contacts(c)) << far;
  }
}

TEST(NeighbourList, VeryUnequalDiscsLoseNoPair) {
  std::size_t unequal = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Cloud c = cloud(400, seed);
    std::mt19937_64 random(seed);
    BodyTable discs = c.system.bodies();
    // Radii over five decades, the large ones rare.
    for (double& r : discs.radius)
      r = 1e-4 * std::pow(10.0, 5.0 * std::pow(static_cast<double>(random() >> 11U) * 0x1p-53, 3));
    c.system = RoundSystem({}, discs, c.system.obstacles(), Vec3::Zero(), ContactLaw{});
    NeighbourList grid, all;
    grid.prepare(c.system, c.q, Search::cell_grid, 1e-3);
    all.prepare(c.system, c.q, Search::all_pairs, 1e-3);
    EXPECT_EQ(grid.pairs(), all.pairs()) << seed;
    EXPECT_EQ(grid.walls(), all.walls()) << seed;
    for (const auto [i, j] : all.pairs()) {
      const double ratio =
          discs.radius[static_cast<std::size_t>(i)] / discs.radius[static_cast<std::size_t>(j)];
      unequal += ratio > 10.0 || ratio < 0.1 ? 1U : 0U;
    }
  }
  EXPECT_GT(unequal, 1000U);
}

TEST(NeighbourList, CostStaysLinearForStrangeConfigurations) {
  // Linear work costs less than an ordinary build; quadratic work a hundred times the bound.
  constexpr int n = 60000;
  const auto seconds = [](const auto& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  Cloud c = cloud(n, 1);
  NeighbourList list;
  const double usual =
      seconds([&] { list.prepare(c.system, c.q, Search::cell_grid, 0.05); }) + 0.01;
  const auto same = [&](const Eigen::VectorXd& q) { return seconds([&] { list.update(q); }); };
  EXPECT_LT(same(Eigen::VectorXd::Constant(3 * n, std::nan(""))), 10.0 * usual) << "all NaN";
  EXPECT_LT(same(1e15 * c.q), 10.0 * usual) << "flown apart";
  EXPECT_LT(same(1e300 * c.q), 10.0 * usual) << "flown out of the grid";
  BodyTable discs = c.system.bodies();
  discs.radius[7] = 60.0;
  const RoundSystem giant({}, discs, c.system.obstacles(), Vec3::Zero(), ContactLaw{});
  EXPECT_LT(seconds([&] { list.prepare(giant, c.q, Search::cell_grid, 0.05); }), 10.0 * usual)
      << "one giant";
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
