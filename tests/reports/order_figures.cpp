// Figures of measured orders: what a fit uses is filled, what it leaves out hollow, and the line
// has the slope that the key names.
#include "reports/generate/order_figures.hpp"

#include "benchmarks/convergence/tables.hpp"
#include "problems/base/error.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace impactbench {
namespace {

/// Errors 3 h^2 down to a floor, but for the coarsest, which is far off.
Study study(const char* scheme) {
  Study out;
  out.cell.problem = "resting_ball";
  out.cell.scheme = scheme;
  out.cell.solver = "none";
  out.source = "by hand";
  out.norms = {{"position_error_sup", "m", NormKind::position}};
  for (int k = 0; k < 8; ++k) {
    const double dt = 0.1 * std::pow(0.5, k);
    const double error = k == 0 ? 50.0 : k == 7 ? 0.0 : 3.0 * dt * dt + (k == 6 ? 1e-3 : 0.0);
    out.rungs.push_back({dt, RowStatus::passed, "", 0.0, true, {error}});
  }
  out.rungs.push_back({0.2, RowStatus::stopped, "broke down", 0.0, false, {1.0}});
  NormOrder o{out.norms[0], 8, 1e-4, {}, 2.0, NormVerdict::as_claimed};
  o.fit.first = 1, o.fit.points = 5;
  o.fit.coarsest = 0.05, o.fit.finest = 0.1 * std::pow(0.5, 5);
  o.fit.slope = 2.0, o.fit.half_width = 0.01;
  out.orders.push_back(o);
  return out;
}

bool has_title(const Plot& plot, const std::string& title) {
  return std::any_of(plot.curves.begin(), plot.curves.end(),
                     [&](const Curve& c) { return c.title == title; });
}

class OrderFigures : public ::testing::Test {
 protected:
  std::vector<Plot> figures(const std::vector<Study>& studies) {
    std::ofstream orders(folder_ / "orders.csv"), points(folder_ / "points.csv");
    write_orders_csv(studies, orders);
    write_points_csv(studies, points);
    orders.close(), points.close();
    return order_figures(read_orders(folder_.path()), 84.0);
  }
  testing::Scratch folder_;
};

TEST_F(OrderFigures, ShowEveryPointAndWhichOfThemTheFitUses) {
  const std::vector<Plot> all = figures({study("inc"), study("md")});
  ASSERT_EQ(all.size(), 1U) << "one problem, one norm, two schemes";
  const Plot& plot = all[0];
  EXPECT_EQ(plot.name, "order_resting_ball_position_error_sup");
  EXPECT_EQ(plot.y_label, "largest position error [m]");
  std::map<Stroke, std::size_t> points;
  for (const Curve& c : plot.curves) {
    if (c.style != scheme_style("inc") || c.stroke == Stroke::law) continue;
    points[c.stroke] += c.x.size();
    if (c.stroke == Stroke::marks) {
      EXPECT_EQ(c.title, "inc: 2.00 ± 0.01, claimed 2");
    }
    if (c.stroke != Stroke::line) continue;
    EXPECT_NEAR(std::log(c.y[1] / c.y[0]) / std::log(c.x[1] / c.x[0]), 2.0, 1e-9);
    EXPECT_NEAR(c.y[0], 3.0 * c.x[0] * c.x[0], 1e-6 * c.y[0]) << "it goes through the points";
  }
  EXPECT_EQ(points[Stroke::marks], 5U);
  // The coarse one, the two fine ones; a run that broke down has no point.
  EXPECT_EQ(points[Stroke::hollow_marks], 3U);
  EXPECT_EQ(points[Stroke::line], 2U);
}

TEST_F(OrderFigures, ShadeTheFloorWhereErrorsComeNearIt) {
  EXPECT_EQ(figures({study("inc")})[0].shaded_below, 1e-4);
  Study far = study("inc");
  far.orders[0].floor = 1e-13;
  EXPECT_FALSE(figures({far})[0].shaded_below);
}

TEST_F(OrderFigures, NameWhatIsExactAndDrawTheOthersAtTheirSize) {
  Study exact = study("event_driven");
  exact.orders[0].verdict = NormVerdict::no_claim;
  exact.orders[0].fit.exact = true;
  exact.orders[0].fit.reason = "all errors are rounding";
  exact.orders[0].floor = 1e-14;
  for (Rung& rung : exact.rungs)
    rung.errors[0] = 1e-15;
  Study other = study("inc");
  other.orders[0].floor = 1e-14;
  const Plot plot = figures({other, exact})[0];
  ASSERT_TRUE(plot.y_low);
  EXPECT_GE(*plot.y_low, 1e-6) << "the least error of inc is 3e-5";
  EXPECT_LE(*plot.y_low, 3e-5);
  EXPECT_TRUE(has_title(plot, "event_driven: exact, claimed 2"));
  // Alone, its errors are what there is to see.
  EXPECT_LT(figures({exact})[0].y_low.value_or(0.0), 1e-15);
}

TEST_F(OrderFigures, TakeWhatIsExactFromTheFit) {
  // Two errors below their floor are fewer than the five that a fit asks for.
  Study few = study("event_driven");
  few.rungs.resize(2);
  for (Rung& rung : few.rungs)
    rung.errors[0] = 1e-15;
  few.orders[0].floor = 1e-14;
  few.orders[0].verdict = NormVerdict::undecided;
  few.orders[0].fit = {.at_floor = 2, .reason = "only 0 usable errors, 3 are needed"};
  EXPECT_TRUE(has_title(figures({few})[0], "event_driven: no fit, claimed 2"));
  few.orders[0].fit.exact = true;
  EXPECT_TRUE(has_title(figures({few})[0], "event_driven: exact, claimed 2"));
}

TEST_F(OrderFigures, HaveTheTriangleOfWhatIsClaimed) {
  Study first = study("dem");
  first.orders[0].claimed = 1.0;
  const Plot plot = figures({first, study("inc")})[0];
  ASSERT_EQ(plot.labels.size(), 2U);
  EXPECT_EQ(plot.labels[0].text, "slope 1");
  EXPECT_EQ(plot.labels[1].text, "slope 2");
}

TEST_F(OrderFigures, HaveTheTriangleWithinTheAxes) {
  // Where there is room only below all points, the shaded floor reaches below it, too.
  Study wild = study("inc");
  for (std::size_t k = 0; k < 7; ++k)
    wild.rungs[k].errors[0] = k % 2 == 0 ? 1.0 : 1e-3;
  wild.orders[0].floor = 8e-4;
  const Plot plot = figures({wild})[0];
  ASSERT_TRUE(plot.y_low && plot.shaded_below);
  std::size_t sides = 0;
  for (const Curve& c : plot.curves) {
    if (c.stroke != Stroke::law) continue;
    ++sides;
    EXPECT_GT(*std::min_element(c.y.begin(), c.y.end()), *plot.y_low);
  }
  EXPECT_EQ(sides, 3U);
}

TEST_F(OrderFigures, AreFilesThatAPaperTakes) {
  const Plot plot = figures({study("inc"), study("md")})[0];
  (void)draw(plot, folder_.path());
  for (const char* kind : {".pdf", ".svg", ".png", ".gp"})
    EXPECT_GT(std::filesystem::file_size(folder_ / plot.name + kind), 500U) << kind;
  // 84 mm are 238.11 pt.
  const std::string pdf = slurp(folder_ / plot.name + ".pdf");
  const std::size_t box = pdf.find("/MediaBox");
  ASSERT_NE(box, std::string::npos);
  const std::string numbers = pdf.substr(pdf.find('[', box) + 1, 40);
  EXPECT_NE(numbers.find("238"), std::string::npos) << numbers;
  // The script is whole: no path of where it was made.
  EXPECT_EQ(slurp(folder_ / plot.name + ".gp").find(folder_.path()), std::string::npos);
}

TEST_F(OrderFigures, NeedTheirFiles) {
  EXPECT_THROW((void)read_orders(folder_.path()), ConfigurationError);
  Study refused;
  refused.cell.problem = "cradle";
  refused.refusal = "no reference, \"none\"";
  EXPECT_TRUE(figures({refused}).empty());
}

TEST(PointsOfOrders, SayWhyTheyAreLeftOut) {
  const Study s = study("inc");
  const NormOrder& o = s.orders[0];
  EXPECT_EQ(use_of(o, 0.1, 50.0), "coarse");
  EXPECT_EQ(use_of(o, 0.05, 1.0), "window");
  EXPECT_EQ(use_of(o, o.fit.finest, 1.0), "window");
  EXPECT_EQ(use_of(o, 0.5 * o.fit.finest, 1.0), "floor");
  EXPECT_EQ(use_of(o, 0.05, 0.0), "zero");
  // All that an exact scheme leaves is rounding, whether or not it claims an order.
  NormOrder exact = o;
  exact.fit.reason = "no error but rounding at any step";
  exact.fit.exact = true;
  exact.verdict = NormVerdict::no_claim;
  EXPECT_EQ(use_of(exact, 0.05, 1e-15), "floor");
}

TEST_F(OrderFigures, KnowThatOneErrorOfRoundingIsNoPointOfTheFit) {
  // A step that divides the time of the impact leaves rounding, between errors of O(h): drawn as a
  // point of the fit it would take the line off all the others.
  Study s = study("moreau_jean");
  NormOrder& o = s.orders[0];
  std::vector<double> steps, errors;
  for (std::size_t k = 0; k < 8; ++k) {
    steps.push_back(s.rungs[k].dt);
    errors.push_back(k == 2 ? 1e-15 : k == 4 ? 0.0 : s.rungs[k].dt);
    s.rungs[k].errors[0] = errors.back();
  }
  o.fit = fit_order(steps, errors, {.floor = o.floor = 1e-11});
  ASSERT_EQ(o.fit.points, 6U);
  EXPECT_EQ(use_of(o, steps[2], errors[2]), "floor");
  const Plot plot = figures({s})[0];
  const auto line = std::find_if(plot.curves.begin(), plot.curves.end(),
                                 [](const Curve& c) { return c.stroke == Stroke::line; });
  ASSERT_NE(line, plot.curves.end());
  EXPECT_NEAR(line->y[0], line->x[0], 1e-9 * line->x[0]);
  std::ostringstream text;
  print_study(s, text);
  EXPECT_NE(text.str().find("1 at the floor 1.0e-11, 1 zero"), std::string::npos) << text.str();
}

}  // namespace
}  // namespace impactbench
