// Single steps of sweeping processes: what the schemes state, refuse and cost.
#include "schemes/support/nearest/sweeping_step.hpp"
#include "tests/schemes/sweeping/cases.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace impactbench::testing {
namespace {

TEST(MoreauYosida, StepSolvesItsImplicitEquation) {
  // q^{n+1} - w + (h / R) |q^{n+1} - P|^(alpha-2) (q^{n+1} - P) = 0 with P the nearest point of
  // q^{n+1}, not of w, from which the step has it.
  for (const ProblemEntry& entry : sweeping_problems()) {
    const Problem problem = entry.make({});
    const SweepingSystem& system = *sweeping_system(*problem.system);
    SetProjection projection(system);
    for (const double alpha : {2.0, 2.5, 4.0}) {
      constexpr double R = 0.03;
      const int n = 97;
      const double h = problem.horizon / n;
      Session session(scheme_entry("moreau_yosida"),
                      {{"lambda", R}, {"lambda_per_step", 0.0}, {"alpha", alpha}}, problem, h);
      Eigen::VectorXd before = problem.initial.q, force = before, p = before;
      double worst = 0.0, pull = 0.0;
      session.run(n, [&](const State& s) {
        const double t = h * static_cast<double>(s.step);
        system.mean_force(t - h, t, before, s.v, force);
        ASSERT_TRUE(projection.nearest({t, before}, s.q, p));
        const Eigen::VectorXd off = s.q - p;
        const double d = off.norm();
        if (d < system.reach()) {
          const Eigen::VectorXd rest =
              s.q - before - h * force + h / R * std::pow(d, alpha - 2.0) * off;
          worst = larger(worst, rest.norm());
          pull = larger(pull, d);
        }
        before = s.q;
      });
      EXPECT_LE(worst, 1e-9) << entry.name << ' ' << alpha;
      EXPECT_GT(pull, 1e-3) << entry.name << ": it is never outside";
    }
  }
}

TEST(MoreauYosida, DistanceHasNoRootBelowOrAbove) {
  for (const double alpha : {2.0, 2.1, 3.0, 7.0}) {
    for (const double c : {1e-6, 1.0, 1e6}) {
      for (const double whole : {1e-12, 1e-3, 1.0, 1e4}) {
        const double x = regularised_distance(whole, alpha, c);
        EXPECT_GE(x, 0.0);
        EXPECT_NEAR(x + c * std::pow(x, alpha - 1.0), whole, 1e-12 * whole)
            << alpha << ' ' << c << ' ' << whole;
      }
    }
  }
}

TEST(MoreauYosida, WithoutRegularisationIsCatchingUp) {
  for (const ProblemEntry& entry : sweeping_problems()) {
    const Problem problem = entry.make({});
    const double h = problem.horizon / 60;
    Session one(scheme_entry("catching_up"), {}, problem, h);
    Session other(scheme_entry("moreau_yosida"), {{"lambda_per_step", 0.0}}, problem, h);
    one.run(60);
    other.run(60);
    EXPECT_EQ(one.state.q, other.state.q) << entry.name;
    EXPECT_EQ(one.state.v, other.state.v) << entry.name;
  }
}

/// A point in a disc of radius 1 that does not move, pushed along x.
class PushedInDisc final : public SweepingSystem {
 public:
  PushedInDisc() : SweepingSystem(2) {}
  [[nodiscard]] double length() const override { return 1.0; }
  void external_force(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force << 1.0, 0.0;
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, SetAt, const Eigen::VectorXd& x) const override {
    return 1.0 - x.norm();
  }
  void constraint_gradient(Eigen::Index, SetAt, const Eigen::VectorXd& x,
                           Eigen::VectorXd& g) const override {
    g = -x / x.norm();
  }
};

TEST(CatchingUp, LinearisedConstraintsAreTheSetUnlessAForcePushesAlongACurve) {
  // At rest a point is moved along the gradient at q^n, which is that at the nearest point of a
  // half-plane and of a circle: the same step. A force along a circle of radius 1 leaves it by
  // sqrt(1 + h^2) - 1.
  const ParameterSet linearised{{"projection", std::string("linearised")}};
  for (const ProblemEntry& entry : sweeping_problems()) {
    const Problem problem = entry.make({});
    const double h = problem.horizon / 100;
    Session one(scheme_entry("catching_up"), {}, problem, h);
    Session other(scheme_entry("catching_up"), linearised, problem, h, "nlgs",
                  {{"tolerance", 1e-13}});
    one.run(100);
    other.run(100);
    EXPECT_LE((one.state.q - other.state.q).norm(), 1e-10 * (1.0 + one.state.q.norm()))
        << entry.name;
  }
  const PushedInDisc disc;
  const double h = 0.01;
  const auto contact = std::get<MakeContact>(solver_entry("nlgs").make)({});
  for (const bool exact : {true, false}) {
    State state{Eigen::Vector2d(0.0, -1.0), Eigen::Vector2d::Zero()};
    const auto method = scheme_entry("catching_up").make(exact ? ParameterSet{} : linearised);
    const auto scheme = method->instance(disc, state, h, {nullptr, contact.get()});
    ASSERT_EQ(scheme->step(state).status, StepStatus::done);
    EXPECT_NEAR(state.q.norm() - 1.0, exact ? 0.0 : std::sqrt(1.0 + h * h) - 1.0, 1e-12);
    EXPECT_GT(state.q[0], 0.9 * h);
  }
}

TEST(Sweeping, StepsAllocateNothing) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  for (const ProblemEntry& entry : sweeping_problems()) {
    const Problem problem = entry.make({});
    for (const Swept& by : swept_by()) {
      Session session(scheme_entry(by.scheme), by.settings, problem, problem.horizon / 200);
      session.run(5);
      bool moved = false;
      const std::int64_t before = allocations();
      for (int k = 5; k < 200; ++k) {
        (void)session.step();
        moved = moved || session.state.v[0] != 0.0;
      }
      EXPECT_EQ(allocations() - before, 0) << entry.name << ' ' << by.scheme;
      EXPECT_TRUE(moved) << entry.name;
    }
  }
}

TEST(Sweeping, IsRefusedAsMotionWithoutInertiaIsNeverForItsKind) {
  const ProblemTraits crowd{
      .bodies = BodyKind::round, .rotates = false, .restitution = 0.0, .first_order = true};
  int run = 0;
  for (const SchemeEntry& scheme : scheme_catalogue()) {
    const auto method = scheme.make({});
    const std::string of_crowd = method->refuses(crowd, 1e-4).value_or("can");
    for (const ProblemEntry& entry : sweeping_problems()) {
      const std::string answer = method->refuses(entry.traits({}), 1e-4).value_or("can");
      if (answer == "can") {
        ++run;
      } else {
        EXPECT_EQ(answer, of_crowd) << scheme.name;
      }
    }
  }
  EXPECT_EQ(run, 3 * static_cast<int>(sweeping_problems().size()));
  for (const char* name : {"moreau_yosida", "projected_midpoint"}) {
    const auto says = [&](const char* problem) {
      return scheme_entry(name).make({})->refuses(problem_entry(problem).traits({}), 1e-3);
    };
    EXPECT_NE(says("newton_cradle").value_or("").find("must be of first order"), std::string::npos);
    EXPECT_NE(says("crowd_exit").value_or("").find("must not overlap"), std::string::npos);
    EXPECT_NE(scheme_entry(name)
                  .make({})
                  ->refuses(problem_entry("play").traits({}), -1e-3)
                  .value_or("")
                  .find("dt must be above 0"),
              std::string::npos);
  }
}

TEST(Sweeping, RecordsWhatChangesItsVelocity) {
  // v - F = sum of the recorded impulses; none where nothing acts.
  for (const ProblemEntry& entry : sweeping_problems()) {
    const Problem problem = entry.make({});
    for (const Swept& by : swept_by()) {
      const double h = problem.horizon / 150;
      Session session(scheme_entry(by.scheme), by.settings, problem, h);
      ContactImpulses recorded;
      session.scheme().record_impulses(&recorded);
      Eigen::VectorXd before = problem.initial.q, force = before;
      double worst = 0.0, pushed = 0.0;
      session.run(150, [&](const State& s) {
        const double t = h * static_cast<double>(s.step);
        const bool middle = std::string(by.scheme) == "projected_midpoint";
        const Eigen::VectorXd at = middle ? Eigen::VectorXd(0.5 * (before + s.q)) : before;
        problem.system->mean_force(t - h, t, at, s.v, force);
        Eigen::VectorXd rest = s.v - force;
        pushed = larger(pushed, rest.norm());
        ASSERT_TRUE(recorded.known);
        const auto n = static_cast<std::size_t>(recorded.dofs);
        for (std::size_t c = 0; c < recorded.contacts(); ++c) {
          for (std::size_t i = 0; i < n; ++i)
            rest[static_cast<Eigen::Index>(i)] -=
                recorded.impulse[c] * recorded.jacobian_a[c * n + i];
        }
        worst = larger(worst, rest.norm());
        before = s.q;
      });
      EXPECT_LE(worst, 1e-9 * pushed) << entry.name << ' ' << by.scheme;
      EXPECT_GT(pushed, 0.1) << entry.name;
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
