// Trajectories: what a run went through is what the file says, the run knows nothing of it, and a
// run that is killed leaves what it had.

#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/runner.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "benchmarks/store/row_bytes.hpp"
#include "benchmarks/trajectories/hdf5.hpp"
#include "benchmarks/trajectories/state_file.hpp"
#include "benchmarks/trajectories/trajectory_file.hpp"
#include "problems/base/error.hpp"
#include "tests/benchmarks/spawn.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <set>

namespace impactbench::testing {
namespace {

Cell cell(const char* problem, const char* scheme, ParameterSet settings) {
  return plan_cell({problem, scheme, std::nullopt, std::move(settings)}, "default").cell;
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const ConfigurationError& e) {
    return e.what();
  }
  return "nothing was refused";
}

TEST(Trajectory, SaysWhereADiscWasAndWhatPressedIt) {
  // Between impacts a disc without forces moves on straight lines: dy = v dt. While it touches the
  // floor the spring presses with D / R along the outward normal of the disc, (0, -1). Positions
  // up to 1.8 m are multiples of 2^-52 m: a depth of some of these is none.
  const Scratch scratch;
  const Cell falling = cell("falling_ball", "snc", {{"dt", 1e-3}, {"R", 1e-4}, {"horizon", 1.0}});
  const Row row =
      run_cell(falling, 0, 60.0, TrajectoryRequest{scratch / "a.h5", 1000, {{"cell", "a cell"}}});
  ASSERT_TRUE(row.status == RowStatus::passed || row.status == RowStatus::missed) << row.reason;
  const TrajectoryReader reader(scratch / "a.h5");
  EXPECT_EQ(reader.fact("cell"), "a cell");
  EXPECT_EQ(reader.shapes().radius, std::vector{0.2});
  ASSERT_EQ(reader.size(), 1001U) << "the start and every step";
  int free = 0, pressed = 0;
  double largest = 0.0;
  for (std::size_t k = 0; k < reader.size(); ++k) {
    const Instant now = reader.instant(k);
    EXPECT_EQ(now.step, static_cast<std::int64_t>(k));
    EXPECT_DOUBLE_EQ(now.time, 1e-3 * static_cast<double>(k));
    EXPECT_EQ(now.poses.position[0], 0.5);
    const double depth = std::max(0.2 - now.poses.position[1], now.poses.position[1] - 1.8);
    if (now.contacts.empty()) {
      EXPECT_LE(depth, 8.0 * 0x1p-52);
      if (k > 0 && reader.instant(k - 1).contacts.empty()) {
        EXPECT_NEAR(now.poses.position[1] - reader.instant(k - 1).poses.position[1],
                    1e-3 * now.poses.velocity[1], 1e-12);
      }
      ++free;
    } else {
      ASSERT_EQ(now.contacts.size(), 1U);
      EXPECT_EQ(now.contacts[0].a, 0);
      EXPECT_EQ(now.contacts[0].b, ContactProblem::fixed);
      EXPECT_EQ(now.contacts[0].normal.y(), now.poses.position[1] < 1.0 ? -1.0 : 1.0);
      EXPECT_NEAR(now.contacts[0].pressure, depth / 1e-4, 1e-9);
      largest = larger(largest, depth);
      ++pressed;
    }
  }
  EXPECT_GT(free, 700);
  EXPECT_GT(pressed, 20);
  EXPECT_NEAR(largest / 0.4, row.quantities.at("penetration_relative"), 1e-12)
      << "the yardstick saw the same run";
}

TEST(Trajectory, TheRunHasTheSameBitsWithIt) {
  const Scratch scratch;
  for (const auto& [problem, scheme, settings] :
       {std::tuple{"newton_cradle", "inc", ParameterSet{{"dt", 1e-3}}},
        std::tuple{"four_balls_spin", "nscd", ParameterSet{{"dt", 1e-2}, {"friction", 0.3}}},
        std::tuple{
            "sphere_cluster", "maury",
            ParameterSet{{"dt", 1e-2}, {"horizon", 0.05}, {"dimension", std::int64_t{3}}}}}) {
    const Cell asked = cell(problem, scheme, settings);
    Row with = run_cell(asked, 0, 60.0, TrajectoryRequest{scratch / "b.h5", 50, {}});
    Row without = run_cell(asked, 0, 60.0, std::nullopt);
    EXPECT_EQ(compared_bytes(with), compared_bytes(without)) << problem;
    EXPECT_GT(TrajectoryReader(scratch / "b.h5").size(), 5U) << problem;
  }
}

TEST(Trajectory, RigidContactsCarryTheImpulsesOfTheStep) {
  // Momentum balance of one disc that slides on the floor with friction, no other force than
  // gravity: m (v' - v) / h = m g + what the floor does to it. The file has the force on the floor.
  const Scratch scratch;
  const Cell rolling =
      cell("rolling_ball", "nscd", {{"dt", 1e-3}, {"horizon", 0.05}, {"restitution", 0.0}});
  const Row row = run_cell(rolling, 0, 60.0, TrajectoryRequest{scratch / "c.h5", 50, {}});
  const TrajectoryReader reader(scratch / "c.h5");
  ASSERT_EQ(reader.size(), 51U) << row.reason;
  const double mass = reader.shapes().mass.at(0);
  int pressed = 0;
  for (std::size_t k = 5; k < reader.size(); ++k) {
    const Instant before = reader.instant(k - 1), now = reader.instant(k);
    if (now.contacts.size() != 1) continue;
    const ContactForce& c = now.contacts[0];
    const Vec3 on_disc = c.friction - c.pressure * c.normal;
    EXPECT_NEAR(on_disc.x(), mass * (now.poses.velocity[0] - before.poses.velocity[0]) / 1e-3,
                1e-8 * mass);
    EXPECT_GT(on_disc.y(), 0.0);
    EXPECT_NE(on_disc.x(), 0.0) << "it slides";
    ++pressed;
  }
  EXPECT_GT(pressed, 40);
}

TEST(Trajectory, ForcesOfContactsAreThoseThatMovedTheBody) {
  // Momentum balance of one disc that slides on the floor: m (v' - v) / h = m g + the force of the
  // floor, along it and across it, whatever makes that force: springs with their friction, events
  // within a step, impulses at both of its ends, or inner steps. Frames have its normal part.
  const Scratch scratch;
  for (const auto& [scheme, restitution] : {std::pair{"dem", 1.0},
                                            {"snc", 1.0},
                                            {"md", 1.0},
                                            {"event_driven", 0.0},
                                            {"adaptive", 0.0},
                                            {"time_dg", 0.0}}) {
    const double h = 1e-4, gravity = 9.80665;
    Cell sliding =
        cell("rolling_ball", scheme, {{"dt", h}, {"horizon", 0.02}, {"restitution", restitution}});
    sliding.frames = 200;
    const Row row = run_cell(sliding, 0, 60.0, TrajectoryRequest{scratch / "f.h5", 200, {}});
    const TrajectoryReader reader(scratch / "f.h5");
    ASSERT_EQ(reader.size(), 201U) << scheme << row.reason;
    ASSERT_EQ(row.frames.size(), 201U) << scheme;
    const double mass = reader.shapes().mass.at(0);
    int pressed = 0;
    for (std::size_t k = 1; k < reader.size(); ++k) {
      const Instant before = reader.instant(k - 1), now = reader.instant(k);
      Vec3 force(0.0, -mass * gravity, 0.0);
      for (const ContactForce& c : now.contacts)
        force += c.friction - c.pressure * c.normal;
      for (const std::size_t axis : {0U, 1U}) {
        const double gained = now.poses.velocity[axis] - before.poses.velocity[axis];
        EXPECT_NEAR(force[static_cast<Eigen::Index>(axis)], mass * gained / h, 1e-7 * mass)
            << scheme << ", step " << k;
      }
      double up = -mass * gravity;
      for (const FrameContact& c : row.frames[k].contacts)
        up -= c.force * c.ny;
      EXPECT_NEAR(up, force.y(), 1e-9 * mass * gravity) << scheme << ", frame " << k;
      pressed += !now.contacts.empty() && std::abs(force.x()) > 1e-3 ? 1 : 0;
    }
    EXPECT_GT(pressed, 100) << scheme << ": it was rubbed";
  }
}

TEST(Trajectory, ManyInstantsAreWrittenTogetherAndNoneIsLost) {
  const Scratch scratch;
  Shapes shapes;
  shapes.layout = BodyLayout::spheres;
  shapes.dimension = 1;
  shapes.bodies = 1;
  shapes.radius = shapes.mass = {1.0};
  auto writer = std::make_unique<TrajectoryWriter>(scratch / "d.h5", shapes, 1, 1,
                                                   std::map<std::string, std::string>{});
  Instant now;
  for (int k = 0; k < 5000; ++k) {
    now.step = k;
    now.time = k;
    now.poses.position = now.poses.velocity = {0.5 * k};
    writer->append(now);
    // Whoever follows has the first thousand at once.
    if (k == 999) {
      EXPECT_EQ(TrajectoryReader(scratch / "d.h5.part").size(), 1000U);
    }
  }
  writer.reset();  // a run that ended in trouble
  const TrajectoryReader reader(scratch / "d.h5.part");
  ASSERT_EQ(reader.size(), 5000U);
  for (const std::size_t k : {0U, 999U, 1000U, 3456U, 4999U})
    EXPECT_EQ(reader.instant(k).poses.position[0], 0.5 * static_cast<double>(k));
}

TEST(Trajectory, AKilledRunLeavesWhatItHad) {
  const Scratch scratch;
  const pid_t child = fork();
  if (child == 0) {
    Shapes shapes;
    shapes.layout = BodyLayout::spheres;
    shapes.dimension = 3;
    shapes.bodies = 2;
    shapes.radius = shapes.mass = {1.0, 2.0};
    TrajectoryWriter writer(scratch / "d.h5", shapes, 6, 6, {});
    for (int k = 0; k < 7; ++k) {
      Instant now;
      now.step = k;
      now.time = 0.5 * k;
      now.poses.position = now.poses.velocity = {1.0 * k, 2.0, 3.0, 4.0, 5.0, 6.0};
      for (int c = 0; c < k % 3; ++c)
        now.contacts.push_back({0, 1, Vec3(0.6, 0.0, 0.8), 10.0 * k + c, Vec3(0.8, 0.0, -0.6)});
      writer.append(now);
    }
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  EXPECT_FALSE(std::filesystem::exists(scratch / "d.h5")) << "no name before the end";
  const TrajectoryReader reader(scratch / "d.h5.part");
  ASSERT_EQ(reader.size(), 7U);
  const Instant last = reader.instant(5);
  EXPECT_EQ(last.poses.position[0], 5.0);
  ASSERT_EQ(last.contacts.size(), 2U);
  EXPECT_NEAR(last.contacts[1].pressure, 51.0, 1e-12);
  EXPECT_NEAR((last.contacts[1].friction - Vec3(0.8, 0.0, -0.6)).norm(), 0.0, 1e-12);
  EXPECT_TRUE(reader.instant(6).contacts.empty());
}

TEST(Trajectory, EveryDocumentedItemIsInAFileAndNothingElse) {
  const Scratch scratch;
  std::set<std::string> seen;
  (void)run_cell(cell("falling_ball", "snc", {{"dt", 1e-2}}), 0, 60.0,
                 TrajectoryRequest{scratch / "e.h5", 3, {}});
  (void)run_cell(cell("bouncing_point", "schatzman_paoli", {{"dt", 1e-2}}), 0, 60.0,
                 TrajectoryRequest{scratch / "f.h5", 3, {}});
  (void)run_cell(cell("plate", "mka3d", {{"dt", 1e-7}, {"horizon", 1e-6}}), 0, 60.0,
                 TrajectoryRequest{scratch / "g.h5", 3, {}});
  for (const TrajectoryItem& item : trajectory_items()) {
    const std::string path(item.path);
    if (path.find('@') != std::string::npos) continue;  // the reader asks for those
    int files = 0;
    for (const char* name : {"e.h5", "f.h5", "g.h5"}) {
      ASSERT_TRUE(std::filesystem::exists(scratch / name)) << name;
      files += Hdf5File(scratch / name, Hdf5File::Mode::read).has(path) ? 1 : 0;
    }
    EXPECT_GT(files, 0) << path;
  }
}

TEST(Trajectory, OfARunGoesToItsFolderAndIsMadeUpForWhereItIsMissing) {
  const Scratch scratch;
  const Plan plan = parse_plan(
      "repeats = 0\n[[grid]]\nproblem = \"falling_ball\"\nscheme = [\"snc\", \"inc\", \"dem\"]\ndt "
      "= 1e-2\n",
      "a plan");
  Store store(scratch / "rows.db", StoreMode::write);
  const RunOptions quiet{.progress = false, .trajectory = scratch / "motion", .instants = 4};
  EXPECT_EQ(run_plan(plan, store, quiet).run, 3);
  const Cell& asked = plan.cells[0].cell;
  const std::string key = content_key(asked, revision(), build_id(asked));
  const std::string path = trajectory_path(scratch / "motion", asked, key);
  EXPECT_EQ(TrajectoryReader(path).size(), 5U);
  EXPECT_EQ(TrajectoryReader(path).fact("key"), key);
  EXPECT_EQ(run_plan(plan, store, quiet).run, 0) << "two are there, dem refuses so long a step";
  std::filesystem::remove(path);
  EXPECT_EQ(run_plan(plan, store, quiet).run, 1) << "the row is, its file is not";
  EXPECT_EQ(TrajectoryReader(path).size(), 5U);
}

TEST(Trajectory, AStateHandsARunOn) {
  // Positions and velocities are all that a rigid scheme without a warm start goes on from: half a
  // run and another half from its state are the whole run, to the last bit.
  const Scratch scratch;
  const ParameterSet box{{"dt", 1e-3}, {"friction", 0.3}, {"restitution", 0.0}};
  const auto motion = [&](const char* name, double horizon, const std::string& start) {
    ParameterSet settings = box;
    settings["horizon"] = horizon;
    settings["start"] = start;
    const Row row = run_cell(cell("box_25", "nscd", settings), 0, 60.0,
                             TrajectoryRequest{scratch / name, 2, {}});
    EXPECT_TRUE(row.status == RowStatus::passed || row.status == RowStatus::missed) << row.reason;
    const TrajectoryReader reader(scratch / name);
    EXPECT_EQ(reader.size(), 3U);
    return reader.instant(2);
  };
  const Instant whole = motion("whole.h5", 2.0, "places");
  write_state(scratch / "whole.h5", 1.0, scratch / "half.toml");
  const Instant second = motion("second.h5", 1.0, scratch / "half.toml");
  EXPECT_GT(whole.contacts.size(), 10U) << "they lie on each other";
  EXPECT_EQ(second.poses.position, whole.poses.position);
  EXPECT_EQ(second.poses.orientation, whole.poses.orientation);
  EXPECT_EQ(second.poses.velocity, whole.poses.velocity);
  EXPECT_EQ(second.poses.spin, whole.poses.spin);

  const auto says = [&](const char* file, double t, const std::string& out) {
    return refusal([&] { write_state(scratch / file, t, out); });
  };
  EXPECT_NE(says("whole.h5", 1.2, scratch / "a.toml").find("no instant 1.2 s: the nearest is 1 s"),
            std::string::npos);
  for (const double never : {HUGE_VAL, -HUGE_VAL, std::nan("")})
    EXPECT_NE(says("whole.h5", never, scratch / "a.toml").find("no instant"), std::string::npos);
  EXPECT_NE(says("whole.h5", 1.0, scratch / "none/a.toml").find("cannot be written"),
            std::string::npos);
  (void)run_cell(cell("crowd_exit", "catching_up", {{"dt", 1e-2}, {"horizon", 0.1}}), 0, 60.0,
                 TrajectoryRequest{scratch / "crowd.h5", 1, {}});
  EXPECT_NE(says("crowd.h5", 0.0, scratch / "a.toml").find("no word for a desired velocity"),
            std::string::npos);
  (void)run_cell(cell("bouncing_point", "schatzman_paoli", {{"dt", 1e-2}}), 0, 60.0,
                 TrajectoryRequest{scratch / "point.h5", 1, {}});
  EXPECT_NE(says("point.h5", 0.0, scratch / "a.toml").find("its bodies are not round"),
            std::string::npos);
}

struct Halved {
  const char *problem, *scheme;
  ParameterSet settings;
  double rounding{0.0};  ///< where the order of contacts depends on when they were listed
};
std::ostream& operator<<(std::ostream& out, const Halved& halved) {
  return out << halved.problem;
}

class StateAsScene : public ::testing::TestWithParam<Halved> {};

TEST_P(StateAsScene, GoesOnAsItsRunDid) {
  // On a line, in the plane and in space, rotating or not: the state of half a run is a problem of
  // its own, which does what the other half did.
  const Scratch scratch;
  const auto motion = [&](const char* name, const char* problem, const ParameterSet& settings) {
    (void)run_cell(cell(problem, GetParam().scheme, settings), 0, 60.0,
                   TrajectoryRequest{scratch / name, 2, {}});
    return TrajectoryReader(scratch / name).instant(2);
  };
  ParameterSet settings = GetParam().settings;
  settings["dt"] = 0x1p-10;
  settings["horizon"] = 0.5;
  const Instant whole = motion("whole.h5", GetParam().problem, settings);
  write_state(scratch / "whole.h5", 0.25, scratch / "half.toml");
  const Instant second =
      motion("second.h5", "scene", {{"dt", 0x1p-10}, {"file", scratch / "half.toml"}});
  EXPECT_EQ(second.time, 0.25) << "what was left of the horizon";
  const auto differ = [](const std::vector<double>& a, const std::vector<double>& b) {
    EXPECT_EQ(a.size(), b.size());
    double most = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k)
      most = larger(most, std::abs(a[k] - b[k]));
    return most;
  };
  EXPECT_LE(differ(second.poses.position, whole.poses.position), GetParam().rounding);
  EXPECT_LE(differ(second.poses.orientation, whole.poses.orientation), GetParam().rounding);
  EXPECT_LE(differ(second.poses.velocity, whole.poses.velocity), GetParam().rounding);
  EXPECT_LE(differ(second.poses.spin, whole.poses.spin), GetParam().rounding);
}

INSTANTIATE_TEST_SUITE_P(
    Problems, StateAsScene,
    ::testing::Values(Halved{"sticky_particles", "nscd", {}, 1e-13},
                      Halved{"sphere_cluster", "nscd", {{"n", std::int64_t{120}}}},
                      Halved{"ball_box", "nscd", {{"n", std::int64_t{12}}}}),
    [](const auto& test) { return std::string(test.param.problem); });

TEST(Trajectory, WhatIsNoneIsRefused) {
  const Scratch scratch;
  EXPECT_NE(refusal([&] { TrajectoryReader(scratch / "none.h5"); }).find("there is no file"),
            std::string::npos);
  EXPECT_NE(refusal([&] {
              TrajectoryReader(scratch.write("text.h5", "text"));
            }).find("is not an HDF5 file"),
            std::string::npos);
  Hdf5File(scratch / "other.h5", Hdf5File::Mode::write).write("/x", std::vector{1.0});
  EXPECT_NE(refusal([&] { TrajectoryReader(scratch / "other.h5"); }).find("is not a trajectory"),
            std::string::npos);
}

}  // namespace
}  // namespace impactbench::testing
