// Limits on compliant contact: what friction, weight and the turning of normals add to them.
#include "problems/model/disc_setup.hpp"
#include "reference/acceptance/acceptance.hpp"
#include "reference/acceptance/scale.hpp"
#include "tests/support/run_to_judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace impactbench::testing {
namespace {

struct Setting {
  double h, restitution, friction;
  std::optional<ContactStep> step;
};

/// A disc of 1 kg and 0.1 m that meets another one at rest, its velocity of 1 m/s as given.
Problem meeting(const Setting& run, const Eigen::Vector2d& velocity) {
  DiscSetup setup({.inertia = "1", .restitution = run.restitution, .friction = run.friction});
  setup.disc(1.0, 0.1, {0.0, 0.0}, {velocity[0], velocity[1]});
  setup.disc(1.0, 0.1, {1.0, 0.0}, {0.0, 0.0});
  return std::move(setup).make("meeting", {}, 1.0);
}

const ContactModel spring = Compliance{2.0, 5000.0};  // omega^2 = 2 c / m, of the pair twice that

double limit(const Setting& run, const Problem& problem, std::map<std::string, double> quantities,
             std::string_view name) {
  for (const Check& c :
       judge(run_to_judge(problem, quantities,
                          {.h = run.h, .contact = spring, .claimed_order = 2.0, .step = run.step}),
             "default")) {
    if (c.name == name) return c.high;
  }
  return std::nan("");
}

// By order 2 alone: 2 phi^2 or 2 phi, phi = omega h.
TEST(RestitutionLimit, LinesOfCentresThatTurnCountWhereSomethingTakesEnergy) {
  const std::map<std::string, double> measured{
      {"law_contacts", 1.0}, {"law_approach", 0.8}, {"penetration_relative", 0.01}};
  const auto more = [&](double e, double mu, const Eigen::Vector2d& v) {
    const Setting run{1e-5, e, mu, std::nullopt};
    const double phi = 1e-5 * std::sqrt(2e4);
    const double of_steps = 2.0 * (e < 1.0 ? phi : phi * phi);
    return limit(run, meeting(run, v), measured, "law:restitution") - of_steps;
  };
  const Eigen::Vector2d oblique(0.8, 0.6), head_on(0.8, 0.0);
  EXPECT_NEAR(more(1.0, 0.0, oblique), 0.0, 1e-12) << "a potential gives back what it took";
  EXPECT_NEAR(more(0.5, 0.1, head_on), 0.0, 1e-12) << "nothing turns";
  // v_t / v = 3/4 at a distance of 0.198 m, D = 0.002 m.
  const double log_e = std::log(0.5), zeta = -log_e / std::hypot(std::numbers::pi, log_e);
  const double s = std::sqrt(1.0 - zeta * zeta), way = 0.002 * std::exp(zeta / s * std::acos(zeta));
  EXPECT_NEAR(more(0.5, 0.0, oblique), 2.0 * zeta * 1.5 * 0.5625 * way / 0.198, 1e-9);
  EXPECT_NEAR(more(1.0, 0.1, oblique), 2.0 * (2.0 * 0.75 * 0.1 * 2.0) * 0.002 / 0.198, 1e-12);
  EXPECT_NEAR(more(1.0, 5.0, oblique), 2.0 * 0.5625 * 0.002 / 0.198, 1e-12) << "no more than v_t";
}

// Sticking at the mean velocity of a step turns slip around, and does not end it, where h c W_t
// >> 1.
TEST(PositionLimit, SlipThatIsTurnedAroundInEachStepIsAllowedForUntilItIsDamped) {
  ContactStep mean;
  mean.slip = SlipRule::viscous_mean;
  mean.stick = 1e6;
  const std::map<std::string, double> measured{
      {"position_error_sup", 0.0}, {"truth_speed", 1.0}, {"truth_impacts", 1.0}};
  const auto slip = [&](double h, double mu, const std::optional<ContactStep>& step) {
    const Setting run{h, 1.0, mu, step};
    const double phi = h * std::sqrt(2e4);
    const double all = limit(run, meeting(run, {1.0, 0.0}), measured, "truth:position");
    return all / (0.25 * std::numbers::pi) - phi * phi;
  };
  // J = 1 kg m^2: m W_t = 1 + 0.1^2. x = h c W_t, over pi / (2 phi) steps.
  const auto rho = [](double x) { return (0.5 * x - 1.0) / (0.5 * x + 1.0); };
  const auto steps = [](double h) { return 0.5 * std::numbers::pi / (h * std::sqrt(2e4)); };
  const double damped = std::pow(rho(10.1), steps(1e-5));
  EXPECT_NEAR(slip(1e-5, 0.1, mean), 0.1 * 1e-5 * std::sqrt(2e4) * damped, 2e-9);
  const double kept = std::pow(rho(1010.0), steps(1e-3)), phi = 1e-3 * std::sqrt(2e4);
  EXPECT_NEAR(slip(1e-3, 0.1, mean), 0.1 * phi * kept, 1e-8);
  EXPECT_NEAR(slip(1e-3, 20.0, mean), std::sqrt(40.0 / 1.01) * phi * kept, 1e-8);
  ContactStep end = mean;
  end.slip = SlipRule::viscous_end;
  EXPECT_NEAR(slip(1e-3, 0.1, end), 0.0, 2e-9) << "the velocity of the end is the one that sticks";
  EXPECT_NEAR(slip(1e-3, 0.0, mean), 0.0, 2e-9);
}

TEST(ContactPhase, WhatRestsSwingsAboutTheDepthToWhichItsWeightPressesIt) {
  // The phase of a linear spring is omega h, at any speed and none.
  DiscSetup setup{DiscCommon{}};
  setup.gravity({0.0, -10.0});
  setup.box(-5.0, 5.0, 0.0, 50.0);
  setup.disc(2.0, 0.1, {0.0, 0.1}, {0.0, 0.0});
  const Problem p = std::move(setup).make("one", {}, 1.0);
  const std::map<std::string, double> quantities;
  const auto phase = contact_phase_per_step(
      run_to_judge(p, quantities, {.h = 1e-4, .contact = spring, .claimed_order = 2.0}));
  ASSERT_TRUE(phase.has_value());
  EXPECT_NEAR(*phase, 1e-4 * std::sqrt(5000.0), 1e-12);
}

// Forces of the begin of a step, held, multiply the swing of a weight by 1 + phi^2 / 4 a step.
TEST(GrowthInContact, AHeldForceMayMakeOfASwingWhatItMakesOfItAndNoMore) {
  DiscSetup setup{DiscCommon{}};
  setup.gravity({0.0, -10.0});
  setup.box(-5.0, 5.0, 0.0, 50.0);
  setup.disc(2.0, 0.1, {0.0, 0.1}, {1.0, 0.0});
  const Problem p = std::move(setup).make("one", {}, 1.0);
  const auto limit = [&](const char* name, double steps, double stroke) {
    const std::map<std::string, double> measured{{"contacts", steps},
                                                 {"penetration_relative_error_relative", 0.0},
                                                 {"velocity_error_hausdorff", 0.0},
                                                 {"truth_speed", 1.0}};
    for (const Check& c : judge(run_to_judge(p, measured,
                                             {.h = 1e-4,
                                             .claimed_energy = EnergyBehaviour::gains,
                                             .contact = spring,
                                             .claimed_order = 1.0,
                                             .contact_energy = {.stroke = stroke}}),
                                "default")) {
      if (c.name == name) return c.high;
    }
    return std::nan("");
  };
  const double phi = 1e-4 * std::sqrt(5000.0), growth = std::exp(0.25 * phi * phi * 1e4) - 1.0;
  EXPECT_NEAR(limit("truth:penetration", 1e4, 1.0), 5.0 * phi + growth, 1e-8);
  EXPECT_NEAR(limit("truth:penetration", 1e4, -1.0), 5.0 * phi, 1e-8);
  // The weight swings with g / omega, of 1 m/s.
  const double swing = 10.0 / std::sqrt(5000.0);
  EXPECT_NEAR(limit("truth:velocity", 1e4, 1.0), 3.0 * phi + growth * swing, 1e-8);
  EXPECT_NEAR(limit("truth:penetration", 1e5, 1.0), 5.0 * phi, 1e-8) << "more than doubled";
}

// Newton's last move has a 2-norm below tol, so that each of two discs may move by tol / sqrt(2)
// and their gap by sqrt(2) tol: of a spring of 2 c = 1e4 N/m in a step of 1 ms with tol = 1e-8 m an
// impulse of sqrt(2) 1e-7 N s, besides the turn tol / L of the line of centres, L = 0.2 m.
TEST(LimitOfSprings, BothDiscsMoveInTheLastIteration) {
  const ContactStep rule{.place = ContactPlace::end,
                         .normal = NormalRule::spring_end,
                         .spring = {.exponent = 2.0, .coefficient = 5000.0},
                         .tolerance = 1e-8};
  const Setting run{1e-3, 1.0, 0.0, rule};
  const double high =
      limit(run, meeting(run, {1.0, 0.0}),
            {{"law_contacts", 1.0}, {"law_normal", 0.0}, {"law_impulse", 1.0}}, "law:normal");
  EXPECT_NEAR(high, std::numbers::sqrt2 * (1e-7 + 1e-8 / 0.2) + 1e-9, 1e-12);
}

}  // namespace
}  // namespace impactbench::testing
