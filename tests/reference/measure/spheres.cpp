#include "problems/model/disc_setup.hpp"
#include "problems/model/sphere_setup.hpp"
#include "reference/acceptance/acceptance.hpp"
#include "reference/yardsticks/contact_scan.hpp"
#include "reference/yardsticks/meter.hpp"
#include "reference/yardsticks/momentum.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/support/run.hpp"
#include "tests/support/run_to_judge.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

/// Two spheres above the ground, 1 m from each other's centre.
Problem two_spheres(double gravity = 0.0) {
  SphereSetup setup(3, SphereCommon{});
  setup.half_space(Vec3::Zero(), Vec3::UnitZ());
  setup.gravity({0.0, 0.0, -gravity});
  setup.sphere(2.0, 0.25, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0});
  setup.sphere(4.0, 0.5, {0.0, 1.0, 1.0}, {0.0, 0.0, -1.0});
  return std::move(setup).make("two", {}, 1.0);
}

TEST(SphereYardsticks, MomentaAreThoseOfTheTextbook) {
  const Problem p = two_spheres();
  EXPECT_EQ(linear_momentum(*p.system, p.initial), Vec3(2.0, 0.0, -4.0));
  // 2 (0,0,1) x (1,0,0) + 4 (0,1,1) x (0,0,-1) = (0,2,0) + (-4,0,0)
  EXPECT_EQ(angular_momentum(*p.system, p.initial), Vec3(-4.0, 2.0, 0.0));
}

TEST(SphereYardsticks, ScanSeesPairsAndObstacles) {
  const Problem p = two_spheres();
  ContactScan scan(*p.system, p.initial.q, std::nullopt);
  EXPECT_EQ(scan.at(p.initial.q).touching, 0);
  Eigen::VectorXd q = p.initial.q;
  q[4] = 0.7;  // centres 0.7 m apart, radii 0.25 + 0.5
  q[5] = 0.4;  // and the larger one 0.1 m in the ground
  q[2] = 0.4;
  const ContactState state = scan.at(q);
  EXPECT_EQ(state.touching, 2);
  EXPECT_TRUE(state.at_wall);
  EXPECT_NEAR(state.deepest, 0.1, 1e-15);
  q[0] = std::nan("");
  EXPECT_TRUE(std::isnan(scan.at(q).deepest));
}

TEST(SphereYardsticks, AnImpulseOfTheGroundEndsTheMomentumBalanceThoughNothingOverlaps) {
  const Problem p = two_spheres();
  ContactProblem contact;
  contact.dofs = 3;
  contact.resize(1);
  contact.body_a[0] = 1;
  contact.body_b[0] = ContactProblem::fixed;
  contact.inverse_mass.assign(6, 1.0);
  State after = p.initial;
  after.v[5] = 0.0;
  after.step = 1;
  for (const double impulse : {0.0, 4.0}) {
    Meter meter(p, std::nullopt, std::nullopt, 0.1, 1);
    const std::vector<double> impulses{impulse};
    meter.after_step(p.initial, after, &contact, impulses);
    EXPECT_EQ(meter.finish().quantities.contains("momentum_drift"), impulse == 0.0);
    // The same where a scheme poses no such problem, and records what contacts transmit.
    Meter hearing(p, std::nullopt, std::nullopt, 0.1, 1);
    ContactImpulses recorded;
    recorded.take(contact, impulses, 1.0);
    hearing.after_step(p.initial, after, nullptr, {}, &recorded);
    EXPECT_EQ(hearing.finish().quantities.contains("momentum_drift"), impulse == 0.0);
  }
}

TEST(SphereYardsticks, ForceThatVariesLeavesNoEnergyButTheKinetic) {
  const Problem p = problem_entry("non_uniqueness").make({});
  Meter meter(p, std::nullopt, std::nullopt, 0.1, 1);
  State after = p.initial;
  after.v[1] = 2.0;
  after.step = 1;
  meter.after_step(p.initial, after, nullptr, {});
  const Measurements m = meter.finish();
  EXPECT_EQ(m.quantities.at("kinetic_energy"), 2.0);
  for (const char* absent : {"energy_initial", "energy_max", "energy_drift_relative"})
    EXPECT_FALSE(m.quantities.contains(absent)) << absent;
  EXPECT_FALSE(m.quantities.contains("momentum_drift"));
  EXPECT_FALSE(m.series.contains("total_energy"));
  EXPECT_TRUE(m.series.contains("kinetic_energy"));
}

TEST(SphereYardsticks, RunThatLeavesEveryBoundIsSeenThoughItStartedAtRest) {
  // The force has given at most 1.4 m/s on average: (1.4 t)^2 / 2 is the scale of the energy.
  const Problem p = problem_entry("non_uniqueness").make({});
  Meter meter(p, std::nullopt, std::nullopt, 1.0, 4);
  State after = p.initial;
  after.step = 1;
  after.v[1] = 300.0;
  meter.after_step(p.initial, after, nullptr, {});
  EXPECT_FALSE(meter.blown_up()) << "fast, but not beyond 1000 times what is possible";
  after.step = 2;
  after.v[1] = 3000.0;
  meter.after_step(p.initial, after, nullptr, {});
  EXPECT_TRUE(meter.blown_up());
}

TEST(BranchMeter, NamesTheNearestSolutionAndItsDistance) {
  const Problem p = problem_entry("non_uniqueness").make({});
  Truth truth;
  for (const double speed : {1.0, -1.0, 2.0}) {
    truth.branches.push_back({"", [speed](double t, Eigen::VectorXd& q, Eigen::VectorXd&) {
                                q[1] = 0.125 + speed * t;
                                return t < 1.5;  // says nothing later
                              }});
  }
  Meter meter(p, std::nullopt, truth, 0.5, 4);
  State before = p.initial, after = p.initial;
  for (int k = 1; k <= 4; ++k) {
    after.q[1] = 0.125 + 1.75 * 0.5 * k;
    after.q[2] = 100.0;  // an angle is no place
    after.step = k;
    meter.after_step(before, after, nullptr, {});
    before = after;
  }
  const Measurements m = meter.finish();
  EXPECT_EQ(m.quantities.at("branch"), 3.0);
  EXPECT_NEAR(m.quantities.at("branch_error"), 0.25, 1e-15) << "at t = 1, the last that is known";
  EXPECT_NEAR(m.quantities.at("branch_apart"), 1.0, 1e-15) << "from the one with 1 m/s";
}

// A solution that says nothing of any step is 0 from every run.
TEST(BranchMeter, OneThatSaysNothingIsNotTheNearest) {
  const Problem p = problem_entry("non_uniqueness").make({});
  Truth truth;
  truth.branches.push_back({"", [](double, Eigen::VectorXd&, Eigen::VectorXd&) { return false; }});
  truth.branches.push_back({"", [](double, Eigen::VectorXd& q, Eigen::VectorXd&) {
                              q[1] = 1.125;
                              return true;
                            }});
  Meter meter(p, std::nullopt, truth, 0.5, 1);
  State after = p.initial;
  after.step = 1;
  meter.after_step(p.initial, after, nullptr, {});
  const Measurements m = meter.finish();
  EXPECT_EQ(m.quantities.at("branch"), 2.0);
  EXPECT_NEAR(m.quantities.at("branch_error"), 1.0, 1e-15);
}

std::vector<Check> judged(const Problem& p, const std::map<std::string, double>& q, bool feasible,
                          std::string_view set = "default") {
  return judge(run_to_judge(p, q,
                            {.h = 0.01,
                             .claimed_energy = EnergyBehaviour::dissipates,
                             .overlap = feasible ? OverlapBound::none : OverlapBound::half_step}),
               set);
}

std::optional<bool> passed(const std::vector<Check>& checks, std::string_view name) {
  for (const Check& c : checks) {
    if (c.name == name) return c.passed;
  }
  return std::nullopt;
}

TEST(SphereAcceptance, FeasibleSchemesAreHeldToWhatTheyClaim) {
  const Problem p = two_spheres();
  const auto overlap = [&](double value, bool feasible) {
    return passed(judged(p, {{"penetration_relative", value}}, feasible), "claim:feasible");
  };
  EXPECT_EQ(overlap(1e-7, true), true);
  EXPECT_EQ(overlap(1e-5, true), false);
  EXPECT_EQ(overlap(std::nan(""), true), false);
  EXPECT_EQ(overlap(1e-5, false), std::nullopt);
  // The way of a step is the yardstick of those that overlap: u = 2 m/s at most.
  const std::map<std::string, double> middle{{"penetration_midpoint_relative", 0.5}};
  EXPECT_EQ(passed(judged(p, middle, false), "limit:penetration"), false);
  EXPECT_EQ(passed(judged(p, middle, true), "limit:penetration"), std::nullopt);
}

TEST(SphereAcceptance, ALinearisedGapMayMissTheBendOfItsConstraintAndNothingElse) {
  // Within a circle of 1 m a step along the tangent ends (h V)^2 / 2 = 5e-5 m outside.
  const Problem p =
      problem_entry("disc_wall")
          .make(
              {{"side", std::string("inside")}, {"x", 1.0}, {"y", 0.0}, {"vx", 0.0}, {"vy", 1.0}});
  const auto passes = [&](double depth, NormalRule rule, ContactPlace place) {
    const std::map<std::string, double> q{{"penetration_relative", depth}, {"speed_most", 1.0}};
    return passed(judge(run_to_judge(p, q,
                                     {.h = 0.01,
                                      .claimed_energy = EnergyBehaviour::dissipates,
                                      .overlap = OverlapBound::none,
                                      .step = ContactStep{.place = place, .normal = rule}}),
                        "default"),
                  "claim:feasible");
  };
  for (const NormalRule rule : {NormalRule::cone, NormalRule::position}) {
    EXPECT_EQ(passes(5e-5, rule, ContactPlace::start), true);
    EXPECT_EQ(passes(1.1e-4, rule, ContactPlace::start), false);
  }
  EXPECT_EQ(passes(5e-5, NormalRule::position, ContactPlace::nearest), false)
      << "the gap itself is not negative where it ends";
  EXPECT_EQ(passes(5e-5, NormalRule::velocity, ContactPlace::start), false)
      << "that looks at the gap itself";
}

TEST(SphereAcceptance, ProjectedPositionsAreHeldToTheirOwnBound) {
  // Two bodies of 1 m/s approach at 2 m/s, h = 0.01, largest diameter 1 m: 2 e / (1 + e) 0.02, and
  // nothing but the solver's tolerance without restitution, whatever the middle of a step shows.
  const auto passes = [&](double restitution, double depth) {
    SphereCommon common;
    common.restitution = restitution;
    SphereSetup setup(3, common);
    setup.sphere(2.0, 0.25, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0});
    setup.sphere(4.0, 0.5, {2.0, 0.0, 1.0}, {-1.0, 0.0, 0.0});
    const Problem p = std::move(setup).make("two", {}, 1.0);
    const std::map<std::string, double> q{{"penetration_relative", depth},
                                          {"penetration_midpoint_relative", 0.5}};
    return passed(
        judge(run_to_judge(
                  p, q, {.scheme = "schatzman_paoli", .h = 0.01, .overlap = OverlapBound::rebound}),
              "default"),
        "limit:penetration");
  };
  EXPECT_EQ(passes(0.0, 1e-7), true);
  EXPECT_EQ(passes(0.0, 1e-5), false);
  EXPECT_EQ(passes(1.0, 0.0199), true);
  EXPECT_EQ(passes(1.0, 0.0201), false);
  EXPECT_EQ(passes(0.5, 2.0 / 3.0 * 0.0199), true);
  EXPECT_EQ(passes(0.5, 2.0 / 3.0 * 0.0201), false);
  EXPECT_EQ(passes(0.5, std::nan("")), false);
}

TEST(SphereAcceptance, EnergyMustNotGrowWithoutReboundEither) {
  const std::map<std::string, double> grows{
      {"energy_initial", 1.0}, {"energy_max", 1.1}, {"energy_min", 1.0}};
  EXPECT_EQ(passed(judged(two_spheres(9.81), grows, true), "claim:energy_never_gained"), false);
  const Problem driven = problem_entry("non_uniqueness").make({});
  EXPECT_EQ(passed(judged(driven, grows, true), "claim:energy_never_gained"), std::nullopt);
}

TEST(SphereAcceptance, PositionErrorsAreBoundedByTheJumpsOfAStep) {
  const Problem p = two_spheres();  // jumps of 3 m/s in all, each known to 0.01 s
  const auto off = [&](double error) {
    return passed(judged(p, {{"position_error_sup", error}, {"truth_jump", 3.0}}, true),
                  "truth:position");
  };
  EXPECT_EQ(off(0.029), true);
  EXPECT_EQ(off(0.031), false);
}

}  // namespace
}  // namespace impactbench::testing
