// Limits on mechanisms and on bodies that deform, each from both sides and by hand: the period of a
// cycle, how deep constraints give way, and what treatments of contact may hold back.
#include "reference/acceptance/acceptance.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <string>

namespace impactbench::testing {
namespace {

using Quantities = std::map<std::string, double>;

struct Judged {
  double h;
  std::optional<ContactStep> step{};
  OverlapBound overlap{OverlapBound::half_step};
};

std::optional<Check> check_of(const std::string& name, const Problem& problem, const Judged& run,
                              const Quantities& q) {
  const ParameterSet none;
  const auto checks = judge({.problem = problem,
                             .scheme = "some",
                             .solver = "none",
                             .scheme_parameters = none,
                             .solver_parameters = none,
                             .h = run.h,
                             .claimed_energy = EnergyBehaviour::conserves_nearly,
                             .contact = std::nullopt,
                             .claimed_order = 1.0,
                             .quantities = q,
                             .overlap = run.overlap,
                             .step = run.step},
                            "default");
  const auto at =
      std::find_if(checks.begin(), checks.end(), [&](const Check& c) { return c.name == name; });
  return at == checks.end() ? std::nullopt : std::optional(*at);
}

/// Whether the limit of `quantity` lies where it is expected, on both sides.
void expect_limit(const std::string& name, const std::string& quantity, double limit,
                  const Problem& problem, const Judged& run, Quantities q) {
  for (const double share : {0.999, 1.001}) {
    q[quantity] = share * limit;
    const auto check = check_of(name, problem, run, q);
    ASSERT_TRUE(check.has_value()) << name;
    EXPECT_EQ(check->passed, share < 1.0) << name << ": " << check->high << " is not " << limit;
  }
}

TEST(CycleLimit, IsAShiftOfEveryImpactByAStepWithItsRebound) {
  // 20 impacts in 0.1 s, 1 + 1/2 steps each.
  const Problem problem = problem_entry("woodpecker").make({});
  const double h = 1e-5;
  const Quantities q{{"truth_cycle_period", 0.146}, {"truth_impacts", 20.0}};
  expect_limit("truth:cycle_period", "cycle_period_error_relative", 20.0 * 1.5 * h / 0.1, problem,
               {h}, q);
}

TEST(CycleLimit, IsMissedByARunThatHasNoCycle) {
  const Problem problem = problem_entry("woodpecker").make({});
  const Quantities q{{"truth_cycle_period", 0.146}, {"truth_impacts", 20.0}};
  const auto check = check_of("truth:cycle_period", problem, {1e-5}, q);
  ASSERT_TRUE(check.has_value());
  EXPECT_FALSE(check->passed);
  EXPECT_FALSE(check->unresolved);
  EXPECT_FALSE(check_of("truth:cycle_period", problem, {1e-5}, {}).has_value())
      << "the reference has none either";
}

/// A point of mass 2 kg that meets a wall with V = 2 m/s at most, pressed on it by 3 m/s2.
constexpr double m = 2.0, V = 2.0, a = 3.0;
Problem point() {
  return problem_entry("bouncing_point")
      .make({{"mass", m}, {"gravity", a}, {"position", 0.5}, {"velocity", -1.0}});
}

TEST(SoftConstraintLimit, IsTheWayOfTheSpringsTimeAndWhatBearsAForce) {
  // T' = d_1 T zeta / d = 4e-3 s: (T' + h) V + (1 - d) T'^2 a over a length of 1.
  const double h = 1e-3, time = 4e-3;
  ContactStep step{.normal = NormalRule::cone, .slip = SlipRule::cone};
  step.cone.impedance =
      ImpedanceRule{.time_constant = 4e-3, .damping_ratio = 0.5, .least = 0.4, .most = 0.8};
  expect_limit("limit:penetration", "penetration_relative", (time + h) * V + 0.6 * time * time * a,
               point(), {h, step, OverlapBound::none}, {});
}

TEST(SoftConstraintLimit, IsWhatTheLargestImpulsePresses) {
  // (h + tau) R_n P with R_n = beta^2 / (4 pi^2 m), P = law_impulse sqrt(m), and the way of a step.
  const double h = 1e-3, tau = 2e-3, beta = 2.0, impulse = 0.3;
  ContactStep step{.normal = NormalRule::cone, .slip = SlipRule::cone};
  step.cone = {.relaxation = tau, .compliance = 1e-12, .near_rigid = beta};
  const double yields = beta * beta / (4.0 * std::numbers::pi * std::numbers::pi * m);
  expect_limit("limit:penetration", "penetration_relative",
               h * V + (h + tau) * yields * impulse * std::sqrt(m), point(),
               {h, step, OverlapBound::none}, {{"law_impulse", impulse}});
  const auto unknown = check_of("limit:penetration", point(), {h, step, OverlapBound::none}, {});
  EXPECT_FALSE(unknown.has_value()) << "nothing is known of its impulses";
}

TEST(ElementEnergyLimit, IsTheKickOfAStepAndWhatAnElementHoldsWhereItGivesWay) {
  const Problem bar = problem_entry("bouncing_bar").make({});
  const double m = bar.traits.smallest_reduced_mass, start = 500.0, kick = 2.0;
  const double V = generalised_system(*bar.system)->top_speed();
  Quantities q{{"energy_initial", start},
               {"energy_min", start},
               {"energy_final", start},
               {"step_kick_energy", kick},
               {"step_force_energy", 1e4}};
  q["step_meeting_energy"] = 0.0;
  for (const bool gives : {false, true}) {
    const double rises = 2.0 * kick + (gives ? m * V * V : 0.0);
    if (gives) q["step_meeting_energy"] = 1e4;  // of a law of impact, which there is none
    for (const double share : {0.999, 1.001}) {
      q["energy_max"] = start + share * rises;
      const auto check =
          check_of("law:energy", bar,
                   {1e-3, std::nullopt, gives ? OverlapBound::elements : OverlapBound::none}, q);
      ASSERT_TRUE(check.has_value());
      EXPECT_EQ(check->passed, share < 1.0) << gives << ": " << check->formula;
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
