#include "reference/yardsticks/existence.hpp"

#include "tests/support/groove.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace impactbench::testing {
namespace {

// Whatever the disc does, 2 cos(angle) v_y is the sum of both u_n, and the sum of both |u_t| at
// least 2 sin(angle) v_y: both contacts open faster than they slide only where mu tan(angle) < 1,
// and where it lifts it does.
TEST(Existence, OfADiscInAGrooveEndsWhereItJams) {
  for (const double mu : {0.3, 1.0, 3.0}) {
    const double jams = std::atan(1.0 / mu);
    EXPECT_GT(opening_of(in_a_groove(jams - degree, mu)), 0.0) << mu;
    EXPECT_LE(opening_of(in_a_groove(jams + degree, mu)), 0.0) << mu;
  }
}

TEST(Existence, OfADiscBetweenParallelWallsNeedsRoom) {
  ContactProblem p = in_a_groove(90.0 * degree, 0.5);
  EXPECT_LE(opening_of(p), 0.0);
  p.b = {0.1, 0.0, 0.1, 0.0};
  EXPECT_DOUBLE_EQ(opening_of(p), 0.1) << "at rest";
  p.velocity_unit = 0.5;
  EXPECT_DOUBLE_EQ(opening_of(p), 0.2) << "in units of velocity";
  // It spins, too fast for mu at both walls: friction takes the spin away.
  p.b = {0.1, 0.4, 0.1, 0.4};
  EXPECT_GT(opening_of(p), 0.0);
  // Pressed from the left with more than the room: u_n of both sum up to b_1 + b_2 < 0.
  p.b = {-0.3, 0.0, 0.1, 0.0};
  EXPECT_LE(opening_of(p), 0.0);
}

/// A ball of radius 1 m and unit mass and inertia that falls on a plane with spin: five rows.
ContactProblem on_a_plane(double mu, double mu_r) {
  ContactProblem p;
  p.rows = 5;
  p.dofs = 6;
  p.resize(1);
  p.body_a = {0};
  p.body_b = {ContactProblem::fixed};
  p.jacobian_a = {0.0, 0.0, 1.0, 0.0, 0.0,  0.0,  //
                  1.0, 0.0, 0.0, 0.0, -1.0, 0.0,  //
                  0.0, 1.0, 0.0, 1.0, 0.0,  0.0,  //
                  0.0, 0.0, 0.0, 1.0, 0.0,  0.0,  //
                  0.0, 0.0, 0.0, 0.0, 1.0,  0.0};
  p.jacobian_b.assign(30, 0.0);
  p.inverse_mass.assign(6, 1.0);
  p.b = {-1.0, 2.0, -3.0, 4.0, 1.0};
  p.friction = {mu};
  p.rolling = {mu_r};
  return p;
}

TEST(Existence, OfABallOnAPlaneIsCertain) {
  EXPECT_GT(opening_of(on_a_plane(0.0, 0.0)), 0.0);
  EXPECT_GT(opening_of(on_a_plane(0.5, 0.1)), 0.0);
  EXPECT_GT(opening_of(on_a_plane(10.0, 2.0)), 0.0);
}

// Two discs of a column whose lower one falls on the floor: rows of several contacts, one row each.
TEST(Existence, OfFrictionlessContactsAsksForNormalsAlone) {
  ContactProblem p;
  p.rows = 1;
  p.dofs = 1;
  p.resize(2);
  p.body_a = {0, 1};
  p.body_b = {ContactProblem::fixed, 0};
  p.jacobian_a = {1.0, 1.0};
  p.jacobian_b = {0.0, -1.0};
  p.inverse_mass = {1.0, 0.5};
  p.b = {-1.0, -2.0};
  p.friction = {0.0, 0.0};
  EXPECT_GT(opening_of(p), 0.0);
}

TEST(Existence, OfNothingAndOfWhatIsNoNumber) {
  EXPECT_EQ(opening_of(ContactProblem{}), std::numeric_limits<double>::infinity());
  ContactProblem p = in_a_groove(0.5, 0.5);
  p.b[2] = std::nan("");
  EXPECT_TRUE(std::isnan(opening_of(p)));
}

}  // namespace
}  // namespace impactbench::testing
