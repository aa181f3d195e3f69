#include "reference/yardsticks/reaction_meter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

namespace impactbench::testing {
namespace {

/// 8 steps of 0.25 s; 3 N act from 0.5 s to 1.5 s, 3 N s in all: steps 3 to 6 transmit 0.75 each.
double exact(double t) {
  return 3.0 * std::clamp(t - 0.5, 0.0, 1.0);
}

std::map<std::string, double> measured(const std::function<double(int)>& impulse_of_step) {
  ReactionMeter meter(exact, 0.25, 8);
  for (int k = 1; k <= 8; ++k) {
    ContactImpulses recorded;
    recorded.clear(1, 1);
    recorded.impulse = {impulse_of_step(k)};
    meter.after_step(k, &recorded);
  }
  std::map<std::string, double> quantities;
  std::map<std::string, Series> series;
  meter.finish(quantities, series);
  EXPECT_EQ(series.at("reaction").value.size(), 8U);
  EXPECT_EQ(series.at("reaction_exact").value[3], 3.0) << "a force, not an impulse";
  return quantities;
}

double right(int k) {
  return k >= 3 && k <= 6 ? 0.75 : 0.0;
}

TEST(ReactionMeter, FindsNoErrorInTheExactReaction) {
  const auto q = measured(right);
  EXPECT_EQ(q.at("reaction_error_l1"), 0.0);
  EXPECT_EQ(q.at("reaction_error_l2"), 0.0);
  EXPECT_EQ(q.at("contact_impulse_error"), 0.0);
  EXPECT_EQ(q.at("reaction_variation"), 1.0);
}

TEST(ReactionMeter, MeasuresWhatSwingsAndWhatIsMissing) {
  // 1.5 and 0 by turns: the impulse is right, each of 4 steps is off by its own, and the variation
  // is 4 times 1.5 over 2 times 0.75.
  const auto swings = measured([](int k) { return k == 3 || k == 5 ? 1.5 : 0.0; });
  EXPECT_EQ(swings.at("contact_impulse_error"), 0.0);
  EXPECT_DOUBLE_EQ(swings.at("reaction_error_l1"), 1.0);
  EXPECT_DOUBLE_EQ(swings.at("reaction_error_l2"), 1.0);
  EXPECT_DOUBLE_EQ(swings.at("reaction_variation"), 4.0);
  const auto late = measured([](int k) { return right(k - 1); });
  EXPECT_DOUBLE_EQ(late.at("reaction_error_l1"), 0.5);
  EXPECT_DOUBLE_EQ(late.at("reaction_error_l2"), std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(late.at("reaction_variation"), 1.0);
  EXPECT_NEAR(measured([](int k) { return 1.1 * right(k); }).at("contact_impulse_error"), 0.1,
              1e-15);
}

TEST(ReactionMeter, SaysNothingOfASchemeThatRecordsNothing) {
  ReactionMeter meter(exact, 0.25, 8);
  for (int k = 1; k <= 8; ++k)
    meter.after_step(k, nullptr);
  std::map<std::string, double> quantities;
  std::map<std::string, Series> series;
  meter.finish(quantities, series);
  EXPECT_TRUE(quantities.empty());
  EXPECT_TRUE(series.empty());
}

}  // namespace
}  // namespace impactbench::testing
