// The sets of sweeping processes: their nearest points against their constraints, and what they say
// of themselves.
#include "schemes/support/nearest/frozen_set.hpp"
#include "schemes/support/nearest/kinetic_projection.hpp"
#include "tests/schemes/sweeping/cases.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace impactbench::testing {
namespace {

class SweepingSet : public ::testing::TestWithParam<ProblemEntry> {
 protected:
  std::mt19937_64 engine{7};
  double uniform() { return static_cast<double>(engine() >> 11U) * 0x1p-53; }
  /// A point about the start, as far away as the set's reach allows.
  Eigen::VectorXd point(const Problem& problem, double share = 1.5) {
    const double length = sweeping_system(*problem.system)->length();
    Eigen::VectorXd out = problem.initial.q;
    for (double& x : out)
      x += share * length * (2.0 * uniform() - 1.0);
    return out;
  }
};

TEST_P(SweepingSet, GradientsAreThoseOfTheConstraints) {
  const Problem problem = GetParam().make({});
  const SweepingSystem& system = *sweeping_system(*problem.system);
  ASSERT_GT(system.constraints(), 0);
  Eigen::VectorXd g = problem.initial.q;
  for (int k = 0; k < 50; ++k) {
    const Eigen::VectorXd x = point(problem);
    const SetAt set{uniform() * problem.horizon, problem.initial.q};
    for (Eigen::Index a = 0; a < system.constraints(); ++a) {
      system.constraint_gradient(a, set, x, g);
      for (Eigen::Index i = 0; i < x.size(); ++i) {
        const double h = 1e-5 * system.length();
        Eigen::VectorXd up = x, down = x;
        up[i] += h;
        down[i] -= h;
        const double slope =
            (system.constraint(a, set, up) - system.constraint(a, set, down)) / (2.0 * h);
        EXPECT_NEAR(g[i], slope, 1e-6) << a << ' ' << i;
      }
    }
  }
}

TEST_P(SweepingSet, NearestPointIsThatOfTheConstraints) {
  // Closed form against the solver of nearest points that sees constraints alone; within the reach,
  // where there is one.
  const Problem problem = GetParam().make({});
  const SweepingSystem& system = *sweeping_system(*problem.system);
  if (!system.projects()) GTEST_SKIP() << "it has its constraints alone";
  FrozenSet frozen(system);
  KineticProjection projection;
  projection.prepare(frozen, 1e-14, 500);
  ASSERT_TRUE(projection.set_metric(problem.initial.q));
  int outside = 0;
  for (int k = 0; k < 300; ++k) {
    const Eigen::VectorXd w = point(problem), state = point(problem);
    const SetAt set{uniform() * problem.horizon, state};
    Eigen::VectorXd z = w, other = w;
    system.nearest(set, w, z);
    EXPECT_LE((z - w).norm(), 1e300);
    if (!((z - w).norm() < 0.9 * system.reach())) continue;
    frozen.go_to(set);
    const auto found = projection.nearest(w, z, other);
    ASSERT_EQ(found.status, KineticProjection::Status::found);
    EXPECT_LE((z - other).norm(), 1e-10 * (1.0 + w.norm()));
    outside += (z - w).norm() > 1e-3 * system.length() ? 1 : 0;
  }
  EXPECT_GT(outside, 20) << "hardly a point was outside";
}

TEST_P(SweepingSet, FollowsTheStateNoFasterThanItSays) {
  // A point that is within C(t, s) is within |s - s'| dependence of C(t, s').
  const Problem problem = GetParam().make({});
  const SweepingSystem& system = *sweeping_system(*problem.system);
  ASSERT_GE(system.dependence(), 0.0);
  ASSERT_LT(system.dependence(), 1.0);
  if (!system.projects()) GTEST_SKIP() << "it moves in time alone";
  double fastest = 0.0;
  for (int k = 0; k < 200; ++k) {
    const Eigen::VectorXd s = point(problem), other = point(problem);
    const double t = uniform() * problem.horizon;
    Eigen::VectorXd in = s, there = s;
    system.nearest({t, s}, point(problem, 5.0), in);
    system.nearest({t, other}, in, there);
    fastest = larger(fastest, (in - there).norm() / (s - other).norm());
  }
  EXPECT_LE(fastest, system.dependence() + 1e-12);
  EXPECT_EQ(fastest > 1e-9, system.dependence() > 0.0);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, SweepingSet, ::testing::ValuesIn(sweeping_problems()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace impactbench::testing
