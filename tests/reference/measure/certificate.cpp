#include "reference/yardsticks/certificate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

/// Mass 2 at 3 m/s against a wall: W = 1/2, b = -3, p* = 6, both values p* W p* / 2 = 9 J.
ContactProblem wall() {
  ContactProblem p;
  p.dofs = 1;
  p.resize(1);
  p.body_a = {0};
  p.body_b = {ContactProblem::fixed};
  p.jacobian_a = {1.0};
  p.inverse_mass = {0.5};
  p.b = {-3.0};
  return p;
}

TEST(Certificate, IsZeroAtTheSolution) {
  const double p[] = {6.0};
  const Certificate at = certificate(wall(), p);
  EXPECT_EQ(at.primal, 9.0);
  EXPECT_EQ(at.dual, 9.0);
  EXPECT_EQ(at.gap, 0.0);
  EXPECT_EQ(at.relative_gap, 0.0);
  EXPECT_EQ(at.infeasibility, 0.0);
  EXPECT_EQ(at.least_impulse, 0.0);
}

TEST(Certificate, SaysWhatIsWrongAndByHowMuch) {
  // Too much: u = 0.5 > 0, feasible, gap = p u = 3.5 = 12.25 - 8.75; |v - v*|_M^2 = 0.5 <= 2 gap.
  const double much[] = {7.0};
  Certificate at = certificate(wall(), much);
  EXPECT_DOUBLE_EQ(at.gap, 3.5);
  EXPECT_DOUBLE_EQ(at.primal - at.dual, at.gap);
  EXPECT_DOUBLE_EQ(at.relative_gap, 3.5 / 12.25);
  EXPECT_EQ(at.infeasibility, 0.0);
  // Too little: u = -0.5, and a gap below zero, which only infeasible impulses have.
  const double little[] = {5.0};
  at = certificate(wall(), little);
  EXPECT_DOUBLE_EQ(at.infeasibility, 0.5);
  EXPECT_DOUBLE_EQ(at.gap, -2.5);
  // A wall that pulls.
  const double pull[] = {-1.0};
  EXPECT_EQ(certificate(wall(), pull).least_impulse, -1.0);
  EXPECT_DOUBLE_EQ(certificate(wall(), pull).infeasibility, 3.5);
}

TEST(Certificate, NotANumberIsSeen) {
  const double nan[] = {std::nan("")};
  EXPECT_TRUE(std::isnan(certificate(wall(), nan).gap));
  EXPECT_TRUE(std::isnan(certificate(wall(), nan).infeasibility));
  ContactProblem bad = wall();
  bad.b[0] = std::nan("");
  const double p[] = {0.0};
  EXPECT_TRUE(std::isnan(certificate(bad, p).infeasibility)) << "p = 0 must not hide it";
}

}  // namespace
}  // namespace impactbench::testing
