// The discrete law of motion on hand-made steps, whose errors are known.
#include "reference/yardsticks/motion_meter.hpp"

#include "problems/model/disc_setup.hpp"
#include "problems/model/polyhedral_system.hpp"
#include "reference/acceptance/balances.hpp"
#include "tests/support/run.hpp"
#include "tests/support/run_to_judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace impactbench::testing {
namespace {

using Numbers = std::map<std::string, double>;

/// Two discs, the second one far away and slow.
Problem two_discs() {
  DiscSetup setup(DiscCommon{});
  setup.disc(2.0, 0.5, {0.0, 0.5}, {1.0, -2.0});
  setup.disc(3.0, 0.5, {1e6, 2.0}, {0.001, 0.0});
  return std::move(setup).make("two_discs", {}, 1.0);
}

constexpr double h = 0.125;

/// Three steps of a body whose velocity grows by 1 m/s in each, moved by `rule` with a step that is
/// longer by the share `eps`; measured as `stated`.
Numbers measured(PathRule rule, PathRule stated, double eps, double theta = 0.5,
                 double stated_theta = 0.5) {
  const Problem p = two_discs();
  MotionMeter meter(p, MotionStep{.path = stated, .theta = stated_theta}, h, 3);
  State before = p.initial, last = before;
  for (int k = 1; k <= 3; ++k) {
    State after = before;
    after.step = k;
    after.v[0] += 1.0;
    const double step = (1.0 + eps) * h;
    if (rule == PathRule::end) after.q += step * after.v;
    if (rule == PathRule::mean) after.q += step * ((1.0 - theta) * before.v + theta * after.v);
    if (rule == PathRule::centred) {
      after.q = last.q + 2.0 * step * before.v;
      if (k == 1) after.q = before.q + step * (before.v + 0.5 * (after.v - before.v));
    }
    meter.after_step(before, after, k * h);
    last = before;
    before = after;
  }
  Numbers out;
  meter.finish(out);
  return out;
}

TEST(PathOfAStep, IsExactUnderItsOwnRule) {
  for (const PathRule rule : {PathRule::end, PathRule::mean, PathRule::centred})
    EXPECT_EQ(measured(rule, rule, 0.0).at("path_step_error"), 0.0);
}

TEST(PathOfAStep, OfAStepThatIsTooLongIsOffByItsShare) {
  // The rounding of 1e6 m, some 1e-9 m, is not held against the slow disc there, nor does it
  // hide the other one's thousandth of h v.
  for (const PathRule rule : {PathRule::end, PathRule::mean, PathRule::centred}) {
    for (const double eps : {1e-3, -1e-3})
      EXPECT_NEAR(measured(rule, rule, eps).at("path_step_error"), 1e-3, 1e-12);
  }
}

TEST(PathOfAStep, OfAnotherRuleIsOffByHalfOfTheKick) {
  // v = 1, 2, 3, 4 m/s: h/2 of 1 m/s, over h times the largest stated velocity.
  EXPECT_NEAR(measured(PathRule::mean, PathRule::end, 0.0).at("path_step_error"), 0.125, 1e-12);
  EXPECT_NEAR(measured(PathRule::end, PathRule::mean, 0.0).at("path_step_error"), 0.5 / 3.5, 1e-12);
}

// A disc that spins with 1e6 rad/s and r = 1e-3 has 1e3 m/s of its rim, and not 1e6: a thousandth
// of h v that it does not go is not hidden by another unit.
TEST(PathOfAStep, IsHeldAgainstARimAndNotAgainstAnAngle) {
  DiscSetup setup(DiscCommon{});
  setup.disc(2.0, 1e-3, {0.0, 0.5}, {1e3, 0.0});
  const Problem p = std::move(setup).make("spinning_disc", {}, 1.0);
  MotionMeter meter(p, MotionStep{.path = PathRule::end}, h, 1);
  State before = p.initial;
  before.v[2] = 1e6;
  State after = before;
  after.step = 1;
  after.q += h * before.v;
  after.q[0] -= 1e-3 * h * before.v[0];
  meter.after_step(before, after, h);
  Numbers q;
  meter.finish(q);
  EXPECT_NEAR(q.at("path_step_error"), 1e-3, 1e-12);
}

TEST(PathOfAStep, HasTheWeightsThatAreStated) {
  constexpr PathRule mean = PathRule::mean;
  EXPECT_EQ(measured(mean, mean, 0.0, 0.75, 0.75).at("path_step_error"), 0.0);
  // A quarter of a kick of 1 m/s, over the largest stated velocity.
  EXPECT_NEAR(measured(mean, mean, 0.0, 0.75, 0.5).at("path_step_error"), 0.25 / 3.5, 1e-12);
}

TEST(PathOfAStep, OfWhatStandsStillHasNoError) {
  const Problem p = two_discs();
  MotionMeter meter(p, MotionStep{.path = PathRule::end}, h, 1);
  State still = p.initial;
  still.v.setZero();
  meter.after_step(still, still, h);
  Numbers out;
  meter.finish(out);
  EXPECT_EQ(out.at("path_step_error"), 0.0);
  MotionMeter unused(p, MotionStep{.path = PathRule::end}, h, 1);
  unused.finish(out = {});
  EXPECT_TRUE(out.empty()) << "nothing was measured";
}

/// The cell that is pulled most accelerates by force over mass times 1 + eps, the force from
/// differences of the energy along its own coordinates.
TEST(ElasticMotion, IsHeldAgainstTheSlopeOfTheEnergy) {
  const Problem p = problem_entry("pinched_cylinder").make({{"release", true}});
  const MechanicalSystem& system = *p.system;
  const auto* cells = polyhedral_system(*p.system);
  ASSERT_NE(cells, nullptr);
  const double step = 1e-5;
  const auto slope = [&](Eigen::Index at) {
    Eigen::VectorXd q = p.initial.q;
    const double by = 1e-7;
    q[at] += by;
    const double up = system.internal_energy(0.0, q);
    q[at] -= 2.0 * by;
    return (up - system.internal_energy(0.0, q)) / (2.0 * by);
  };
  Eigen::VectorXd pull = Eigen::VectorXd::Zero(system.dofs());
  system.external_force(0.0, p.initial.q, p.initial.v, pull);
  const auto force_on = [&](int cell) {
    Vec3 out;
    for (int k = 0; k < 3; ++k)
      out[k] = pull[6 * cell + k] - slope(7 * cell + k);
    return out;
  };
  int cell = 0;
  for (int i = 1; i < cells->cells(); ++i) {
    if (force_on(i).norm() > force_on(cell).norm()) cell = i;
  }
  for (const double eps : {0.0, 1e-3, -1e-3}) {
    State first = p.initial, last = p.initial;
    last.q.segment<3>(7 * cell) +=
        (1.0 + eps) * step * step / system.mass()[6 * cell] * force_on(cell);
    MotionMeter meter(p, MotionStep{.path = PathRule::centred}, step, 2);
    first.step = 1;
    last.step = 2;
    meter.after_step(p.initial, first, step);
    meter.after_step(first, last, 2.0 * step);
    Numbers out;
    meter.finish(out);
    ASSERT_TRUE(out.contains("elastic_motion_error"));
    EXPECT_NEAR(out.at("elastic_motion_error"), std::abs(eps), 2e-5) << eps;
  }
}

TEST(MotionMeter, TheForceOfAFaceThatHasJustMetItsPlaneIsThatOfItsDepth) {
  // An unstressed bar behind its wall by 1e-6 m: k D alone pushes its first cell, which moves by
  // 1.5 D in a step of sqrt(1.5 m / k), out of the wall.
  const Problem p = problem_entry("block_on_wall").make({{"along", 4.0}, {"across", 1.0}});
  const auto* cells = polyhedral_system(*p.system);
  ASSERT_NE(cells, nullptr);
  ASSERT_EQ(cells->plane_contacts().size(), 1U);
  const PlaneContact& contact = cells->plane_contacts()[0];
  const Vec3 normal = cells->options().planes[contact.plane].normal;
  const auto depth = [&](const Eigen::VectorXd& q) {
    return cells->overlap(contact, q, cells->rotation(q, contact.cell).toRotationMatrix());
  };
  State start = p.initial;
  const double deeper = 1e-6 - depth(start.q);
  for (int i = 0; i < cells->cells(); ++i)
    start.q.segment<3>(7 * i) -= deeper * normal;
  ASSERT_NEAR(depth(start.q), 1e-6, 1e-12);
  const double mass = p.system->mass()[6 * contact.cell];
  const double step = std::sqrt(1.5 * mass / contact.stiffness);
  for (const double eps : {0.0, 1e-3, -1e-3}) {
    State first = start, last = start;
    last.q.segment<3>(7 * contact.cell) += (1.0 + eps) * 1.5e-6 * normal;
    MotionMeter meter(p, MotionStep{.path = PathRule::centred}, step, 2);
    first.step = 1;
    last.step = 2;
    meter.after_step(start, first, step);
    meter.after_step(first, last, 2.0 * step);
    Numbers out;
    meter.finish(out);
    ASSERT_TRUE(out.contains("elastic_motion_error"));
    EXPECT_NEAR(out.at("elastic_motion_error"), std::abs(eps), 1e-5) << eps;
  }
}

TEST(MotionLimits, LeaveRoundingAndNoMore) {
  const Problem p = two_discs();
  const auto passes = [&](const char* quantity, const char* check, double value) {
    const Numbers quantities{{quantity, value}};
    const JudgedRun run =
        run_to_judge(p, quantities, {.h = h, .claimed_energy = EnergyBehaviour::conserves});
    std::vector<Check> out;
    judge_balances(run, false, out);
    for (const Check& c : out) {
      if (c.name == check) return c.passed;
    }
    ADD_FAILURE() << check << " is missing";
    return false;
  };
  EXPECT_TRUE(passes("path_step_error", "law:path_of_step", 1e-12));
  EXPECT_FALSE(passes("path_step_error", "law:path_of_step", 1e-6));
  EXPECT_TRUE(passes("elastic_motion_error", "law:elastic_motion", 1e-6));
  EXPECT_FALSE(passes("elastic_motion_error", "law:elastic_motion", 5e-4));
}

}  // namespace
}  // namespace impactbench::testing
