// A liquid bridge: what it takes from the discs that tear it.

#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace impactbench::testing {
namespace {

/// Work that breaks the bridge of the defaults.
double depth() {
  const double scale = std::numbers::pi * 0.1;
  return scale * ((std::exp(0.4) - std::exp(0.4 - 20.0 * 0.1)) / 20.0 + 0.05 * 0.1);
}

TEST(CapillaryBridge, TakesItsDepthFromDiscsThatTearIt) {
  // (m/4) w^2 of the relative speed w: w_end^2 = w_0^2 - 4 depth / m.
  const Problem p = problem_entry("capillary_pair").make({});
  EXPECT_NEAR(truth_of(p).scalars.at("kinetic_energy"), 0.25 * 0.25 - depth(), 1e-15);
  EXPECT_NEAR(-p.system->external_potential(0.0, p.initial.q), depth(), 1e-15);
  const double exact = std::sqrt(0.5 * 0.5 - 4.0 * depth());
  double last = HUGE_VAL;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    Session session(scheme_entry("maury"), {}, p, h, "mprgp");
    session.run(std::llround(1.0 / h));
    EXPECT_GT(session.state.q[2] - session.state.q[0], 0.2 + 0.1) << "torn";
    const double error = std::abs(session.state.v[2] - session.state.v[0] - exact);
    EXPECT_LT(error, 0.7 * last) << h;
    last = error;
  }
  EXPECT_LT(last, 2e-3);
}

TEST(CapillaryBridge, BringsBackDiscsThatAreTooSlowAndHoldsThem) {
  // Below w = 2 sqrt(depth / m) they come back; without rebound they stay together.
  const double least = std::sqrt(depth());  // of each
  for (const bool fast : {false, true}) {
    const Problem p = problem_entry("capillary_pair")
                          .make({{"speed", (fast ? 1.03 : 0.97) * least}, {"horizon", 8.0}});
    Session session(scheme_entry("maury"), {}, p, 1e-3, "mprgp");
    session.run(8000);
    const double gap = session.state.q[2] - session.state.q[0] - 0.2;
    if (fast) {
      EXPECT_GT(gap, 0.1);
    } else {
      EXPECT_NEAR(gap, 0.0, 1e-9);
      EXPECT_NEAR(session.state.v.norm(), 0.0, 1e-5) << "the tolerance of the solver";
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
