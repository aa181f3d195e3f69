#include "problems/base/median.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace impactbench {
namespace {

TEST(Median, OfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle) {
  // The median of -x is minus the median of x. The larger of the two in the middle breaks that: it
  // is 3 of (3, 1), and -1 of (-3, -1).
  EXPECT_EQ(median({5.0, 1.0, 3.0}), 3.0);
  EXPECT_EQ(median({7.0}), 7.0);
  EXPECT_EQ(median({3.0, 1.0}), 2.0);
  EXPECT_EQ(median({-3.0, -1.0}), -2.0);
  EXPECT_EQ(median({9.0, 1.0, 4.0, 2.0, 8.0, 3.0}), 3.5);
  EXPECT_EQ(median({0.1, 0.1}), 0.1);
}

TEST(Median, IsInfiniteWhereHalfOfTheValuesAre) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(median({infinity, 1.0}), infinity);
  EXPECT_EQ(median({infinity, infinity, 1.0, 2.0}), infinity);
  EXPECT_EQ(median({infinity, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median({largest, largest}), largest) << "the sum of two would not be finite";
}

}  // namespace
}  // namespace impactbench
