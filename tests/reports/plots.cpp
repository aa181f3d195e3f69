#include "problems/base/error.hpp"
#include "reports/plots/plot.hpp"
#include "reports/plots/slope_marks.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

Plot plot_of(std::vector<Curve> curves) {
  Plot plot;
  plot.name = "figure";
  plot.x_label = "x";
  plot.y_label = "y";
  plot.log_x = true;
  plot.log_y = true;
  plot.curves = std::move(curves);
  return plot;
}

class Figures : public ::testing::Test {
 protected:
  testing::Scratch folder_;
};

TEST_F(Figures, ShowTextsAsTheyAreWritten) {
  // In gnuplot's enhanced text _ lowers the letter behind it, and would part the word.
  const std::string svg = draw(
      plot_of({{"schatzman_paoli's \"x\"", {1, 10}, {1, 10}, 0, Stroke::line}}), folder_.path());
  EXPECT_NE(svg.find("schatzman_paoli's"), std::string::npos);
}

TEST_F(Figures, EndLogarithmicAxesWhereTheValuesDo) {
  // 1.25e-4 to 1e-3 would have an axis up to 1e-2, half of it empty. Two powers of ten are
  // labelled.
  (void)draw(plot_of({{"a", {1.25e-4, 1e-3}, {3e-3, 2e1}, 0, Stroke::line}}), folder_.path());
  const std::string script = slurp(folder_ / "figure.gp");
  double x_low = 0.0, x_high = 0.0, y_low = 0.0, y_high = 0.0;
  ASSERT_EQ(std::sscanf(script.c_str() + script.find("set xrange"), "set xrange [%lf:%lf]", &x_low,
                        &x_high),
            2);
  ASSERT_EQ(std::sscanf(script.c_str() + script.find("set yrange"), "set yrange [%lf:%lf]", &y_low,
                        &y_high),
            2);
  EXPECT_NEAR(x_low, 1e-4, 1e-12);
  EXPECT_GT(x_high, 1e-3);
  EXPECT_LT(x_high, 1.3e-3);
  EXPECT_LT(y_low, 3e-3);
  EXPECT_GT(y_low, 1e-3);
  EXPECT_GT(y_high, 2e1);
  EXPECT_LT(y_high, 4e1);
}

/// Middles and texts [px] of the numbers below the axes of an SVG.
std::vector<std::pair<double, std::string>> numbers_below(const std::string& svg) {
  std::vector<std::pair<double, std::string>> out;
  std::vector<double> heights;
  double lowest = 0.0;
  for (std::size_t at = svg.find("translate("); at != std::string::npos;
       at = svg.find("translate(", at + 1)) {
    double x = 0.0, y = 0.0;
    if (std::sscanf(svg.c_str() + at, "translate(%lf,%lf)", &x, &y) != 2) continue;
    const std::size_t text = svg.find("<text>", at), end = svg.find("</text>", at);
    if (text == std::string::npos || end == std::string::npos) break;
    std::string number = svg.substr(text + 6, end - text - 6);
    if (number.starts_with('<')) number.erase(0, number.find('>') + 1);
    number = number.substr(0, number.find('<'));
    number.erase(0, number.find_first_not_of(' '));
    if (number.empty() || number.find_first_not_of("0123456789.-+e") != std::string::npos) continue;
    out.emplace_back(x, number);
    heights.push_back(y);
    lowest = testing::larger(lowest, y);
  }
  std::vector<std::pair<double, std::string>> below;
  for (std::size_t k = 0; k < out.size(); ++k)
    if (heights[k] > lowest - 1.0) below.push_back(out[k]);
  return below;
}

TEST_F(Figures, HaveNumbersBelowTheirAxesThatDoNotRunIntoEachOther) {
  // A digit of 10 px DejaVu Sans is 6.4 px wide.
  for (const double end : {1.0, 2830.0, 9000.0, 12609.0, 1e5, 0.00123, 123456.0}) {
    for (const bool full_width : {false, true}) {
      Plot plot = plot_of({{"a", {0.0, end}, {1.0, 2.0}, 0, Stroke::line}});
      plot.log_x = plot.log_y = false;
      plot.full_width = full_width;
      const auto numbers = numbers_below(draw(plot, folder_.path()));
      ASSERT_GE(numbers.size(), 3U) << end;
      for (std::size_t k = 1; k < numbers.size(); ++k) {
        const double letters =
            0.5 * static_cast<double>(numbers[k - 1].second.size() + numbers[k].second.size());
        EXPECT_GT(numbers[k].first - numbers[k - 1].first, 6.4 * letters + 3.0)
            << end << ": " << numbers[k - 1].second << " and " << numbers[k].second;
      }
    }
  }
}

TEST_F(Figures, LabelAsManyPowersOfTenAsThereIsRoomFor) {
  // Ten decades on 64 mm: each label is 7 mm wide, so that every other one has a label.
  (void)draw(plot_of({{"a", {1e-13, 1e-3}, {1.0, 1e2}, 0, Stroke::line}}), folder_.path());
  EXPECT_NE(slurp(folder_ / "figure.gp").find("set xtics 100\n"), std::string::npos);
  (void)draw(plot_of({{"a", {1e-7, 1e-3}, {1.0, 1e2}, 0, Stroke::line}}), folder_.path());
  EXPECT_EQ(slurp(folder_ / "figure.gp").find("set xtics"), std::string::npos);
}

TEST_F(Figures, HaveNoTicsBetweenWholeNumbers) {
  Plot plot = plot_of({{"a", {1.0, 2.0, 3.0}, {1.0, 2.0, 4.0}, 0, Stroke::line}});
  plot.log_x = false;
  plot.x_low = 0.5, plot.x_high = 3.5;
  plot.whole_x = true;
  (void)draw(plot, folder_.path());
  EXPECT_NE(slurp(folder_ / "figure.gp").find("set xtics 1\n"), std::string::npos);
}

TEST_F(Figures, HaveAllNamesOfManyCurvesOnThePaper) {
  // 40 names of 40 letters: two columns of 20 on 178 mm. gnuplot has no more names below each other
  // than the height of the axes holds, and would begin a third column over the edge.
  Plot plot = plot_of({});
  plot.full_width = true;
  for (int k = 10; k < 50; ++k)
    plot.curves.push_back(
        {"curve " + std::to_string(k) + std::string(32, 'n'), {1, 10}, {1, 10}, k, Stroke::line});
  const std::string svg = draw(plot, folder_.path());
  double width = 0.0, furthest = 0.0;
  ASSERT_EQ(std::sscanf(svg.c_str() + svg.find("viewBox"), "viewBox=\"0 0 %lf", &width), 1);
  for (const Curve& curve : plot.curves) {
    const std::size_t at = svg.find("<text>" + curve.title);
    ASSERT_NE(at, std::string::npos) << curve.title;
    double x = 0.0;
    const std::size_t place = svg.rfind("translate(", at);
    ASSERT_EQ(std::sscanf(svg.c_str() + place, "translate(%lf", &x), 1);
    furthest = testing::larger(furthest, x);
  }
  EXPECT_GT(furthest, 0.4 * width) << "two columns";
  EXPECT_LT(furthest, 0.6 * width) << "and no third one";
}

TEST_F(Figures, HandNoTextToAShell) {
  const std::string mark = folder_ / "mark";
  const std::string trick = "`touch " + mark + "`";
  Plot plot = plot_of({{trick, {1, 10}, {1, 10}, 0, Stroke::line}});
  plot.x_label = trick;
  plot.labels.push_back({2.0, 2.0, trick + "\nsystem 'touch " + mark + "'"});
  EXPECT_FALSE(draw(plot, folder_.path()).empty());
  const std::string odd = folder_ / "it's `touch mark`";
  std::filesystem::create_directory(odd);
  EXPECT_FALSE(draw(plot, odd).empty());
  EXPECT_FALSE(std::filesystem::exists(mark));
  EXPECT_FALSE(std::filesystem::exists("mark"));
}

TEST_F(Figures, AreDrawnWithoutTheSettingsOfTheirUser) {
  const std::string mark = folder_ / "mark", home = std::getenv("HOME") ? std::getenv("HOME") : "/";
  folder_.write(".gnuplot", "system 'touch " + mark + "'\n");
  setenv("HOME", folder_.path().c_str(), 1);
  EXPECT_FALSE(draw(plot_of({{"a", {1, 10}, {1, 10}, 0, Stroke::line}}), folder_.path()).empty());
  setenv("HOME", home.c_str(), 1);
  EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST_F(Figures, LeaveOutCurvesThatLogarithmicAxesCannotShow) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Curve exact{"without error", {1, 10}, {0, 0}, 0, Stroke::line};
  const Curve broken{"broken", {1, 10}, {nan, -1.0}, 1, Stroke::line};
  const Curve good{"good", {1, 10}, {1, nan}, 2, Stroke::line_and_marks};
  EXPECT_FALSE(can_be_drawn(plot_of({exact, broken})));
  EXPECT_FALSE(can_be_drawn(plot_of({})));
  ASSERT_TRUE(can_be_drawn(plot_of({exact, broken, good})));
  const std::string svg = draw(plot_of({exact, broken, good}), folder_.path());
  EXPECT_NE(svg.find("good"), std::string::npos);
  EXPECT_EQ(svg.find("without error"), std::string::npos);
}

TEST_F(Figures, AreInTheFontThatIsAskedFor) {
  Plot plot = plot_of({{"", {1.0, 2.0}, {1.0, 2.0}, 0, Stroke::line}});
  (void)draw(plot, folder_.path());
  EXPECT_NE(slurp(folder_ / (plot.name + ".gp")).find("font 'DejaVu Sans,7.5'"), std::string::npos);
  plot.font = "TeX Gyre Termes";
  const std::string svg = draw(plot, folder_.path());
  EXPECT_NE(svg.find("font-family=\"TeX Gyre Termes\""), std::string::npos) << svg.substr(0, 2000);
}

TEST(SlopeMarks, HaveTheirSlopes) {
  Plot plot = plot_of({{"one", {1e-4, 1e-3, 1e-2}, {1e-3, 1e-2, 1e-1}, 0, Stroke::line}});
  add_slope_marks(plot, {{1.0, "order 1"}, {2.0, "order 2"}}, Side::right);
  ASSERT_EQ(plot.labels.size(), 2U);
  int slopes[3] = {};
  for (std::size_t k = 1; k < plot.curves.size(); ++k) {
    const Curve& c = plot.curves[k];
    if (c.x[0] == c.x[1]) continue;  // the upright leg
    const double slope = std::log(c.y[1] / c.y[0]) / std::log(c.x[1] / c.x[0]);
    const int nearest = static_cast<int>(std::lround(slope));
    EXPECT_NEAR(slope, nearest, 1e-9);
    ASSERT_TRUE(nearest >= 0 && nearest <= 2);
    ++slopes[nearest];
  }
  for (const int n : slopes)
    EXPECT_EQ(n, 1);
}

/// The power law through both ends of a curve, at x.
double law_at(const Curve& c, double x) {
  return c.y.front() * std::pow(x / c.x.front(), std::log(c.y.back() / c.y.front()) /
                                                     std::log(c.x.back() / c.x.front()));
}

// A text takes a fourteenth of the axis along y and a third of the one along x.
TEST(SlopeMarks, AndTheirTextsLieOnNoCurve) {
  const std::vector<std::vector<Curve>> all{
      // Orders 1 and 2, with room between them,
      {{"", {1e-4, 1e-2}, {1e-3, 1e-1}, 0, Stroke::line},
       {"", {1e-4, 1e-2}, {2e-10, 2e-6}, 1, Stroke::line}},
      // an exact scheme far below the others, and one whose neighbours leave no room above it.
      {{"", {1e-4, 1e-2}, {1e-3, 1e-1}, 0, Stroke::line},
       {"", {1e-4, 1e-2}, {1e-12, 1e-13}, 1, Stroke::line}},
      {{"", {1e-4, 1e-2}, {1e-10, 1e-4}, 0, Stroke::line},
       {"", {1e-4, 1e-2}, {1e-11, 1e-5}, 1, Stroke::line},
       {"", {1e-4, 1e-2}, {1e-12, 1e-7}, 2, Stroke::line}},
      // Half a decade between two of them, which is too little.
      {{"", {1e-4, 1e-2}, {1e-3, 1e-3}, 0, Stroke::line},
       {"", {1e-4, 1e-2}, {3e-4, 3e-4}, 1, Stroke::line},
       {"", {1e-4, 1e-2}, {1e-12, 1e-12}, 2, Stroke::line}}};
  for (const std::vector<Curve>& curves : all) {
    Plot plot = plot_of(curves);
    add_slope_marks(plot, {{1.0, "order 1"}, {2.0, "order 2"}}, Side::right);
    ASSERT_EQ(plot.labels.size(), 2U);
    double low = HUGE_VAL, high = 0.0;
    for (const Curve& c : plot.curves)
      for (const double y : c.y)
        low = std::min(low, y), high = std::max(high, y);
    const double half = std::pow(high / low, 0.5 / 14.0);
    for (const Curve& c : curves) {
      // All of the marks and texts are on one side of the curve.
      int above = 0, below = 0;
      const auto see = [&](double x, double y) { ++(y > law_at(c, x) ? above : below); };
      for (std::size_t k = curves.size(); k < plot.curves.size(); ++k)
        for (std::size_t i = 0; i < plot.curves[k].x.size(); ++i)
          see(plot.curves[k].x[i], plot.curves[k].y[i]);
      for (const Label& label : plot.labels)
        for (const double x : {label.x, std::min(1e-2, label.x * std::pow(100.0, 0.3))})
          see(x, label.y * half), see(x, label.y / half);
      EXPECT_TRUE(above == 0 || below == 0) << above << ' ' << below << ' ' << c.y.front();
    }
  }
}

TEST(SlopeMarks, LieBelowAFlatCurveOnBothSides) {
  for (const Side side : {Side::left, Side::right}) {
    for (const double slope : {-1.0, 2.0}) {
      Plot plot = plot_of({{"flat", {1e-4, 1e-2}, {1e-3, 1e-3}, 0, Stroke::line}});
      add_slope_marks(plot, {{slope, "order"}}, side);
      ASSERT_GT(plot.curves.size(), 1U);
      for (std::size_t k = 1; k < plot.curves.size(); ++k) {
        for (const double y : plot.curves[k].y)
          EXPECT_LT(y, 1e-3);
      }
    }
  }
}

TEST(SlopeMarks, HaveTextsThatCanBeRead) {
  // Over ten decades the ends of the two slopes are a thirtieth of the axis apart.
  Plot plot = plot_of({{"steep", {1e-4, 1e-3}, {1e-12, 1e-2}, 0, Stroke::line}});
  add_slope_marks(plot, {{1.0, "order 1"}, {2.0, "order 2"}}, Side::right);
  ASSERT_EQ(plot.labels.size(), 2U);
  EXPECT_EQ(plot.labels[1].text, "order 2");
  EXPECT_GT(std::log10(plot.labels[1].y / plot.labels[0].y), 10.0 / 16.0);
}

TEST(SlopeMarks, AreNotMadeWithoutCurves) {
  Plot plot = plot_of({{"zero", {1, 2}, {0, 0}, 0, Stroke::line}});
  add_slope_marks(plot, {{1.0, "order 1"}}, Side::left);
  EXPECT_EQ(plot.curves.size(), 1U);
  EXPECT_TRUE(plot.labels.empty());
}

}  // namespace
}  // namespace impactbench
