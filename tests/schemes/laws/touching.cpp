// Rigid bodies that touch transmit impulses in nscd: Moreau's answer for a row of touching discs.
#include "problems/model/disc_setup.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

/// `n` equal discs in a row whose gaps are `gap`, the first comes with speed 1.
Problem row(int n, double radius, double gap, double begin) {
  DiscSetup setup(DiscCommon{});
  for (int k = 0; k < n; ++k)
    setup.disc(1.0, radius, {begin + k * (2.0 * radius + gap), 0.0}, {k == 0 ? 1.0 : 0.0, 0.0});
  return std::move(setup).make("row", {}, 1e-3);
}

TEST(Touching, ARowOfTouchingDiscsHasMoreausImpulses) {
  // Equal masses and e = 1: 0 <= p perpendicular to u^+ + u^- >= 0 over all contacts at once has
  // u^+ = -u^- = 1 at the first contact and u^+ = 0 at the others, so that with momentum 1 the
  // first goes back with 1 - 2 (n - 1) / n and all others leave with 2 / n.
  for (const int n : {2, 3, 4, 7}) {
    for (const double radius : {0.5, 0.2, 0.1, 0.3}) {
      for (const double begin : {0.0, 0.7, -3.1}) {  // gaps are 0 but for rounding
        const Problem p = row(n, radius, 0.0, begin);
        Session session(scheme_entry("nscd"), {}, p, 1e-4);
        session.run(1);
        EXPECT_NEAR(session.state.v[0], 2.0 / n - 1.0, 1e-9) << n << " " << radius << " " << begin;
        for (int k = 1; k < n; ++k)
          EXPECT_NEAR(session.state.v[3 * k], 2.0 / n, 1e-9) << n << " " << radius << " " << begin;
      }
    }
  }
}

TEST(Touching, DiscsThatAreApartDoNot) {
  const Problem p = row(3, 0.2, 1e-4, 0.0);
  Session session(scheme_entry("nscd"), {}, p, 1e-4);
  session.run(1);
  EXPECT_EQ(session.state.v[3], 0.0);
}

TEST(Touching, OverlappingAsksForAnOverlap) {
  const ParameterSet published{{"contacts", std::string("overlapping")}};
  const Problem two = row(2, 0.5, 0.0, 0.0), three = row(3, 0.5, 0.0, 0.0);
  Session session(scheme_entry("nscd"), published, two, 1e-4);
  session.run(1);  // the middle of the first step overlaps
  EXPECT_NEAR(session.state.v[3], 1.0, 1e-12);
  Session chain(scheme_entry("nscd"), published, three, 1e-4);
  chain.run(1);
  EXPECT_EQ(chain.state.v[6], 0.0);
}

TEST(Touching, ADiscThatRestsOnTheFloorStaysThere) {
  DiscSetup setup(DiscCommon{});
  setup.gravity({0.0, -9.81});
  setup.box(-1.0, 1.0, 0.0, 2.0);
  setup.disc(2.0, 0.25, {0.0, 0.25}, {0.0, 0.0});
  const Problem p = std::move(setup).make("resting", {}, 0.1);
  Session session(scheme_entry("nscd"), {}, p, 1e-3);
  session.run(100);
  EXPECT_EQ(session.state.q[1], 0.25);
  EXPECT_EQ(session.state.v[1], 0.0);
}

}  // namespace
}  // namespace impactbench::testing
