// The scheme of Paoli and Schatzman against exact solutions, discrete and continuous.

#include "problems/base/error.hpp"
#include "reference/exact/corner_limits/corner_limits.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

Session paoli(const Problem& problem, double h, const ParameterSet& given = {}) {
  return {scheme_entry("schatzman_paoli"), given, problem, h};
}

/// Largest error of a coordinate at the ends of steps until the horizon.
double largest_error(const Problem& problem, double h, const ParameterSet& given = {}) {
  Session session = paoli(problem, h, given);
  return largest_error(session, truth_of(problem), problem.horizon, h);
}

TEST(PaoliBall, HasTheDiscreteSolutionOfTheSource) {
  // q^n = 1 - n h up to n = p + 1, p = floor(1/h - (1-e)/(1+e)), then q^{p+2+k} = -e (1 - p h) + e
  // k h.
  for (const double e : {0.0, 0.3, 0.5, 1.0}) {
    for (const double h : {0.45, 0.137, 0.0613, 0.00871}) {
      const Problem ball = problem_entry("bouncing_point").make({{"restitution", e}});
      const double p =
          e == 0.0 ? std::floor(1.0 / h) - 1.0 : std::floor(1.0 / h - (1.0 - e) / (1.0 + e));
      Session session = paoli(ball, h);
      double lowest = 0.0, error = 0.0;
      session.run(static_cast<std::int64_t>(2.0 / h), [&](const State& s) {
        const auto n = static_cast<double>(s.step);
        const double exact =
            n <= p + 1.0 ? 1.0 - n * h : -e * (1.0 - p * h) + e * (n - p - 2.0) * h;
        EXPECT_NEAR(s.q[0], exact, 1e-13) << e << ' ' << h << ' ' << n;
        lowest = std::min(lowest, s.q[0]);
        error = larger(error, std::abs(s.q[0] - std::max(1.0 - n * h, e * (n * h - 1.0))));
      });
      EXPECT_LE(-lowest, 2.0 * e / (1.0 + e) * h + 1e-13);
      EXPECT_LE(error, (e == 0.0 ? 1.0 : 2.0 * e) * h + 1e-13);
    }
  }
}

TEST(PaoliBall, PenetratesByItsBoundForSomeStepAndNotWithoutRestitution) {
  // The bound 2 e / (1 + e) h |u| is sharp: reached where the last node lies so far above the wall.
  for (const double e : {0.5, 1.0}) {
    const double bound = 2.0 * e / (1.0 + e);
    double deepest = 0.0;
    for (int k = 0; k < 200; ++k) {
      const double h = 0.01 * (1.0 + k / 200.0);
      const Problem ball = problem_entry("bouncing_point").make({{"restitution", e}});
      Session session = paoli(ball, h);
      session.run(static_cast<std::int64_t>(1.5 / h),
                  [&](const State& s) { deepest = larger(deepest, -s.q[0] / h); });
    }
    EXPECT_LE(deepest, bound + 1e-12);
    EXPECT_GT(deepest, 0.97 * bound);
  }
}

TEST(PaoliBall, ReachesZenosTimeAndComesToRest) {
  // From rest at height 1 with g = 1: impacts accumulate at sqrt(2) (1 + e) / (1 - e).
  for (const auto& [e, end] : {std::pair{0.2, 2.121320}, {0.5, 4.242641}, {0.8, 12.727922}}) {
    EXPECT_NEAR(std::sqrt(2.0) * (1.0 + e) / (1.0 - e), end, 1e-6);
    const Problem ball =
        problem_entry("bouncing_point")
            .make(
                {{"restitution", e}, {"velocity", 0.0}, {"gravity", 1.0}, {"horizon", 1.5 * end}});
    EXPECT_NEAR(truth_of(ball).event_times.back(), end, 1e-6) << "the reference's own last impact";
    const double h = 1.0 / 256.0;
    Session session = paoli(ball, h);
    double last = 0.0;
    session.run(std::llround(1.5 * end / h), [&](const State& s) {
      if (std::abs(s.v[0]) > 4.0 * h) last = static_cast<double>(s.step) * h;
    });
    EXPECT_NEAR(last, end, 0.15 * end);
    EXPECT_LT(std::abs(session.state.q[0]), h * h) << "at rest after the accumulation";
  }
}

TEST(PaoliBall, ConvergesWithOrderOneUnderGravity) {
  // z(h) = 0: the fall itself is late by h/2. Errors at h = 2^-6 and 2^-14 as computed elsewhere.
  struct Case {
    double e, coarse, fine, horizon;
  };
  for (const Case& c : {Case{0.0, 1.099e-2, 4.316e-5, 4.0}, Case{0.5, 2.730e-2, 1.079e-4, 6.0},
                        Case{0.8, 4.385e-2, 1.726e-4, 16.0}}) {
    const Problem ball = problem_entry("bouncing_point")
                             .make({{"restitution", c.e},
                                    {"velocity", 0.0},
                                    {"gravity", 1.0},
                                    {"horizon", c.horizon}});
    std::vector<double> h, error;
    for (const int level : {6, 8, 10, 12, 14}) {
      h.push_back(std::ldexp(1.0, -level));
      error.push_back(largest_error(ball, h.back(), {{"first_step", std::string("plain")}}));
    }
    EXPECT_NEAR(slope(h, error), 1.0, c.e > 0.6 ? 0.3 : 0.05) << c.e;
    EXPECT_NEAR(error.front() / c.coarse, 1.0, 0.02) << c.e;
    EXPECT_NEAR(error.back() / c.fine, 1.0, 0.02) << c.e;
    // Started at the midpoint the fall is exact, and without restitution so is all of it.
    if (c.e == 0.0) {
      EXPECT_LT(largest_error(ball, h.front()), 1e-12);
    }
  }
}

struct Hit {
  double angle, e, from;
};

/// Velocity long after the corner with z(h) = offset sqrt(h) across the initial velocity.
Eigen::Vector2d leaves(const Hit& hit, double offset, double h) {
  const Problem corner = problem_entry("corner").make(
      {{"angle", hit.angle}, {"restitution", hit.e}, {"from", hit.from}});
  Session session = paoli(corner, h, {{"offset", offset}});
  session.run(std::llround(2.0 / h));
  return session.state.v;
}

TEST(PaoliCorner, LeavesByTheLawWhereTheAngleConditionHolds) {
  // 90 degrees: v^+ = -e v^- by the law, and by reflection at either wall first.
  for (const double e : {0.0, 0.5, 1.0}) {
    const Hit hit{90.0, e, 30.0};
    const Eigen::Vector2d law = e * Eigen::Vector2d(std::cos(std::numbers::pi / 6.0), 0.5);
    for (const double offset : {0.0, 0.4, -0.4})
      EXPECT_NEAR((leaves(hit, offset, 1e-5) - law).norm(), 0.0, 5e-3) << e << ' ' << offset;
  }
  // 60 degrees and e = 0: everything stops.
  for (const double offset : {0.0, 0.4, -0.4})
    EXPECT_NEAR(leaves({60.0, 0.0, 20.0}, offset, 1e-5).norm(), 0.0, 5e-3);
}

TEST(PaoliCorner, ElsewhereItsLimitsDependOnTheStart) {
  // The limits that the scheme reaches to four digits (h -> 0, z(h) = +-sqrt(h) n), which are those
  // of reflections in turn; with z = 0 it follows the law.
  struct Case {
    Hit hit;
    Eigen::Vector2d law, one, other;
  };
  for (const Case& c : {Case{{60.0, 1.0, 20.0}, {.9397, .3420}, {.7660, .6428}, {.7660, .6428}},
                        Case{{60.0, 0.5, 20.0}, {.4698, .1710}, {.2807, .1895}, {.2285, .2517}},
                        Case{{120.0, 0.0, 60.0}, {0, 0}, {.25, 0}, {-.125, .2165}},
                        Case{{150.0, 0.0, 75.0}, {0, 0}, {.2241, 0}, {-.1941, .1121}}}) {
    const double from = c.hit.from / 180.0 * std::numbers::pi;
    const auto exact =
        exact::corner_limits::velocities(c.hit.angle / 180.0 * std::numbers::pi, c.hit.e,
                                         -Eigen::Vector2d(std::cos(from), std::sin(from)));
    EXPECT_NEAR((exact[0] - c.law).norm(), 0.0, 1e-4);
    const double straight = std::min((exact[1] - c.one).norm() + (exact[2] - c.other).norm(),
                                     (exact[2] - c.one).norm() + (exact[1] - c.other).norm());
    EXPECT_NEAR(straight, 0.0, 2e-4) << c.hit.angle;
    for (const double offset : {1.0, -1.0}) {
      const Eigen::Vector2d coarse = leaves(c.hit, offset, 1e-6),
                            fine = leaves(c.hit, offset, 2.5e-7);
      // The start changes the direction by sqrt(h), which a difference of two steps takes away.
      const Eigen::Vector2d limit = 2.0 * fine - coarse;
      EXPECT_LT(std::min((limit - exact[1]).norm(), (limit - exact[2]).norm()), 1e-4)
          << c.hit.angle << ' ' << offset << ": " << limit.transpose();
      EXPECT_GT((limit - exact[0]).norm(), 0.1) << "the law is not among them";
    }
  }
}

TEST(PaoliMetric, ProjectsInTheMetricOfTheMasses) {
  // Skewed axes: v^+ = v^- + (1 + e) (1, -skew) = (0.5, -0.6); the Euclidean metric of the
  // coordinates would give (0.5, 0.3).
  const Problem wall = problem_entry("skewed_wall").make({});
  Session session = paoli(wall, 1e-3);
  session.run(2000);
  EXPECT_NEAR((session.state.v - Eigen::Vector2d(0.5, -0.6)).norm(), 0.0, 1e-12);
  EXPECT_GT((session.state.v - Eigen::Vector2d(0.5, 0.3)).norm(), 0.8);
}

TEST(PaoliMetric, ConvergesWithOrderOneInPolarCoordinates) {
  for (const double e : {0.0, 0.5, 1.0}) {
    std::vector<double> h, error;
    for (int level = 7; level <= 12; ++level) {
      h.push_back(std::ldexp(1.0, -level));
      error.push_back(
          largest_error(problem_entry("polar_wall").make({{"restitution", e}}), h.back()));
    }
    EXPECT_NEAR(slope(h, error), 1.0, 0.15) << e;
    EXPECT_LT(error.back(), 3e-3);
  }
}

TEST(PaoliDisc, ConvergesOutsideAndInside) {
  for (const double e : {0.0, 0.5, 1.0}) {
    for (const bool inside : {false, true}) {
      ParameterSet given{{"restitution", e}};
      if (inside) {
        given = {{"restitution", e}, {"side", std::string("inside")},
                 {"x", 0.3},         {"y", 0.1},
                 {"vx", 1.0},        {"vy", 0.4},
                 {"horizon", 3.0}};
      }
      std::vector<double> h, error;
      for (int level = 7; level <= 12; ++level) {
        h.push_back(std::ldexp(1.0, -level));
        error.push_back(largest_error(problem_entry("disc_wall").make(given), h.back()));
      }
      EXPECT_NEAR(slope(h, error), 1.0, 0.2) << e << (inside ? " inside" : " outside");
    }
  }
}

TEST(PaoliBar, IsThrownBackByItsWave) {
  // Contact lasts 2 L / c = 2 s; the bar leaves with the speed that it came with, whatever the
  // restitution of its first node.
  for (const double e : {0.0, 0.5, 1.0}) {
    const Problem bar = problem_entry("impacting_bar").make({{"restitution", e}});
    Session session = paoli(bar, 0.0025);
    const double momentum = bar.system->mass().dot(bar.initial.v);
    double touched = 0.0, left = 0.0;
    session.run(1600, [&](const State& s) {
      const double t = static_cast<double>(s.step) * 0.0025;
      const double p = bar.system->mass().dot(s.v);
      if (touched == 0.0 && std::abs(p - momentum) > 1e-3 * std::abs(momentum)) touched = t;
      if (std::abs(p + momentum) > 0.05 * std::abs(momentum)) left = t;
    });
    EXPECT_NEAR(touched, 1.0, 0.02) << e;
    EXPECT_NEAR(left - touched, 2.0, 0.1) << e;
    EXPECT_NEAR(bar.system->mass().dot(session.state.v) / -momentum, 1.0, 0.05) << e;
  }
}

TEST(PaoliBar, ErrorsFallWithTheElements) {
  double last = HUGE_VAL;
  for (const std::int64_t n : {26, 51, 101}) {
    const double h = 0.5 / static_cast<double>(n - 1);
    const double error = largest_error(problem_entry("impacting_bar").make({{"n", n}}), h);
    EXPECT_LT(error, 0.75 * last) << n;
    last = error;
  }
  EXPECT_LT(last, 0.1 * 0.05) << "0.1 m/s over 1 s of wave";
}

TEST(PaoliStep, AllocatesNothingOnGeneralisedSystems) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  for (const char* name :
       {"corner", "polar_wall", "double_pendulum", "impacting_bar", "disc_wall"}) {
    const Problem problem = problem_entry(name).make({});
    Session session = paoli(problem, 1e-3);
    const std::int64_t before = allocations();
    session.run(1500);
    EXPECT_EQ(allocations() - before, 0) << name;
  }
}

template <class F>
std::string complaint(F&& f) {
  try {
    f();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

TEST(PaoliInput, EveryMistakeGetsASentence) {
  const auto made = [](const char* problem, const ParameterSet& given) {
    return complaint([&] { (void)problem_entry(problem).make(given); });
  };
  for (const double e : {-0.1, 1.1, std::nan("")})
    EXPECT_NE(made("bouncing_point", {{"restitution", e}}).find("restitution"), std::string::npos);
  EXPECT_NE(made("skewed_wall", {{"skew", 1.0}})
                .find("at q = (1, 0): the mass matrix is not positive definite"),
            std::string::npos);
  EXPECT_NE(made("disc_wall", {{"x", 0.5}}).find("constraint 1 is violated"), std::string::npos);
  EXPECT_NE(made("disc_wall", {{"side", std::string("inside")}, {"x", 0.0}, {"y", 0.0}})
                .find("gradient of length 0"),
            std::string::npos);
  EXPECT_NE(made("double_pendulum", {{"stop_1", -2.0}}).find("constraint 1 is violated"),
            std::string::npos);
  const auto& entry = scheme_entry("schatzman_paoli");
  const auto says = [&](const ParameterSet& given, const char* problem, double h) {
    return entry.make(given)->refuses(problem_entry(problem).make({}).traits, h).value_or("");
  };
  EXPECT_NE(says({}, "corner", 0.0).find("dt must be above 0"), std::string::npos);
  EXPECT_NE(says({{"offset", 1.0}}, "bouncing_point", 0.1).find("two coordinates"),
            std::string::npos);
  EXPECT_NE(says({{"offset", 1.0}}, "hexagon", 0.1).find("generalised systems only"),
            std::string::npos);
  EXPECT_EQ(says({}, "corner", 0.1), "");
  // Constraints are contacts to every scheme whose law they have.
  const ProblemTraits wedge = problem_entry("corner").make({}).traits;
  const auto refusal = [&](const char* other) {
    return scheme_entry(other).make({})->refuses(wedge, 1e-4).value_or("");
  };
  for (const char* other : {"maury", "nscd", "dem", "md", "inc", "snc"})
    EXPECT_EQ(refusal(other), "") << other;
  EXPECT_NE(refusal("gluey").find("gluey = true"), std::string::npos);
  EXPECT_NE(refusal("catching_up").find("first order"), std::string::npos);
}

TEST(PaoliInput, WarnsWhereTheAngleConditionFails) {
  const auto warns = [](double angle, double e) {
    return scheme_entry("schatzman_paoli")
        .make({})
        ->warns(problem_entry("corner").make({{"angle", angle}, {"restitution", e}}).traits)
        .has_value();
  };
  EXPECT_FALSE(warns(90.0, 0.0) || warns(90.0, 0.5) || warns(60.0, 0.0));
  EXPECT_TRUE(warns(60.0, 0.5) && warns(120.0, 0.0) && warns(120.0, 1.0));
}

TEST(PaoliStep, SaysWhatBrokeIt) {
  // r = 0 is no configuration of polar coordinates: the mass matrix is singular there.
  const Problem wall = problem_entry("polar_wall").make({}),
                wedge = problem_entry("corner").make({});
  Session polar = paoli(wall, 1e-3);
  polar.state.q[0] = 0.0;
  const StepReport singular = polar.step();
  EXPECT_EQ(singular.status, StepStatus::breakdown);
  EXPECT_NE(singular.reason.find("not positive definite"), std::string_view::npos);
  Session corner = paoli(wedge, 1e-3);
  corner.state.v[0] = std::nan("");
  EXPECT_EQ(corner.step().status, StepStatus::breakdown);
}

}  // namespace
}  // namespace impactbench::testing
