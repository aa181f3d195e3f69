// A number without its unit is read in another one: the pages of cells say the unit of each.
#include "reports/site/units.hpp"

#include "problems/model/problem.hpp"
#include "reference/acceptance/check.hpp"
#include "reports/site/chart.hpp"
#include "tests/reports/site_of_rows.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench {
namespace {

Check check(const char* name, std::optional<double> value) {
  return {name, value, -1.5, 1.5, true};
}

TEST(Units, OfACheckAreThoseOfTheQuantityThatItJudges) {
  Row row;
  row.quantities = {{"position_error_sup", 0.5},        {"velocity_error_l1", 0.25},
                    {"velocity_error_hausdorff", 0.75}, {"momentum_drift", 1e-12},
                    {"momentum_drift_relative", 2e-13}, {"speed_most", 1.0}};
  EXPECT_EQ(unit_of(check("truth:position", 0.5), row), "m");
  EXPECT_EQ(unit_of(check("truth:position", std::nullopt), row), "m") << "its limit has one too";
  // Two norms of a velocity: a distance of graphs is a ratio, a mean over time is not.
  EXPECT_EQ(unit_of(check("truth:velocity", 0.75), row), "");
  EXPECT_EQ(unit_of(check("truth:velocity", 0.25), row), "m/s");
  EXPECT_EQ(unit_of(check("limit:momentum", 1e-12), row), "kg m/s");
  EXPECT_EQ(unit_of(check("limit:momentum", 2e-13), row), "");
  // A count, though some speed happens to have its value.
  EXPECT_EQ(unit_of(check("law:planar_contacts", 1.0), row), "");
}

TEST(Units, OfHistoriesAreThoseOfTheirQuantitiesOrOfTheObservable) {
  EXPECT_EQ(meaning_of("total_energy", {}).unit, "J");
  EXPECT_EQ(meaning_of("position_error", {}).unit, "m") << "that of its largest value";
  EXPECT_EQ(meaning_of("slider_angle", {}).unit, "");
  const std::vector<Observable> observables{{"slider_angle", "rad", "of the slider", {}},
                                            {"speed", "m/s", "of the belt", {}},
                                            {"share", "-", "at the wall", {}}};
  EXPECT_EQ(meaning_of("slider_angle", observables).unit, "rad");
  EXPECT_EQ(meaning_of("slider_angle_rate", observables).unit, "rad/s");
  EXPECT_EQ(meaning_of("slider_angle_initial", observables).unit, "rad");
  EXPECT_EQ(meaning_of("slider_angle_error_sup", observables).unit, "-") << "over its largest";
  EXPECT_EQ(meaning_of("speed_rate", observables).unit, "m/s2");
  EXPECT_EQ(meaning_of("share_rate", observables).unit, "1/s");
}

TEST(Units, OfSettingsStandInTheHeading) {
  const Cell cell = resolve_cell(
      {"falling_ball", "dem", std::nullopt, {{"dt", 1e-3}, {"radius", 0.25}}}, "default");
  const std::string units = with_units("dt=0.001 radius=0.25 dt_precision=single", cell);
  EXPECT_EQ(units, "dt=0.001\u00a0s radius=0.25\u00a0m dt_precision=single");
}

TEST(Units, OfChartsStandBehindTheirNumbers) {
  const Series line{{0.0, 2.0}, {1.0, 3.0}}, rate{{0.0, 2.0}, {0.5, 1.0}};
  const std::string of_energy = chart("total_energy", "J", "its sum", line);
  for (const char* part : {">1\u00a0J<", ">3\u00a0J<", ">0 s<", ">2 s<", "data-unit=\"\u00a0J\""})
    EXPECT_NE(of_energy.find(part), std::string::npos) << part << "\n" << of_energy;
  const std::string contacts = chart("contacts", "-", "their number", line);
  EXPECT_NE(contacts.find(">3<"), std::string::npos) << contacts;
  const std::string phase = portrait("angle", "rad", line, "rad/s", rate);
  for (const char* part : {"\u00a0rad</span>", "\u00a0rad/s</span>"})
    EXPECT_NE(phase.find(part), std::string::npos) << part << "\n" << phase;
}

TEST(Units, StandOnThePageOfACell) {
  const testing::Scratch folder;
  Row row = run({"falling_ball", "dem", std::nullopt, {{"dt", 1e-3}}});
  row.quantities["position_error_sup"] = 0.5;
  row.checks = {{"truth:position", 0.5, -INFINITY, 1.5, true}};
  row.timing = Timing{3, 0.25, 0.375, 0.125, {}};
  write_site(folder.path(), {row});
  const std::string page = slurp(folder / "cells/" + row.key.substr(0, 16) + ".html");
  for (const char* part :
       {"<span>0.5\u00a0m</span>", "<span>≤ 1.5\u00a0m</span>", "median 0.375\u00a0s",
        "spread 0.125\u00a0s", "dt=0.001\u00a0s", "data-unit=\"\u00a0m\""})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace impactbench
