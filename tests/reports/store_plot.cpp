// One figure from a store: the rows that were asked for, by the names that they have.
#include "reports/generate/store_plot.hpp"

#include "problems/base/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace impactbench {
namespace {

Row row(const char* problem, const char* scheme, double dt, double R, double cpu) {
  Row out;
  out.cell = {problem, scheme, "none", {}, {{"R", R}}, {}, dt, "double", "default"};
  out.key = std::string(problem) + scheme + std::to_string(dt) + std::to_string(R);
  out.status = RowStatus::passed;
  out.quantities = {{"position_error_sup", 3.0 * dt}};
  out.timing = Timing{3, cpu, cpu, 0.0, {}};
  out.series["total_energy"] = {{0.0, 1.0}, {2.0, 1.0}};
  return out;
}

std::vector<Row> rows() {
  std::vector<Row> out;
  for (const char* scheme : {"snc", "dem"}) {
    for (const double dt : {1e-3, 4e-3, 2e-3}) {
      out.push_back(row("falling_ball", scheme, dt, 1e-3, 1e-3 / dt));
      out.push_back(row("moving_ball", scheme, dt, 1e-3, 9.0));
    }
  }
  out.push_back(row("falling_ball", "dem", 1e-3, 1e-4, 5.0));
  return out;
}

PlotRequest request(const char* x, const char* y, std::vector<std::string> where) {
  PlotRequest out;
  out.x = x, out.y = y;
  for (const std::string& condition : where)
    out.where.push_back(condition_of(condition));
  return out;
}

TEST(StorePlot, TakesTheRowsThatMeetEveryCondition) {
  const StorePlot p = plot_of_rows(
      rows(), {}, request("cpu", "position_error", {"problem=falling_ball", "R=0.001"}));
  EXPECT_EQ(p.points, 6U);
  ASSERT_EQ(p.plot.curves.size(), 2U);
  EXPECT_EQ(p.plot.x_label, "CPU time of a run [s]");
  EXPECT_EQ(p.plot.y_label, "largest position error [m]");
  EXPECT_TRUE(p.plot.log_x);
  for (const Curve& c : p.plot.curves) {
    EXPECT_EQ(c.style, scheme_style(c.title)) << "a scheme looks the same in every figure";
    // Along the ladder of steps: 1 ms, 2 ms, 4 ms.
    EXPECT_EQ(c.x, (std::vector<double>{1.0, 0.5, 0.25}));
    EXPECT_EQ(c.y, (std::vector<double>{3e-3, 6e-3, 12e-3}));
  }
  EXPECT_EQ(std::count(p.csv.begin(), p.csv.end(), '\n'), 7);
}

TEST(StorePlot, JoinsOnlyRunsThatDifferInXAndTheStep) {
  // dem has a run at another R: a curve of its own, whose name says so. snc has one R only.
  const StorePlot p =
      plot_of_rows(rows(), {}, request("cpu", "position_error", {"problem=falling_ball"}));
  std::set<std::string> names;
  for (const Curve& c : p.plot.curves)
    names.insert(c.title);
  EXPECT_EQ(names, (std::set<std::string>{"dem, R = 1e-04", "dem, R = 0.001", "snc"}));
  // Another revision has lines of its own too, with its name.
  std::vector<Row> both = rows();
  for (const double dt : {1e-3, 2e-3}) {
    both.push_back(row("falling_ball", "snc", dt, 1e-3, 2.0));
    both.back().revision = "another";
  }
  const StorePlot revisions =
      plot_of_rows(both, {}, request("cpu", "position_error", {"problem=falling_ball"}));
  EXPECT_EQ(revisions.plot.curves.size(), 4U);
  EXPECT_EQ(std::count_if(revisions.plot.curves.begin(), revisions.plot.curves.end(),
                          [](const Curve& c) { return c.title == "snc, revision = another"; }),
            1);
  // Two schemes are two lines, whatever the names begin with.
  PlotRequest of_problem = request("cpu", "position_error", {"R=0.001"});
  of_problem.by = {"problem"};
  names.clear();
  for (const Curve& c : plot_of_rows(rows(), {}, of_problem).plot.curves)
    names.insert(c.title);
  EXPECT_EQ(names, (std::set<std::string>{"falling_ball, dem", "falling_ball, snc",
                                          "moving_ball, dem", "moving_ball, snc"}));
  // Over R they are one line.
  const StorePlot over_R = plot_of_rows(
      rows(), {},
      request("R", "position_error", {"problem=falling_ball", "dt=1e-3", "scheme=dem"}));
  ASSERT_EQ(over_R.plot.curves.size(), 1U);
  EXPECT_EQ(over_R.plot.curves[0].x.size(), 2U);
}

TEST(StorePlot, CurvesOfSeveralProblemsNameThem) {
  // snc ran on one problem and dem on another: as "snc" and "dem" they would look like two schemes
  // on the same problem.
  const std::vector<Row> apart{
      row("falling_ball", "snc", 1e-3, 1e-3, 1.0), row("falling_ball", "snc", 2e-3, 1e-3, 2.0),
      row("moving_ball", "dem", 1e-3, 1e-4, 1.0), row("moving_ball", "dem", 2e-3, 1e-4, 2.0)};
  const auto names = [&](std::vector<std::string> by, std::vector<std::string> where) {
    PlotRequest r = request("step", "position_error", std::move(where));
    r.by = std::move(by);
    std::set<std::string> out;
    for (const Curve& c : plot_of_rows(apart, {}, r).plot.curves)
      out.insert(c.title);
    return out;
  };
  // The problem tells them apart, so R, in which they differ too, is not of the name.
  EXPECT_EQ(names({"scheme"}, {}),
            (std::set<std::string>{"dem, moving_ball", "snc, falling_ball"}));
  EXPECT_EQ(names({"problem", "scheme"}, {}),
            (std::set<std::string>{"falling_ball, snc", "moving_ball, dem"}));
  EXPECT_EQ(names({"scheme"}, {"problem=moving_ball"}), std::set<std::string>{"dem"});
}

TEST(StorePlot, DrawsHistoriesOverTime) {
  PlotRequest energy = request("time", "total_energy", {"problem=falling_ball", "dt=0.001"});
  energy.by = {"scheme", "R"};
  const StorePlot p = plot_of_rows(rows(), {}, energy);
  ASSERT_EQ(p.plot.curves.size(), 3U);
  EXPECT_FALSE(p.plot.log_y);
  EXPECT_EQ(p.plot.curves[2].title, "snc, R = 0.001");
  // A store has its rows in the order of their hashes, a key those of a scheme from coarse to fine.
  energy = request("time", "total_energy", {"problem=falling_ball", "scheme=snc"});
  energy.by = {"dt"};
  std::vector<std::string> key;
  for (const Curve& c : plot_of_rows(rows(), {}, energy).plot.curves)
    key.push_back(c.title);
  EXPECT_EQ(key, (std::vector<std::string>{"dt = 0.004", "dt = 0.002", "dt = 0.001"}));
}

TEST(StorePlot, NamesWhatIsMissing) {
  const auto complaint = [](const PlotRequest& r,
                            const std::vector<Row>& from = rows()) -> std::string {
    try {
      (void)plot_of_rows(from, {}, r);
    } catch (const ConfigurationError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(complaint(request("cpu", "position_eror", {})).find("did you mean 'position_error'"),
            std::string::npos);
  EXPECT_NE(complaint(request("cpu", "position_error", {"colour=red"})).find("'colour'"),
            std::string::npos);
  // The condition that no row meets, and what rows have instead.
  EXPECT_EQ(complaint(request("cpu", "position_error", {"R=0.001", "problem=faling_ball"})),
            "plot: no row that ran to its end has problem=faling_ball (did you mean "
            "'falling_ball'?); such rows have falling_ball, moving_ball");
  EXPECT_NE(complaint(request("cpu", "position_error", {"R=0.0001", "scheme=snc"}))
                .find("all of --where"),
            std::string::npos);
  // Curves without the name would look as if all runs agreed in it.
  PlotRequest by_unknown = request("cpu", "position_error", {"problem=falling_ball"});
  by_unknown.by = {"scheme", "shceme"};
  const std::string unknown = complaint(by_unknown);
  for (const char* part : {"--by shceme", "did you mean 'scheme'", "known: problem, ", ", step, R"})
    EXPECT_NE(unknown.find(part), std::string::npos) << unknown;
  // A parameter of other rows of the store is known, though none of those that are drawn has it.
  std::vector<Row> with_alpha = rows();
  with_alpha.push_back(row("moving_ball", "inc", 1e-3, 1e-3, 1.0));
  with_alpha.back().cell.scheme_parameters = ParameterSet{{"alpha", std::int64_t{2}}};
  by_unknown.by = {"scheme", "alpha"};
  EXPECT_EQ(complaint(by_unknown, with_alpha), "");
  EXPECT_NE(complaint(by_unknown).find("'alpha'"), std::string::npos);
  std::vector<Row> many = rows();
  for (int k = 0; k < 30; ++k)
    many.push_back(row("falling_ball", "snc", 1e-3, 1e-3 * (k + 1), 1.0));
  try {
    (void)plot_of_rows(many, {}, request("cpu", "position_error", {"problem=falling_ball"}));
    FAIL() << "more curves than looks";
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find("differ in R = "), std::string::npos) << e.what();
    EXPECT_EQ(std::string(e.what()).find("problem ="), std::string::npos) << "all have one";
  }
  // If curves differ only in the settings that --by names, the refusal says so.
  many.clear();
  for (int k = 0; k < 30; ++k)
    many.push_back(row(("ball_" + std::to_string(k)).c_str(), "snc", 1e-3, 1e-3, 1.0));
  PlotRequest by_problem = request("cpu", "position_error", {});
  by_problem.by = {"problem"};
  EXPECT_NE(complaint(by_problem, many).find("differ in the names of --by"), std::string::npos)
      << complaint(by_problem, many);
  EXPECT_THROW((void)condition_of("problem"), ConfigurationError);
  EXPECT_THROW((void)condition_of("=x"), ConfigurationError);
}

}  // namespace
}  // namespace impactbench
