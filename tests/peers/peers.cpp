// Engines of others as schemes of the matrix, with those that are installed.

#include "benchmarks/store/store.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <map>

namespace impactbench::testing {
namespace {

/// Rows by scheme of one problem; engines whose package is absent are left out, and say so.
std::map<std::string, Row> rows_of(const Scratch& scratch, const std::string& grid,
                                   const std::vector<std::string>& engines) {
  std::string plan = "repeats = 1\ncpu_budget = 20\n";
  for (const std::string& engine : engines)
    plan += "[[grid]]\nscheme = \"" + engine + "\"\n" + grid;
  std::vector<std::string> words;
  for (const char* peer : {"box2d", "chipmunk", "lammps", "siconos_mechanics"})
    words.insert(words.end(), {"--plugin", std::string(IMPACTBENCH_PEERS) + "/" + peer + ".so"});
  words.insert(words.end(), {"run", scratch.write("plan.toml", plan), "--quiet", "--store",
                             scratch / "rows.db"});
  const Finished done = run(scratch, words);
  EXPECT_NE(done.status, 2) << done.err;
  std::map<std::string, Row> out;
  for (Row& row : Store(scratch / "rows.db", StoreMode::read).rows()) {
    if (row.status == RowStatus::not_applicable) {
      EXPECT_FALSE(row.reason.empty());
      if (row.reason.find("install") != std::string::npos) continue;
    }
    out.emplace(row.cell.scheme, std::move(row));
  }
  return out;
}

TEST(Peers, EveryEngineRollsTheBall) {
  // A disc that slides at 1 m/s until it rolls, J = m r^2 / 2: it keeps 2/3 of its speed, and
  // 1/2 (2/3)^2 + 1/4 (2/3)^2 = 1/3 J, by any scheme. A peer with a wrong mass, inertia, friction
  // or unit cannot.
  const Scratch scratch;
  const auto rows =
      rows_of(scratch, "problem = \"rolling_ball\"\nrestitution = 0\nhorizon = 0.6\ndt = 1e-3\n",
              {"box2d", "chipmunk", "lammps", "siconos_mechanics", "nscd"});
  for (const auto& [scheme, row] : rows) {
    SCOPED_TRACE(scheme + ": " + row.reason);
    EXPECT_TRUE(ran_to_the_end(row.status));
    EXPECT_NEAR(row.quantities.at("kinetic_energy"), 1.0 / 3.0, 2e-3);
    EXPECT_GT(row.timing->cpu_min, 0.0);
    // Its differences are in its row.
    if (scheme != "nscd") {
      EXPECT_NE(row.reason.find(scheme + " differs from the problem"), std::string::npos);
    }
  }
  EXPECT_TRUE(rows.contains("nscd")) << "ours at least";
}

TEST(Peers, LammpsRollsTheBallInSpaceAndEnginesOfThePlaneRefuseIt) {
  // J = 2/5 m r^2: the ball keeps 5/7 of its speed, 7/10 (5/7)^2 = 5/14 J.
  const Scratch scratch;
  const auto rows = rows_of(scratch,
                            "problem = \"thrown_ball\"\nspeed_x = 1\nspeed_y = 0\nspin_x = 0\n"
                            "spin_y = 0\nspin_z = 0\nhorizon = 0.3\ndt = 1e-4\n",
                            {"lammps", "box2d", "nscd"});
  EXPECT_NEAR(rows.at("nscd").quantities.at("kinetic_energy"), 5.0 / 14.0, 1e-3);
  if (const auto box2d = rows.find("box2d"); box2d != rows.end()) {
    EXPECT_EQ(box2d->second.reason, "box2d works in the plane only");
  }
  const auto lammps = rows.find("lammps");
  if (lammps == rows.end()) GTEST_SKIP() << "LAMMPS is not installed";
  EXPECT_NEAR(lammps->second.quantities.at("kinetic_energy"), 5.0 / 14.0, 1e-3)
      << lammps->second.reason;
}

TEST(Peers, AngleAndPlaceGoOnFromTheStart) {
  // Free flight: x, y and the angle are what they were and what v and om make of them. Plates are
  // half a metre away: in 0.1 s the disc goes 0.07 m along them, 0.1 m across, and turns by 0.4.
  const Scratch scratch;
  const auto rows =
      rows_of(scratch, "problem = \"superball\"\nspin = 4\nhorizon = 0.1\ndt = 1e-3\nframes = 1\n",
              {"box2d", "chipmunk", "lammps", "siconos_mechanics", "nscd"});
  const Frame& ours = rows.at("nscd").frames.back();
  ASSERT_EQ(ours.q.size(), 3u);
  EXPECT_NEAR(ours.q[2], 0.4, 1e-12);
  for (const auto& [scheme, row] : rows) {
    SCOPED_TRACE(scheme);
    ASSERT_EQ(row.frames.size(), 2u) << row.reason;
    for (std::size_t i = 0; i < ours.q.size(); ++i)
      EXPECT_NEAR(row.frames.back().q[i], ours.q[i], 2e-3);
  }
}

}  // namespace
}  // namespace impactbench::testing
