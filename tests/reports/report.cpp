#include "reports/generate/report.hpp"
#include "problems/base/error.hpp"
#include "reports/generate/page.hpp"
#include "reports/plots/looks.hpp"
#include "tests/support/judged_by.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

namespace impactbench {
namespace {

Row row(const char* problem, const char* scheme, double dt, RowStatus status) {
  Row r;
  r.key = std::string(problem) + scheme + std::to_string(dt) + std::string(to_text(status));
  r.plan = "made by hand";
  r.cell = {problem, scheme, "none", {}, {{"R", 1e-3}}, {}, dt, "double", "default"};
  r.status = status;
  r.environment = {{"cpu", "a <fast> one & more"}};
  r.revision = "r1";
  r.build = "b1";
  if (status != RowStatus::passed) r.reason = "a reason with <angle> & ampersand";
  if (status == RowStatus::passed) {
    r.quantities = {{"position_error_sup", 3.0 * dt},
                    {"penetration_relative", 0.1},
                    {"energy_initial", 2.0},
                    {"unconverged_steps", 0.0}};
    r.timing = Timing{3, 1e-3 / dt, 1.1e-3 / dt, 1e-5, {{"detection", 0.4}}};
    r.series["total_energy"] = {{0.0, 0.5, 1.0}, {2.0, 2.0, 2.02}};
    r.series["contacts"] = {{0.0, 0.5, 1.0}, {1.0, 1.0, 1.0}};
    testing::state_basis(r);
  }
  return r;
}

std::vector<Row> rows() {
  std::vector<Row> out;
  for (const double dt : {8e-3, 4e-3, 2e-3, 1e-3, 5e-4})
    out.push_back(row("resting_ball", "dem", dt, RowStatus::passed));
  for (const RowStatus s : {RowStatus::missed, RowStatus::not_applicable, RowStatus::stopped,
                            RowStatus::crashed, RowStatus::timed_out, RowStatus::out_of_memory}) {
    out.push_back(row("falling_ball", "snc", 1e-3, s));
  }
  return out;
}

class Report : public ::testing::Test {
 protected:
  std::string page(const std::vector<Row>& content) {
    write_report(content, {}, folder_.path());
    return slurp(folder_ / "report.html");
  }
  testing::Scratch folder_;
};

TEST_F(Report, IsOneOfflineFile) {
  const std::string html = page(rows());
  // Namespaces of SVG are names, not addresses that are fetched.
  const std::regex fetched("(src|href)\\s*=\\s*[\"'](https?:)?//");
  EXPECT_FALSE(std::regex_search(html, fetched));
  EXPECT_EQ(html.find("@import"), std::string::npos);
  EXPECT_NE(html.find("<svg"), std::string::npos);
}

TEST_F(Report, HasUniqueIds) {
  const std::string html = page(rows());
  const std::regex id("\\sid=[\"']([^\"']+)[\"']");
  std::set<std::string> seen;
  for (std::sregex_iterator it(html.begin(), html.end(), id), end; it != end; ++it) {
    EXPECT_TRUE(seen.insert((*it)[1]).second) << (*it)[1];
  }
  EXPECT_GT(seen.size(), 11U);
}

TEST_F(Report, ShowsEveryStatusInWordsAndEscapesText) {
  const std::string html = page(rows());
  for (const char* word : {"✓ 5", "✗ 1", "▲ 4", "– 1", "timed_out", "out_of_memory", "crashed"}) {
    EXPECT_NE(html.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(html.find("<angle>"), std::string::npos);
  EXPECT_NE(html.find("&lt;angle&gt; &amp; ampersand"), std::string::npos);
}

// Rows of a plug-in that is absent, or of parameters of another revision.
TEST_F(Report, ShowsRowsThatThisProgramCannotMakeAgain) {
  std::vector<Row> content = rows();
  for (const double dt : {8e-3, 4e-3, 2e-3, 1e-3, 5e-4}) {
    content.push_back(row("resting_ball", "of_a_plugin", dt, RowStatus::passed));
    content.back().environment["plugins"] = "libother.so 0123456789abcdef";
    content.push_back(row("resting_ball", "dem", dt / 3.0, RowStatus::passed));
    content.back().cell.scheme_parameters["of_old"] = 1.0;
    content.push_back(row("of_a_plugin_too", "dem", dt, RowStatus::passed));
  }
  const std::string html = page(content);
  EXPECT_NE(html.find("Rows that this program cannot make again"), std::string::npos);
  for (const char* word :
       {"libother.so", "--plugin", "there is no scheme", "of_old", "there is no problem"})
    EXPECT_NE(html.find(word), std::string::npos) << word;
  EXPECT_EQ(page(rows()).find("Rows that this program cannot make again"), std::string::npos);
}

TEST_F(Report, FindsTheOrderOfItsRows) {
  const std::string html = page(rows());
  // Error 3 dt: slope 1, as dem claims for a contact that never opens.
  EXPECT_NE(html.find("as claimed"), std::string::npos);
  std::ifstream csv(folder_ / "tables/orders.csv");
  std::string header, line;
  std::getline(csv, header);
  std::getline(csv, line);
  EXPECT_EQ(header,
            "problem,method,motion,norm,steps,used,window [s],order,low,high,correlation,claimed,"
            "verdict,reference");
  EXPECT_EQ(line.substr(0, line.rfind("as claimed") + 10),
            "resting_ball,\"dem, R = 0.001\",persistent contact,position_error_sup,5,5,0.008 to "
            "0.0005,1.000,1.000,1.000,1.00000,1.00,as claimed");
}

// What orders are judged by is stored in the rows: neither the problem nor the scheme is made.
TEST_F(Report, FindsTheOrderOfRowsThatItCannotMakeAgain) {
  std::vector<Row> content = rows();
  (void)page(content);
  const std::string known = slurp(folder_ / "tables/orders.csv");
  for (Row& r : content)
    if (r.cell.problem == "resting_ball") r.cell.problem = "of_a_plugin";
  (void)page(content);
  std::string expected = known;
  for (std::size_t at = 0; (at = expected.find("resting_ball", at)) != std::string::npos;)
    expected.replace(at, std::string("resting_ball").size(), "of_a_plugin");
  ASSERT_NE(known, expected);
  EXPECT_EQ(slurp(folder_ / "tables/orders.csv"), expected);
}

TEST_F(Report, SaysThatRowsOfAnEarlierProgramStateNothingToJudgeThemBy) {
  std::vector<Row> content = rows();
  for (Row& r : content)
    r.judged_by.reset();
  EXPECT_NE(page(content).find("1 ladder is left out: an earlier program"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "tables/orders.csv"));
  EXPECT_EQ(page(rows()).find("left out: an earlier program"), std::string::npos);
}

// A coarse step may pass over the only contact.
TEST_F(Report, AsksTheFinestRowForTheKindOfMotion) {
  std::vector<Row> content = rows();
  content.front().judged_by->orders->motion = MotionClass::smooth;
  (void)page(content);
  EXPECT_NE(slurp(folder_ / "tables/orders.csv").find("persistent contact"), std::string::npos);
}

TEST_F(Report, DrawsTheExactPenetrationThatRowsState) {
  std::vector<Row> content;
  for (const double R : {1e-3, 1e-4}) {
    content.push_back(row("falling_ball", "dem", 1e-3, RowStatus::passed));
    content.back().cell.scheme_parameters["R"] = R;
    content.back().quantities["penetration_relative"] = std::sqrt(R);
    content.back().quantities["penetration_relative_error_relative"] = 1e-3;
    content.back().judged_by->penetration = 0.75 * std::sqrt(R);
  }
  const std::string stated = page(content);
  const std::string script = slurp(folder_ / "figures/penetration_falling_ball.gp");
  EXPECT_NE(script.find("exact"), std::string::npos) << script;
  EXPECT_NE(script.find("0.0075"), std::string::npos) << script;
  for (Row& r : content)
    r.judged_by.reset();
  const std::string of_old = page(content);
  const std::string marks = slurp(folder_ / "figures/penetration_falling_ball.gp");
  EXPECT_EQ(marks.find("exact"), std::string::npos) << marks;
  EXPECT_NE(of_old.find("do not hold the exact penetration"), std::string::npos);
  EXPECT_EQ(stated.find("do not hold the exact penetration"), std::string::npos);
}

TEST_F(Report, CountsAllChecksAndNamesThoseThatNearlyMissed) {
  std::vector<Row> content = rows();
  content.resize(3);
  const auto add = [](Row& to, double value) {
    to.checks.push_back({"limit:energy", value, -INFINITY, 1.0, true, std::nullopt});
    to.checks.back().formula = "1 J";
  };
  add(content[0], 0.9);
  add(content[1], 1e-4);
  add(content[2], 0.4);
  write_report(content, {}, folder_.path());
  const std::string near = slurp(folder_ / "tables/near_misses.csv");
  EXPECT_EQ(std::count(near.begin(), near.end(), '\n'), 2) << near;
  EXPECT_NE(near.find("limit:energy,0.9,1,0.90,1 J"), std::string::npos) << near;
  EXPECT_NE(slurp(folder_ / "tables/loose_limits.csv").find("limit:energy,dem,1,3,0.9"),
            std::string::npos);
  EXPECT_NE(slurp(folder_ / "tables/coverage.csv").find("resting_ball,dem,3,–,–,3"),
            std::string::npos);
}

TEST_F(Report, FitsTheSlopeOfCostAndMemoryOverTheNumberOfDiscs) {
  // 100 steps of N^1.5 microseconds; 10 MiB for the program and 1 KiB a disc: slope 1.5, 1024
  // bytes.
  std::vector<Row> content;
  for (const std::int64_t n : {1000, 10000, 100000, 1000000}) {
    Row r = row("disc_box", "dem", 1e-3, RowStatus::passed);
    r.cell.problem_parameters = {{"n", n}, {"horizon", 0.1}};
    const auto discs = static_cast<double>(n);
    r.timing = Timing{1, 100.0 * 1e-6 * std::pow(discs, 1.5), 1.0, 0.0, {}, 10.0 + discs / 1024.0};
    content.push_back(r);
  }
  (void)page(content);
  std::ifstream csv(folder_ / "tables/scaling.csv");
  std::string header, line;
  std::getline(csv, header);
  std::getline(csv, line);
  EXPECT_EQ(line, "disc_box,dem,1000 to 1e+06,1.50,1.50,3.16e+04,1e+06,–,1024");
  for (const char* name : {"scaling_disc_box", "memory_disc_box"})
    EXPECT_TRUE(std::filesystem::exists(folder_ / "figures/" + name + ".pdf")) << name;
  // One size is no study of sizes.
  content.resize(1);
  EXPECT_NE(page(content).find("No method was timed over a decade of sizes."), std::string::npos);
}

TEST_F(Report, DrawsFiguresForPapers) {
  const std::string html = page(rows());
  // Drawn at the same time, each in its own place on the page: its ids begin with its name.
  std::size_t figures = 0, last = 0;
  for (const char* name : {"order_resting_ball", "work_resting_ball", "energy_resting_ball"}) {
    const std::size_t at = html.find(std::string("id=\"") + name + "_");
    ASSERT_NE(at, std::string::npos) << name;
    EXPECT_GT(at, last) << name << " stands before the figure of an earlier section";
    last = at;
  }
  for (std::size_t at = html.find("<figure>"); at != std::string::npos;
       at = html.find("<figure>", at + 1), ++figures)
    EXPECT_EQ(html.compare(at, 12, "<figure><svg"), 0) << html.substr(at, 40);
  EXPECT_GE(figures, 3U);
  for (const char* name : {"order_resting_ball", "work_resting_ball", "energy_resting_ball"}) {
    for (const char* extension : {".pdf", ".png"}) {
      EXPECT_GT(std::filesystem::file_size(folder_ / "figures/" + name + extension), 1000U) << name;
    }
  }
}

TEST_F(Report, TwoFiguresOfOneNameAreTwoFiles) {
  Plot plot;
  plot.name = "twice", plot.x_label = "x", plot.y_label = "y";
  plot.curves.push_back({"first", {0.0, 1.0}, {0.0, 1.0}, 0, Stroke::line});
  Page two(folder_.path());
  two.figure(plot, "One.");
  plot.curves[0].title = "second";
  two.figure(plot, "Another.");
  two.write("Two");
  EXPECT_NE(slurp(folder_ / "figures/twice.gp").find("'first'"), std::string::npos);
  EXPECT_NE(slurp(folder_ / "figures/twice_2.gp").find("'second'"), std::string::npos);
  const std::string html = slurp(folder_ / "report.html");
  EXPECT_LT(html.find("first"), html.find("One."));
  EXPECT_LT(html.find("One."), html.find("second"));
}

// dem is of order 1 here: 3 h. The figure shows the fit and its interval as converge's does.
TEST_F(Report, OrderFiguresHaveFitsAndMarkWhatTheyLeaveOut) {
  std::vector<Row> content = rows();
  content.front().quantities["position_error_sup"] = 0.5;  // far off the asymptote
  content.push_back(row("resting_ball", "dem", 2.5e-4, RowStatus::passed));
  (void)page(content);
  const std::string script = slurp(folder_ / "figures/order_resting_ball.gp");
  EXPECT_NE(script.find("dem, R = 0.001: 1.000 ± 0.001, claimed 1"), std::string::npos) << script;
  const Look look = look_of(scheme_style("dem"));
  EXPECT_NE(script.find(fmt::format("pt {} ", look.hollow_marker())), std::string::npos) << script;
}

// The energy of a ball that rebounds is not set beside that of one that does not.
TEST_F(Report, EnergyFiguresShowOneMotion) {
  std::vector<Row> content;
  for (const auto& [scheme, restitution] :
       {std::pair{"inc", 1.0}, {"nscd", 1.0}, {"nscd", 0.0}, {"bathe", 0.0}, {"md", 1.0}}) {
    content.push_back(row("bouncing_ball", scheme, 1e-3, RowStatus::passed));
    content.back().cell.problem_parameters = {{"restitution", restitution}};
    content.back().key += std::to_string(restitution);
  }
  const std::string html = page(content);
  EXPECT_NE(html.find("bouncing_ball, restitution = 1, dt = 0.001 s"), std::string::npos);
  const std::string script = slurp(folder_ / "figures/energy_bouncing_ball.gp");
  for (const char* shown : {"'inc'", "'md'", "'nscd'"})
    EXPECT_NE(script.find(shown), std::string::npos) << shown << script;
  EXPECT_EQ(script.find("'bathe'"), std::string::npos);
}

TEST_F(Report, AnEmptyStoreIsSaidSo) {
  const std::string html = page({});
  EXPECT_NE(html.find("The store is empty."), std::string::npos);
  EXPECT_NE(html.find("No run was timed."), std::string::npos);
}

TEST_F(Report, IsAFunctionOfItsRows) {
  EXPECT_EQ(page(rows()), page(rows()));
}

TEST_F(Report, AnUnwritableFolderAndAMissingGnuplotGetASentence) {
  EXPECT_THROW(write_report(rows(), {}, "/proc/nowhere"), ConfigurationError);
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  try {
    write_report(rows(), {}, folder_.path());
    ADD_FAILURE() << "no gnuplot, no complaint";
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find("gnuplot"), std::string::npos);
  }
  setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace impactbench
