// Obstacles whose surfaces move along themselves: belts and rollers.
#include "problems/model/round_setup.hpp"
#include "tests/schemes/scheme_cases.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <string>

namespace impactbench::testing {
namespace {

constexpr double m = 1.0, r = 0.1;

struct MovingCase {
  SchemeCase scheme;
  int dimension;
};

std::ostream& operator<<(std::ostream& out, const MovingCase& c) {
  return out << c.scheme << " in dimension " << c.dimension;
}

std::vector<MovingCase> cases() {
  std::vector<MovingCase> out;
  for (const int dimension : {2, 3}) {
    for (const SchemeCase& scheme : disc_cases())
      out.push_back({scheme, dimension});
  }
  return out;
}

class EverySchemeWithFriction : public ::testing::TestWithParam<MovingCase> {
 protected:
  [[nodiscard]] Session session(const Problem& p, double h) const {
    const SchemeCase& c = GetParam().scheme;
    return {*c.entry, parameters(), p, h};
  }
  [[nodiscard]] bool refused(const Problem& p, double h) const {
    return GetParam().scheme.entry->make(parameters())->refuses(p.traits, h).has_value();
  }
  /// The setup of a body that falls obliquely with some spin, with a law of friction.
  [[nodiscard]] RoundSetup setup(double e) const {
    const ContactLaw law{
        .restitution = e, .tangential_restitution = e > 0.0 ? 0.4 : 0.0, .friction = 0.2};
    return RoundSetup({.dimension = GetParam().dimension, .rotates = true}, law);
  }
  [[nodiscard]] double inertia() const { return (plane() ? 0.5 : 0.4) * m * r * r; }
  [[nodiscard]] bool plane() const { return GetParam().dimension == 2; }
  [[nodiscard]] Vec3 spin(double about_z) const {
    return plane() ? Vec3(0.0, 0.0, about_z) : Vec3(2.0, -5.0, about_z);
  }

 private:
  [[nodiscard]] ParameterSet parameters() const {
    const SchemeCase& c = GetParam().scheme;
    return with(c.parameters, *c.entry,
                {{"R", 1e-6}, {"alpha", 2.0}, {"c_tau", 1e5}, {"young", 3e7}, {"wall_young", 3e7}});
  }
};

// A body on a belt sees a floor at rest: no law of motion or contact distinguishes the two.
TEST_P(EverySchemeWithFriction, ABeltIsAFloorToWhoStandsOnIt) {
  const Vec3 belt(1.3, 0.0, plane() ? 0.0 : 0.7);
  const auto problem = [&](Obstacle floor, bool moves) {
    for (const double e : {0.6, 0.0}) {
      RoundSetup setup = this->setup(e);
      setup.gravity({0.0, -9.81, 0.0});
      const Vec3 seen = moves ? Vec3::Zero().eval() : belt;
      setup.body(m, r, inertia(), {0.2, r + 1e-3, 0.0}, Vec3(0.4, -0.8, 0.0) - seen, spin(3.0));
      if (moves) floor.surface_velocity = belt;
      setup.obstacle(floor);
      Problem p = std::move(setup).make("belt", {}, 0.1);
      if (e == 0.0 || !refused(p, 2e-5)) return p;
    }
    return Problem{};
  };
  const double far = 10.0;
  const Obstacle shapes[] = {
      {Obstacle::Shape::half_space, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}},
      {Obstacle::Shape::box, {-far, -1.0, plane() ? 0.0 : -far}, {far, 0.0, plane() ? 0.0 : far}}};
  for (const Obstacle& floor : shapes) {
    const double h = 2e-5;
    const Problem moving = problem(floor, true), still = problem(floor, false);
    if (refused(moving, h)) {
      EXPECT_TRUE(refused(still, h)) << "to move is no reason to refuse";
      continue;
    }
    EXPECT_TRUE(moving.traits.moving_surfaces && moving.traits.driven);
    Session a = session(moving, h), b = session(still, h);
    a.run(2000);
    b.run(2000);
    const Eigen::Index d = GetParam().dimension;
    EXPECT_GT((b.state.v - still.initial.v).head(d).norm(), 0.1) << "it has hit, and rubbed";
    // The way in h is rounded otherwise, and 4000 roundings are tens of 1e-12.
    EXPECT_LE((a.state.v.head(d) - b.state.v.head(d) - belt.head(d)).norm(), 1e-8);
    EXPECT_LE((a.state.v.tail(a.state.v.size() - d) - b.state.v.tail(a.state.v.size() - d)).norm(),
              1e-6);
    EXPECT_LE((a.state.q.head(d) - b.state.q.head(d) - 0.04 * belt.head(d)).norm(), 1e-9);
  }
}

// A roller is a body of infinite mass and inertia: against one of 1e12 kg nothing else may happen.
TEST_P(EverySchemeWithFriction, ARollerActsAsAHeavyBodyThatSpins) {
  const double big = 0.15, h = 2e-5;
  const Vec3 turns = plane() ? Vec3(0.0, 0.0, -30.0) : Vec3(5.0, -8.0, -30.0);
  const auto problem = [&](bool held, bool at_rest) {
    for (const double e : {0.6, 0.0}) {
      RoundSetup setup = this->setup(e);
      setup.body(m, r, inertia(), {0.05, 0.3, 0.0}, {0.3, -1.0, 0.0}, spin(2.0));
      if (held) {
        setup.obstacle({.shape = Obstacle::Shape::ball,
                        .b = {big, 0.0, 0.0},
                        .spin = at_rest ? Vec3::Zero().eval() : turns});
      } else {
        setup.body(1e12, big, 1e12, Vec3::Zero(), Vec3::Zero(), turns);
      }
      Problem p = std::move(setup).make("roller", {}, 0.1);
      if (e == 0.0 || !refused(p, h)) return p;
    }
    return Problem{};
  };
  const Problem roller = problem(true, false);
  if (refused(roller, h)) return;
  const Problem heavy = problem(false, false), at_rest = problem(true, true);
  Session a = session(roller, h), b = session(heavy, h), c = session(at_rest, h);
  for (Session* one : {&a, &b, &c})
    one->run(5000);
  const Eigen::Index n = a.state.v.size(), d = GetParam().dimension;
  // Up to the levers of friction: of an obstacle all of the overlap, 1e-3 m of 0.1 m, lies in the
  // body, of a pair its half.
  Eigen::VectorXd off = a.state.v - b.state.v.head(n), effect = a.state.v - c.state.v;
  off.tail(n - d) *= r;
  effect.tail(n - d) *= r;
  EXPECT_LE(off.norm(), 1e-2);
  EXPECT_GT(effect.norm(), 0.2) << "the spin of the roller is felt";
}

INSTANTIATE_TEST_SUITE_P(Surfaces, EverySchemeWithFriction, ::testing::ValuesIn(cases()),
                         [](const auto& test) {
                           return name_of(test.param.scheme) + "_in_" +
                                  std::to_string(test.param.dimension);
                         });

// A body without friction does not feel a moving surface, and no scheme needs to know of it.
TEST(Surfaces, WithoutFrictionNothingMoves) {
  RoundSetup setup({.dimension = 2, .rotates = true}, {.restitution = 0.0});
  setup.body(m, r, 0.005, {0.0, 0.2, 0.0}, {0.3, -1.0, 0.0});
  setup.obstacle({.b = {0.0, 1.0, 0.0}, .surface_velocity = {5.0, 0.0, 0.0}});
  const Problem p = std::move(setup).make("slippery", {}, 0.2);
  EXPECT_FALSE(p.traits.moving_surfaces);
  EXPECT_FALSE(p.traits.driven);
  for (const char* scheme : {"maury", "nscd", "dem"}) {
    Session session(scheme_entry(scheme), {}, p, 1e-4);
    session.run(1500);
    EXPECT_GT(session.state.v[1], -0.1) << scheme << ": it has hit";
    EXPECT_EQ(session.state.v[0], 0.3) << scheme;
  }
}

// A ball on a roller that rolls against it is turned by rows of its own: it spins as the roller
// does and slower, so that what is against their relative spin is not against its own.
TEST(Surfaces, FrictionAgainstRollingIsAgainstTheSpinOfARoller) {
  const ContactLaw law{
      .restitution = 0.0, .tangential_restitution = 0.0, .friction = 0.3, .rolling_friction = 0.2};
  const auto end = [&](const char* scheme, bool held) {
    RoundSetup setup({.dimension = 3, .rotates = true}, law);
    setup.body(m, r, 0.4 * m * r * r, {0.0, 0.25 + 1e-4, 0.0}, {0.0, -1.0, 0.0}, {15.0, 0.0, -15.0});
    const Vec3 spin(20.0, 0.0, -30.0);
    if (held) {
      setup.obstacle({.shape = Obstacle::Shape::ball, .b = {0.15, 0.0, 0.0}, .spin = spin});
    } else {
      setup.body(1e12, 0.15, 1e12, Vec3::Zero(), Vec3::Zero(), spin);
    }
    const Problem p = std::move(setup).make("roller", {}, 0.1);
    Session session(scheme_entry(scheme), with({}, scheme_entry(scheme), {{"R", 1e-7}}), p, 1e-5);
    session.run(2000);
    return Eigen::VectorXd(session.state.v.head(6));
  };
  for (const char* scheme : {"nscd", "moreau_jean", "dem", "md"}) {
    const Eigen::VectorXd on = end(scheme, true), of = end(scheme, false);
    EXPECT_LE((on - of).norm(), 1e-2 * of.norm()) << scheme;
    EXPECT_GT(on.tail(3).norm(), 1.0) << scheme;
  }
}

}  // namespace
}  // namespace impactbench::testing
