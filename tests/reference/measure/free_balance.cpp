// Balances along the free directions of coordinates on hand-made steps, whose terms are known.
#include "reference/yardsticks/free_balance.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace impactbench::testing {
namespace {

using Quantities = std::map<std::string, double>;

/// A bar of 3 kg that falls with 2 m/s under 4 m/s2, in three nodes. In half a second its floor
/// gives 9 N s of 6 that it had and 6 of its weight: it goes on with 1 m/s. Waves, which move nodes
/// against each other, are none of the balance's business.
struct Step {
  Problem problem{problem_entry("bouncing_bar")
                      .make({{"n", std::int64_t{3}},
                             {"length", 2.0},
                             {"density", 1.5},
                             {"gravity", 4.0},
                             {"speed", 2.0}})};
  State after{problem.initial};
  ContactImpulses recorded;
  Step() {
    after.v << 1.0, -2.5, 0.0;  // masses .75, 1.5, .75 kg: -3 kg m/s
    after.q.array() += 0.25 * (-2.0 - 1.0);
    after.q[0] += 0.2, after.q[2] -= 0.2;
    after.step = 1;
    push(9.0);
  }
  void push(double p) {
    recorded.clear(1, 3);
    recorded.body_a = {0};
    recorded.body_b = {ContactProblem::fixed};
    recorded.jacobian_a = {1.0, 0.0, 0.0};
    recorded.jacobian_b = {0.0, 0.0, 0.0};
    recorded.impulse = {p};
  }
  [[nodiscard]] Quantities measured(std::optional<double> first_kick = 1.0,
                                    double sums = 2.0) const {
    FreeBalance meter(problem, 0.5, first_kick, sums);
    meter.after_step(problem.initial, after, &recorded);
    Quantities out;
    meter.finish(out);
    return out;
  }
};

TEST(FreeBalance, ClosesWhateverABarDoesWithin) {
  const auto q = Step().measured();
  EXPECT_LT(q.at("free_momentum_error"), 1e-15);
  EXPECT_LT(q.at("free_path_error"), 1e-15);
}

TEST(FreeBalance, MissesAnImpulseByItsShareOfAllTerms) {
  Step step;
  const double fast = 3.0 * generalised_system(*step.problem.system)->top_speed();
  step.push(8.0);  // 1 of |d M v_0| = 6, h d F = 6, 8, and all of the mass at the top speed
  EXPECT_NEAR(step.measured().at("free_momentum_error"), 1.0 / (20.0 + fast), 1e-15);
  // Half of the weight of the first step, where a scheme says so: 3 of 6 + 3 + 9.
  EXPECT_NEAR(Step().measured(0.5).at("free_momentum_error"), 3.0 / (18.0 + fast), 1e-15);
}

// The bar goes .5 m farther than its mean velocity, where a step at the largest speed is 1 m.
TEST(FreeBalance, MissesAWayInStepsAtTheLargestSpeed) {
  Step step;
  step.after.q.array() -= 0.5;
  EXPECT_NEAR(step.measured().at("free_path_error"), 0.5, 1e-15);
  step.after.q[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(step.measured().at("free_path_error")));
}

// Each step rounds the middle and the end of a coordinate by eps |q| / 2, all alike in free flight:
// 1e6 of them leave up to 1e6 eps |q|, and no more.
TEST(FreeBalance, PlacesAreRoundedInEachStep) {
  Step step;
  step.after.step = 1000000;
  const Eigen::Vector3d share(0.25, 0.5, 0.25);  // of the masses
  const Eigen::VectorXd& start = step.problem.initial.q;
  const double place = share.dot(start.cwiseAbs() + (step.after.q - start).cwiseAbs());
  const double most = 1e6 * std::numeric_limits<double>::epsilon() * place;
  ASSERT_GT(place, 0.1);
  step.after.q.array() -= 0.99 * most;
  EXPECT_EQ(step.measured().at("free_path_error"), 0.0);
  step.after.q.array() -= 0.5 * most;
  EXPECT_NEAR(step.measured().at("free_path_error"), 1.49 * most, 1e-3 * most);
  // A step that states nothing may have 11 sums of a place and a displacement.
  EXPECT_EQ(step.measured(1.0, sums_of_a_step(false)).at("free_path_error"), 0.0);
}

// A bar that has come a long way was rounded there, also where it has returned to.
TEST(FreeBalance, PlacesAreRoundedWhereTheyHaveBeen) {
  Step step;
  FreeBalance meter(step.problem, 0.5, 1.0);
  State far = step.problem.initial;
  far.v.setConstant(4e9);
  far.step = 1;
  far.q.array() += 0.25 * (step.problem.initial.v[0] + far.v[0]);
  meter.after_step(step.problem.initial, far, nullptr);
  State back = far;
  back.v = -2.0 * far.v;
  back.step = 2;
  back.q = far.q + 0.25 * (far.v + back.v);  // near its start again
  back.q.array() += 5e-4;                    // half of 1e-12 of the 1e9 m that it came
  meter.after_step(far, back, nullptr);
  Quantities q;
  meter.finish(q);
  EXPECT_EQ(q.at("free_path_error"), 0.0);
}

/// A rod that turns faster by what no impulse gave, with metres of `unit` to one.
Quantities turned_too_fast(double unit) {
  const Problem problem =
      problem_entry("sliding_rod")
          .make({{"half_length", 0.5 * unit}, {"gravity", 9.81 * unit}, {"slip", -1.0 * unit}});
  State after = problem.initial;
  after.v[1] -= 0.1 * 9.81 * unit;
  after.v[2] += 1e-3;  // rad/s
  after.q += 0.05 * (problem.initial.v + after.v);
  after.step = 1;
  ContactImpulses recorded;
  recorded.clear(1, 3);
  FreeBalance meter(problem, 0.1, 1.0);
  meter.after_step(problem.initial, after, &recorded);
  Quantities q;
  meter.finish(q);
  return q;
}

// Metres a second and radians a second have no unit in common but by an arm.
TEST(FreeBalance, IsTheSameInMillimetres) {
  const double in_metres = turned_too_fast(1.0).at("free_momentum_error");
  ASSERT_GT(in_metres, 1e-9);
  EXPECT_NEAR(turned_too_fast(1e3).at("free_momentum_error") / in_metres, 1.0, 1e-9);
}

// What starts with another velocity is held to that of the end of its first step.
TEST(FreeBalance, BeginsAfterAFirstStepThatIsNotStated) {
  Step step;
  step.push(8.0);
  EXPECT_EQ(step.measured(std::nullopt).at("free_momentum_error"), 0.0);
  FreeBalance meter(step.problem, 0.5, std::nullopt);
  meter.after_step(step.problem.initial, step.after, &step.recorded);
  State second = step.after;  // -3 kg m/s, weight 6 and 8 of the floor: -1
  second.v << -1.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0;
  second.step = 2;
  meter.after_step(step.after, second, &step.recorded);
  Quantities q;
  meter.finish(q);
  EXPECT_LT(q.at("free_momentum_error"), 1e-15);
}

TEST(FreeBalance, KnowsNoMomentumWithoutImpulses) {
  const Step step;
  FreeBalance meter(step.problem, 0.5, 1.0);
  meter.after_step(step.problem.initial, step.after, nullptr);
  Quantities q;
  meter.finish(q);
  EXPECT_FALSE(q.contains("free_momentum_error"));
  EXPECT_TRUE(q.contains("free_path_error"));
}

// Each of two bars has its own momentum: what one loses the other gains, and not more.
TEST(FreeBalance, IsThatOfEachBar) {
  const Problem problem = problem_entry("two_bars").make({{"n", std::int64_t{2}}});
  ASSERT_EQ(problem.system->dofs(), 5);  // .1 m/s, masses .5, .5 and .5, 1, .5 kg
  State after = problem.initial;
  after.v << 0.06, 0.06, 0.02, 0.02, 0.02;
  after.q.head(2).array() += 0.5 * 0.16 * 0.5;
  after.q.tail(3).array() += 0.5 * 0.02 * 0.5;
  ContactImpulses recorded;
  recorded.clear(1, 5);
  recorded.body_a = {0};
  recorded.body_b = {ContactProblem::fixed};
  recorded.jacobian_a = {0.0, -1.0, 1.0, 0.0, 0.0};
  recorded.jacobian_b.assign(5, 0.0);
  recorded.impulse = {0.04};
  const auto measured = [&] {
    FreeBalance meter(problem, 0.5, 1.0);
    meter.after_step(problem.initial, after, &recorded);
    Quantities q;
    meter.finish(q);
    return q;
  };
  EXPECT_LT(measured().at("free_momentum_error"), 1e-15);
  EXPECT_LT(measured().at("free_path_error"), 1e-15);
  after.v.tail(3).setConstant(0.03);  // .02 too much, of .04 given and 2 kg at .2 m/s
  EXPECT_NEAR(measured().at("free_momentum_error"), 0.02 / 0.44, 1e-13);
}

// Coordinates under a constant force are all free; under an elastic one none, but for those that a
// system names.
TEST(FreeBalance, HasTheDirectionsOfTheSystem) {
  const auto free = [](std::string_view problem) {
    return generalised_system(*problem_entry(problem).make({}).system)->free_directions().cols();
  };
  EXPECT_EQ(free("bouncing_point"), 1);
  EXPECT_EQ(free("sliding_rod"), 3);
  EXPECT_EQ(free("two_bars"), 2);
  EXPECT_EQ(free("impacting_bar"), 1);
  EXPECT_EQ(free("rubbing_oscillator"), 1);
  EXPECT_EQ(free("stop_launched"), 0);
  EXPECT_EQ(free("double_pendulum"), 0);
}

}  // namespace
}  // namespace impactbench::testing
