#include "reference/yardsticks/existence.hpp"

#include "tests/support/one_body.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace impactbench::testing {
namespace {

// Whatever the disc does, 2 cos(angle) v_y is the sum of both u_n, and the sum of both |u_t| at
// least 2 sin(angle) v_y: both contacts open faster than they slide only where mu tan(angle) < 1,
// and where it lifts it does.
TEST(Existence, OfADiscInAGrooveEndsWhereItJams) {
  for (const double mu : {0.3, 1.0, 3.0}) {
    const double jams = std::atan(1.0 / mu);
    EXPECT_GT(opening_of(in_a_groove(jams - 0.1 * degree, mu)), 0.0) << mu;
    EXPECT_LE(opening_of(in_a_groove(jams + 0.1 * degree, mu)), 0.0) << mu;
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

// It falls, slides and rolls.
TEST(Existence, OfABallOnAPlaneIsCertain) {
  for (const auto& [mu, mu_r] : {std::pair(0.0, 0.0), {0.5, 0.1}, {10.0, 2.0}}) {
    ContactProblem p = rolling_ball(4.0, 1.0, mu, mu_r);
    p.b[1] = 2.0;
    p.b[2] = -3.0;
    EXPECT_GT(opening_of(p), 0.0) << mu;
  }
}

// A ball between two walls, with room for 0.1 m/s at each, that turn against each other by 1 rad/s:
// whatever it does, both |u_r| sum up to 2 rad/s, both u_n to 0.2 m/s, and mu_r = 0.1 m is the
// most.
TEST(Existence, OfABallBetweenTurningWallsEndsWhereRollingResistsTooMuch) {
  for (const double mu_r : {0.0999, 0.1001}) {
    ContactProblem p = rolling_ball(1.0, 0.0, 0.0, mu_r);
    p.resize(2);
    p.body_a = {0, 0};
    p.body_b = {ContactProblem::fixed, ContactProblem::fixed};
    for (std::size_t k = 0; k < 30; ++k)
      p.jacobian_a[30 + k] = k < 6 ? -p.jacobian_a[k] : p.jacobian_a[k];
    p.jacobian_b.assign(60, 0.0);
    p.b = {0.1, 0.0, 0.0, 1.0, 0.0, 0.1, 0.0, 0.0, -1.0, 0.0};
    p.friction = {0.0, 0.0};
    p.rolling = {mu_r, mu_r};
    EXPECT_EQ(opening_of(p) > 0.0, mu_r < 0.1) << mu_r;
  }
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
