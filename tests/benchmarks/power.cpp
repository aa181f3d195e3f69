// The effects of a wrong number on a run, and the search for the smallest one that is noticed.
#include "benchmarks/power/verdict.hpp"

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/power/perturbed_scheme.hpp"
#include "problems/base/error.hpp"
#include "problems/contact/round_bodies.hpp"
#include "problems/model/round_system.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impactbench::testing {
namespace {

Cell cell_of(const char* problem, const char* scheme, ParameterSet settings) {
  return resolve_cell({problem, scheme, std::nullopt, std::move(settings)}, "default");
}

Problem problem_of(const char* name, const ParameterSet& given = {}) {
  return find_problem(name).make(given);
}

TEST(PerturbedRun, IsLateByWhatAFallWithThatGravityIs) {
  // Free fall from rest: both positions are exact, so that their distance at t is eps g t^2 / 2.
  const Cell cell = cell_of("bouncing_ball", "nscd", {{"dt", 1e-3}, {"horizon", 0.1}});
  Observed right, wrong;
  const Row exact = run_perturbed(cell, {"none", 0.0}, right);
  const Row late = run_perturbed(cell, {"gravity", 1e-3}, wrong);
  ASSERT_EQ(right.contacts.impulses, 0);
  const double g = round_bodies(*problem_of("bouncing_ball").system).gravity.norm();
  ASSERT_GT(g, 0.0);
  EXPECT_LT(exact.quantities.at("position_error_sup"), 1e-13);
  EXPECT_NEAR(late.quantities.at("position_error_sup"), 1e-3 * 0.5 * g * 0.1 * 0.1, 1e-13);
  EXPECT_GT(right.motion.distance(wrong.motion), 1e-4);
  EXPECT_LT(right.motion.distance(wrong.motion), 1e-2);
}

TEST(PerturbedRun, WithoutAnErrorIsTheCellItself) {
  for (const char* scheme : {"dem", "inc", "nscd"}) {
    ParameterSet settings{{"dt", 1e-3}};
    if (std::string(scheme) != "nscd") settings["R"] = 1e-3;
    const Cell cell = cell_of("newton_cradle", scheme, settings);
    Observed observed;
    const Row plain = run_cell(cell, 0);
    // A parameter other than a number of discs gives a copy of the system.
    for (const char* parameter : {"none", "viscosity"}) {
      const Row wrapped = run_perturbed(cell, {parameter, 0.5}, observed);
      EXPECT_EQ(plain.quantities, wrapped.quantities) << scheme;
      EXPECT_EQ(plain.checks, wrapped.checks) << scheme;
    }
  }
}

TEST(Trial, SaysWhyTheMachineFailed) {
  // Its process hands it on as text, and what is printed is a sentence rather than a key.
  const Scratch scratch;
  const std::string path = scratch.write("spheres.csv", "x,z,radius\n0,1,0.5\n");
  const Cell cell = cell_of("maury_cluster", "maury", {{"file", path}});
  const Baseline baseline = run_baseline(cell, "key");
  ASSERT_TRUE(baseline.ended()) << baseline.reason;
  (void)scratch.write("spheres.csv", "x,z,radius\n0,1,0.25\n");
  const Trial late = trial_from_json(to_json(run_trial(cell, baseline, {"gravity", 0.1})));
  EXPECT_EQ(late.status, RowStatus::failed);
  EXPECT_NE(late.reason.find("changed since the plan was read"), std::string::npos) << late.reason;
}

/// The speed of the first body along x after `steps` of a run that is wrong.
double speed_after(const Problem& problem, double h, const Perturbation& wrong, int steps) {
  Observed observed;
  std::unique_ptr<const MechanicalSystem> system = perturbed_system(problem, wrong);
  auto solver = std::get<MakeContact>(find_solver("nlgs").make)({});
  const State start = perturbed_start(problem.initial, wrong);
  auto scheme = find_scheme("nscd").make({})->instance(system ? *system : *problem.system, start, h,
                                                       {nullptr, solver.get()});
  PerturbedScheme run(std::move(scheme), problem, std::move(system), start, h, wrong, observed);
  State state = problem.initial;
  for (int k = 0; k < steps; ++k)
    EXPECT_EQ(run.step(state).status, StepStatus::done);
  return state.v[0];
}

TEST(PerturbedScheme, ScalesWhatAnImpactHandsOn) {
  // A disc that meets a wall head-on: v+ = v- - (1 + eps) 2 v-.
  // Its way to the left wall is 0.9 m, and 0.1 m back.
  const double v = -2.0;
  const Problem problem =
      problem_of("moving_ball", {{"radius", 0.1}, {"speed_x", v}, {"speed_y", 0.0}});
  const int steps = 500;
  const double bounced = speed_after(problem, 1e-3, {"none", 0.0}, steps);
  ASSERT_NEAR(std::abs(bounced), std::abs(v), 1e-12);
  ASSERT_LT(bounced * v, 0.0) << "it has not met the wall once";
  EXPECT_NEAR(speed_after(problem, 1e-3, {"impulses", 0.01}, steps), -1.02 * v, 1e-12);
  // With every contact left out it goes on as if there were no wall.
  EXPECT_NEAR(speed_after(problem, 1e-3, {"contacts", 1.0}, steps), v, 1e-12);
  EXPECT_NEAR(speed_after(problem, 1e-3, {"speed", 0.25}, 1), 1.25 * v, 1e-12);
  EXPECT_NEAR(speed_after(problem, 1e-3, {"restitution", -0.25}, steps), -0.75 * v, 1e-12);
}

TEST(PerturbedScheme, CountsNoContactThatHandsOnRounding) {
  // A stack that rests: every second contact gets 1e-10 of what the floor carries.
  const Problem problem = problem_of("four_stacked");
  Observed observed;
  ASSERT_EQ(problem.traits.body_count, 4);
  auto solver = std::get<MakeContact>(find_solver("nlgs").make)({});
  auto scheme = find_scheme("nscd").make({})->instance(*problem.system, problem.initial, 1e-3,
                                                       {nullptr, solver.get()});
  PerturbedScheme run(std::move(scheme), problem, nullptr, problem.initial, 1e-3, {"none", 0.0},
                      observed);
  State state = problem.initial;
  ASSERT_EQ(run.step(state).status, StepStatus::done);
  EXPECT_TRUE(observed.contacts.recorded);
  EXPECT_LE(observed.contacts.impulses, 4);
}

TEST(PerturbedRun, IsNoticedByALawThatHadNothingToJudge) {
  // Beads that never meet, until one is too large: what it presses is judged then.
  const Cell cell = cell_of("bead_chain", "maury", {{"dt", 1e-3}, {"horizon", 0.1}});
  const Baseline right = run_baseline(cell, "a");
  ASSERT_EQ(right.contacts, 0);
  for (const BaselineCheck& check : right.checks)
    EXPECT_NE(check.name, "law:distance");
  EXPECT_TRUE(run_trial(cell, right, {"radius", 0.1}).noticed.empty());
  EXPECT_EQ(run_trial(cell, right, {"radius", 0.1}).moved, 0.0);
  // Forces that vary with the place are taken at the start of a step: that is balanced.
  const Trial heavy = run_trial(cell, right, {"masses", 1e-3});
  EXPECT_NE(std::find(heavy.noticed.begin(), heavy.noticed.end(), "law:body_balance"),
            heavy.noticed.end());
  const Trial large = run_trial(cell, right, {"radius", 1.0});
  EXPECT_GT(large.moved, 1e-3);
  EXPECT_NE(std::find(large.noticed.begin(), large.noticed.end(), "law:distance"),
            large.noticed.end());
}

// A failure that has a reason on record is reported by no verdict, so that a wrong program would
// pass for a right one.
TEST(Trial, AnExpectedFailureIsNotNoticed) {
  const Check missed{.name = "law:path", .value = 2.0, .low = 0.0, .high = 1.0};
  Check excused = missed;
  excused.expected_failure = "impacts inside of steps";
  Baseline right;
  right.checks = {{"law:path", true, true}};
  Row row;
  row.status = RowStatus::missed;
  row.checks = {missed};
  EXPECT_EQ(noticed(row, right), std::vector<std::string>{"law:path"});
  row.checks = {excused};
  EXPECT_TRUE(noticed(row, right).empty());
  Check stopped{.name = completes, .value = 0.1, .low = 1.0, .high = 1.0};
  row.status = RowStatus::stopped;
  row.checks = {stopped};
  EXPECT_EQ(noticed(row, right), std::vector<std::string>{completes});
  stopped.expected_failure = "an explicit step amplifies the energy";
  row.checks = {stopped};
  EXPECT_TRUE(noticed(row, right).empty());
}

TEST(PerturbedSystem, HasOneNumberWrongAndNoOther) {
  const Problem right = problem_of("four_balls_spin", {{"friction", 0.25}, {"restitution", 0.5}});
  const RoundBodies a = round_bodies(*right.system);
  const auto wrong = [&](const char* parameter) {
    return perturbed_system(right, {parameter, 0.5});
  };
  const auto differing = [&](const char* parameter) {
    const auto system = wrong(parameter);
    const RoundBodies b = round_bodies(*system);
    std::string out;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (b.mass[i] == 1.5 * a.mass[i]) out += 'm';
      if (b.inertia[i] == 1.5 * a.inertia[i]) out += 'J';
      if (b.radius[i] == 1.5 * a.radius[i]) out += 'r';
    }
    if (b.law.friction == 1.5 * a.law.friction) out += 'f';
    if (b.law.restitution == 1.5 * a.law.restitution) out += 'e';
    for (std::size_t k = 0; k < a.obstacles.size(); ++k) {
      const double moved = (b.obstacles[k].a - a.obstacles[k].a).dot(a.obstacles[k].b);
      if (std::abs(moved - 0.5 * a.radius[0]) < 1e-12) out += 'w';
    }
    return out;
  };
  EXPECT_EQ(differing("mass"), "mJ");
  EXPECT_EQ(differing("masses"), "mJmJmJmJ");
  EXPECT_EQ(differing("inertia"), "JJJJ");
  EXPECT_EQ(differing("radius"), "r");
  EXPECT_EQ(differing("friction"), "f");
  EXPECT_EQ(differing("restitution"), "e");
  EXPECT_EQ(differing("wall"), "w");
  EXPECT_EQ(wrong("step"), nullptr);
  EXPECT_EQ(perturbed_step(1e-3, {"step", 0.5}), 1.5e-3);
  EXPECT_EQ(std::get<double>(perturbed_settings({{"R", 3e-3}}, {"stiffness", 0.5}).at("R")), 2e-3);
}

TEST(PerturbedSystem, OfCoordinatesHasForceMassAndConstraintWrong) {
  const Problem right = problem_of("double_pendulum");
  const auto& a = *generalised_system(*right.system);
  const Eigen::VectorXd& q = right.initial.q;
  const Eigen::VectorXd v = Eigen::VectorXd::Ones(q.size());
  const auto measure = [&](const char* parameter) {
    const auto system = perturbed_system(right, {parameter, 0.5});
    const auto& b = *generalised_system(*system);
    Eigen::VectorXd fa(q.size()), fb(q.size());
    a.external_force(0.0, q, v, fa);
    b.external_force(0.0, q, v, fb);
    return std::array{fb.norm() / fa.norm(), b.kinetic_energy(q, v) / a.kinetic_energy(q, v),
                      (a.constraint(0, q) - b.constraint(0, q)) / a.length(),
                      b.restitution() - a.restitution()};
  };
  using Four = std::array<double, 4>;
  const auto near = [](const Four& x, const Four& y) {
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(x[k], y[k], 1e-12) << k;
  };
  near(measure("gravity"), {1.5, 1.0, 0.0, 0.0});
  near(measure("masses"), {1.5, 1.5, 0.0, 0.0});
  near(measure("inertia"), {1.0, 1.5, 0.0, 0.0});
  near(measure("wall"), {1.0, 1.0, 0.5, 0.0});
}

TEST(PerturbedSystem, OfASweepingProcessHasForceAndSetWrong) {
  const Problem right = problem_of("stop");
  const auto& a = *sweeping_system(*right.system);
  const Eigen::VectorXd& q = right.initial.q;
  const auto measure = [&](const char* parameter) {
    const auto system = perturbed_system(right, {parameter, 0.5});
    const auto& b = *sweeping_system(*system);
    Eigen::VectorXd fa(q.size()), fb(q.size());
    a.mean_force(0.0, 0.1, q, q, fa);
    b.mean_force(0.0, 0.1, q, q, fb);
    EXPECT_EQ(b.projects(), std::string(parameter) != "wall")
        << "of a set that moved none is known";
    return std::pair(fb.norm() / fa.norm(),
                     (a.constraint(0, {0.0, q}, q) - b.constraint(0, {0.0, q}, q)) / a.length());
  };
  EXPECT_NEAR(measure("force").first, 1.5, 1e-12);
  EXPECT_EQ(measure("force").second, 0.0);
  EXPECT_EQ(measure("wall").first, 1.0);
  EXPECT_NEAR(measure("wall").second, 0.5, 1e-12);
}

TEST(PerturbedSystem, KeepsAFieldThatVariesInTime) {
  const Problem right = problem_of("non_uniqueness");
  ASSERT_FALSE(right.system->constant_force());
  const auto copy = perturbed_system(right, {"radius", 0.01});
  const auto more = perturbed_system(right, {"force", 0.5});
  const Eigen::VectorXd& v = right.initial.v;
  Eigen::VectorXd a(v.size()), b(v.size()), c(v.size()), still(v.size());
  still = disc_system(*right.system)->weight();
  double largest = 0.0;
  for (int k = 0; k < 50; ++k) {
    const double t = 0.02 * right.horizon * k, dt = 0.013;
    right.system->mean_force(t, t + dt, right.initial.q, v, a);
    copy->mean_force(t, t + dt, right.initial.q, v, b);
    more->mean_force(t, t + dt, right.initial.q, v, c);
    largest = larger(largest, (a - still).norm());
    EXPECT_NEAR((a - b).norm(), 0.0, 1e-10);
    EXPECT_NEAR((still + 1.5 * (a - still) - c).norm(), 0.0, 1e-10);
  }
  EXPECT_GT(largest, 0.0);
}

TEST(PerturbedSystem, MovesTheWallThatIsHitFirst) {
  // The walls of a box are floor, right, ceiling, left.
  EXPECT_EQ(first_obstacle(problem_of("moving_ball", {{"speed_y", 0.0}})), 3U);
  EXPECT_EQ(first_obstacle(problem_of("moving_ball", {{"speed_x", 0.0}, {"speed_y", 1.0}})), 2U);
  EXPECT_EQ(first_obstacle(problem_of("falling_ball")), 0U);
}

TEST(Relevance, OnlyOfferWhatThereIs) {
  const auto of = [](const char* parameter, const char* problem, const char* scheme,
                     const ParameterSet& settings, bool recorded = true) {
    const Cell cell = cell_of(problem, scheme, settings);
    return relevance(find_perturbable(parameter), cell,
                     problem_of(problem, cell.problem_parameters),
                     find_scheme(scheme).make(cell.scheme_parameters)->claims(), {recorded, 7});
  };
  EXPECT_FALSE(of("friction", "falling_ball", "nscd", {}).up);
  EXPECT_TRUE(of("friction", "falling_ball", "nscd", {{"friction", 0.5}}).up);
  // e = 1 cannot grow, e = 0 cannot shrink.
  EXPECT_FALSE(of("restitution", "falling_ball", "nscd", {}).up);
  EXPECT_TRUE(of("restitution", "falling_ball", "nscd", {}).down);
  EXPECT_FALSE(of("restitution", "falling_ball", "nscd", {{"restitution", 0.0}}).down);
  EXPECT_TRUE(of("stiffness", "falling_ball", "dem", {}).up);
  EXPECT_FALSE(of("stiffness", "falling_ball", "nscd", {}).up);
  EXPECT_FALSE(of("gravity", "moving_ball", "nscd", {}).up);
  EXPECT_FALSE(of("mass", "moving_ball", "nscd", {}).up);
  EXPECT_EQ(of("impulses", "moving_ball", "nscd", {}, false).why_not,
            "the scheme records no impulses");
  EXPECT_FALSE(of("contacts", "moving_ball", "nscd", {}).down);
}

/// All sizes that are tried of what is noticed from `threshold` on.
std::vector<double> tried(double threshold, const EpsLimits& limits, double most = 1.0,
                          bool whole = false) {
  std::vector<TriedEps> so_far;
  std::vector<double> out;
  while (const auto eps = next_eps(so_far, limits, most, whole)) {
    so_far.push_back({*eps, *eps >= threshold});
    out.push_back(*eps);
    if (out.size() > 100) break;
  }
  return out;
}

TEST(Search, ClimbsDecadesAndThenHalves) {
  const EpsLimits limits{};
  EXPECT_EQ(tried(0.0, limits), std::vector{1e-3});
  EXPECT_EQ(tried(2.0, limits), (std::vector{1e-3, 1e-2, 1e-1, 1.0}));
  EXPECT_EQ(tried(2.0, limits, 0.5), (std::vector{1e-3, 1e-2, 1e-1, 0.5}));
  for (const double threshold : {0.0013, 0.037, 0.95}) {
    std::vector<TriedEps> all;
    for (const double eps : tried(threshold, limits))
      all.push_back({eps, eps >= threshold});
    EXPECT_LE(all.size(), 7U);
    const double found = *smallest_noticed(all);
    EXPECT_GE(found, threshold);
    EXPECT_LE(found, threshold * limits.ratio);
  }
  // One of k contacts, k whole.
  for (const double eps : tried(0.3, limits, 1.0, true))
    EXPECT_NEAR(1.0 / eps, std::round(1.0 / eps), 1e-9);
  // Also the last one, where the coarsest is none: of 0.7 there is a half, of 0.3 a quarter.
  EXPECT_EQ(tried(2.0, limits, 0.7, true).back(), 0.5);
  EXPECT_EQ(tried(2.0, limits, 0.3, true).back(), 0.25);
}

TEST(Search, RefusesLimitsThatMakeNoSense) {
  EXPECT_THROW(refuse_wrong_limits({.finest = 0.0}), ConfigurationError);
  EXPECT_THROW(refuse_wrong_limits({.finest = 0.1, .coarsest = 0.01}), ConfigurationError);
  EXPECT_THROW(refuse_wrong_limits({.coarsest = 2.0}), ConfigurationError);
  EXPECT_THROW(refuse_wrong_limits({.finest = std::nan("")}), ConfigurationError);
  EXPECT_THROW(refuse_wrong_limits({.ratio = 1.0}), ConfigurationError);
  refuse_wrong_limits({});
}

}  // namespace
}  // namespace impactbench::testing
