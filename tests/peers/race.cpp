// The command from end to end, with the peers that are installed.

#include "benchmarks/peers/race/runs.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace impactbench::testing {
namespace {

TEST(Race, EveryEngineRollsTheBall) {
  // A disc that slides at 1 m/s until it rolls, J = m r^2 / 2: it keeps 2/3 of its speed, and
  // 1/2 (2/3)^2 + 1/4 (2/3)^2 = 1/3 J, whoever computes it. A peer with a wrong mass, inertia,
  // friction or unit cannot.
  const Scratch scratch;
  const Finished done = run(scratch, {"peers",
                                      "--problem",
                                      "rolling_ball",
                                      "--set",
                                      "restitution=0",
                                      "--window",
                                      "0.6",
                                      "--dt",
                                      "1e-3",
                                      "--engine",
                                      "box2d",
                                      "--engine",
                                      "chipmunk",
                                      "--engine",
                                      "lammps stiffness=1e5",
                                      "--engine",
                                      "siconos",
                                      "--engine",
                                      "nscd/nlgs",
                                      "--engine",
                                      "dem R=1e-5",
                                      "--repeats",
                                      "1",
                                      "--timeout",
                                      "20s",
                                      "--out",
                                      scratch / "race",
                                      "--no-figures"});
  ASSERT_EQ(done.status, 0) << done.out << done.err;
  int ran = 0;
  for (const PeerRun& r : read_peer_runs(scratch / "race/peers.csv")) {
    SCOPED_TRACE(r.engine);
    if (r.status == RowStatus::not_applicable) {
      EXPECT_NE(r.reason.find("install"), std::string::npos) << r.reason;
      continue;
    }
    ASSERT_EQ(r.status, RowStatus::passed) << r.reason;
    ++ran;
    EXPECT_EQ(r.steps, 600);
    EXPECT_NEAR(r.kinetic.value(), 1.0 / 3.0, 2e-3);
    const bool springs = r.engine == "lammps" || r.engine == "dem";
    EXPECT_EQ(r.residual.has_value(), !springs);
    EXPECT_EQ(r.cpu.has_value(), r.repeat > 0);
  }
  EXPECT_GE(ran, 4) << "ours at least";
}

TEST(Race, EveryEngineInSpaceRollsTheBall) {
  // J = 2/5 m r^2: the ball keeps 5/7 of its speed, 7/10 (5/7)^2 = 5/14 J. No walls but the plane.
  const Scratch scratch;
  std::vector<std::string> words{"peers", "--problem", "thrown_ball"};
  for (const char* set : {"speed_x=1", "speed_y=0", "spin_x=0", "spin_y=0", "spin_z=0"})
    words.insert(words.end(), {"--set", set});
  for (const char* engine : {"dem", "md", "lammps stiffness=1e5", "nscd/nlgs"})
    words.insert(words.end(), {"--engine", engine});
  words.insert(words.end(), {"--window", "0.3", "--dt", "1e-4", "--repeats", "1", "--timeout",
                             "20s", "--out", scratch / "race", "--no-figures"});
  const Finished done = run(scratch, words);
  ASSERT_EQ(done.status, 0) << done.out << done.err;
  int ran = 0;
  for (const PeerRun& r : read_peer_runs(scratch / "race/peers.csv")) {
    if (r.status == RowStatus::not_applicable) continue;
    ASSERT_EQ(r.status, RowStatus::passed) << r.engine << ": " << r.reason;
    ++ran;
    EXPECT_NEAR(r.kinetic.value(), 5.0 / 14.0, 1e-3) << r.engine;
  }
  EXPECT_GE(ran, 6) << "a look and a timed run of each of ours";
}

TEST(Race, ElasticHitsKeepTheirEnergyAndTheirOrder) {
  // Restitution 1, no friction, one ball between floor and ceiling: 0.5 J for ever. Rigid engines
  // have it to rounding (single precision where they say so).
  const Scratch scratch;
  const Finished done =
      run(scratch, {"peers", "--problem", "falling_ball", "--window", "3", "--dt", "1e-3",
                    "--engine", "box2d", "--engine", "chipmunk", "--engine", "nscd/nlgs",
                    "--repeats", "2", "--out", scratch / "race", "--no-figures"});
  ASSERT_EQ(done.status, 0) << done.out << done.err;
  std::map<int, int> of_repeat;
  for (const PeerRun& r : read_peer_runs(scratch / "race/peers.csv")) {
    if (r.status != RowStatus::passed) continue;
    ++of_repeat[r.repeat];
    EXPECT_LE(r.energy_error.value(), 1e-5) << r.engine;
    EXPECT_FALSE(r.residual) << "nothing comes to lie";
    EXPECT_LE(r.penetration.value(), 3e-3) << r.engine;
  }
  // In turn: one look and two timed runs of each.
  EXPECT_GE(of_repeat[0], 1);
  EXPECT_EQ(of_repeat[0], of_repeat[1]);
  EXPECT_EQ(of_repeat[0], of_repeat[2]);
}

TEST(Race, EnginesInSpaceHaveTheSameSpringsAndThoseOfThePlaneSaySo) {
  // Elastic balls on springs of 1e5 N/m, R = 1e-5 m/N. LAMMPS and md take the same Verlet steps, of
  // second order in energy; dem gains at each impact.
  const Scratch scratch;
  const Finished done = run(scratch, {"peers",
                                      "--problem",
                                      "ball_box",
                                      "--set",
                                      "n=8",
                                      "--set",
                                      "friction=0",
                                      "--set",
                                      "restitution=1",
                                      "--window",
                                      "0.3",
                                      "--dt",
                                      "1e-4",
                                      "--engine",
                                      "dem",
                                      "--engine",
                                      "md",
                                      "--engine",
                                      "lammps stiffness=1e5",
                                      "--engine",
                                      "box2d",
                                      "--repeats",
                                      "1",
                                      "--out",
                                      scratch / "race",
                                      "--no-figures"});
  ASSERT_EQ(done.status, 0) << done.out << done.err;
  std::map<std::string, PeerRun> of;
  for (const PeerRun& r : read_peer_runs(scratch / "race/peers.csv"))
    if (r.repeat == 0) of[r.engine] = r;
  ASSERT_EQ(of.at("dem").status, RowStatus::passed) << of.at("dem").reason;
  ASSERT_EQ(of.at("md").status, RowStatus::passed) << of.at("md").reason;
  EXPECT_LE(of.at("md").energy_error.value(), 1e-3);
  EXPECT_GE(of.at("dem").energy_error.value(), 0.05);
  EXPECT_EQ(of.at("box2d").status, RowStatus::not_applicable);
  const std::string& why = of.at("box2d").reason;
  EXPECT_TRUE(why.find("of the plane") != std::string::npos ||
              why.find("install") != std::string::npos)
      << why;
  if (of.at("lammps").status == RowStatus::not_applicable) GTEST_SKIP() << of.at("lammps").reason;
  ASSERT_EQ(of.at("lammps").status, RowStatus::passed) << of.at("lammps").reason;
  EXPECT_LE(of.at("lammps").energy_error.value(), 1e-3);
  EXPECT_NEAR(of.at("lammps").kinetic.value(), of.at("md").kinetic.value(), 2e-3);
  EXPECT_NEAR(of.at("lammps").penetration.value(), of.at("md").penetration.value(), 1e-4);
}

TEST(Race, RefusesWhatIsWrongWithASentence) {
  const Scratch scratch;
  const auto refusal = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"peers", "--out", scratch / "race"});
    const Finished done = run(scratch, arguments);
    EXPECT_EQ(done.status, 2);
    return done.err;
  };
  EXPECT_NE(refusal({"--problem", "falling_ball", "--engine", "box3d"}).find("or a peer: box2d"),
            std::string::npos);
  EXPECT_NE(refusal({"--problem", "falling_ball", "--engine", "box2d scales=2"}).find("scale"),
            std::string::npos);
  EXPECT_NE(refusal({"--problem", "falling_ball", "--dt", "-1"}).find("--dt: must be above 0"),
            std::string::npos);
  EXPECT_NE(refusal({"--problem", "lamb"}).find("peers take discs"), std::string::npos);
  for (const char* option : {"--from", "--window", "--dt", "--cpu"})
    for (const char* value : {"nan", "inf", "-1"})
      EXPECT_NE(refusal({"--problem", "falling_ball", option, value}).find(option),
                std::string::npos)
          << option << ' ' << value;
}

}  // namespace
}  // namespace impactbench::testing
