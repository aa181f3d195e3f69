#include "reference/yardsticks/contact_episodes.hpp"
#include "problems/model/disc_setup.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace impactbench::testing {
namespace {

/// Two discs of mass 1 and 3, with or without gravity along y.
Problem two_discs(double gravity) {
  DiscSetup setup{DiscCommon{}};
  if (gravity != 0.0) setup.gravity({0.0, -gravity});
  setup.disc(1.0, 0.1, {0.0, 0.0}, {0.0, 0.0});
  setup.disc(3.0, 0.1, {1.0, 0.0}, {0.0, 0.0});
  return std::move(setup).make("two", {}, 1.0);
}
using Velocity = std::function<Eigen::Vector4d(double t)>;  ///< vx1, vy1, vx2, vy2

std::vector<ContactEpisodes::Episode> watched(const Problem& p, const Velocity& velocity, double h,
                                              int steps) {
  const std::vector<Translation> entries = translations(*p.system);
  ContactEpisodes acting(*p.system, entries, 3, h);
  const auto at = [&](int k) {
    const Eigen::Vector4d v = velocity(k * h);
    Eigen::VectorXd out = Eigen::VectorXd::Zero(6);
    out << v[0], v[1], 0.0, v[2], v[3], 0.0;
    return out;
  };
  for (int k = 1; k <= steps; ++k)
    acting.after_step(p.initial.q, at(k - 1), at(k), k * h);
  return acting.episodes();
}

TEST(ContactEpisodes, AHitOnAWallRealisesTheRatioOfItsNormalSpeeds) {
  // Disc 1 hits a wall x = const at (2, 1) m/s and leaves at (-1.4, 1): e = 0.7, whatever slides
  // by.
  const Problem p = two_discs(0.0);
  const auto found = watched(
      p, [](double t) { return Eigen::Vector4d(t < 0.305 ? 2.0 : -1.4, 1.0, 0.0, 0.0); }, 0.01,
      100);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].begin, 0.30, 1e-12);
  EXPECT_NEAR(found[0].end.value(), 0.31, 1e-12);
  EXPECT_NEAR(found[0].restitution.value(), 0.7, 1e-12);
}

TEST(ContactEpisodes, AHitOfTwoBodiesRealisesTheRatioOfTheirRelativeSpeeds) {
  // Masses 1 and 3 at 2 and 0 m/s, e = 0.5: the centre keeps 0.5 m/s, the speed of approach 2 turns
  // into 1, so that 1 leaves at 0.5 - 0.75 and 3 at 0.5 + 0.25. Twice in turn (by hand).
  const Problem p = two_discs(0.0);
  const auto found = watched(
      p,
      [](double t) {
        return t < 0.205 ? Eigen::Vector4d(2.0, 0.0, 0.0, 0.0)
                         : Eigen::Vector4d(-0.25, 0.0, 0.75, 0.0);
      },
      0.01, 100);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].restitution.value(), 0.5, 1e-12);
}

TEST(ContactEpisodes, ASpringThatActsForManyStepsIsOneEpisodeAndGravityIsNone) {
  // Falls from rest, meets a spring of half period 0.1 s at t = 0.4 and is thrown back.
  const double g = 10.0, w = std::numbers::pi / 0.1;
  const Problem p = two_discs(g);
  const auto velocity = [&](double t) {
    const double fall = -g * t;
    double y = fall;
    if (t > 0.4) y = -4.0 * std::cos(w * std::min(t - 0.4, 0.1)) - g * std::max(0.0, t - 0.5);
    return Eigen::Vector4d(0.0, y, 0.0, fall);
  };
  const auto found = watched(p, velocity, 1e-3, 900);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].begin, 0.4, 1e-9);
  EXPECT_NEAR(found[0].end.value(), 0.5, 1e-9);
  EXPECT_NEAR(found[0].restitution.value(), 1.0, 1e-9);
}

TEST(ContactEpisodes, WhatLastsHasNoEndAndWhatIsLiftedWasNotApproached) {
  // Lies on the floor until 0.5 s, held against gravity, and is then lifted by a force.
  const Problem p = two_discs(10.0);
  const auto found = watched(
      p, [](double t) { return Eigen::Vector4d(0.0, std::max(0.0, t - 0.5), 0.0, -10.0 * t); },
      1e-2, 100);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].begin, 0.0);
  EXPECT_FALSE(found[0].end);
  EXPECT_FALSE(found[0].restitution);
  // Hits and stays: e = 0.
  const auto stays = watched(
      p, [](double t) { return Eigen::Vector4d(0.0, t < 0.305 ? -10.0 * t : 0.0, 0.0, -10.0 * t); },
      1e-2, 100);
  ASSERT_EQ(stays.size(), 1U);
  EXPECT_FALSE(stays[0].end);
  EXPECT_NEAR(stays[0].restitution.value(), 0.0, 1e-12);
}

TEST(ContactEpisodes, HalfOfTheWeightInTheFirstStepIsTheStartOfAScheme) {
  // Leap-frog: the velocity of a step is that of its middle, -(k - 1/2) g h, from rest. Nothing is
  // touched; a disc that is held up from the first step on is. In any unit of speed.
  constexpr double h = 0.01;
  for (const double g : {1e-6, 10.0, 1e7}) {
    const Problem p = two_discs(g);
    const auto falls = [&](double t) { return t < 0.5 * h ? 0.0 : -g * (t - 0.5 * h); };
    const auto both = [&](const auto& v) {
      return watched(
          p, [&](double t) { return Eigen::Vector4d(0.0, v(t), 0.0, v(t)); }, h, 50);
    };
    EXPECT_TRUE(both(falls).empty()) << g;
    const auto held = watched(
        p, [&](double t) { return Eigen::Vector4d(0.0, 0.0, 0.0, falls(t)); }, h, 50);
    ASSERT_EQ(held.size(), 1U) << g;
    EXPECT_EQ(held[0].begin, 0.0);
    // Later, half of a weight that is missing is a force.
    const auto lifted = both([&](double t) { return -g * (t < 10.5 * h ? t : t - 0.5 * h); });
    ASSERT_EQ(lifted.size(), 1U) << g;
    EXPECT_NEAR(lifted[0].begin, 10.0 * h, 1e-12);
  }
}

TEST(ContactEpisodes, EachEpisodeHasItsOwnImpulse) {
  // Between two walls with e = 1 and then e = 0.5: an impulse that is carried over would mix them.
  const Problem p = two_discs(0.0);
  const auto found = watched(
      p,
      [](double t) {
        return Eigen::Vector4d(t < 0.305 ? 2.0 : t < 0.705 ? -2.0 : 1.0, 0.0, 0.0, 0.0);
      },
      0.01, 100);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found[0].restitution.value(), 1.0, 1e-12);
  EXPECT_NEAR(found[1].restitution.value(), 0.5, 1e-12);
}

TEST(ContactEpisodes, AContactThatLastsElsewhereHidesNoBeginning) {
  // Disc 1 lies on the floor from the start; disc 2 falls and hits something at t = 0.4. All forces
  // together are one episode since t = 0; of disc 2 alone they begin at 0.4.
  const Problem p = two_discs(10.0);
  const std::vector<Translation> entries = translations(*p.system);
  ContactEpisodes acting(*p.system, entries, 3, 0.01);
  const auto at = [](int k) {
    const double t = 0.01 * k;
    Eigen::VectorXd out = Eigen::VectorXd::Zero(6);
    out[4] = t < 0.405 ? -10.0 * t : 4.0 - 10.0 * (t - 0.4);
    return out;
  };
  for (int k = 1; k <= 100; ++k)
    acting.after_step(p.initial.q, at(k - 1), at(k), 0.01 * k);
  ASSERT_EQ(acting.episodes().size(), 1U);
  EXPECT_EQ(acting.episodes()[0].begin, 0.0);
  ASSERT_EQ(acting.begins().size(), 1U) << "what acts in the first step does not begin there";
  EXPECT_NEAR(acting.begins()[0], 0.40, 1e-12);
}

TEST(ContactEpisodes, AnImpactThatIsSpreadOverStepsBeginsOnce) {
  // A row that is hit: disc 1 is struck at t = 0.2 and again two steps later, by what comes back
  // through disc 2; and at t = 0.5 by something else.
  const Problem p = two_discs(0.0);
  const std::vector<Translation> entries = translations(*p.system);
  ContactEpisodes acting(*p.system, entries, 3, 0.01);
  const auto at = [](int k) {
    Eigen::VectorXd out = Eigen::VectorXd::Zero(6);
    out[0] = k <= 20 ? 2.0 : k <= 22 ? 0.5 : k <= 50 ? -1.0 : 1.0;
    out[3] = k <= 20 ? 0.0 : k <= 21 ? 1.0 : 0.2;
    return out;
  };
  for (int k = 1; k <= 100; ++k)
    acting.after_step(p.initial.q, at(k - 1), at(k), 0.01 * k);
  ASSERT_EQ(acting.begins().size(), 2U);
  EXPECT_NEAR(acting.begins()[0], 0.20, 1e-12);
  EXPECT_NEAR(acting.begins()[1], 0.50, 1e-12);
}

TEST(ContactEpisodes, WithoutInertiaAForceActsWhereVelocitiesAreNotThoseDesired) {
  // F / m = (0, -10) is what both desire. Disc 1 is held from t = 0.3 to 0.6: a velocity that lasts
  // is free motion and no contact, however much it differs from the one before.
  const Problem p = two_discs(10.0);
  const std::vector<Translation> entries = translations(*p.system);
  ContactEpisodes acting(*p.system, entries, 3, 0.01, Inertia::without);
  const auto at = [](int k) {
    Eigen::VectorXd out = Eigen::VectorXd::Zero(6);
    out[1] = k > 30 && k <= 60 ? 0.0 : -10.0;
    out[4] = -10.0;
    return out;
  };
  for (int k = 1; k <= 100; ++k)
    acting.after_step(p.initial.q, at(k - 1), at(k), 0.01 * k);
  ASSERT_EQ(acting.episodes().size(), 1U);
  EXPECT_NEAR(acting.begins().at(0), 0.30, 1e-12);
  EXPECT_NEAR(acting.episodes()[0].end.value(), 0.60, 1e-12);
}

}  // namespace
}  // namespace impactbench::testing
