#include "problems/base/error.hpp"
#include "problems/model/disc_setup.hpp"
#include "tests/schemes/scheme_cases.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

TEST(Newton, AContactThatClosesWhileTheIterationMovesIsFound) {
  // Disc 1 flies into disc 2, which the stiff contact throws against disc 3 within the same step.
  // Disc 3 is far from all contact where the iteration begins.
  for (const double gap : {0.02, 0.05, 0.08}) {
    DiscSetup setup{DiscCommon{}};
    setup.disc(1.0, 1.0, {0.0, 0.0}, {1.0, 0.0});
    setup.disc(1.0, 1.0, {2.0, 0.0}, {0.0, 0.0});
    setup.disc(1.0, 1.0, {4.0 + gap, 0.0}, {0.0, 0.0});
    const Problem row = std::move(setup).make("row", {}, 1.0);
    Session session(scheme_entry("snc"), {{"R", 1e-6}, {"newton_tolerance", 1e-10}}, row, 0.5);
    ASSERT_EQ(session.step().status, StepStatus::done) << gap;
    EXPECT_GT(session.state.q[3], 2.0 + 0.5 * gap) << "disc 2 was thrown";
    EXPECT_LT(2.0 - (session.state.q[6] - session.state.q[3]), 1e-4) << "into disc 3, gap " << gap;
  }
}

TEST(Newton, TheRangeOfTheLimitIsTheOneStated) {
  // At least two iterations, as convergence is looked at from the second on; at most 10000.
  for (const char* name : {"inc", "snc"}) {
    const auto accepts = [&](std::int64_t limit) {
      try {
        (void)scheme_entry(name).make({{"newton_limit", limit}});
        return true;
      } catch (const ConfigurationError&) {
        return false;
      }
    };
    for (const auto& [limit, taken] :
         {std::pair{1, false}, {2, true}, {10000, true}, {10001, false}})
      EXPECT_EQ(accepts(limit), taken) << name << ' ' << limit;
  }
}

TEST(Newton, AContactThatOpensAndClosesWithinAStepIsSeenAtItsEnd) {
  // A disc 0.2 above the floor at the start of a step flies 0.5 down in it. snc's force is that of
  // the end: q1 = q0 + h v0 + h^2 / 2 lam / m and lam = -q1 / R (q: height of its lowest point)
  // give q1 = (q0 + h v0) / (1 + h^2 / (2 R m)), v1 = 2 (q1 - q0) / h - v0. Nothing of it is near
  // the floor before the step, and the iteration has to look where it is heading.
  const double m = 2.0, R = 1e-3, h = 0.1, q0 = 0.2, v0 = -5.0;
  DiscSetup setup{DiscCommon{}};
  setup.box(-10.0, 10.0, 0.0, 10.0);
  setup.disc(m, 1.0, {0.0, 1.0 + q0}, {0.0, v0});
  const Problem p = std::move(setup).make("diving_disc", {}, 1.0);
  Session session(scheme_entry("snc"), {{"R", R}}, p, h);
  ASSERT_EQ(session.step().status, StepStatus::done);
  const double q1 = (q0 + h * v0) / (1.0 + h * h / (2.0 * R * m));
  EXPECT_NEAR(session.state.q[1] - 1.0, q1, 1e-12);
  EXPECT_NEAR(session.state.v[1], 2.0 * (q1 - q0) / h - v0, 1e-10);
}

TEST(Newton, StopByEstimateIsWithinTheToleranceOfTheConvergedStep) {
  // Each step of a stiff oblique hit from the same state: as far from the step that was iterated
  // to the end as the tolerance says, at fewer iterations.
  const ParameterSet law{{"alpha", 3.0}, {"R", 1e-6}};
  const double h = 1e-2, tolerance = 1e-9;
  ParameterSet early = law, late = law;
  early["newton_stop"] = std::string("estimate");
  early["newton_tolerance"] = tolerance;
  late["newton_tolerance"] = 1e-13;
  ParameterSet usual = law;
  usual["newton_tolerance"] = tolerance;
  Problem hit = oblique_collision();
  int by_estimate = 0, by_correction = 0;
  for (int k = 0; k < 60; ++k) {
    Session one(scheme_entry("inc"), early, hit, h);
    Session other(scheme_entry("inc"), late, hit, h);
    Session third(scheme_entry("inc"), usual, hit, h);
    by_estimate += one.step().nonlinear_iterations;
    by_correction += third.step().nonlinear_iterations;
    other.step();
    EXPECT_LE((one.state.q - other.state.q).norm(), tolerance) << "step " << k;
    hit.initial = other.state;
  }
  EXPECT_LT(by_estimate, by_correction);
}

TEST(Newton, StopAtATwoCycleEndsStepsThatWouldNotConvergeAndSaysSo) {
  // The listing's law jumps at entry and exit: some iterations go to and fro between two iterates.
  struct Ends {
    std::int64_t unconverged{0}, two_cycles{0}, iterations{0};
  };
  const auto run = [](const char* stop) {
    const Problem box = problem_entry("box_25").make({});
    Session session(scheme_entry("inc"),
                    {{"variant", std::string("thesis")},
                     {"alpha", 2.0},
                     {"R", 5e-7},
                     {"newton_tolerance", 1e-9},
                     {"newton_stop", std::string(stop)}},
                    box, 1e-4, "block_pcg");
    Ends ends;
    for (int k = 0; k < 10000; ++k) {
      const StepReport report = session.step();
      ends.iterations += report.nonlinear_iterations;
      ends.unconverged += report.status == StepStatus::not_converged ? 1 : 0;
      ends.two_cycles += report.two_cycle ? 1 : 0;
    }
    return ends;
  };
  const Ends correction = run("correction"), two_cycle = run("two_cycle");
  EXPECT_GT(correction.unconverged, 0);
  EXPECT_EQ(correction.two_cycles, 0);
  EXPECT_GT(two_cycle.two_cycles, 0);
  EXPECT_EQ(two_cycle.unconverged, two_cycle.two_cycles);
  EXPECT_LT(two_cycle.iterations, correction.iterations);
}

}  // namespace
}  // namespace impactbench::testing
