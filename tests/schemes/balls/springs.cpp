// Schemes with springs in every space. A motion in a plane is a motion in space that stays in a
// plane, and one along a line is both: all spaces must say the same of them. What is said in the
// plane is held against exact solutions elsewhere.
#include "problems/model/round_setup.hpp"
#include "reference/yardsticks/contact_laws.hpp"
#include "reference/yardsticks/momentum.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

/// All bodies of cluster() have met by then.
constexpr int all_steps = 1500;

struct Stiff {
  std::string scheme;
  ParameterSet parameters;
};

std::vector<Stiff> stiff_schemes() {
  const auto inc = [](const char* variant, const char* slip_newton) {
    return Stiff{"inc",
                 {{"variant", std::string(variant)},
                  {"alpha", 2.0},
                  {"R", 1e-5},
                  {"slip_newton", std::string(slip_newton)}}};
  };
  return {{"dem", {{"R", 1e-5}}},
          {"md", {{"R", 1e-5}}},
          {"snc", {{"R", 1e-5}}},
          {"snc", {{"R", 1e-5}, {"c_tau", 1e3}, {"slip_newton", std::string("thesis")}}},
          inc("ec", "exact"),
          inc("thesis", "exact")};
}

/// Bodies that meet at once above a floor, with spins; in space turned by `turn`.
Problem cluster(BodySpace space, const Eigen::Matrix3d& turn, const ContactLaw& law) {
  RoundSetup setup(space, law);
  const auto in = [&](double x, double y) -> Vec3 { return turn * Vec3(x, y, 0.0); };
  const auto about = [&](double spin) -> Vec3 {
    return space.rotates ? Vec3(turn * Vec3(0.0, 0.0, spin)) : Vec3(Vec3::Zero());
  };
  for (int k = 0; k < 5; ++k) {
    const double x = std::cos(1.25664 * k), y = std::sin(1.25664 * k);
    setup.body(1.0 + 0.2 * k, 0.1, 0.004 + 0.001 * k, in(0.25 * x, 0.25 * y),
               in(-x - 0.1 * y, -y + 0.1 * x), about(3.0 * k - 5.0));
  }
  setup.body(0.5, 0.08, 0.002, in(0.01, 0.0), Vec3::Zero(), about(2.0));
  setup.half_space(in(0.0, -0.5), in(0.6, 0.8));
  setup.gravity(in(0.0, -9.81));
  return std::move(setup).make("cluster", {}, 0.5);
}

/// Centres, then spins, at the end of a run, in the plane before it was turned.
Eigen::VectorXd end_of(const Stiff& with, const Problem& problem, const Eigen::Matrix3d& turn,
                       int steps) {
  Session session(scheme_entry(with.scheme), with.parameters, problem, 1e-4);
  session.run(steps);
  const RoundSystem& system = *round_system(*problem.system);
  const int stride = system.space().stride(), dim = system.dimension();
  const auto n = static_cast<int>(system.bodies().size());
  Eigen::VectorXd out(4 * n);
  for (int i = 0; i < n; ++i) {
    Vec3 x = Vec3::Zero(), om = Vec3::Zero();
    x.head(dim) = session.state.q.segment(stride * i, dim);
    if (stride > dim)
      om.tail(stride - dim) = session.state.v.segment(stride * i + dim, stride - dim);
    x = turn.transpose() * x;
    om = turn.transpose() * om;
    out.segment<3>(4 * i) = x;
    out[4 * i + 3] = om.z();
  }
  return out;
}

TEST(SpringsInSpace, KeepAPlaneMotionInItsPlaneWhereverThatLies) {
  const Eigen::Matrix3d flat = Eigen::Matrix3d::Identity();
  const Eigen::Matrix3d tilted =
      Eigen::AngleAxisd(1.1, Vec3(1.0, -2.0, 0.5).normalized()).toRotationMatrix();
  for (const double friction : {0.0, 0.4}) {
    const ContactLaw law{.restitution = 0.8, .friction = friction};
    const Problem plane = cluster({.dimension = 2, .rotates = true}, flat, law);
    for (const Stiff& with : stiff_schemes()) {
      const Eigen::VectorXd expected = end_of(with, plane, flat, all_steps);
      const double scale = expected.cwiseAbs().maxCoeff();
      EXPECT_EQ(expected[3] == -5.0, friction == 0.0) << "they meet, and friction turns them";
      for (const Eigen::Matrix3d& turn : {flat, tilted}) {
        const Problem space = cluster({.dimension = 3, .rotates = true}, turn, law);
        const Eigen::VectorXd end = end_of(with, space, turn, all_steps);
        EXPECT_LT((end - expected).cwiseAbs().maxCoeff(), 1e-7 * scale)
            << with.scheme << " friction " << friction;
      }
    }
  }
}

TEST(SpringsInSpace, StepBodiesThatDoNotRotateLikeSmoothOnes) {
  const Eigen::Matrix3d flat = Eigen::Matrix3d::Identity();
  const ContactLaw law{.restitution = 0.8};
  const Problem discs = cluster({.dimension = 2, .rotates = true}, flat, law);
  for (const Stiff& with : stiff_schemes()) {
    const Eigen::VectorXd expected = end_of(with, discs, flat, all_steps);
    for (const int dimension : {2, 3}) {
      const Problem spheres = cluster({.dimension = dimension, .rotates = false}, flat, law);
      const Eigen::VectorXd end = end_of(with, spheres, flat, all_steps);
      for (int i = 0; i < 6; ++i) {
        EXPECT_LT((end - expected).segment<3>(4 * i).norm(), 1e-9)
            << with.scheme << ' ' << dimension;
      }
    }
  }
}

TEST(SpringsInSpace, StepALineAsThePlaneDoes) {
  const auto row = [](int dimension) {
    RoundSetup setup({.dimension = dimension, .rotates = false}, ContactLaw{.restitution = 0.7});
    setup.body(1.0, 0.1, 0.0, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0});
    setup.body(2.0, 0.1, 0.0, {0.25, 0.0, 0.0}, Vec3::Zero());
    setup.body(0.5, 0.1, 0.0, {0.5, 0.0, 0.0}, {-2.0, 0.0, 0.0});
    setup.half_space({-0.11, 0.0, 0.0}, {1.0, 0.0, 0.0});
    return std::move(setup).make("row", {}, 1.0);
  };
  const Eigen::Matrix3d flat = Eigen::Matrix3d::Identity();
  for (const Stiff& with : stiff_schemes()) {
    const Eigen::VectorXd expected = end_of(with, row(2), flat, 2000);
    EXPECT_LT((end_of(with, row(1), flat, 2000) - expected).norm(), 1e-9) << with.scheme;
  }
}

/// Angular momentum about the origin.
Vec3 angular_momentum_of(const RoundSystem& system, const State& s) {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < static_cast<int>(system.bodies().size()); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Vec3 x = s.q.segment<3>(6 * i), v = s.v.segment<3>(6 * i), om = s.v.segment<3>(6 * i + 3);
    sum += system.bodies().mass[k] * x.cross(v) + system.bodies().inertia[k] * om;
  }
  return sum;
}

/// Balls from all sides with spins about all axes, in free space.
Problem scatter(double friction) {
  RoundSetup setup({.dimension = 3, .rotates = true}, ContactLaw{.friction = friction});
  for (int k = 0; k < 8; ++k) {
    const Vec3 corner((k & 1) - 0.5, (k >> 1 & 1) - 0.5, (k >> 2 & 1) - 0.5);
    setup.body(1.0 + 0.1 * k, 0.1, 0.004, 0.5 * corner,
               -1.5 * corner + 0.2 * Vec3(corner.y(), -corner.z(), corner.x()),
               {3.0 - k, 0.5 * k, 2.0 * (k % 3)});
  }
  setup.body(0.7, 0.1, 0.003, {0.01, 0.02, -0.01}, Vec3::Zero(), {1.0, -4.0, 2.0});
  return std::move(setup).make("scatter", {}, 1.0);
}

TEST(SpringsInSpace, TheConservingVariantKeepsBothMomentaAndTheEnergyThatFrictionLeaves) {
  for (const double friction : {0.0, 0.6}) {
    const Problem balls = scatter(friction);
    const RoundSystem& system = *round_system(*balls.system);
    Session session(scheme_entry("inc"), {{"R", 1e-5}, {"alpha", 3.0}, {"newton_tolerance", 1e-13}},
                    balls, 2e-4);
    const Vec3 turning = angular_momentum_of(system, balls.initial);
    const double kinetic = 0.5 * balls.initial.v.dot(system.mass().cwiseProduct(balls.initial.v));
    session.run(3000);
    const double left = 0.5 * session.state.v.dot(system.mass().cwiseProduct(session.state.v));
    EXPECT_EQ(session.unconverged(), 0);
    EXPECT_LT((angular_momentum_of(system, session.state) - turning).norm(), 1e-10 * turning.norm())
        << friction;
    EXPECT_LT(
        (linear_momentum(system, session.state) - linear_momentum(system, balls.initial)).norm(),
        1e-10);
    if (friction > 0.0) {
      EXPECT_LT(left, 0.99 * kinetic);
    } else {
      EXPECT_NEAR(left, kinetic, 1e-8 * kinetic);
    }
  }
}

// A ball that slides on a plane rolls at 5/7 of its speed: the spring of friction turns with it,
// whatever the direction.
TEST(SpringsInSpace, ASlidingBallRollsAtFiveSevenths) {
  for (const Stiff& with : stiff_schemes()) {
    RoundSetup setup({.dimension = 3, .rotates = true}, ContactLaw{.friction = 0.5});
    const Vec3 up = Vec3(0.3, 0.4, 1.2).normalized();
    const Vec3 along = up.unitOrthogonal();
    setup.half_space(Vec3::Zero(), up);
    setup.gravity(-9.81 * up);
    setup.body(1.0, 0.1, 0.004, 0.1 * up, along);
    const Problem ball = std::move(setup).make("sliding_ball", {}, 1.0);
    Session session(scheme_entry(with.scheme), with.parameters, ball, 1e-4);
    session.run(4000);
    const Vec3 v = session.state.v.head<3>(), om = session.state.v.tail<3>();
    EXPECT_LT((v - 5.0 / 7.0 * along - up.dot(v) * up).norm(), 2e-3) << with.scheme;
    EXPECT_LT((om - 50.0 / 7.0 * up.cross(along)).norm(), 2e-2) << with.scheme;
  }
}

// The plane's own list of neighbours knows obstacles of any shape: a disc stays on a box and on a
// segment, where a half-space through the same points would be elsewhere.
TEST(SpringsInSpace, DiscsThatRotateRestOnBoxesAndSegments) {
  std::vector<Stiff> all = stiff_schemes();
  all.push_back({"nscd", {}});
  all.push_back({"moreau_jean", {{"theta", 0.75}}});
  for (const Stiff& with : all) {
    for (const bool box : {true, false}) {
      RoundSetup setup({.dimension = 2, .rotates = true}, ContactLaw{.restitution = 0.0});
      if (box) {
        setup.box({-1.0, -1.0, 0.0}, {1.0, 0.0, 0.0});
      } else {
        setup.segment({-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0});
      }
      setup.gravity({0.0, -9.81, 0.0});
      setup.body(1.0, 0.1, 0.005, {0.3, 0.15, 0.0}, Vec3::Zero());
      const Problem disc = std::move(setup).make("shelf", {}, 1.0);
      Session session(scheme_entry(with.scheme), with.parameters, disc, 1e-4);
      session.run(5000);
      EXPECT_NEAR(session.state.q[1], 0.1, 1e-3) << with.scheme << (box ? " box" : " segment");
      EXPECT_NEAR(session.state.q[0], 0.3, 1e-12);
    }
  }
}

// Past the edge of a box the normal turns within a step: the laws over a step know that, and judge
// every scheme right.
TEST(SpringsInSpace, AreJudgedRightAtAnEdge) {
  for (const Stiff& with : stiff_schemes()) {
    RoundSetup setup({.dimension = 2, .rotates = true}, ContactLaw{.friction = 0.3});
    setup.box({-1.0, -0.2, 0.0}, {0.4, 0.0, 0.0});
    setup.gravity({0.0, -9.81, 0.0});
    setup.body(7.85, 0.05, 0.0098, {0.42, 0.06, 0.0}, {0.1, -1.0, 0.0}, {0.0, 0.0, 3.0});
    const Problem disc = std::move(setup).make("edge", {}, 0.1);
    const double h = 1e-4;
    const SchemeEntry& entry = scheme_entry(with.scheme);
    const SchemeClaims claims = entry.make(with.parameters)->claims();
    Session session(entry, with.parameters, disc, h);
    ContactImpulses recorded;
    session.scheme().record_impulses(&recorded);
    ContactLaws laws(disc, claims.contact, claims.step, h, claims.motion);
    State before = disc.initial;
    session.run(1000, [&](const State& after) {
      laws.after_step(before, after, static_cast<double>(after.step) * h, &recorded);
      before = after;
    });
    std::map<std::string, double> measured;
    laws.finish(measured);
    EXPECT_GT(measured.at("law_contacts"), 10.0) << with.scheme;
    for (const char* law : {"law_normal", "law_momentum", "law_cone", "law_distance", "law_lever"})
      EXPECT_LT(measured.at(law), 1e-8) << with.scheme << ' ' << law;
  }
}

TEST(SpringsInSpace, AreRefusedForALawThatIsMissingAlone) {
  for (const char* name : {"dem", "md", "snc", "inc"}) {
    const auto says = [&](ProblemTraits traits) {
      traits.smallest_reduced_mass = 1.0;
      return scheme_entry(name).make({})->refuses(traits, 1e-5).value_or("");
    };
    for (const int dimension : {1, 2, 3})
      for (const bool rotates : {false, true})
        EXPECT_EQ(says({.dimension = dimension, .rotates = rotates, .friction = true}), "");
    EXPECT_NE(says({.first_order = true}).find("inertia"), std::string::npos) << name;
    EXPECT_NE(says({.gluey = true}).find("dry contacts"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace impactbench::testing
