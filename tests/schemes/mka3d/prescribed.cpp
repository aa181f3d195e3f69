// Cells that move by themselves.

#include "problems/base/error.hpp"
#include "schemes/mka3d/mka3d.hpp"
#include "tests/schemes/mka3d/bodies.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

CellMesh bar() {
  return box_mesh({.count = {4, 1, 1}, .low = {0, -0.5, -0.5}, .size = {4, 1, 1}, .endless = {}});
}

TEST(PrescribedMotion, CarriesABodyThatMovesAlong) {
  // All cells start with the velocity of the first one, which is prescribed: nothing is strained.
  const Vec3 speed(0.1, -0.2, 0.3);
  const PolyhedralSystem body(bar(), rubber,
                              {.prescribed = {{0, [&](double t) { return Vec3(t * speed); }, {}}}});
  State state = body.at_rest();
  for (int i = 0; i < body.cells(); ++i)
    state.v.segment<3>(6 * i) = speed;
  const Eigen::VectorXd start = state.q;
  mka3d::Mka3d scheme(mka3d::Params{}, body, state, 0.02);
  for (int n = 0; n < 500; ++n)
    scheme.step(state);
  for (int i = 0; i < body.cells(); ++i) {
    EXPECT_LT((state.q.segment<3>(7 * i) - start.segment<3>(7 * i) - 10.0 * speed).norm(), 1e-12);
    EXPECT_LT((state.v.segment<3>(6 * i) - speed).norm(), 1e-12);
  }
}

TEST(PrescribedMotion, BendsABarThatItTurns) {
  // One end is turned by 0.2 rad about z, slowly, and the body follows: in the mean, as a rigid
  // one.
  const double angle = 0.2, end = 400.0;
  const auto turn = [=](double t) {
    const double s = std::min(t / end, 1.0);
    return Vec3(0.0, 0.0, angle * s * s * (3.0 - 2.0 * s));
  };
  const PolyhedralSystem body(bar(), rubber, {.prescribed = {{0, {}, turn}}});
  EXPECT_TRUE(body.driven());
  State state = body.at_rest();
  mka3d::Mka3d scheme(mka3d::Params{}, body, state, 0.1);
  for (int n = 0; n < 4000; ++n)
    ASSERT_EQ(scheme.step(state).status, StepStatus::done);
  const Vec3 arm = PolyhedralSystem::position(state.q, 3) - PolyhedralSystem::position(state.q, 0);
  EXPECT_NEAR(std::atan2(arm.y(), arm.x()), angle, 0.01);
  const Eigen::Quaterniond first = PolyhedralSystem::rotation(state.q, 0);
  EXPECT_NEAR(2.0 * std::atan2(first.z(), first.w()), angle, 1e-12);
}

TEST(PrescribedMotion, OfACellThatIsNotThereIsASentence) {
  try {
    const PolyhedralSystem body(bar(), rubber, {.prescribed = {{4, {}, {}}}});
    ADD_FAILURE() << "cell 4 of 4 was accepted";
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(error.what(), "polyhedra: prescribed cell is 4; it must be a cell in [0, 3]");
  }
}

}  // namespace
}  // namespace impactbench::testing
