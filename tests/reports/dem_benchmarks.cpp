// The source dem_benchmarks: every value has a run, and its numbers are those of the formulas.
#include "benchmarks/matrix/run_cell.hpp"
#include "reports/paper/source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench {
namespace {

Frame frame(double t, std::vector<double> q, std::vector<double> v) {
  Frame out;
  out.time = t;
  out.q = std::move(q);
  out.v = std::move(v);
  return out;
}

std::map<std::string, double> derived(const Row& row) {
  return find_source("dem_benchmarks").derived.of(row);
}

TEST(DemBenchmarks, HaveARunThatIsAllowedBehindEveryValue) {
  std::size_t values = 0;
  const Source& source = find_source("dem_benchmarks");
  for (const std::string& table : published_tables("dem_benchmarks")) {
    for (const PublishedValue& p : read_published("dem_benchmarks", table)) {
      ASSERT_TRUE(p.value) << p.place;
      const PrintedRun run = source.recipes.of(p);
      ASSERT_TRUE(run.recipe || !run.no_run.empty()) << p.place << " " << p.quantity;
      ++values;
      if (!run.recipe) continue;
      const PlannedCell cell = plan_cell(run.recipe->request, "default");
      EXPECT_FALSE(cell.refusal) << p.place << " " << cell.refusal.value_or("");
    }
  }
  EXPECT_GE(values, 450U);
}

// Heights of bounces are the tops of flights, whatever the frames; the start is none.
TEST(DemBenchmarks, TakeTheHeightOfABounceFromAnyFramesOfItsFlight) {
  Row row;
  row.cell.problem = "bouncing_ball";
  row.cell.problem_parameters = {{"gravity", 10.0}, {"radius", 0.1}};
  for (const double t : {0.0, 0.15, 0.25, 0.3, 0.42, 0.5, 0.55, 0.65, 0.8}) {
    const double flight = t - 0.48;
    const double y = t < 0.28 ? 0.5 - 5.0 * t * t : 0.3 - 5.0 * flight * flight;
    row.frames.push_back(frame(t, {1.0, y, 0.0}, {0.0, 0.0, 0.0}));
  }
  const auto found = derived(row);
  EXPECT_NEAR(found.at("height_1"), 0.3, 1e-12);
  EXPECT_FALSE(found.contains("height_2"));
}

// Slip that falls linearly from u_0 to zero at t_s: 2 u_0 / (7 mu g).
TEST(DemBenchmarks, ExtrapolateTheEndOfSlipping) {
  Row row;
  row.cell.problem = "thrown_ball";
  row.cell.problem_parameters = {
      {"speed_x", 0.1}, {"radius", 0.5}, {"friction", 0.2}, {"gravity", 10.0}};
  const double end = 2.0 * 0.1 / (7.0 * 0.2 * 10.0);
  for (int k = 0; k <= 200; ++k) {
    const double t = 1e-4 * k, s = std::min(t, end);
    row.frames.push_back(
        frame(t, std::vector<double>(6, 0.0), {0.1 - 2.0 * s, 0, 0, 0, 2.5 * 2.0 * s / 0.5, 0}));
  }
  const auto found = derived(row);
  EXPECT_NEAR(found.at("slip_end"), 2.0 / 7.0, 1e-12);
  EXPECT_NEAR(found.at("velocity"), 5.0 / 7.0, 1e-12);
  EXPECT_NEAR(found.at("spin"), 5.0 / 7.0, 1e-12);
}

// Beyond tan a = 3.5 mu (1 + e) a solid ball slides all through the impact, whatever the spring:
// v_t' = v_t - mu (1 + e) v_n and r om = 2.5 mu (1 + e) v_n.
TEST(DemBenchmarks, SlideThroughAnObliqueImpactAsTheFormulaSays) {
  const std::vector<PublishedValue> printed = read_published("dem_benchmarks", "1.5");
  const auto at = std::find_if(printed.begin(), printed.end(), [](const PublishedValue& p) {
    return p.scheme == "md" && p.quantity == "rebound_angle_at_50.0";
  });
  ASSERT_NE(at, printed.end());
  CellRequest request = find_source("dem_benchmarks").recipes.of(*at).recipe->request;
  request.settings["dt"] = 1e-8;
  const Row row = run_cell(plan_cell(request, "default").cell, 0);
  ASSERT_TRUE(ran_to_the_end(row.status)) << row.reason;
  const auto found = derived(row);
  const double a = 50.0 * std::numbers::pi / 180.0, rub = 2.0 * 0.092 * std::cos(a);
  EXPECT_NEAR(found.at("rebound_angle"),
              std::atan((std::sin(a) - rub) / std::cos(a)) * 180.0 / std::numbers::pi, 1e-3);
  EXPECT_NEAR(found.at("tangential_coefficient"), 1.0 - rub / std::sin(a), 1e-5);
  EXPECT_NEAR(found.at("spin"), 2.5 * rub * 3.9 / 0.0025, 0.05);
  EXPECT_NEAR(found.at("restitution"), 1.0, 1e-5);
}

}  // namespace
}  // namespace impactbench
