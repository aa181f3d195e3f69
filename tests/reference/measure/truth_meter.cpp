#include "reference/yardsticks/truth_meter.hpp"
#include "problems/model/disc_setup.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <random>
#include <utility>

namespace impactbench::testing {
namespace {

using Quantities = std::map<std::string, double>;

/// One disc that falls from rest at height 1 under g = 9.81 on a floor at 0.
Problem falling() {
  DiscSetup setup{DiscCommon{}};
  setup.box(-1.0, 1.0, 0.0, 3.0);
  setup.gravity({0.0, -9.81});
  setup.disc(0.3, 0.2, {0.0, 1.0}, {0.0, 0.0});
  return std::move(setup).make("falling", {}, 1.0);
}

/// One disc on a line, flying at 1 m/s from 0 and back from x = 0.5.
Problem flying() {
  DiscSetup setup{DiscCommon{}};
  setup.disc(1.0, 0.1, {0.0, 0.0}, {1.0, 0.0});
  return std::move(setup).make("flying", {}, 1.0);
}

void there_and_back(double t, double turn, Eigen::VectorXd& q, Eigen::VectorXd& v) {
  q << (t < turn ? t : 2.0 * turn - t), 0.0, 0.0;
  v << (t < turn ? 1.0 : -1.0), 0.0, 0.0;
}

Truth turning_at(double turn, double covered_until = 10.0) {
  Truth truth;
  truth.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (t > covered_until) return false;
    there_and_back(t, turn, q, v);
    return true;
  };
  truth.event_times = {turn};
  return truth;
}

/// The run that turns at `turn`, against a truth.
Quantities errors(double turn, const Truth& truth, double h, std::int64_t steps) {
  const Problem p = flying();
  TruthMeter meter(*p.system, p.initial, truth, h, steps);
  State before = p.initial;
  State after = before;
  for (std::int64_t k = 1; k <= steps; ++k) {
    after.step = k;
    there_and_back(static_cast<double>(k) * h, turn, after.q, after.v);
    meter.after_step(before, after, static_cast<double>(k) * h);
    before = after;
  }
  Quantities out;
  meter.finish(out);
  return out;
}

TEST(TruthMeter, AnImpactWithinAStepIsOffByTheFartherEndOfTheStep) {
  // Both turn at once, between 0.5 and 0.6 s of 1 s. The run goes straight from 1 to -1 m/s over
  // the whole step, a line of slope 20; the exact graph is upright at the turn and has both of its
  // corners, of which one is 0.09 s beside that line, before or behind.
  for (const double turn : {0.51, 0.59})
    EXPECT_NEAR(errors(turn, turning_at(turn), 0.1, 10).at("velocity_error_hausdorff"),
                0.09 * 20.0 / std::hypot(20.0, 1.0), 1e-12)
        << turn;
}

TEST(TruthMeter, AnImpactThatComesLateCostsItsDelayInEveryNorm) {
  // Turns 0.02 s late: x is off by 2 * 0.02 afterwards, v by 2 for 0.02 s of 1 s, the filled-in
  // graph by 0.02 of T = 1. The sup norm of the velocity would say 2 whatever the delay.
  const Quantities e = errors(0.52, turning_at(0.5), 1e-3, 1000);
  EXPECT_NEAR(e.at("position_error_sup"), 0.04, 1e-12);
  EXPECT_NEAR(e.at("velocity_error_l1"), 0.04, 2.1e-3);
  EXPECT_NEAR(e.at("velocity_error_hausdorff"), 0.02, 1.1e-3);
  EXPECT_NEAR(e.at("impact_time_error"), 0.02, 1.1e-3);
  EXPECT_NEAR(e.at("take_off_time_error"), 0.02, 1.1e-3);
  EXPECT_EQ(e.at("velocity_error_sup"), 2.0) << "whatever the delay";
  EXPECT_EQ(e.at("restitution_least"), 1.0);
  EXPECT_EQ(e.at("impact_count"), 1.0);
  EXPECT_EQ(e.at("impact_count_error"), 0.0);
}

TEST(TruthMeter, TheTrueMotionHasErrorsBelowAStep) {
  const Quantities e = errors(0.5, turning_at(0.5), 1e-3, 1000);
  EXPECT_LT(e.at("position_error_sup"), 1e-12);
  EXPECT_LT(e.at("velocity_error_l1"), 1e-12);
  EXPECT_LT(e.at("velocity_error_hausdorff"), 1e-3);
  EXPECT_LE(e.at("impact_time_error"), 1e-3 + 1e-12);
}

TEST(TruthMeter, EveryStepOfALongRunIsInTheGraph) {
  // 100 000 steps, two of them late: a graph of every fifth step would be off by up to five.
  const Quantities e = errors(0.50002, turning_at(0.5), 1e-5, 100000);
  EXPECT_NEAR(e.at("velocity_error_hausdorff"), 2e-5, 1e-9);
}

TEST(TruthMeter, AnImpactAtTheStartJumpsFromTheVelocitiesThatBodiesAreGiven) {
  // Thrown at 1 m/s, and turned at once: both graphs begin at 1 and jump to -1.
  const Quantities e = errors(0.0, turning_at(0.0), 1e-3, 1000);
  EXPECT_LE(e.at("velocity_error_hausdorff"), 1e-3 + 1e-12) << "a step, not the whole jump of 2";
}

TEST(TruthMeter, WhatLiesBetweenCloseEventsMayBeMissedOrShown) {
  // Turned at 0.5 to -3 m/s, and at 0.5025 to -1: with h = 1 ms a scheme may show the velocity
  // between, or turn at once. Ten steps apart it must show it; and what it shows there must be
  // true.
  const Problem p = flying();
  const auto distance = [&](double apart, double shown) {
    const auto velocity = [&](double t, double between) {
      return t < 0.5 - 1e-12 ? 1.0 : t < 0.5 + apart ? between : -1.0;
    };
    Truth truth;
    truth.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
      q.setZero();
      v << velocity(t, -3.0), 0.0, 0.0;
      return true;
    };
    truth.event_times = {0.5, 0.5 + apart};
    TruthMeter meter(*p.system, p.initial, truth, 1e-3, 1000);
    State before = p.initial, after = before;
    for (std::int64_t k = 1; k <= 1000; ++k) {
      after.step = k;
      after.v[0] = velocity(1e-3 * static_cast<double>(k), shown);
      meter.after_step(before, after, 1e-3 * static_cast<double>(k));
      before = after;
    }
    Quantities e;
    meter.finish(e);
    return e.at("velocity_error_hausdorff");
  };
  // Within the time between them and a step, in units of T = 1 s.
  EXPECT_LE(distance(2.5e-3, -3.0), 3.5e-3);
  EXPECT_LE(distance(2.5e-3, -1.0), 3.5e-3) << "turned at once";
  EXPECT_GT(distance(2.5e-3, 5.0), 0.5) << "the truth does nothing of the kind";
  EXPECT_GT(distance(1e-2, -1.0), 0.5) << "ten steps are seen";
}

TEST(TruthMeter, AnAngleCountsAsTheWayThatItMoves) {
  // Polar coordinates around a point 2 m away: 1e-3 rad are 2 mm, and more than 1.5 mm of radius.
  class Turning final : public GeneralisedSystem, public CoordinateArms {
   public:
    [[nodiscard]] double length() const override { return 1.0; }
    [[nodiscard]] double top_speed() const override { return 1.0; }
    [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
    void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m.setIdentity(); }
    void external_force(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                        Eigen::VectorXd& force) const override {
      force.setZero();
    }
    [[nodiscard]] double external_potential(double, const Eigen::VectorXd&) const override {
      return 0.0;
    }
    [[nodiscard]] Eigen::Index constraints() const override { return 0; }
    [[nodiscard]] double constraint(Eigen::Index, const Eigen::VectorXd&) const override {
      return 1.0;
    }
    void constraint_gradient(Eigen::Index, const Eigen::VectorXd&,
                             Eigen::VectorXd&) const override {}
    [[nodiscard]] double restitution() const override { return 1.0; }
    [[nodiscard]] double arm(Eigen::Index k) const override { return k == 0 ? 1.0 : 2.0; }

   private:
    Eigen::VectorXd mass_{Eigen::Vector2d(1.0, 4.0)};
  } system;
  Truth truth;
  truth.at = [](double, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q << 2.0, 0.5;
    v << 1.0, 0.0;
    return true;
  };
  State before{Eigen::Vector2d(2.0, 0.5), Eigen::Vector2d(1.0, 0.0)}, after = before;
  TruthMeter meter(system, before, truth, 1e-3, 1);
  after.step = 1;
  after.q << 2.0015, 0.501;
  after.v << 1.0, 0.01;
  meter.after_step(before, after, 1e-3);
  Quantities e;
  meter.finish(e);
  EXPECT_NEAR(e.at("position_error_sup"), 2e-3, 1e-15);
  EXPECT_NEAR(e.at("velocity_error_l1"), 0.02, 1e-15);
}

TEST(TruthMeter, JumpsThatCancelOutInAStepCountAll) {
  // Turns by 2 m/s at 0.51, 0.54 and 0.57 s: in steps of 0.1 s the velocity changes by 2 m/s in
  // all, in those of 0.03 s each of them is seen. An impact that is late is late for each.
  Truth thrice = turning_at(0.51);
  thrice.event_times = {0.51, 0.54, 0.57};
  thrice.at = [](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    const double s = t - 0.51;
    q << (s < 0.0 ? t : s < 0.03 ? 0.51 - s : s < 0.06 ? 0.45 + s : 0.57 - s), 0.0, 0.0;
    v << (s < 0.0 || (s >= 0.03 && s < 0.06) ? 1.0 : -1.0), 0.0, 0.0;
    return true;
  };
  for (const double h : {0.1, 0.05, 0.02})
    EXPECT_NEAR(errors(5.0, thrice, h, std::llround(1.0 / h)).at("truth_jump"), 6.0, 1e-9) << h;
  EXPECT_NEAR(errors(5.0, turning_at(0.5), 0.1, 10).at("truth_jump"), 2.0, 1e-9) << "at a node";
}

TEST(TruthMeter, AMissedImpactIsCounted) {
  const Quantities e = errors(5.0, turning_at(0.5), 1e-3, 1000);
  EXPECT_EQ(e.at("impact_count"), 0.0);
  EXPECT_EQ(e.at("impact_count_error"), 1.0);
  EXPECT_FALSE(e.contains("impact_time_error")) << "no pairs to compare";
  EXPECT_GT(e.at("velocity_error_hausdorff"), 0.4);
}

TEST(TruthMeter, ImpactsThatAccumulateAreCountedAsFarAsStepsTellThem) {
  // Turns at 0.5 s and 3 ms later at most: with h = 1 ms one or two impacts are right, none is not.
  Truth close = turning_at(0.5);
  close.event_times = {0.5, 0.503};
  EXPECT_EQ(errors(0.5, close, 1e-3, 1000).at("impact_count_error"), 0.0);
  EXPECT_EQ(errors(5.0, close, 1e-3, 1000).at("impact_count_error"), 1.0);
  // A second turn 5 ms later is another impact; a jump of a tenth of the speed there ends a flight
  // of half a step's length, which an impact that is a step late leaves out.
  const auto second = [&](double at, double jump) {
    close.event_times = {0.5, at};
    close.at = [at, jump](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
      there_and_back(t, 0.5, q, v);
      if (t >= at) v[0] += jump;
      return true;
    };
    return errors(0.5, close, 1e-3, 1000).at("impact_count_error");
  };
  EXPECT_EQ(second(0.503, 2.0), 0.0);
  EXPECT_EQ(second(0.505, 2.0), 1.0);
  EXPECT_EQ(second(0.505, 0.1), 0.0);
  // Forces that act in every step are one contact, however long the row of impacts.
  close.event_times = {0.5, 0.5025, 0.505, 0.5075};
  EXPECT_EQ(errors(0.5, close, 1e-3, 1000).at("impact_count_error"), 0.0);
}

TEST(TruthMeter, DelaysOfAStepAtEachImpactAddUp) {
  // A ball that lands at nodes and rests there for a step: impacts at 0.5, 1.5, .. 4.5 come at 0.5,
  // 1.6, 2.7, 3.8 and 4.9, the last one after the last two steps of 5 s. Nothing is missing. Where
  // it passes through the floor after the first, three impacts are.
  const Problem p = flying();
  Truth truth;
  truth.at = [](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    const auto turns = static_cast<int>(std::floor(t + 0.5 + 1e-12));
    q.setZero();
    v << (turns % 2 == 0 ? 1.0 : -1.0), 0.0, 0.0;
    return true;
  };
  truth.event_times = {0.5, 1.5, 2.5, 3.5, 4.5};
  constexpr double h = 0.1;
  const auto missing = [&](int impacts, const ImpactDelay& delay = {}) {
    TruthMeter meter(*p.system, p.initial, truth, h, 50);
    meter.delay_impacts(delay);
    State before = p.initial, after = before;
    for (std::int64_t k = 1; k <= 50; ++k) {
      after.step = k;
      // Lands at node 5, 16, 27, 38, 49: the step from there turns it.
      const int turns = k <= 5 ? 0 : static_cast<int>((k - 6) / 11 + 1);
      after.v[0] = std::min(turns, impacts) % 2 == 0 ? 1.0 : -1.0;
      meter.after_step(before, after, static_cast<double>(k) * h);
      before = after;
    }
    Quantities e;
    meter.finish(e);
    return e.at("impact_count_error");
  };
  EXPECT_EQ(missing(5), 0.0);
  EXPECT_EQ(missing(1), 3.0);
  EXPECT_EQ(missing(1, {6.0}), 2.0) << "the fourth may be 18 steps late, the third 12";
  EXPECT_EQ(missing(1, {6.0, 12.0}), 1.0) << "flights get longer: the third may be 24 steps late";
}

TEST(TruthMeter, AnImpactThatComesEarlyMayCountBeforeTheEndOfTheTruth) {
  // The truth ends at .9 s with an impact at .899 s, too late to be asked for. Ours comes some
  // steps earlier: none too many where an impact may be that many off.
  Truth truth = turning_at(0.5, 0.9 + 1e-9);
  truth.event_times = {0.5, 0.899};
  const Problem p = flying();
  const auto off = [&](double second, const ImpactDelay& delay) {
    TruthMeter meter(*p.system, p.initial, truth, 1e-3, 1000);
    meter.delay_impacts(delay);
    State before = p.initial, after = before;
    for (std::int64_t k = 1; k <= 1000; ++k) {
      const double t = 1e-3 * static_cast<double>(k);
      after.step = k;
      after.v[0] = t <= 0.5 || t > second ? 1.0 : -1.0;
      meter.after_step(before, after, t);
      before = after;
    }
    Quantities e;
    meter.finish(e);
    EXPECT_EQ(e.at("impact_count"), 2.0);
    return e.at("impact_count_error");
  };
  EXPECT_EQ(off(0.89, {10.0}), 0.0);
  EXPECT_EQ(off(0.6, {10.0}), 0.0) << "the second of the truth, far too early, is no third";
  truth.event_times = {0.5};
  EXPECT_EQ(off(0.895, {10.0}), 0.0);
  EXPECT_EQ(off(0.85, {10.0}), 1.0);
}

TEST(TruthMeter, NothingIsExtrapolatedAndMeansAreOverWhatIsKnown) {
  // Late by 0.1 s, but the truth ends at t = 0.55: off by 2 m/s in 0.05 s of 0.55 s.
  const Quantities e = errors(0.6, turning_at(0.5, 0.55 + 1e-9), 1e-3, 1000);
  EXPECT_NEAR(e.at("position_error_sup"), 0.1, 1e-9);
  EXPECT_NEAR(e.at("velocity_error_l1"), 2.0 * 0.05 / 0.55, 4e-3);
  EXPECT_TRUE(errors(0.5, turning_at(0.5, -1.0), 1e-3, 1000).empty())
      << "truth that covers nothing";
}

TEST(TruthMeter, TheRoundingOfItsOwnWeightIsNoImpact) {
  // Free fall from rest. The scheme multiplies h * g, the yardstick h * (m g / m): the last bit
  // differs, and the speed before the first step is zero.
  const Problem p = falling();
  Truth truth;
  truth.at = [](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q << 0.0, 1.0 - 0.5 * 9.81 * t * t, 0.0;
    v << 0.0, -9.81 * t, 0.0;
    return true;
  };
  truth.event_times = {0.9};
  int false_impacts = 0;
  for (int trial = 1; trial <= 50; ++trial) {
    const double h = 1e-3 / trial;
    TruthMeter meter(*p.system, p.initial, truth, h, 200);
    State before = p.initial;
    State after = before;
    for (std::int64_t k = 1; k <= 200; ++k) {
      after.step = k;
      after.v[1] = std::nextafter(before.v[1] - h * 9.81, -1.0);
      after.q[1] = before.q[1] + h * after.v[1];
      meter.after_step(before, after, static_cast<double>(k) * h);
      before = after;
    }
    Quantities e;
    meter.finish(e);
    false_impacts += static_cast<int>(e.at("impact_count"));
  }
  EXPECT_EQ(false_impacts, 0);
}

TEST(TruthMeter, AContactThatLastsIsOneImpact) {
  // Thrown at the ground and lying there: the floor acts in every step from t = 0.3 on.
  const Problem p = falling();
  Truth truth;
  truth.at = [](double, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    q.setZero();
    v.setZero();
    return true;
  };
  truth.event_times = {0.3};
  constexpr double h = 1e-3;
  TruthMeter meter(*p.system, p.initial, truth, h, 1000);
  State before = p.initial;
  State after = before;
  for (std::int64_t k = 1; k <= 1000; ++k) {
    after.step = k;
    after.v[1] = k > 300 ? 0.0 : before.v[1] - h * 9.81;
    meter.after_step(before, after, static_cast<double>(k) * h);
    before = after;
  }
  Quantities e;
  meter.finish(e);
  EXPECT_EQ(e.at("impact_count"), 1.0);
  EXPECT_NEAR(e.at("impact_time_error"), 0.0, 1e-12);
}

}  // namespace
}  // namespace impactbench::testing
