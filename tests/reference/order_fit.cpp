#include "reference/yardsticks/order_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace impactbench {
namespace {

std::vector<double> steps(int n) {
  std::vector<double> out;
  for (int k = 0; k < n; ++k)
    out.push_back(1e-2 * std::pow(2.0, -k));
  return out;
}

std::vector<double> errors(const std::vector<double>& h, double p, double scale = 3.0) {
  std::vector<double> out;
  for (const double x : h)
    out.push_back(scale * std::pow(x, p));
  return out;
}

TEST(OrderFit, FindsTheSlopeOfAPowerLaw) {
  const auto h = steps(6);
  for (const double p : {1.0, 2.0, 3.5}) {
    const OrderFit fit = fit_order(h, errors(h, p), {});
    ASSERT_TRUE(fit.exists());
    EXPECT_NEAR(fit.slope, p, 1e-12);
    EXPECT_NEAR(fit.half_width, 0.0, 1e-10);
    EXPECT_NEAR(fit.correlation, 1.0, 1e-12);
    EXPECT_EQ(fit.points, 6U);
  }
}

TEST(OrderFit, LeavesOutTheFloorAndTheCoarseSteps) {
  const auto h = steps(10);
  auto e = errors(h, 2.0);
  for (std::size_t k = 7; k < e.size(); ++k)
    e[k] = 3e-7;  // does not fall any more
  EXPECT_NEAR(fit_order(h, e, {.floor = 1e-7}).slope, 2.0, 1e-9);
  // A coarse step far from its asymptote.
  e = errors(h, 2.0);
  e[0] *= 5.0;
  e[1] *= 2.0;
  const OrderFit fit = fit_order(h, e, {});
  EXPECT_NEAR(fit.slope, 2.0, 1e-9);
  EXPECT_EQ(fit.first, 2U);
}

TEST(OrderFit, JudgesOnBothSides) {
  const auto h = steps(6);
  EXPECT_EQ(judge_order(fit_order(h, errors(h, 2.0), {}), 2.0, 0.05), OrderVerdict::as_claimed);
  EXPECT_EQ(judge_order(fit_order(h, errors(h, 1.0), {}), 2.0, 0.05), OrderVerdict::too_low);
  EXPECT_EQ(judge_order(fit_order(h, errors(h, 3.0), {}), 2.0, 0.05), OrderVerdict::too_high);
}

TEST(OrderFit, SaysWhyThereIsNone) {
  const auto h = steps(6);
  EXPECT_FALSE(fit_order({h.data(), 2}, errors(h, 1.0), {}).exists());
  EXPECT_FALSE(fit_order(h, std::vector<double>(6, std::nan("")), {}).exists());
  EXPECT_FALSE(fit_order(h, std::vector<double>(6, 0.0), {}).exists());
  EXPECT_FALSE(fit_order(h, errors(h, 1.0), {.floor = 1.0}).exists()) << "all below the floor";
  EXPECT_FALSE(fit_order(std::vector<double>(4, 0.1), errors(h, 1.0), {}).exists());
  EXPECT_EQ(judge_order(OrderFit{.reason = "none"}, 1.0, 1.0), OrderVerdict::undecided);
}

TEST(OrderFit, TwoDifferentStepsAreEnoughForASlope) {
  // The fine one was run three times.
  const std::vector<double> h{0.1, 0.05, 0.05, 0.05};
  const OrderFit fit = fit_order(h, errors(h, 2.0), {});
  ASSERT_TRUE(fit.exists()) << fit.reason;
  EXPECT_NEAR(fit.slope, 2.0, 1e-12);
}

TEST(OrderFit, NoiseWidensTheIntervalUntilItHoldsTheSlope) {
  // Errors of order 1 with 30 % of independent noise, 200 times: the interval of 95 % holds 1
  // nearly as often as it says, although the window is chosen by the same errors.
  std::mt19937_64 random(1);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
  const auto h = steps(10);
  int held = 0;
  double narrowest = 1.0;
  for (int k = 0; k < 200; ++k) {
    auto e = errors(h, 1.0);
    for (double& x : e)
      x *= 0.7 + 0.6 * uniform();
    const OrderFit fit = fit_order(h, e, {});
    held += std::abs(fit.slope - 1.0) <= fit.half_width ? 1 : 0;
    narrowest = std::min(narrowest, fit.half_width);
  }
  EXPECT_GE(held, 176);
  EXPECT_GT(narrowest, 0.005);
}

}  // namespace
}  // namespace impactbench
