// First-order motion of crowds against closed forms.

#include "problems/base/error.hpp"
#include "tests/schemes/maury_cases.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/truths.hpp"

namespace impactbench::testing {
namespace {

Session catching_up(const Problem& problem, double h) {
  return {scheme_entry("catching_up"), {}, problem, h, "mprgp", {{"tolerance", 1e-13}}};
}

/// When one who is pushed aside stands still again: the contact is there from the start, and its
/// end is no impact.
double release(const Truth& truth, Eigen::Index size) {
  EXPECT_TRUE(truth.event_times.empty());
  Eigen::VectorXd q(size), v(size);
  double low = 0.0, high = 10.0;
  for (int k = 0; k < 80; ++k) {
    const double middle = 0.5 * (low + high);
    EXPECT_TRUE(truth.at(middle, q, v));
    (v.segment(2, 2).norm() > 0.0 ? low : high) = middle;
  }
  return high;
}

TEST(CrowdTruth, HasTheNumbersOfTheClosedForms) {
  // r = .1, distance 1, half-angle .6: meet at .822896780, x(1) = .037492573, x(1.2) = .005248836.
  Eigen::VectorXd q(4), v(4);
  const Truth exit = truth_of(problem_entry("crowd_exit").make({}));
  EXPECT_NEAR(exit.event_times.at(0), 0.822896780, 1e-9);
  ASSERT_TRUE(exit.at(1.0, q, v));
  EXPECT_NEAR(q[0], 0.037492573, 1e-9);
  ASSERT_TRUE(exit.at(1.2, q, v));
  EXPECT_NEAR(q[0], 0.005248836, 1e-9);
  // Pushing an idle disc from angle .3: .377916072 s of contact, moved by (.093424387, .070447979).
  const Problem push = problem_entry("crowd_push").make({});
  const Truth pushed = truth_of(push);
  EXPECT_NEAR(release(pushed, 4), 0.377916072, 1e-9);
  ASSERT_TRUE(pushed.at(0.5, q, v));
  EXPECT_NEAR(q[2] - push.initial.q[2], 0.093424387, 1e-9);
  EXPECT_NEAR(q[3] - push.initial.q[3], 0.070447979, 1e-9);
  // Velocities are the derivatives of positions.
  for (const Truth* truth : {&exit, &pushed}) {
    for (const double t : {0.1, 0.3, 0.5, 0.9, 1.1}) {
      Eigen::VectorXd before(4), after(4), rate(4);
      ASSERT_TRUE(truth->at(t - 1e-6, before, rate) && truth->at(t + 1e-6, after, rate));
      ASSERT_TRUE(truth->at(t, q, v));
      EXPECT_NEAR(((after - before) / 2e-6 - v).norm(), 0.0, 1e-8) << t;
    }
  }
}

TEST(CrowdTruth, SweepsAlongTractrices) {
  // The tangent of a tractrix has the same length everywhere from the curve to the axis: a disc
  // that is swept by one that moves along x (nearly so, 1e12 times as heavy) goes along the line of
  // centres, which has length 2 r.
  const double r = 0.1;
  Eigen::VectorXd q(4), v(4);
  const Truth push = truth_of(problem_entry("crowd_push").make({{"ratio", 1e12}}));
  for (const double t : {0.05, 0.2, 0.37}) {
    ASSERT_TRUE(push.at(t, q, v));
    EXPECT_NEAR(q[0], t, 1e-11) << "it moves at its desired velocity";
    EXPECT_NEAR(q[1], 0.0, 1e-11);
    const Eigen::Vector2d line = q.tail(2) - q.head(2), swept = v.tail(2);
    EXPECT_NEAR(line.norm(), 2.0 * r, 1e-12);
    EXPECT_NEAR(line.x() * swept.y() - line.y() * swept.x(), 0.0, 1e-12);
    EXPECT_GT(swept.norm(), 0.01);
  }
  // Three discs: the momentum that one gains the other two lose; all push along the lines of
  // centres only; velocities are the derivatives of positions.
  for (const double ratio : {0.5, 1.0, 30.0}) {
    const Truth wedge = truth_of(problem_entry("crowd_wedge").make({{"ratio", ratio}}));
    Eigen::VectorXd p(6), u(6), before(6), after(6), rate(6);
    const double slip = release(wedge, 6);
    for (const double t : {0.1 * slip, 0.6 * slip, 0.95 * slip, slip + 0.1}) {
      ASSERT_TRUE(wedge.at(t, p, u));
      EXPECT_NEAR(ratio * u[0] + u[2] + u[4], ratio, 1e-12);
      const Eigen::Vector2d line = p.segment(2, 2) - p.head(2), own = u.segment(2, 2);
      if (t < slip) {
        EXPECT_NEAR(line.norm(), 2.0 * r, 1e-12);
        EXPECT_NEAR(line.dot(own - u.head(2)), 0.0, 1e-12) << "they stay together";
        EXPECT_NEAR(line.x() * own.y() - line.y() * own.x(), 0.0, 1e-12);
        EXPECT_GT(own.norm(), 0.01);
      } else {
        EXPECT_GT(line.norm(), 2.0 * r);
      }
      ASSERT_TRUE(wedge.at(t - 1e-6, before, rate) && wedge.at(t + 1e-6, after, rate));
      EXPECT_NEAR(((after - before) / 2e-6 - u).norm(), 0.0, 1e-7) << t;
    }
  }
}

TEST(CatchingUp, ConvergesWithOrderOneToTheClosedForms) {
  const std::pair<const char*, ParameterSet> cases[] = {{"crowd_exit", {}},
                                                        {"crowd_push", {}},
                                                        {"crowd_push", {{"ratio", 1e6}}},
                                                        {"crowd_wedge", {}},
                                                        {"crowd_wedge", {{"ratio", 1e6}}}};
  for (const auto& [name, given] : cases) {
    const Problem p = problem_entry(name).make(given);
    const Truth truth = truth_of(p);
    std::vector<double> h, error;
    for (int level = 5; level <= 11; ++level) {
      h.push_back(p.horizon / std::ldexp(1.0, level));
      Session session = catching_up(p, h.back());
      error.push_back(largest_error(session, truth, p.horizon, h.back()));
      EXPECT_EQ(session.unconverged(), 0);
    }
    EXPECT_NEAR(slope(h, error), 1.0, 0.1) << name;
    EXPECT_LT(error.back(), 1e-3) << name;
  }
}

TEST(CatchingUp, IsExactAtTheNodesOnALine) {
  // Constant desired velocities: the projection of x_0 + t U for every h; at a door the same, with
  // the wall.
  for (const char* desired : {"irrational", "door"}) {
    const Problem p =
        problem_entry("crowd_row").make({{"desired_velocities", std::string(desired)}});
    for (const double h : {0.01, 0.1, 0.7}) {
      Session session = catching_up(p, h);
      EXPECT_LT(largest_error(session, truth_of(p), 2.0, h), 1e-12) << desired << ' ' << h;
    }
  }
}

TEST(CatchingUp, CrowdsNeverOverlapAndSomeGetOut) {
  const Problem p = problem_entry("evacuation").make({{"n", std::int64_t{60}}, {"horizon", 6.0}});
  const RoundBodies bodies = round_bodies(*p.system);
  double wall = 0.0;
  for (const Obstacle& obstacle : bodies.obstacles) {
    if (obstacle.shape == Obstacle::Shape::segment) wall = obstacle.a.x();
  }
  Session session(scheme_entry("catching_up"), {}, p, 0.02, "mprgp", {{"tolerance", 1e-10}});
  double deepest = -HUGE_VAL;
  session.run(300, [&](const State& s) {
    for_each_gap<2>(bodies, s.q,
                    [&](const Gap<2>& gap, int, int) { deepest = larger(deepest, -gap.distance); });
  });
  int out = 0;
  for (Eigen::Index i = 0; i < 60; ++i)
    out += session.state.q[2 * i] > wall ? 1 : 0;
  EXPECT_LT(deepest, 1e-9);
  EXPECT_GT(deepest, -1e-9) << "nobody touched";
  EXPECT_GT(out, 3);
  EXPECT_LT(out, 60) << "the door holds them up";
}

TEST(CatchingUp, AllocatesNothingInAStep) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Problem room = problem_entry("evacuation").make({{"n", std::int64_t{60}}});
  const Problem queue = problem_entry("crowd_row").make({});
  for (const Problem* problem : {&room, &queue}) {
    Session session(scheme_entry("catching_up"), {}, *problem, 0.05, "mprgp");
    const std::int64_t before = allocations();
    std::int64_t iterations = 0;
    for (int k = 0; k < 60; ++k)
      iterations += session.step().nonlinear_iterations;
    EXPECT_EQ(allocations() - before, 0) << problem->name;
    EXPECT_GT(iterations, 20) << "nobody met";
  }
}

TEST(CatchingUpInput, OrdersOfMotionAreKeptApart) {
  const auto says = [](const char* scheme, const char* problem) {
    return scheme_entry(scheme)
        .make({})
        ->refuses(problem_entry(problem).make({}).traits, 1e-3)
        .value_or("");
  };
  EXPECT_EQ(says("catching_up", "crowd_exit"), "");
  EXPECT_NE(says("catching_up", "hexagon").find("must be of first order"), std::string::npos);
  EXPECT_NE(says("catching_up", "newton_cradle").find("must be of first order"), std::string::npos);
  for (const char* other : {"maury", "schatzman_paoli"})
    EXPECT_NE(says(other, "crowd_exit").find("first order"), std::string::npos) << other;
  EXPECT_THROW((void)problem_entry("evacuation").make({{"door", 1e3}}), ConfigurationError);
}

}  // namespace
}  // namespace impactbench::testing
