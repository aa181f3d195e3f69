// States and impacts of a run as CSV and JSON lines.

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/trajectories/motion_tables.hpp"
#include "problems/base/error.hpp"
#include "tests/support/run.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

namespace impactbench::testing {
namespace {

using Line = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, at);)
    out.push_back(word);
  return out;
}

/// The lines of a CSV by the names of its columns; absent fields are absent.
std::vector<Line> csv(const std::string& path) {
  std::vector<Line> out;
  const std::vector<std::string> lines = split(slurp(path), '\n');
  const std::vector<std::string> names = split(lines.at(0), ',');
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const std::vector<std::string> words = split(lines[k], ',');
    Line& line = out.emplace_back();
    for (std::size_t c = 0; c < words.size(); ++c)
      if (!words[c].empty()) line[names.at(c)] = words[c];
  }
  return out;
}

double number(const Line& line, const std::string& name) {
  return std::stod(line.at(name));
}

/// Runs a cell and leaves its tables at `path`.
Row with_tables(const std::string& path, const char* problem, const char* scheme,
                const ParameterSet& settings, const std::vector<double>& at = {}) {
  CellRequest request{problem, scheme, std::nullopt, settings};
  return run_cell(plan_cell(request, "default").cell, 0, 60.0,
                  TrajectoryRequest{path + ".h5", 1, {}, true, at});
}

TEST(Tables, ABallBouncesWithNewtonsCoefficientWhenItReachesTheFloor) {
  // y(t) = y_0 - g t^2 / 2 reaches the floor at sqrt(2 (y_0 - r) / g) and takes off with e times
  // its speed; the impulse changes its momentum, and carries its weight for that step.
  const Scratch scratch;
  const double h = 1e-3, e = 0.5, g = 9.80665;
  (void)with_tables(scratch / "b", "bouncing_ball", "nscd",
                    {{"dt", h}, {"restitution", e}, {"horizon", 0.6}});
  const Problem p = problem_entry("bouncing_ball").make({});
  const double m = p.system->mass()[0], r = round_system(*p.system)->bodies().radius[0];
  const std::vector<Line> impacts = csv(scratch / "b_impacts.csv");
  ASSERT_EQ(impacts.size(), 1U);
  const Line& one = impacts[0];
  EXPECT_NEAR(number(one, "begin"), std::sqrt(2.0 * (p.initial.q[1] - r) / g), 2.0 * h);
  EXPECT_NEAR(number(one, "end") - number(one, "begin"), h, 1e-12) << "one step";
  EXPECT_NEAR(number(one, "restitution"), e, 1e-9);
  EXPECT_EQ(one.at("a"), "1");
  EXPECT_EQ(one.count("b"), 0U) << "a wall";
  EXPECT_EQ(one.at("obstacle"), "1");
  const double change = number(one, "a_after_vy") - number(one, "a_before_vy");
  EXPECT_NEAR(number(one, "pressure"), m * (change + g * h), 1e-9 * m);
  EXPECT_NEAR(number(one, "impulse_y"), -number(one, "pressure"), 1e-9 * m) << "on the floor";
  EXPECT_NEAR(number(one, "u_before"), number(one, "a_before_vy"), 1e-12);
}

TEST(Tables, AnImpactOverManyStepsHasTheImpulseOfAllOfThem) {
  // Springs: momentum m (v' - v) of each disc is what all steps of the contact transmitted.
  const Scratch scratch;
  const Row row = with_tables(scratch / "s", "two_balls_test1", "inc", {{"dt", 1e-3}, {"R", 1e-3}});
  ASSERT_TRUE(ran_to_the_end(row.status)) << row.reason;
  const std::vector<Line> impacts = csv(scratch / "s_impacts.csv");
  ASSERT_GE(impacts.size(), 1U);  // walls come later
  const Line& one = impacts[0];
  ASSERT_EQ(one.count("b"), 1U);
  EXPECT_GT(number(one, "end") - number(one, "begin"), 2.5e-3) << "several steps";
  const double m = problem_entry("two_balls_test1").make({}).system->mass()[0];
  const double change = number(one, "b_after_vx") - number(one, "b_before_vx");
  EXPECT_NEAR(number(one, "impulse_x"), m * change, 1e-9 * std::abs(m * change));
  EXPECT_NEAR(number(one, "restitution"), 1.0, 1e-6);
}

TEST(Tables, FrictionShowsInTheSlip) {
  // Against a wall, 40 degrees off its normal with 1 m/s and 3 rad/s, J = m r^2 / 2: the slip is
  // w = sin 40 + 3 r. Coulomb's law takes 3 P / m of it by P = mu (1 + e) m cos 40 while that is
  // below w, as here, and r P / J of the spin.
  const double w = std::sin(M_PI / 4.5) + 0.3, p = 0.2 * 1.8 * std::cos(M_PI / 4.5);
  ASSERT_LT(3.0 * p, w);
  const Scratch scratch;
  (void)with_tables(scratch / "f", "oblique_impact", "nscd", {{"dt", 1e-3}});
  const std::vector<Line> impacts = csv(scratch / "f_impacts.csv");
  ASSERT_EQ(impacts.size(), 1U);
  const Line& one = impacts[0];
  EXPECT_NEAR(number(one, "slip_before"), w, 1e-9);
  EXPECT_NEAR(number(one, "slip_after"), w - 3.0 * p, 1e-9);
  EXPECT_NEAR(number(one, "a_before_spin"), 3.0, 1e-9);
  EXPECT_NEAR(number(one, "a_after_spin"), 3.0 - p / (0.5 * 0.1), 1e-9);
}

TEST(Tables, StatesAreThoseOfTheNearestSteps) {
  const Scratch scratch;
  (void)with_tables(scratch / "f", "falling_ball", "nscd", {{"dt", 1e-2}, {"horizon", 0.5}},
                    {0.25, 0.0, 0.104, 9.0});
  const std::vector<Line> states = csv(scratch / "f_states.csv");
  ASSERT_EQ(states.size(), 4U) << "one body";
  const Problem p = problem_entry("falling_ball").make({});
  const double v = p.initial.v[1];
  for (const auto& [k, at, t] : {std::tuple{0, 0.0, 0.0}, std::tuple{1, 0.104, 0.1},
                                 std::tuple{2, 0.25, 0.25}, std::tuple{3, 9.0, 0.5}}) {
    const Line& line = states[static_cast<std::size_t>(k)];
    EXPECT_EQ(number(line, "at"), at);
    EXPECT_NEAR(number(line, "t"), t, 1e-12);
    EXPECT_EQ(line.at("body"), "1");
    if (k < 2) {
      EXPECT_NEAR(number(line, "y"), p.initial.q[1] + v * t, 1e-12);
    }
  }
  EXPECT_EQ(number(states[0], "y"), p.initial.q[1]) << "every digit";
  const std::vector<std::string> json = split(slurp(scratch / "f_states.jsonl"), '\n');
  ASSERT_EQ(json.size(), 4U);
  EXPECT_EQ(json[0].find("{\"at\":0,\"t\":0,\"body\":1,\"x\":"), 0U) << json[0];
  EXPECT_NE(json[0].find("\"y\":" + states[0].at("y") + ","), std::string::npos) << json[0];
}

TEST(Tables, HaveTheirNamesWhereNothingMeets) {
  const Scratch scratch;
  (void)with_tables(scratch / "f", "falling_ball", "nscd", {{"dt", 1e-2}, {"horizon", 0.02}});
  EXPECT_EQ(slurp(scratch / "f_impacts.csv").find("begin,end,a,b,obstacle,normal_x,normal_y,"), 0U);
  EXPECT_EQ(csv(scratch / "f_impacts.csv").size(), 0U);
  EXPECT_EQ(slurp(scratch / "f_impacts.jsonl"), "");
  // Coordinates that are no bodies have no list of impacts, but states.
  (void)with_tables(scratch / "c", "bouncing_point", "schatzman_paoli", {{"dt", 1e-2}}, {0.0});
  EXPECT_EQ(csv(scratch / "c_states.csv").at(0).at("coordinate"), "1");
  for (const double bad : {-1.0, std::nan(""), HUGE_VAL})
    EXPECT_THROW(StateKeeper({bad}, 1e-3, 10), ConfigurationError) << bad;
}

}  // namespace
}  // namespace impactbench::testing
