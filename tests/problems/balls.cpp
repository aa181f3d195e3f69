// Balls in space: how they start, and how their contacts are found.
#include "problems/base/error.hpp"
#include "problems/base/portable_random.hpp"
#include "problems/contact/verlet_tree.hpp"
#include "problems/model/ball_setup.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace impactbench::testing {
namespace {

TEST(BallSetup, MakesSixDegreesOfFreedomABall) {
  BallSetup setup({.inertia = "0.01"});
  setup.gravity({1.0, 2.0, -3.0});
  setup.ball(2.0, 0.1, {1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}, {7.0, 8.0, 9.0});
  const Problem p = std::move(setup).make("one", {}, 1.0);
  Eigen::VectorXd q(6), v(6), mass(6), force(6);
  q << 1, 2, 3, 0, 0, 0;
  v << 4, 5, 6, 7, 8, 9;
  mass << 2.0, 2.0, 2.0, 0.01, 0.01, 0.01;
  EXPECT_EQ(p.initial.q, q);
  EXPECT_EQ(p.initial.v, v);
  EXPECT_LE((p.system->mass() - mass).norm(), 1e-16);
  p.system->external_force(0.0, q, v, force);
  EXPECT_EQ(Vec3(force.head<3>()), Vec3(2.0, 4.0, -6.0));
  EXPECT_EQ(Vec3(force.tail<3>()), Vec3(0.0, 0.0, 0.0)) << "gravity turns nothing";
}

TEST(BallSetup, RefusesAStartThatIsNoneWithASentence) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  const Vec3 o = Vec3::Zero();
  const auto refused = [](const std::function<void(BallSetup&)>& add, const char* says,
                          double horizon = 1.0) {
    BallSetup setup({});
    add(setup);
    try {
      (void)std::move(setup).make("start", {}, horizon);
      ADD_FAILURE() << "accepted: " << says;
    } catch (const ConfigurationError& e) {
      EXPECT_NE(std::string(e.what()).find(says), std::string::npos) << e.what();
    }
  };
  const auto one = [&](BallSetup& s) { s.ball(1.0, 0.1, o, o); };
  refused([](BallSetup&) {}, "there is no ball");
  refused(one, "horizon = 0", 0.0);
  refused([&](BallSetup& s) { s.ball(1.0, 0.1, {0.0, nan, 0.0}, o); }, "ball 1: position along y");
  refused([&](BallSetup& s) { s.ball(1.0, 0.1, o, {inf, 0.0, 0.0}); }, "ball 1: velocity along x");
  refused([&](BallSetup& s) { s.ball(1.0, 0.1, o, o, {0.0, 0.0, nan}); }, "ball 1: spin about z");
  refused([&](BallSetup& s) { one(s), s.gravity({0.0, 0.0, nan}); }, "gravity along z");
  refused([&](BallSetup& s) { s.ball(-1.0, 0.1, o, o); }, "ball 1: mass = -1");
  refused([&](BallSetup& s) { s.ball(1.0, nan, o, o); }, "ball 1: radius");
  refused([&](BallSetup& s) { one(s), s.half_space(o, {0.0, 0.0, 2.0}); }, "it must be 1");
  refused([&](BallSetup& s) { one(s), s.half_space(o, {0.0, 0.0, nan}); }, "finite");
  refused([&](BallSetup& s) { one(s), s.half_space({nan, 0.0, 0.0}, Vec3::UnitZ()); }, "finite");
  refused(
      [&](BallSetup& s) {
        one(s), s.half_space({0.0, 0.0, -0.05}, Vec3::UnitZ());
      },
      "ball 1 at (0, 0, 0) m reaches 0.05");
  refused(
      [&](BallSetup& s) {
        one(s), s.ball(1.0, 0.1, {0.0, 0.15, 0.0}, o);
      },
      "ball 1 and ball 2 overlap by 0.05");
  refused([&](BallSetup& s) { one(s), s.ball(1.0, 0.1, o, o); }, "share their centre");
}

// Torques are kept within the cone of friction: without friction there is none.
TEST(BallSetup, ResistsTurningOnlyWhereItHasFriction) {
  for (const bool twists : {false, true}) {
    BallCommon common{.friction = 0.0};
    (twists ? common.twisting_friction : common.rolling_friction) = 0.1;
    BallSetup setup(common);
    setup.ball(1.0, 0.1, Vec3::Zero(), Vec3::Zero());
    EXPECT_THROW((void)std::move(setup).make("start", {}, 1.0), ConfigurationError);
  }
}

TEST(BallBox, RadiiFollowTheirLaw) {
  const auto radii = [](const char* law) {
    const Problem p = problem_entry("ball_box")
                          .make({{"n", std::int64_t{4000}},
                                 {"radius", 1.0},
                                 {"radius_law", std::string(law)},
                                 {"radius_ratio", 0.5}});
    const RoundBodies bodies = round_bodies(*p.system);
    std::vector<double> out(bodies.radius.begin(), bodies.radius.end());
    for (std::size_t i = 0; i < out.size(); ++i)
      EXPECT_NEAR(bodies.mass[i], std::pow(out[i], 3), 1e-14);
    return out;
  };
  for (const double r : radii("equal"))
    ASSERT_EQ(r, 1.0);
  double mean = 0.0, small = 0.0, volume = 0.0;
  for (const double r : radii("uniform"))
    mean += r / 4000.0;
  EXPECT_NEAR(mean, 0.75, 0.01);
  for (const double r : radii("by_volume")) {
    ASSERT_GE(r, 0.5);
    ASSERT_LE(r, 1.0);
    volume += r * r * r;
    if (r < 0.75) small += r * r * r;
  }
  EXPECT_NEAR(small / volume, 0.5, 0.03);
}

TEST(BallBox, SeedAndLidDoWhatTheySay) {
  const auto box = [](const ParameterSet& given) { return problem_entry("ball_box").make(given); };
  EXPECT_EQ(box({}).initial.q, box({}).initial.q);
  EXPECT_NE(box({{"seed", std::int64_t{2}}}).initial.q, box({}).initial.q);
  EXPECT_EQ(box({{"speed", 1.0}}).initial.q, box({}).initial.q);
  EXPECT_EQ(round_bodies(*box({}).system).obstacles.size(), 5U);
  EXPECT_EQ(round_bodies(*box({{"lid", true}}).system).obstacles.size(), 6U);
  for (const std::int64_t n : {1, 2, 7, 1000}) {
    for (const double aspect : {1e-3, 0.3, 3.0, 1e3})
      EXPECT_NO_THROW((void)box({{"n", n}, {"aspect", aspect}, {"lid", true}, {"spacing", 1.0}}));
  }
}

TEST(VerletTree, ListsWhateverTouchesWhileBodiesMove) {
  // Against brute force, with balls of unlike sizes that go through each other.
  const Problem p =
      problem_entry("ball_box").make({{"n", std::int64_t{100}}, {"radius_ratio", 0.3}});
  const RoundBodies bodies = round_bodies(*p.system);
  Eigen::VectorXd q = p.initial.q;
  VerletTree<3> tree;
  tree.prepare(bodies, q, VerletTree<3>::usual_skin(bodies));
  PortableRandom random(7);
  const double displacement = 0.001;  // a step, straight on: a ninth of the skin
  Eigen::VectorXd move = Eigen::VectorXd::Zero(q.size());
  for (Eigen::Index k = 0; k < q.size(); k += 6) {
    const Vec3 towards(random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5);
    move.segment<3>(k) = displacement * towards.normalized();
  }
  std::size_t met = 0;
  for (int step = 0; step < 120; ++step) {
    q += move;
    if (tree.outdated(displacement)) tree.update(q);
    const int n = static_cast<int>(bodies.size());
    EXPECT_TRUE(std::is_sorted(tree.pairs().begin(), tree.pairs().end()));
    EXPECT_TRUE(std::is_sorted(tree.walls().begin(), tree.walls().end()));
    for (int i = 0; i < n; ++i) {
      const double r = bodies.radius[static_cast<std::size_t>(i)];
      for (int w = 0; w < static_cast<int>(bodies.obstacles.size()); ++w) {
        const Obstacle& o = bodies.obstacles[static_cast<std::size_t>(w)];
        if (obstacle_gap<3>(centre<3>(bodies, q, i), r, o).distance > 0.0) continue;
        ++met;
        EXPECT_TRUE(
            std::binary_search(tree.walls().begin(), tree.walls().end(), WallCandidate{i, w}));
      }
      for (int j = i + 1; j < n; ++j) {
        const double sum = r + bodies.radius[static_cast<std::size_t>(j)];
        if ((centre<3>(bodies, q, j) - centre<3>(bodies, q, i)).norm() > sum) continue;
        ++met;
        EXPECT_TRUE(
            std::binary_search(tree.pairs().begin(), tree.pairs().end(), PairCandidate{i, j}));
      }
    }
  }
  EXPECT_GT(met, 500U);
  // A position that is none changes nothing and ends nothing.
  const auto before = tree.pairs();
  q[0] = std::nan("");
  tree.update(q);
  EXPECT_EQ(tree.pairs(), before);
}

// Implicit schemes look at the beginning of a step and at iterates that may be anywhere.
TEST(VerletTree, ListsWhatIsNearAtEitherOfTwoPlaces) {
  RoundSetup setup({.dimension = 3, .rotates = false}, ContactLaw{});
  for (int k = 0; k < 3; ++k)
    setup.body(1.0, 0.5, 0.0, {2.0 * k, 0.0, 0.0}, Vec3::Zero());
  setup.half_space({0.0, 0.0, -2.0}, Vec3::UnitZ());
  const Problem problem = std::move(setup).make("row", {}, 1.0);
  const RoundBodies bodies = round_bodies(*problem.system);
  const Eigen::VectorXd& q = problem.initial.q;
  VerletTree<3> tree;
  tree.prepare(bodies, q, 0.1);
  EXPECT_TRUE(tree.pairs().empty());
  Eigen::VectorXd left = q, right = q;
  left[3] -= 0.99;   // the second touches the first
  right[3] += 0.99;  // and the third
  right[2] -= 1.49;  // the first is on the floor
  tree.update(left, right);
  EXPECT_EQ(tree.pairs(), (std::vector<PairCandidate>{{0, 1}, {1, 2}}));
  EXPECT_EQ(tree.walls(), (std::vector<WallCandidate>{{0, 0}}));
  // It holds for what is near either, and is made anew for what is not.
  right[2] += 0.01;
  tree.update(left, right);
  EXPECT_EQ(tree.pairs().size(), 2U);
  tree.update(left, left);
  EXPECT_EQ(tree.pairs().size(), 2U) << "still complete";
  tree.update(q, q);
  EXPECT_TRUE(tree.pairs().empty());
}

}  // namespace
}  // namespace impactbench::testing
