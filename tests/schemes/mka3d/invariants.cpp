// The invariants of RATTLE, on a block that spins and vibrates at finite strain.

#include "problems/base/error.hpp"
#include "problems/model/deformation_energy.hpp"
#include "schemes/mka3d/mka3d.hpp"
#include "tests/schemes/mka3d/bodies.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace impactbench::testing {
namespace {

/// 4 x 2 x 2 boxes without a symmetry of inertia that spin about a skew axis, stretched by 4 % and
/// bent.
class SpinningBlock : public ::testing::Test {
 protected:
  SpinningBlock()
      : body_(box_mesh({.count = {4, 2, 2},
                        .low = {-2, -0.8, -1.2},
                        .size = {4, 1.6, 2.4},
                        .endless = {}}),
              rubber, {}),
        start_(body_.at_rest()) {
    const Vec3 spin(0.02, 0.05, 0.12);
    for (int i = 0; i < body_.cells(); ++i) {
      const Vec3 x = PolyhedralSystem::position(start_.q, i);
      start_.q.segment<3>(7 * i) += Vec3(0.04 * x.x(), 0.02 * x.x() * x.x(), -0.03 * x.y());
      start_.v.segment<3>(6 * i) = spin.cross(x) + Vec3(0.01, 0.02, -0.01);
      start_.v.segment<3>(6 * i + 3) = spin;
    }
  }

  State run(double h, int steps, const std::function<void(const State&)>& watch = {}) const {
    State state = start_;
    mka3d::Mka3d scheme(mka3d::Params{}, body_, state, h);
    for (int n = 0; n < steps; ++n) {
      const StepReport report = scheme.step(state);
      EXPECT_EQ(report.status, StepStatus::done);
      if (watch) watch(state);
    }
    return state;
  }
  double energy(const State& s) const {
    return kinetic_energy(body_, s.v) + deformation_energy(body_, 0.0, s.q).total();
  }
  Vec3 momentum(const State& s) const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < body_.cells(); ++i)
      sum += body_.mass()[6 * i] * s.v.segment<3>(6 * i);
    return sum;
  }
  Vec3 angular_momentum(const State& s) const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < body_.cells(); ++i) {
      const Vec3 own = body_.mass().segment<3>(6 * i + 3).cwiseProduct(s.v.segment<3>(6 * i + 3));
      sum += PolyhedralSystem::position(s.q, i).cross(body_.mass()[6 * i] * s.v.segment<3>(6 * i)) +
             PolyhedralSystem::rotation(s.q, i) * own;
    }
    return sum;
  }

  PolyhedralSystem body_;
  State start_;
};

TEST_F(SpinningBlock, KeepsMomentumAngularMomentumAndRotations) {
  const Vec3 p = momentum(start_), l = angular_momentum(start_);
  double momentum_error = 0.0, angular_error = 0.0, skew = 0.0;
  run(0.02, 5000, [&](const State& s) {
    momentum_error = larger(momentum_error, (momentum(s) - p).norm() / p.norm());
    angular_error = larger(angular_error, (angular_momentum(s) - l).norm() / l.norm());
    for (int i = 0; i < body_.cells(); ++i)
      skew = larger(skew, std::abs(s.q.segment<4>(7 * i + 3).norm() - 1.0));
  });
  ASSERT_GT(p.norm(), 0.1);
  ASSERT_GT(l.norm(), 0.1);
  EXPECT_LT(momentum_error, 1e-13);
  EXPECT_LT(angular_error, 1e-11);
  // |q| = 1 to rounding is Q^T Q = 1 to rounding.
  EXPECT_LT(skew, 5e-16);
}

TEST_F(SpinningBlock, EnergyErrorIsOfOrderTwoWithoutDrift) {
  const double e0 = energy(start_), end = 200.0;
  ASSERT_GT(deformation_energy(body_, 0.0, start_.q).total(), 1e-2 * e0);
  std::vector<double> swing, drift;
  for (const double h : {0.04, 0.02, 0.01}) {
    double largest = 0.0, early = 0.0, late = 0.0;
    const int steps = static_cast<int>(std::lround(end / h));
    int n = 0;
    run(h, steps, [&](const State& s) {
      const double error = (energy(s) - e0) / e0;
      largest = larger(largest, std::abs(error));
      (++n <= steps / 2 ? early : late) += 2.0 * error / steps;
    });
    swing.push_back(largest);
    drift.push_back(std::abs(late - early));
  }
  EXPECT_NEAR(std::log2(swing[0] / swing[1]), 2.0, 0.15);
  EXPECT_NEAR(std::log2(swing[1] / swing[2]), 2.0, 0.15);
  // The means of both halves of the run agree far better than the error swings.
  EXPECT_LT(drift[2], 0.05 * swing[2]);
}

TEST_F(SpinningBlock, TrajectoryIsOfOrderTwo) {
  const Eigen::VectorXd exact = run(0.00125, 3200).q;
  const double coarse = (run(0.02, 200).q - exact).norm();
  const double fine = (run(0.01, 400).q - exact).norm();
  EXPECT_GT(fine, 1e-7);
  // The comparison run has 1/64 of the fine error: 2.000 becomes 2.017.
  EXPECT_NEAR(std::log2(coarse / fine), 2.017, 0.01);
}

TEST_F(SpinningBlock, RunsBackToItsStart) {
  const double h = 0.02;
  State there = run(h, 200);
  EXPECT_GT((there.q - start_.q).norm(), 0.1);
  there.v = -there.v;
  there.step = 0;
  mka3d::Mka3d scheme(mka3d::Params{}, body_, there, h);
  for (int n = 0; n < 200; ++n)
    scheme.step(there);
  for (int i = 0; i < body_.cells(); ++i) {
    EXPECT_LT(
        (PolyhedralSystem::position(there.q, i) - PolyhedralSystem::position(start_.q, i)).norm(),
        1e-13);
  }
  EXPECT_LT((there.v + start_.v).norm(), 1e-13);
}

TEST_F(SpinningBlock, AStepAllocatesNothing) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  State state = start_;
  mka3d::Mka3d scheme(mka3d::Params{}, body_, state, 0.02);
  scheme.step(state);
  const std::int64_t before = allocations();
  scheme.step(state);
  EXPECT_EQ(allocations(), before);
}

TEST_F(SpinningBlock, ATurnBeyondTheBoundIsAStatus) {
  State state = start_;
  state.v.segment<3>(3) = Vec3(10.0, 10.0, 10.0);
  mka3d::Mka3d scheme(mka3d::Params{}, body_, state, 0.02);
  const StepReport report = scheme.step(state);
  EXPECT_EQ(report.status, StepStatus::breakdown);
  EXPECT_NE(report.reason.find("0.5486"), std::string_view::npos);
}

TEST_F(SpinningBlock, FixedCellsStay) {
  const PolyhedralSystem held(
      box_mesh({.count = {4, 2, 2}, .low = {-2, -0.8, -1.2}, .size = {4, 1.6, 2.4}, .endless = {}}),
      rubber, {.fixed = {0, 4, 8, 12}});
  State state = held.at_rest();
  state.q.segment<3>(7 * 3) += Vec3(0.05, 0.02, 0.01);
  const State before = state;
  mka3d::Mka3d scheme(mka3d::Params{}, held, state, 0.02);
  for (int n = 0; n < 100; ++n)
    scheme.step(state);
  for (const int i : {0, 4, 8, 12})
    EXPECT_EQ(state.q.segment<7>(7 * i), before.q.segment<7>(7 * i));
  EXPECT_GT((state.q - before.q).norm(), 1e-3);
}

}  // namespace
}  // namespace impactbench::testing
