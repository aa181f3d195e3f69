// Rows of a race go through their file and back, and what was not measured stays absent.

#include "benchmarks/peers/race/runs.hpp"
#include "problems/model/error.hpp"
#include "reports/generate/race_report.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace impactbench::testing {
namespace {

PeerRun run_of(const std::string& engine, int repeat, std::optional<double> cpu) {
  PeerRun out;
  out.scene = "box_529 friction=0.5 from 5 s to 5.1 s";
  out.engine = engine;
  out.settings = "iterations=10";
  out.version = "7.0.3";
  out.deviations = "one; two";
  out.dt = 1e-3;
  out.repeat = repeat;
  out.status = RowStatus::passed;
  out.steps = 100;
  out.window = 0.1;
  out.cpu = cpu;
  out.penetration = 1e-3;
  out.mean_penetration = 5e-4;
  out.kinetic = 0.25;
  out.load = 1.5;
  return out;
}

TEST(PeerRuns, GoThroughTheirFileAndBack) {
  const Scratch scratch;
  std::ostringstream text;
  write_peer_runs({run_of("chipmunk", 0, std::nullopt), run_of("chipmunk", 1, 0.02)}, text);
  const auto back = read_peer_runs(scratch.write("p.csv", text.str()));
  ASSERT_EQ(back.size(), 2U);
  EXPECT_EQ(back[1].scene, "box_529 friction=0.5 from 5 s to 5.1 s");
  EXPECT_EQ(back[1].deviations, "one; two");
  EXPECT_FALSE(back[0].cpu.has_value());
  EXPECT_EQ(back[1].cpu, 0.02);
  EXPECT_FALSE(back[1].energy_error.has_value());
  EXPECT_EQ(back[1].kinetic, 0.25);
  EXPECT_EQ(back[1].steps, 100);
}

TEST(PeerRuns, AWrongFileIsRefusedByLineAndColumn) {
  const Scratch scratch;
  std::ostringstream text;
  write_peer_runs({run_of("chipmunk", 1, 0.02)}, text);
  const auto refusal = [&](const std::string& content) -> std::string {
    try {
      (void)read_peer_runs(scratch.write("bad.csv", content));
    } catch (const ConfigurationError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal(text.str() + "a,b\n").find(":3: 2 fields where 19 are wanted"),
            std::string::npos);
  std::string broken = text.str();
  broken.replace(broken.find(",0.02,"), 6, ",nan,");
  EXPECT_NE(refusal(broken).find("'nan' in column 'cpu' is not a number"), std::string::npos)
      << refusal(broken);
  EXPECT_NE(refusal("file,contacts\n").find("column 'scene' is there 0 times"), std::string::npos);
}

TEST(PeerRuns, TheReportGivesTheMedianAndSaysWhoFailed) {
  // Times 3, 1 and 2 over a window of 0.1 s: median 20. The engine that failed has no curve.
  const Scratch scratch;
  std::vector<PeerRun> runs{run_of("chipmunk", 0, std::nullopt), run_of("chipmunk", 1, 3.0),
                            run_of("chipmunk", 2, 1.0), run_of("chipmunk", 3, 2.0),
                            run_of("box2d", 0, std::nullopt)};
  runs.back().status = RowStatus::timed_out;
  runs.back().reason = "60 s of CPU time used up";
  write_race_report(runs, scratch / "out", formats_from("csv"));
  const std::string table = slurp(scratch / "out/tables/race_1_engines.csv");
  EXPECT_NE(table.find("chipmunk"), std::string::npos);
  EXPECT_NE(table.find(",20,10,30,3,"), std::string::npos) << table;
  EXPECT_EQ(table.find("box2d"), std::string::npos);
  EXPECT_NE(slurp(scratch / "out/tables/race_1_failures.csv").find("60 s of CPU time"),
            std::string::npos);
}

}  // namespace
}  // namespace impactbench::testing
