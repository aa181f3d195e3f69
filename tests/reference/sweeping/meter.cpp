// The yardstick of sweeping processes: what it measures of right steps, and what it sees of wrong
// ones.
#include "problems/model/sweeping_setup.hpp"
#include "reference/yardsticks/sweeping_meter.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <string>

namespace impactbench::testing {
namespace {

using Measured = std::map<std::string, double>;

/// A step by hand: w and the nearest point z of the end, then what is made of them.
using Move = std::function<Eigen::VectorXd(const Eigen::VectorXd& w, const Eigen::VectorXd& z)>;

/// A run of 200 steps by such moves, held against a stated law. `late`: steps by which the set is
/// taken too early.
Measured measured(const char* name, const SetStep& law, const Move& move, double late = 0.0,
                  const ParameterSet& given = {}) {
  const Problem problem = problem_entry(name).make(given);
  const SweepingSystem& system = *sweeping_system(*problem.system);
  const double h = problem.horizon / 200;
  SweepingMeter meter(problem, law, h);
  State state = problem.initial;
  Eigen::VectorXd force = state.q, z = state.q;
  for (int k = 1; k <= 200; ++k) {
    const State before = state;
    const double t = k * h;
    system.mean_force(t - h, t, before.q, before.v, force);
    const Eigen::VectorXd w = before.q + h * force;
    system.nearest({t - late * h, before.q}, w, z);
    state.q = move(w, z);
    state.v = (state.q - before.q) / h;
    ++state.step;
    meter.after_step(before, state, t);
  }
  Measured out;
  meter.finish(out);
  return out;
}

Eigen::VectorXd nearest(const Eigen::VectorXd&, const Eigen::VectorXd& z) {
  return z;
}

const char* const projecting[] = {"play",         "stop",         "elastoplastic_chain",
                                  "swept_disc",   "pushed_disc",  "thick_circle",
                                  "rectifier_rl", "rectifier_rc", "turning_half_plane"};

TEST(SweepingMeter, FindsNothingInStepsThatAreStated) {
  for (const char* name : projecting) {
    const Measured catching_up = measured(name, SetStep{}, nearest);
    EXPECT_LE(catching_up.at("sweep_normal"), 1e-10) << name;
    EXPECT_LE(catching_up.at("sweep_place"), 1e-12) << name;
    EXPECT_GT(catching_up.at("sweep_push"), 0.1) << name;
    // R = h: half of the way back.
    const SetStep regularised{.softness_per_step = 1.0};
    const Measured half = measured(name, regularised, [](const auto& w, const auto& z) {
      return Eigen::VectorXd(0.5 * (w + z));
    });
    EXPECT_LE(half.at("sweep_normal"), 1e-10) << name;
    EXPECT_LE(half.at("sweep_place"), 1e-11) << name;
  }
}

TEST(SweepingMeter, SeesWrongSteps) {
  for (const char* name : projecting) {
    // Half of the way back, called all of it: the point that stays outside is seen.
    const Measured soft = measured(name, SetStep{}, [](const auto& w, const auto& z) {
      return Eigen::VectorXd(0.5 * (w + z));
    });
    EXPECT_GT(soft.at("sweep_place"), 1e-3) << name;
    // A regularisation three times as soft as stated.
    const Measured softer =
        measured(name, {.softness_per_step = 1.0},
                 [](const auto& w, const auto& z) { return Eigen::VectorXd(0.75 * w + 0.25 * z); });
    EXPECT_GT(softer.at("sweep_place"), 1e-3) << name;
    // A point that is pulled in farther than to the set: a push where nothing acts.
    const Measured deep = measured(name, SetStep{}, [](const auto& w, const auto& z) {
      return Eigen::VectorXd(z + 0.2 * (z - w));
    });
    EXPECT_GT(deep.at("sweep_normal"), 1e-3) << name;
  }
  // The set of the beginning in place of that of the end, where it moves.
  for (const char* name :
       {"play", "swept_disc", "pushed_disc", "rectifier_rc", "turning_half_plane"})
    EXPECT_GT(measured(name, SetStep{}, nearest, 1.0).at("sweep_place"), 1e-3) << name;
  // Something along the edge, where there is one to go along.
  for (const char* name : {"swept_disc", "pushed_disc", "turning_half_plane"}) {
    const Measured aside = measured(name, SetStep{}, [](const auto& w, const auto& z) {
      const Eigen::VectorXd push = z - w;
      return Eigen::VectorXd(z + 0.01 * Eigen::Vector2d(-push[1], push[0]));
    });
    EXPECT_GT(aside.at("sweep_normal"), 5e-3) << name;
  }
}

TEST(SweepingMeter, SeesASetThatPulls) {
  // A point held at the lower end of its interval, also while that goes away from it: along the
  // normal, the wrong way.
  const Problem problem = problem_entry("play").make({});
  const double r = std::get<double>(problem.parameters.at("half_width"));
  const Measured held = measured("play", SetStep{}, [&](const auto& w, const auto&) {
    return Eigen::VectorXd(Eigen::Vector2d(w[1] - r, w[1]));
  });
  EXPECT_LE(held.at("sweep_place"), 1e-12) << "it is never outside";
  EXPECT_GT(held.at("sweep_normal"), 0.1);
}

// A strain that creeps by itself is as wrong in megapascals as it is in pascals: roots of stresses
// become 1e-3 of what they were, strains stay.
TEST(SweepingMeter, IsTheSameInAnyUnitOfStress) {
  const auto creeping = [](double unit) {
    const auto creep = [](const auto&, const auto& z) {
      Eigen::VectorXd out = z;
      out[1] += 1e-4;
      return out;
    };
    return measured("stop", SetStep{}, creep, 0.0, {{"stiffness", unit}, {"yield", 0.3 * unit}});
  };
  const Measured pascals = creeping(1.0), mega = creeping(1e-6);
  ASSERT_GT(pascals.at("sweep_normal"), 1e-4);
  EXPECT_NEAR(mega.at("sweep_normal") / pascals.at("sweep_normal"), 1.0, 1e-6);
  EXPECT_NEAR(mega.at("normal_turn"), pascals.at("normal_turn"), 1e-6);
  EXPECT_NEAR(mega.at("sweep_push") / pascals.at("sweep_push"), 1e-3, 1e-9);
  EXPECT_NEAR(mega.at("dissipated_work") / pascals.at("dissipated_work"), 1e-6, 1e-12);
}

TEST(SweepingMeter, SpeedOfTheSetIsThatOfItsBoundary) {
  // A disc that is pushed begins to be at its farthest ahead, and the boundary passes at V cos a.
  const Measured pushed = measured("pushed_disc", SetStep{}, nearest);
  EXPECT_NEAR(pushed.at("set_speed"), std::sqrt(1.0 - 0.2 * 0.2), 5e-3);
  EXPECT_EQ(measured("stop", SetStep{}, nearest).at("set_speed"), 0.0) << "a set that is fixed";
}

TEST(SweepingMeter, DissipatedWorkIsWhatSlidersTake) {
  // Stress times plastic strain: y |d(u - s)| summed over a run, by hand for one slider of
  // stiffness 1.
  const Problem problem = problem_entry("stop").make({});
  const double h = problem.horizon / 200, yield = std::get<double>(problem.parameters.at("yield"));
  double last = 0.0, slip = 0.0;
  const Measured out = measured("stop", SetStep{}, [&](const auto&, const auto& z) {
    slip += std::abs(z[1] - z[0] - last);
    last = z[1] - z[0];
    return Eigen::VectorXd(z);
  });
  EXPECT_NEAR(out.at("dissipated_work"), yield * slip, 1e-9);
  EXPECT_GT(slip, 100.0 * h);
}

TEST(SweepingMeter, NotANumberStays) {
  const Problem problem = problem_entry("swept_disc").make({});
  SweepingMeter meter(problem, SetStep{}, 0.01);
  State before = problem.initial, after = before;
  after.q[0] = std::nan("");
  after.v[0] = std::nan("");
  after.step = 1;
  meter.after_step(before, after, 0.01);
  meter.after_step(before, before, 0.02);
  Measured out;
  meter.finish(out);
  EXPECT_TRUE(std::isnan(out.at("sweep_normal")));
  EXPECT_TRUE(std::isnan(meter.at(0.0, after.q).deepest));
}

}  // namespace
}  // namespace impactbench::testing
