// The search in the contacts of a step, and the powers of its springs.
#include "reference/yardsticks/keyed_search.hpp"

#include "reference/support/fast_power.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace impactbench::testing {
namespace {

struct Element {
  LawKey key;
};

TEST(KeyedSearch, FindsEveryKeyInAnyOrder) {
  std::vector<Element> list;
  for (int a = 0; a < 20; ++a)
    list.push_back({{a / 3, 2 * a}});
  KeyedSearch search;
  const auto expect_found = [&](std::size_t k) {
    const Element* found = search.find(list, list[k].key);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found, &list[k]);
    EXPECT_EQ(search.find(list, {list[k].key.first, list[k].key.second + 1}), nullptr);
  };
  for (std::size_t k = 0; k < list.size(); ++k)
    expect_found(k);
  std::mt19937 random(3);
  for (int k = 0; k < 200; ++k)
    expect_found(random() % list.size());
  EXPECT_EQ(search.find(list, {-1, 0}), nullptr);
  EXPECT_EQ(search.find(list, {100, 0}), nullptr);
  expect_found(0);
}

TEST(KeyedSearch, StartsAgainInAListThatChanged) {
  std::vector<Element> list{{{0, 1}}, {{1, 2}}, {{2, 3}}};
  KeyedSearch search;
  EXPECT_NE(search.find(list, {2, 3}), nullptr);
  list = {{{2, 3}}};
  search.start();
  EXPECT_EQ(search.find(list, {2, 3}), &list[0]);
}

TEST(FastPower, IsThePowerOfThatExponent) {
  for (const double a : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0}) {
    for (const double x : {0.0, 1e-9, 0.3, 1.0, 7.5, 1e12})
      EXPECT_DOUBLE_EQ(fast_power(x, a), std::pow(x, a)) << x << '^' << a;
  }
}

}  // namespace
}  // namespace impactbench::testing
