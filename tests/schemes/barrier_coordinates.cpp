// Steps of barrier for constraints: those that report convergence solve their equations, those that
// cannot say so.
#include "reference/yardsticks/constraint_laws.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>

namespace impactbench::testing {
namespace {

struct Judged {
  std::int64_t unconverged{0};
  int most_iterations{0};
  double contacts{0.0}, momentum{0.0};  ///< law_contacts, law_momentum of the steps that converged
  std::string reason;                   ///< of one that did not
};

/// Runs to the horizon; the yardstick of momentum sees the steps that report convergence.
Judged judged(const char* problem, const ParameterSet& numbers, const ParameterSet& settings,
              double h) {
  const Problem p = problem_entry(problem).make(numbers);
  Session s(scheme_entry("barrier"), settings, p, h);
  ContactImpulses recorded;
  s.scheme().record_impulses(&recorded);
  const SchemeClaims claims = scheme_entry("barrier").make(settings)->claims();
  ConstraintLaws laws(p, claims.step, h, claims.motion);
  Judged out;
  State before = s.state;
  for (std::int64_t k = std::llround(p.horizon / h); k > 0; --k) {
    const StepReport report = s.step();
    out.most_iterations = std::max(out.most_iterations, report.nonlinear_iterations);
    if (report.status == StepStatus::done) {
      laws.after_step(before, s.state, static_cast<double>(s.state.step) * h, &recorded);
    } else {
      ++out.unconverged;
      out.reason = report.reason;
    }
    before = s.state;
  }
  std::map<std::string, double> found;
  laws.finish(found);
  out.contacts = found["law_contacts"];
  out.momentum = found["law_momentum"];
  return out;
}

TEST(BarrierCoordinates, ASliderThatWedgesInItsSlotObeysTheBalanceOfMomentum) {
  // Gaps are curved in the angles, and barriers of 1e-10 J and less hold back 1 J: iterates that
  // come too close to a wall can only move on along it, by steps that its curve cuts short.
  for (const double range : {1e-4, 1e-3}) {
    for (const double stiffness : {1e6, 1e8, 1e10}) {
      if (stiffness * range * range < 0.1) continue;  // rounding hides these gaps
      for (const double h : {7e-4, 3.2e-4, 1.1e-4}) {
        for (const double speed : {125.0, 150.0}) {
          const Judged run =
              judged("slider_crank", {{"restitution", 0.0}, {"friction", 0.1}, {"speed_1", speed}},
                     {{"stiffness", stiffness}, {"range", range}}, h);
          EXPECT_GT(run.contacts, 5.0);
          EXPECT_EQ(run.unconverged, 0)
              << run.reason << ' ' << stiffness << ' ' << range << ' ' << h;
          EXPECT_LT(run.momentum, 1e-6) << stiffness << ' ' << range << ' ' << h;
        }
      }
    }
  }
}

TEST(BarrierCoordinates, WhereRoundingHidesAGapItSaysSo) {
  // p = h kappa d^2 / x, d in units of 1 mm: impulses of 1 N s press gaps x below 1e-9, where the
  // rounding of coordinates near 1 changes an impulse by more than 1e-6 of itself. The steps that
  // converge obey the balance to 1e-6 of the crank's speed, which is many times what the largest
  // impulse changes.
  for (const double stiffness : {1e2, 1e3, 1e4}) {
    for (const double range : {1e-5, 1e-4}) {
      const Judged run = judged("slider_crank", {{"restitution", 0.0}, {"friction", 0.1}},
                                {{"stiffness", stiffness}, {"range", range}, {"inset", 0.0}}, 1e-4);
      EXPECT_GT(run.unconverged, 0) << stiffness << ' ' << range;
      EXPECT_FALSE(run.reason.empty());
      EXPECT_LT(run.momentum, 1e-3) << stiffness << ' ' << range;
    }
  }
}

TEST(BarrierCoordinates, LongStepsOfABlockThatTurnsConvergeFast) {
  // The second derivative of the sum contains -h p_a times that of f_a, which is as large as the
  // inertia if the corner that bears the block moves by its width in a step.
  int most = 0;
  for (const double width : {0.08, 0.11, 0.17, 0.4}) {
    for (const double angle : {0.18, 0.26, 0.38}) {
      for (const double h : {0.1, 0.13}) {
        const Judged run =
            judged("rocking_block",
                   {{"friction", 0.0}, {"height", 1.9}, {"width", width}, {"angle", angle}}, {}, h);
        EXPECT_GT(run.contacts, 2.0);
        EXPECT_EQ(run.unconverged, 0) << width << ' ' << angle << ' ' << h;
        EXPECT_LT(run.momentum, 1e-6) << width << ' ' << angle << ' ' << h;
        most = std::max(most, run.most_iterations);
      }
    }
  }
  EXPECT_LT(most, 60);
}

}  // namespace
}  // namespace impactbench::testing
