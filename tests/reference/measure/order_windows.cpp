#include "reference/yardsticks/order_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace impactbench {
namespace {

struct Study {
  std::vector<double> steps, errors;
};

Study study(std::size_t points, const std::function<double(double)>& error) {
  Study out;
  for (std::size_t k = 0; k < points; ++k) {
    out.steps.push_back(0.1 * std::pow(0.5, static_cast<double>(k)));
    out.errors.push_back(error(out.steps.back()));
  }
  return out;
}

OrderFit fit(const Study& s, double floor) {
  return fit_order(s.steps, s.errors, {.floor = floor});
}

TEST(OrderWindow, APlateauOfRoundingIsNotFittedAsOrderZero) {
  // Second order down to 3e-11, where rounding of many steps stands 300 times above the 1e-13 that
  // the caller knows of. A straight line fits the plateau best of all.
  const Study s = study(18, [](double h) { return h * h + 3e-11; });
  const OrderFit found = fit(s, 1e-13);
  ASSERT_TRUE(found.exists()) << found.reason;
  EXPECT_NEAR(found.slope, 2.0, 0.02);
  EXPECT_GE(found.points, 6U);
  EXPECT_NEAR(found.plateau, 3e-11, 1e-11);
  EXPECT_EQ(judge_order(found, 2.0, 0.05), OrderVerdict::as_claimed);
}

TEST(OrderWindow, AMethodThatConvergesToSomethingElseIsTooLow) {
  // Falls with order 1 at first and stays 1 mm off: no rounding at a floor of 1e-13.
  const Study s = study(14, [](double h) { return h + 1e-3; });
  const OrderFit found = fit(s, 1e-13);
  EXPECT_TRUE(found.stalls);
  EXPECT_NEAR(found.plateau, 1e-3, 1e-4);
  EXPECT_EQ(judge_order(found, 1.0, 0.05), OrderVerdict::too_low);
}

TEST(OrderWindow, ErrorsThatNeverFallAreNoOrder) {
  const Study s = study(6, [](double) { return 0.2; });
  EXPECT_EQ(judge_order(fit(s, 1e-13), 1.0, 0.05), OrderVerdict::too_low);
  EXPECT_EQ(judge_order(fit(s, 0.0), 1.0, 0.05), OrderVerdict::undecided)
      << "with an unknown floor it may be the reference";
}

TEST(OrderWindow, ACoarseEndOfHigherOrderIsDropped) {
  // h + 50 h^3: order 3 where h is large, 1 in the limit.
  const OrderFit found = fit(study(12, [](double h) { return h + 50.0 * h * h * h; }), 0.0);
  EXPECT_NEAR(found.slope, 1.0, 0.03);
  EXPECT_GE(found.first, 2U);
}

TEST(OrderWindow, ScatterIsAveragedOverManyPointsAndItsIntervalIsHonest) {
  // Order 1 with 20 % of scatter, as errors have that depend on where a step meets an impact. The
  // 95 % interval must hold the truth in most studies, though the window was chosen by looking.
  std::mt19937_64 random(7);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
  int covered = 0;
  int claimed_two = 0;
  double points = 0.0;
  constexpr int studies = 400;
  for (int k = 0; k < studies; ++k) {
    const OrderFit found =
        fit(study(10, [&](double h) { return h * (0.8 + 0.4 * uniform()); }), 0.0);
    ASSERT_TRUE(found.exists());
    points += static_cast<double>(found.points) / studies;
    if (std::abs(found.slope - 1.0) <= found.half_width) ++covered;
    if (judge_order(found, 2.0, 0.05) == OrderVerdict::as_claimed) ++claimed_two;
  }
  EXPECT_GE(covered, studies * 85 / 100);
  EXPECT_EQ(claimed_two, 0);
  EXPECT_GT(points, 9.0);
}

TEST(OrderWindow, ACoarseEndThatIsSaturatedDoesNotBendAScatteredLine) {
  // Errors stay at 0.3 m, the size of the box, until steps resolve the contact, and then fall with
  // order 1 and 20 % of scatter: fitted through all of them the slope is below 0.8.
  std::mt19937_64 random(3);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
  int low = 0;
  for (int k = 0; k < 100; ++k) {
    const OrderFit found =
        fit(study(14, [&](double h) { return std::min(0.3, 200.0 * h) * (0.8 + 0.4 * uniform()); }),
            0.0);
    if (judge_order(found, 1.0, 0.1) == OrderVerdict::too_low) ++low;
    EXPECT_GE(found.first, 3U);
  }
  EXPECT_LE(low, 5);
}

TEST(OrderWindow, AShortStraightEndOfAStaircaseIsLuck) {
  // An impact meets the steps at phases that change: h times 1.25 or 0.875, by chance four times
  // the same at the end. All ten points are on order 1.
  constexpr double phase[] = {1.25, 0.875, 1.25, 1.25, 1.25, 1.25, 0.875, 0.875, 0.875, 0.875};
  std::size_t k = 0;
  const OrderFit found = fit(study(10, [&](double h) { return h * phase[k++]; }), 1e-13);
  EXPECT_GE(found.points, 8U);
  EXPECT_EQ(judge_order(found, 1.0, 0.1, 5), OrderVerdict::as_claimed);
}

TEST(OrderWindow, AnIntervalTooWideToTellIsUndecided) {
  OrderFit wide;
  wide.points = 5;
  wide.slope = 1.0;
  wide.half_width = 0.6;
  EXPECT_EQ(judge_order(wide, 1.0, 0.05), OrderVerdict::undecided) << "by luck on the claim";
  EXPECT_EQ(judge_order(wide, 1.5, 0.05), OrderVerdict::undecided) << "holds the claim";
  EXPECT_EQ(judge_order(wide, 2.0, 0.05), OrderVerdict::too_low) << "excludes the claim";
  wide.half_width = 0.2;
  EXPECT_EQ(judge_order(wide, 1.15, 0.05), OrderVerdict::as_claimed)
      << "holds the claim and excludes orders half an order away";
  wide.slope = std::nan("");
  EXPECT_EQ(judge_order(wide, 1.0, 0.05), OrderVerdict::undecided);
}

TEST(OrderWindow, AnIntervalThatHoldsTheClaimNeverRefutesIt) {
  // The plateau of three points is luck where errors scatter that much: order 1, errors between
  // h / 3 and 3 h. Whatever the window, an interval that contains 1 must not say too_low.
  std::mt19937_64 random(5);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
  int refuted = 0;
  for (int k = 0; k < 300; ++k) {
    const OrderFit found =
        fit(study(10, [&](double h) { return h * std::pow(3.0, 2.0 * uniform() - 1.0); }), 1e-11);
    const OrderVerdict verdict = judge_order(found, 1.0, 0.1);
    if (std::abs(found.slope - 1.0) <= found.half_width) {
      EXPECT_NE(verdict, OrderVerdict::too_low);
      EXPECT_NE(verdict, OrderVerdict::too_high);
    }
    refuted += verdict == OrderVerdict::too_low || verdict == OrderVerdict::too_high ? 1 : 0;
  }
  EXPECT_LE(refuted, 6) << "two in a hundred: the window and its finer half must agree";
}

TEST(OrderWindow, TheFinerHalfMustAgreeBeforeAClaimIsRefuted) {
  OrderFit bent;
  bent.points = 10;
  bent.slope = 0.72;
  bent.half_width = 0.15;
  bent.finer = Slope{1.02, 0.2};  // errors that were saturated at the coarse end
  EXPECT_EQ(judge_order(bent, 1.0, 0.1), OrderVerdict::undecided);
  bent.finer = Slope{0.6, 0.2};
  EXPECT_EQ(judge_order(bent, 1.0, 0.1), OrderVerdict::too_low);
  bent.straight = false;
  EXPECT_EQ(judge_order(bent, 1.0, 0.1), OrderVerdict::too_low) << "and leaves the claim";
  bent.finer = Slope{0.8, 0.05};
  EXPECT_EQ(judge_order(bent, 1.0, 0.1), OrderVerdict::undecided) << "comes nearer to the claim";
}

TEST(OrderWindow, ErrorsOfTheSizeOfTheMotionAreNoPartOfTheAsymptote) {
  // A ball that bounces in a metre cannot be off by more: errors saturate as h / (1 + h / 0.3) with
  // 25 % of scatter. Through all ten points the slope is 0.6.
  std::mt19937_64 random(9);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
  int refuted = 0, confirmed = 0;
  for (int k = 0; k < 100; ++k) {
    const Study s = study(16, [&](double h) {
      const double e = 300.0 * h;
      return e / (1.0 + e / 0.3) * (0.75 + 0.5 * uniform());
    });
    const OrderFit found = fit_order(s.steps, s.errors, {.floor = 1e-11, .scale = 0.5});
    const OrderVerdict verdict = judge_order(found, 1.0, 0.1);
    EXPECT_GE(found.first, 7U);
    refuted += verdict == OrderVerdict::too_low || verdict == OrderVerdict::too_high ? 1 : 0;
    confirmed += verdict == OrderVerdict::as_claimed ? 1 : 0;
  }
  EXPECT_LE(refuted, 3);
  EXPECT_GE(confirmed, 80);
}

TEST(OrderWindow, StepsLongerThanAFlightAreLeftOutWhereEnoughRemain) {
  const Study s = study(10, [](double h) { return h > 0.02 ? 0.04 : h; });
  EXPECT_EQ(fit_order(s.steps, s.errors, {.resolved = 0.02}).first, 3U);
  EXPECT_EQ(fit_order(s.steps, s.errors, {.resolved = 1e-9}).points, 5U) << "five are kept";
}

TEST(OrderWindow, WrongOrdersAreRefutedThroughScatter) {
  // 20 % of scatter, 14 steps: half an order and more below or above the claim is seen, nearly
  // always; and order 0, which falls at first.
  std::mt19937_64 random(13);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
  const auto verdicts = [&](double claim, const std::function<double(double)>& error) {
    int low = 0, high = 0;
    for (int k = 0; k < 100; ++k) {
      const OrderVerdict v = judge_order(
          fit(study(14, [&](double h) { return error(h) * (0.8 + 0.4 * uniform()); }), 1e-13),
          claim, 0.1);
      low += v == OrderVerdict::too_low ? 1 : 0;
      high += v == OrderVerdict::too_high ? 1 : 0;
    }
    return std::pair(low, high);
  };
  EXPECT_GE(verdicts(2.0, [](double h) { return h; }).first, 95) << "1 for 2";
  EXPECT_GE(verdicts(1.0, [](double h) { return std::sqrt(h); }).first, 95) << "1/2 for 1";
  EXPECT_GE(verdicts(1.0, [](double h) { return h + 2e-3; }).first, 90) << "0 for 1";
  EXPECT_GE(verdicts(1.0, [](double h) { return h * h; }).second, 95) << "2 for 1";
  // First order that shows at fine steps alone.
  EXPECT_GE(verdicts(2.0, [](double h) { return h * h + 0.01 * h; }).first, 60);
}

TEST(OrderWindow, RoundingAtEveryStepIsExactAndShowsNoOrder) {
  const OrderFit below = fit(study(8, [](double) { return 3e-14; }), 1e-13);
  EXPECT_TRUE(below.exact);
  EXPECT_EQ(judge_order(below, 1.0, 0.1), OrderVerdict::exact);
  EXPECT_TRUE(fit(study(8, [](double) { return 0.0; }), 1e-13).exact);
  // Sums of rounding grow with the number of steps.
  EXPECT_TRUE(fit(study(8, [](double h) { return 2e-13 / std::sqrt(h); }), 1e-13).exact);
  EXPECT_FALSE(fit(study(8, [](double h) { return 1e-9 * h; }), 1e-12).exact) << "falls";
  EXPECT_FALSE(fit(study(4, [](double) { return 0.0; }), 1e-13).exact) << "four runs are no study";
  EXPECT_FALSE(fit(study(8, [](double) { return 1e-9; }), 1e-13).exact) << "off by 1e-9";
}

TEST(OrderWindow, RepeatedStepsAreFittedOrSaidToBeTooFew) {
  // Runs of several solvers share their steps: four errors at each of two steps make a slope of 1.
  const std::vector<double> steps{0.2, 0.2, 0.2, 0.2, 0.1, 0.1, 0.1, 0.1};
  const std::vector<double> errors{2.0, 2.5, 2.0, 1.6, 1.0, 1.25, 1.0, 0.8};
  EXPECT_NEAR(fit_order(steps, errors, {}).slope, 1.0, 1e-12);
  // The plateau leaves points of one step only.
  const std::vector<double> few{0.2, 0.2, 0.2, 0.1, 0.05, 0.025};
  EXPECT_FALSE(fit_order(few, std::vector<double>{1.0, 1.1, 0.9, 1e-3, 1e-3, 1e-3}, {}).exists());
}

TEST(OrderWindow, TheSequenceOfTheRunsDoesNotMatter) {
  // A plan lists its steps as it likes: the same fit from the coarsest to the finest.
  const std::vector<double> steps{0.025, 0.2, 0.0125, 0.1, 0.4, 0.05};
  std::vector<double> errors;
  for (const double h : steps)
    errors.push_back(3.0 * h * h * (1.0 + 2.0 * h));
  const OrderFit shuffled = fit_order(steps, errors, {});
  const OrderFit sorted = fit_order(
      std::vector<double>{0.4, 0.2, 0.1, 0.05, 0.025, 0.0125},
      std::vector<double>{errors[4], errors[1], errors[3], errors[5], errors[0], errors[2]}, {});
  EXPECT_EQ(shuffled.slope, sorted.slope);
  EXPECT_EQ(shuffled.points, sorted.points);
  EXPECT_EQ(shuffled.coarsest, sorted.coarsest);
  EXPECT_NEAR(shuffled.finest, 0.0125, 1e-15);
}

TEST(OrderWindow, TheIntervalOfManyPointsIsStudents) {
  // Errors off by a factor exp(+-0.1) in turn about h: half width t sqrt(s^2 / sum (x - mx)^2) with
  // t_{0.975, 18} = 2.101 (tables of Student's t), 20 points.
  std::vector<double> steps, errors;
  for (int k = 0; k < 20; ++k) {
    steps.push_back(std::exp(-0.5 * k));
    errors.push_back(std::exp(-0.5 * k + (k % 2 == 0 ? 0.1 : -0.1)));
  }
  const OrderFit fit = fit_order(steps, errors, {});
  ASSERT_EQ(fit.points, 20U);
  // x = -k / 2: sum (x - mx)^2 = 0.25 * 20 (20^2 - 1) / 12; the residuals are +-0.1 but for the
  // slope.
  const double xx = 0.25 * 20.0 * 399.0 / 12.0, slope = 0.1 * 0.5 * 10.0 / xx;
  const double rest = 20.0 * 0.01 - slope * slope * xx;
  EXPECT_NEAR(fit.slope, 1.0 + slope, 1e-12);
  EXPECT_NEAR(fit.half_width, 2.101 * std::sqrt(rest / 18.0 / xx), 0.01 * fit.half_width);
}

TEST(OrderWindow, BadPairsAreLeftOutAndTheRestIsUsed) {
  Study s = study(6, [](double h) { return 4.0 * h * h; });
  s.steps.insert(s.steps.end(), {0.0, -1.0, std::nan(""), HUGE_VAL, 0.3, 0.3});
  s.errors.insert(s.errors.end(), {1.0, 1.0, 1.0, 1.0, std::nan(""), -2.0});
  const OrderFit found = fit(s, 0.0);
  EXPECT_EQ(found.points, 6U);
  EXPECT_NEAR(found.slope, 2.0, 1e-12);
}

}  // namespace
}  // namespace impactbench
