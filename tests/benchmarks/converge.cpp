#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/store.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace impactbench::testing {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> out{""};
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      out.emplace_back();
    else
      out.back() += c;
  }
  return out;
}

/// Lines of a CSV file by column name.
std::vector<std::map<std::string, std::string>> table(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  const auto names = split(line);
  std::vector<std::map<std::string, std::string>> out;
  while (std::getline(in, line)) {
    const auto values = split(line);
    EXPECT_EQ(values.size(), names.size()) << line;
    auto& row = out.emplace_back();
    for (std::size_t k = 0; k < std::min(names.size(), values.size()); ++k)
      row[names[k]] = values[k];
  }
  return out;
}

std::vector<std::string> converge(const Scratch& s, std::vector<std::string> more) {
  std::vector<std::string> out{"converge", "--store", s / "rows.db", "--csv", s / "orders.csv"};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

TEST(Converge, FindsTheOrdersThatSchemesClaimAcrossAPersistentContact) {
  // Order 1 of explicit and implicit springs, order 2 of the energy-conserving law and of the
  // leapfrog, each against the harmonic oscillator.
  const Scratch scratch;
  const Finished one =
      run(scratch, converge(scratch, {"--problem", "resting_ball", "--scheme", "dem", "snc",
                                      "--set", "R=1e-4", "--steps", "8"}));
  EXPECT_EQ(one.status, 0) << one.out << one.err;
  const auto first = table(scratch / "orders.csv");
  ASSERT_GE(first.size(), 6U);
  std::map<std::string, int> claims;
  for (const auto& row : first) {
    EXPECT_EQ(row.at("motion"), "persistent contact");
    if (row.at("claimed").empty()) continue;
    ++claims[row.at("scheme")];
    EXPECT_EQ(row.at("verdict"), "as_claimed") << row.at("scheme") << ' ' << row.at("norm");
    EXPECT_NEAR(std::stod(row.at("order")), 1.0, 0.05);
    EXPECT_LT(std::stod(row.at("order_low")), std::stod(row.at("order_high")));
  }
  EXPECT_GE(claims["dem"], 1) << "nothing was judged";
  EXPECT_GE(claims["snc"], 1) << "nothing was judged";
  const Finished two =
      run(scratch, converge(scratch, {"--problem", "resting_ball", "--scheme", "inc", "--set",
                                      "alpha=2", "--set", "R=1e-4", "--steps", "8"}));
  EXPECT_EQ(two.status, 0) << two.out << two.err;
  EXPECT_NEAR(std::stod(table(scratch / "orders.csv").at(0).at("order")), 2.0, 0.05);
  // The leapfrog has the springs of dem and an order more.
  const Finished leapfrog =
      run(scratch, converge(scratch, {"--problem", "resting_ball", "--scheme", "md", "--set",
                                      "R=1e-4", "--steps", "8"}));
  EXPECT_EQ(leapfrog.status, 0) << leapfrog.out << leapfrog.err;
  EXPECT_NEAR(std::stod(table(scratch / "orders.csv").at(0).at("order")), 2.0, 0.05);
}

TEST(Converge, AStoredLadderIsNotRunAgain) {
  const Scratch scratch;
  const auto arguments =
      converge(scratch, {"--problem", "resting_ball", "--scheme", "dem", "--set", "R=1e-4"});
  ASSERT_EQ(run(scratch, arguments).status, 0);
  const std::string first = slurp(scratch / "orders.csv");
  const auto rows = [&] {
    std::string out;
    Store(scratch / "rows.db", StoreMode::read).each_row([&](const Row& row) {
      out += to_json(row, RowExtent::brief);
    });
    return out;
  };
  const std::string stored = rows();  // with the CPU times, which no second run would have
  EXPECT_EQ(run(scratch, arguments).status, 0);
  EXPECT_EQ(slurp(scratch / "orders.csv"), first);
  EXPECT_NE(stored.find("cpu_cell"), std::string::npos);
  EXPECT_EQ(rows(), stored);
}

TEST(Converge, ErrorsOfRoundingAloneAreExact) {
  // The bouncing point flies without a force until its horizon. The scheme claims free fall to be
  // exact where its first step is at the middle, and nothing of the kind otherwise.
  const Scratch scratch;
  const auto flies = [&](const std::string& first_step) {
    return run(scratch, converge(scratch, {"--problem", "bouncing_point", "--scheme",
                                           "schatzman_paoli", "--set", "horizon=0.01",
                                           "first_step=" + first_step, "--coarsest", "1e-3"}));
  };
  const Finished claimed = flies("midpoint");
  EXPECT_EQ(claimed.status, 0) << claimed.out << claimed.err;
  int exact = 0;
  for (const auto& row : table(scratch / "orders.csv")) {
    const bool gated = row.at("norm") != "velocity_error_sup";
    exact += gated ? 1 : 0;
    EXPECT_EQ(row.at("verdict"), gated ? "exact" : "not_gated") << row.at("norm");
  }
  EXPECT_GE(exact, 1) << "no order was judged";
}

TEST(Converge, ClaimsThatHoldAreNotRefutedByStepsThatAreTooLong) {
  // Flights that shrink to a tenth of a second: errors are as large as the motion at first, and
  // scatter with order 1 below that. Ten steps alone showed .57, .755 and .385.
  for (const char* set :
       {"restitution=0.95 gravity=9.81 horizon=10", "restitution=0.88 gravity=1 horizon=20"}) {
    const Scratch scratch;
    std::vector<std::string> arguments{
        "--problem", "bouncing_point", "--scheme", "schatzman_paoli", "--budget", "20s", "--set"};
    std::istringstream words(set);
    for (std::string word; words >> word;)
      arguments.push_back(word);
    const Finished done = run(scratch, converge(scratch, arguments));
    int positions = 0;
    for (const auto& row : table(scratch / "orders.csv")) {
      EXPECT_NE(row.at("verdict"), "too_low") << row.at("norm") << '\n' << done.out;
      EXPECT_NE(row.at("verdict"), "too_high") << row.at("norm") << '\n' << done.out;
      if (row.at("norm") == "position_error_sup") {
        ++positions;
        EXPECT_EQ(row.at("verdict"), "as_claimed") << done.out;
      }
    }
    EXPECT_GE(positions, 1) << set << '\n' << done.out << done.err;
  }
}

TEST(Converge, TheEndOfAContactIsNoImpact) {
  // Two that touch from the start slip past each other: there is no impact to be late for, and the
  // end of the contact is found with order 1. Two that meet on their way do have one.
  for (const char* problem : {"crowd_push", "crowd_wedge", "crowd_exit"}) {
    const Scratch scratch;
    const Finished done =
        run(scratch, converge(scratch, {"--problem", problem, "--scheme", "catching_up"}));
    EXPECT_EQ(done.status, 0) << done.out << done.err;
    bool impact = false;
    for (const auto& row : table(scratch / "orders.csv"))
      impact = impact || row.at("norm") == "impact_time_error";
    EXPECT_EQ(impact, std::string(problem) == "crowd_exit");
  }
}

TEST(Converge, MeasuresTheDistanceFromTheNearestOfSeveralSolutions) {
  const Scratch scratch;
  const Finished done =
      run(scratch, converge(scratch, {"--problem", "corner", "--scheme", "schatzman_paoli", "--set",
                                      "angle=110", "restitution=0.5"}));
  bool found = false;
  for (const auto& row : table(scratch / "orders.csv")) {
    if (row.at("norm") != "branch_error") continue;
    found = true;
    EXPECT_EQ(row.at("verdict"), "as_claimed") << done.out;
  }
  EXPECT_TRUE(found) << done.out << done.err;
}

TEST(Converge, ASchemeThatClaimsNothingIsNamed) {
  const Scratch scratch;
  const Finished done =
      run(scratch,
          converge(scratch, {"--problem", "falling_ball", "--scheme", "nscd", "--steps", "8"}));
  EXPECT_EQ(done.status, 0) << done.out << done.err;
  EXPECT_NE(done.out.find("no order is claimed: nscd on falling_ball"), std::string::npos)
      << done.out;
}

TEST(Converge, WritesFiguresAndTheirNumbersIntoAFolder) {
  const Scratch scratch;
  const Finished done = run(
      scratch, converge(scratch, {"--problem", "resting_ball", "--scheme", "dem", "snc", "--steps",
                                  "8", "--out", scratch / "figures", "--font", "DejaVu Serif"}));
  ASSERT_NE(done.status, 2) << done.out << done.err;
  const auto points = table(scratch / "figures/points.csv");
  EXPECT_GT(points.size(), 60U);
  // A figure of each problem and norm that any scheme has, in every format that papers take.
  for (const auto& row : points) {
    const std::string stem = "figures/order_" + row.at("problem") + "_" + row.at("norm");
    if (std::stod(row.at("error")) == 0.0) continue;
    for (const char* kind : {".pdf", ".svg", ".png", ".gp"})
      EXPECT_FALSE(slurp(scratch / stem + kind).empty()) << stem << kind;
    EXPECT_NE(slurp(scratch / stem + ".gp").find("'DejaVu Serif,7.5'"), std::string::npos);
  }
  EXPECT_EQ(table(scratch / "figures/orders.csv").size(), table(scratch / "orders.csv").size());
  const Finished narrow =
      run(scratch, converge(scratch, {"--problem", "resting_ball", "--scheme", "dem", "--out",
                                      scratch / "none", "--width", "3mm"}));
  EXPECT_EQ(narrow.status, 2);
  EXPECT_NE(narrow.err.find("--width 3mm"), std::string::npos) << narrow.err;
  const Finished odd =
      run(scratch, converge(scratch, {"--problem", "resting_ball", "--scheme", "dem", "--out",
                                      scratch / "none", "--font", "a'; !touch x"}));
  EXPECT_EQ(odd.status, 2);
  EXPECT_NE(odd.err.find("--font"), std::string::npos) << odd.err;
  // gnuplot would draw with another family and say nothing.
  const Finished missing =
      run(scratch, converge(scratch, {"--problem", "resting_ball", "--scheme", "dem", "--out",
                                      scratch / "none", "--font", "DejaVu Serf"}));
  EXPECT_EQ(missing.status, 2);
  EXPECT_NE(missing.err.find("--font 'DejaVu Serf': this machine has no such family (did you mean "
                             "'DejaVu Serif'?); must be one of those that 'fc-list : family'"),
            std::string::npos)
      << missing.err;
}

TEST(Converge, ABallThatLeavesTheFloorIsKnownEventByEvent) {
  // Pressed in by 1 cm where the spring of R = 1e-4 m holds the ball 0.1 mm deep.
  const Scratch scratch;
  const Finished done = run(scratch, converge(scratch, {"--problem", "resting_ball", "--scheme",
                                                        "snc", "--set", "R=1e-4", "depth=0.01"}));
  EXPECT_EQ(done.status, 0) << done.out;
  EXPECT_NE(done.out.find("truth: computed/spring_discs"), std::string::npos) << done.out;
}

TEST(Converge, SaysWhereNothingIsKnownToConvergeTo) {
  const Scratch scratch;
  const Finished done = run(scratch, converge(scratch, {"--problem", "box_100_random", "--scheme",
                                                        "nscd", "--set", "horizon=0.02"}));
  EXPECT_EQ(done.status, 1);
  EXPECT_NE(done.out.find("no reference knows the motion of box_100_random"), std::string::npos)
      << done.out << done.err;
}

TEST(Converge, ASchemeThatHangsCostsItsBudgetAndNoMore) {
  const Scratch scratch;
  const Finished done =
      run(scratch, converge(scratch, {"--problem", "falling_ball", "--scheme", "misbehaves",
                                      "--set", "how=hangs", "--budget", "1s"}));
  EXPECT_EQ(done.status, 1) << done.err;
  EXPECT_NE(done.out.find("timed_out"), std::string::npos) << done.out;
}

}  // namespace
}  // namespace impactbench::testing
