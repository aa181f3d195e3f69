// How deep bodies may overlap whose scheme states contact that gives way, on one body of mass m and
// radius r before a plane, by hand.
#include "reference/acceptance/acceptance.hpp"
#include "tests/support/run.hpp"
#include "tests/support/run_to_judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

namespace impactbench::testing {
namespace {

constexpr double m = 2.0, r = 0.1, v = 3.0;

std::vector<Check> judged(const ContactStep& step, double h, double penetration,
                          double gravity = 1e-12) {
  const Problem problem = problem_entry("slope").make(
      {{"mass", m}, {"radius", r}, {"speed", v}, {"gravity", gravity}, {"slope", 0.0}});
  const double lifted = problem.system->external_potential(0.0, problem.initial.q);
  const std::map<std::string, double> q{{"energy_initial", 0.5 * m * v * v + lifted},
                                        {"penetration_relative", penetration},
                                        {"speed_most", v},
                                        {"position_error_sup", 1.0},
                                        {"truth_range", 1.0}};
  return judge(run_to_judge(problem, q,
                            {.h = h,
                             .claimed_energy = EnergyBehaviour::dissipates,
                             .claimed_order = 1.0,
                             .overlap = OverlapBound::none,
                             .step = step}),
               "default");
}

/// Whether the limit lies where it is expected, on both sides.
void expect_limit(const std::string& name, const ContactStep& step, double h, double limit,
                  double gravity = 1e-12) {
  for (const double share : {0.999, 1.001}) {
    const auto checks = judged(step, h, share * limit, gravity);
    const auto at =
        std::find_if(checks.begin(), checks.end(), [&](const Check& c) { return c.name == name; });
    ASSERT_NE(at, checks.end()) << name;
    EXPECT_EQ(at->passed, share < 1.0) << name << " at " << limit;
    for (const Check& c : checks)
      EXPECT_NE(c.name, "truth:position") << "what gives way moves as it states";
  }
}

TEST(RelaxedLimits, ASpringTakesNoMoreThanTheEnergyOfTheStart) {
  // m v^2 / 2 = k D^2 / 2; near rigid k = 4 pi^2 m / (beta^2 h (h + tau)).
  const double h = 1e-3, tau = 2e-3, beta = 2.0;
  ContactStep step{.normal = NormalRule::cone, .slip = SlipRule::cone};
  step.cone = {.relaxation = tau, .compliance = 1e-4, .near_rigid = beta};
  expect_limit("limit:penetration", step, h, v * std::sqrt(m * 1e-4) / (2.0 * r));
  step.cone.compliance = 1e-9;
  const double k = 4.0 * std::numbers::pi * std::numbers::pi * m / (beta * beta * h * (h + tau));
  expect_limit("limit:penetration", step, h, v * std::sqrt(m / k) / (2.0 * r));
}

TEST(RelaxedLimits, ASpringTakesTheWorkOfAWeightThatSinksInToo) {
  // k D^2 / 2 = m v^2 / 2 + m g r + m g D: r is the way down that every body is allowed.
  const double g = 9.81, k = 1e4, s = m * g / k;
  ContactStep step{.normal = NormalRule::cone, .slip = SlipRule::cone};
  step.cone = {.relaxation = 0.0, .compliance = 1.0 / k, .near_rigid = 0.0};
  const double D = s + std::sqrt(s * s + (m * v * v + 2.0 * m * g * r) / k);
  expect_limit("limit:penetration", step, 1e-3, D / (2.0 * r), g);
}

TEST(RelaxedLimits, ASoftConstraintGivesWayForATimeConstant) {
  // (d_1 T zeta / d + h) 2 v
  const double h = 1e-3;
  ContactStep step{.normal = NormalRule::cone, .slip = SlipRule::cone};
  step.cone.impedance =
      ImpedanceRule{.time_constant = 4e-3, .damping_ratio = 0.5, .least = 0.4, .most = 0.8};
  expect_limit("limit:penetration", step, h, (2.0 * 4e-3 * 0.5 + h) * 2.0 * v / (2.0 * r));
}

TEST(RelaxedLimits, NothingGetsPastTheInsetOfABarrier) {
  ContactStep step{.normal = NormalRule::barrier, .slip = SlipRule::barrier};
  step.barrier = {.stiffness = 1e8, .range = 1e-2, .inset = 0.5, .creep = 1e-3};
  expect_limit("claim:barrier", step, 1e-3, 0.5 * 1e-2 * r / (2.0 * r));
}

}  // namespace
}  // namespace impactbench::testing
