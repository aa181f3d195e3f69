#include "reports/generate/naming.hpp"
#include "reports/generate/report.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace impactbench {
namespace {

class Findings : public ::testing::Test {
 protected:
  std::string page(const std::vector<Row>& rows) {
    write_report(rows, {}, folder_.path());
    return slurp(folder_ / "report.html");
  }
  testing::Scratch folder_;
};

Row row(const char* problem, const char* scheme, ParameterSet problem_set, ParameterSet set) {
  Row r;
  r.key = problem + std::string(scheme);
  for (const auto& [key, value] : set)
    r.key += key + to_text(value);
  r.plan = "made by hand";
  r.cell = {problem, scheme,   "none",   std::move(problem_set), std::move(set), {},
            1e-4,    "double", "default"};
  r.status = RowStatus::passed;
  return r;
}

Row box(const char* variant, double last) {
  Row r = row("box_529", "inc", {{"horizon", 7.5}, {"friction", 0.0}, {"restitution", 1.0}},
              {{"variant", std::string(variant)}, {"alpha", 3.0}, {"R", 5e-7}});
  r.series["total_energy"] = {{0.0, 7.5}, {100.0, last}};
  return r;
}

TEST_F(Findings, ShowWhatTheEnergyOfABoxBecame) {
  const std::string html = page({box("ec", 100.0), box("thesis", 110.9)});
  EXPECT_NE(html.find("1.109000"), std::string::npos);
  EXPECT_NE(html.find("1.000000"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "figures/findings_box_529.pdf"));
}

TEST_F(Findings, LeaveOutBoxesThatAreNotConservative) {
  Row rough = box("ec", 50.0);
  rough.cell.problem_parameters["friction"] = 0.5;
  EXPECT_NE(page({rough}).find("boxes_energy.toml"), std::string::npos);
}

TEST_F(Findings, SayWhichPlanMakesTheirRows) {
  const std::string html = page({});
  EXPECT_NE(html.find("benchmarks/plans/boxes_energy.toml"), std::string::npos);
  EXPECT_NE(html.find("benchmarks/plans/findings.toml"), std::string::npos);
}

Row cradle(double dt, double restitution, double loss) {
  Row r = row("newton_cradle", "nscd",
              {{"precision", std::string("double")}, {"restitution", restitution}}, {});
  r.key += to_text(dt) + to_text(restitution);
  r.cell.dt = dt;
  r.quantities = {{"v1", -0.5}, {"energy_error_relative", loss}};
  return r;
}

// A sentence that says what the table shows, whatever it shows: its numbers are counted.
TEST_F(Findings, SayOfTheCradleWhatItsTableShows) {
  // With restitution 0 the loss is the law, and no part of the finding.
  const std::string kept = page({cradle(1e-3, 1.0, 1e-12), cradle(1e-3, 0.0, 0.75)});
  EXPECT_NE(
      kept.find("The energy is kept to a part in 10^6 in 1 of 1 run, and the largest error is "
                "1e-10 %; the velocities at the end are those of simultaneous impacts in 1, "
                "the published ones in 0."),
      std::string::npos);
  EXPECT_EQ(kept.find(">0.75<"), std::string::npos);
  const std::string lost = page({cradle(1e-3, 1.0, 1e-12), cradle(1e-2, 1.0, 0.25)});
  EXPECT_NE(
      lost.find(
          "The energy is kept to a part in 10^6 in 1 of 2 runs, and the largest error is 25 %;"),
      std::string::npos);
}

TEST(Methods, AreCalledByWhatTheyDiffer) {
  EXPECT_EQ(method_name(row("falling_ball", "dem", {}, {{"normal", std::string("linear")}})),
            "dem");
  EXPECT_EQ(method_name(row("falling_ball", "dem", {}, {{"normal", std::string("hertz")}})),
            "dem hertz");
  EXPECT_EQ(method_name(row("falling_ball", "inc", {},
                            {{"normal", std::string("end")}, {"variant", std::string("ec")}})),
            "inc ec with the normal of the end");
}

Row wave(double edge, double error) {
  Row r = row(
      "lamb", "mka3d_linear",
      {{"edge", edge}, {"recipe", std::string("corrected")}, {"border", std::string("held")}}, {});
  r.key += to_text(edge);
  for (const char* name : {"surface_x", "surface_z", "below_x", "below_z"})
    r.quantities[std::string(name) + "_error_sup"] = error;
  return r;
}

TEST_F(Findings, ShowOrdersOfWavesFromCoarseToFine) {
  // A quarter of the error on half the edge: order 2, in the finer row.
  const std::string html = page({wave(5.0, 0.01), wave(10.0, 0.04)});
  const std::size_t coarse = html.find(">0.04<"), fine = html.find("0.01 (2.00)");
  ASSERT_NE(coarse, std::string::npos);
  ASSERT_NE(fine, std::string::npos);
  EXPECT_LT(coarse, fine);
}

// The first row of a recipe has no row before it, whatever another recipe has.
TEST_F(Findings, ShowNoOrderBetweenTwoRecipes) {
  Row printed = wave(5.0, 0.08);
  printed.key += "printed";
  printed.cell.problem_parameters["recipe"] = std::string("printed");
  const std::string html = page({wave(10.0, 0.04), printed});
  EXPECT_NE(html.find(">0.08<"), std::string::npos);
  EXPECT_EQ(html.find("0.08 ("), std::string::npos);
}

// One row of two that agree is shown, that of the plan which is preferred.
TEST_F(Findings, PreferTheRunsOfTheirPlan) {
  Row own = box("ec", 120.0), other = box("ec", 130.0);
  own.plan = "boxes energy";
  own.cell.scheme_parameters["R"] = 1e-7;  // another cell of the same method and step
  own.key = "own";
  const std::string html = page({other, own});
  EXPECT_NE(html.find("1.200000"), std::string::npos);
  EXPECT_EQ(html.find("1.300000"), std::string::npos);
}

TEST_F(Findings, ShowShellsBesideThePublishedTable) {
  Row shell = row("hemisphere", "mka3d",
                  {{"torsion", std::string("thin")},
                   {"curvatures", std::string("separate")},
                   {"along", std::int64_t{16}},
                   {"load", 200.0}},
                  {});
  // Published: 3.406 and 5.902 m.
  shell.quantities = {{"outward_initial", 1.1 * 3.406}, {"inward_initial", 0.9 * 5.902}};
  const std::string html = page({shell});
  EXPECT_NE(html.find("16 x 64"), std::string::npos);
  EXPECT_NE(html.find("+10.0"), std::string::npos);
  EXPECT_NE(html.find("-10.0"), std::string::npos);
  EXPECT_NE(page({}).find("monasse2012_long.toml"), std::string::npos);
}

TEST_F(Findings, ShowClaimsBesideTheRuns) {
  BesidePrint printed;
  printed.claims = {{{"nguyen2024", "4.7.3", "remark 4.7", "A larger alpha errs less.", "", "", ""},
                     ClaimVerdict::refuted,
                     3,
                     4,
                     0,
                     "0.1 at alpha=2, 0.2 at 3"}};
  write_report({}, printed, folder_.path(), formats_from("csv,html"));
  const std::string text = slurp(folder_ / "tables/claims.csv");
  EXPECT_NE(text.find("nguyen2024,4.7.3,remark 4.7,A larger alpha errs less.,3,4,refuted,"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace impactbench
