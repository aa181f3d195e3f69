// Yardsticks on elastic bodies.

#include "problems/model/polyhedral_system.hpp"
#include "reference/acceptance/acceptance.hpp"
#include "reference/yardsticks/meter.hpp"
#include "reference/yardsticks/momentum.hpp"
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

TEST(ElasticYardsticks, MomentaOfAPlateThatTurns) {
  // Mass rho a^2 e, moment about z rho a^2 e (a^2 + a^2) / 12, whatever the cells.
  const Problem p = problem_entry("plate").make({{"twist", 0.0}, {"density", 1000.0}});
  State state = p.initial;
  const Vec3 speed(1.0, -2.0, 3.0), spin(0.0, 0.0, 2.0);
  for (Eigen::Index i = 0; 7 * i < state.q.size(); ++i) {
    const Vec3 x = state.q.segment<3>(7 * i);
    state.v.segment<3>(6 * i) = speed + spin.cross(x);
    state.v.segment<3>(6 * i + 3) =
        PolyhedralSystem::rotation(state.q, static_cast<int>(i)).conjugate() * spin;
  }
  const double mass = 1000.0 * 0.01;
  EXPECT_LT((linear_momentum(*p.system, state) - mass * speed).norm(), 1e-12);
  EXPECT_LT((angular_momentum(*p.system, state) - mass / 6.0 * spin).norm(), 1e-12);
}

TEST(ElasticRuns, EnergyCountsWhatTheBodyStores) {
  // A plate swings through: its elastic energy becomes kinetic, the sum stays.
  const Problem p = problem_entry("plate").make({});
  const double h = 1e-5;
  constexpr int steps = 400;
  Session session(scheme_entry("mka3d"), {}, p, h);
  Meter meter(p, std::nullopt, std::nullopt, h, steps);
  State before = session.state;
  session.run(steps, [&](const State& s) {
    meter.after_step(before, s, nullptr, {});
    before = s;
  });
  const auto q = meter.finish().quantities;
  EXPECT_LT(q.at("elastic_energy"), 0.7 * q.at("elastic_energy_initial"));
  EXPECT_GT(q.at("kinetic_energy"), 0.3 * q.at("elastic_energy_initial"));
  EXPECT_LT(q.at("energy_drift_relative"), 1e-3);
  EXPECT_LT(q.at("momentum_drift_relative"), 1e-13);
  EXPECT_LT(q.at("angular_momentum_drift_relative"), 1e-12);
  EXPECT_LT(q.at("rotation_error"), 1e-14);
  EXPECT_FALSE(q.contains("penetration_relative")) << "there is nothing to penetrate";
}

TEST(ElasticRuns, ObservablesAreHeldAgainstTheirExactHistory) {
  const Problem p = problem_entry("plate").make({});
  Truth truth;
  truth.histories["corner"] = [&](double t) { return t < 0.5 ? 2.0 : 4.0; };
  Meter meter(p, std::nullopt, truth, 1.0, 2);
  State after = p.initial;
  for (int k = 1; k <= 2; ++k) {
    after.step = k;
    for (const int cell : {0, 7, 56, 63})  // the corners, up and down
      after.q[7 * cell + 2] = (cell == 0 || cell == 63 ? 1.0 : -1.0) * (k == 1 ? 3.0 : 4.5);
    meter.after_step(p.initial, after, nullptr, {});
  }
  const Measurements found = meter.finish();
  EXPECT_NEAR(found.quantities.at("corner"), 4.5, 1e-12);
  EXPECT_NEAR(found.quantities.at("corner_initial"), p.observables[0].value(p.initial.q), 1e-15);
  // The start is off by 2 - 8e-5, the largest exact value is 4.
  EXPECT_NEAR(found.quantities.at("corner_error_sup"), 0.5, 1e-4);
  EXPECT_EQ(found.series.at("corner").value.size(), 3U);
}

TEST(ElasticRuns, DriftsOfMomentaAreSharesOfWhatMoves) {
  // All cells, of mass m each, move at V; the first then at 3 V. The momentum has grown by 2 m V,
  // of n + 2 m V that move; the angular one by 2 m |x_0 x V|, of m V times 3 |x_0| + the other |x|.
  Problem p = problem_entry("plate").make({});
  const Eigen::Vector3d V(0.0, 5.0, 0.0);
  const auto cells = p.initial.v.size() / 6;
  for (Eigen::Index i = 0; i < cells; ++i)
    p.initial.v.segment<3>(6 * i) = V;
  State after = p.initial;
  after.step = 1;
  after.v.segment<3>(0) *= 3.0;
  Meter meter(p, std::nullopt, std::nullopt, 1e-5, 1);
  meter.after_step(p.initial, after, nullptr, {});
  const auto q = meter.finish().quantities;
  EXPECT_NEAR(q.at("momentum_drift_relative"), 2.0 / static_cast<double>(cells + 2), 1e-12);
  const Eigen::Vector3d first = p.initial.q.segment<3>(0);
  double arms = 2.0 * first.norm();
  for (Eigen::Index i = 0; i < cells; ++i)
    arms += p.initial.q.segment<3>(7 * i).norm();
  const double grown = 2.0 * first.cross(V).norm() / V.norm();
  ASSERT_GT(grown, 1e-3 * arms);
  EXPECT_NEAR(q.at("angular_momentum_drift_relative"), grown / arms, 1e-12);
}

TEST(ElasticRuns, AHeldBodyHasNoMomentumToKeep) {
  const Problem p = problem_entry("hemisphere").make({});
  Session session(scheme_entry("mka3d"), {}, p, 1e-5);
  Meter meter(p, std::nullopt, std::nullopt, 1e-5, 1);
  session.run(1);
  meter.after_step(p.initial, session.state, nullptr, {});
  EXPECT_FALSE(meter.finish().quantities.contains("momentum_drift_relative"));
}

TEST(ElasticRuns, HaveABudgetUnlessSomethingDrivesThem) {
  // The work of a driving force on an elastic body is not measured; otherwise all is.
  for (const auto& [name, measured] : {std::pair{"plate", true}, {"lamb", false}}) {
    const Problem p = problem_entry(name).make({});
    ASSERT_EQ(p.traits.driven, !measured) << name;
    Meter meter(p, std::nullopt, std::nullopt, 1e-6, 1);
    State after = p.initial;
    after.step = 1;
    meter.after_step(p.initial, after, nullptr, {});
    EXPECT_EQ(meter.finish().quantities.contains("budget_closure"), measured) << name;
  }
}

TEST(ElasticYardsticks, TheTrendIsTheSlopeOfTheEnergyNotItsOscillation) {
  // A plate at rest at E_0, whose kinetic energy is set to (a + b k) E_0 +- 0.3 E_0 in turn after
  // step k: over 1000 steps it rises by 1000 b E_0 whatever a and the oscillation.
  const Problem p = problem_entry("plate").make({});
  const double e0 = p.system->internal_energy(0.0, p.initial.q), mass = p.system->mass()[0];
  constexpr int steps = 1000;
  const double a = 0.5, b = 1e-4;
  Meter meter(p, std::nullopt, std::nullopt, 1e-3, steps);
  State after = p.initial;
  for (int k = 1; k <= steps; ++k) {
    const double kinetic = (a + b * k + (k % 2 == 0 ? 0.3 : -0.3)) * e0;
    after.step = k;
    after.v[0] = std::sqrt(2.0 * kinetic / mass);
    meter.after_step(p.initial, after, nullptr, {});
  }
  const auto q = meter.finish().quantities;
  EXPECT_NEAR(q.at("energy_drift_relative"), 0.9, 1e-9);
  EXPECT_NEAR(q.at("energy_trend_relative"), 0.1, 0.002);
}

/// The released cylinder on its default mesh, as the matrix runs it, for three oscillations.
std::map<std::string, double> release(double h) {
  const Problem p = problem_entry("pinched_cylinder").make({{"horizon", 0.48}});
  const int steps = static_cast<int>(p.horizon / h);
  Session session(scheme_entry("mka3d"), {}, p, h);
  Meter meter(p, std::nullopt, std::nullopt, h, steps);
  State before = session.state;
  session.run(steps, [&](const State& s) {
    meter.after_step(before, s, nullptr, {});
    before = s;
  });
  return meter.finish().quantities;
}

TEST(ElasticRuns, TheReleasedCylinderKeepsItsEnergyAsThePaperClaims) {
  const Problem p = problem_entry("pinched_cylinder").make({{"horizon", 0.48}});
  const double h = 2e-5;
  std::map<std::string, double> q = release(h);
  const auto checks = [&] {
    std::map<std::string, bool> out;
    for (const Check& c : judge(run_to_judge(p, q, {.scheme = "mka3d", .h = h}), "default")) {
      out[c.name] = c.passed;
    }
    return out;
  };
  EXPECT_TRUE(checks().at("claim:energy_of_release")) << q.at("energy_drift_relative");
  EXPECT_TRUE(checks().at("claim:energy_trend")) << q.at("energy_trend_relative");
  // At 1.1e-5 s the limits are 5e-7 and 1e-8; here (20/11)^2 times.
  q["energy_drift_relative"] = 5.1e-7 * std::pow(20.0 / 11.0, 2);
  q["energy_trend_relative"] = 1.02e-8 * std::pow(20.0 / 11.0, 2);
  EXPECT_FALSE(checks().at("claim:energy_of_release"));
  EXPECT_FALSE(checks().at("claim:energy_trend"));
  q.erase("energy_trend_relative");
  EXPECT_FALSE(checks().at("claim:energy_trend")) << "not measured is not passed";
}

TEST(ElasticRuns, ATrendIsJudgedFromOnePeriodOfTheRingOn) {
  // 6.396 Hz: 0.1563 s. A line through a quarter of the sway has 2.3e-7 of slope, whatever the
  // scheme.
  const std::map<std::string, double> q{{"energy_drift_relative", 5e-7},
                                        {"energy_trend_relative", 2.3e-7}};
  const auto trends = [&](double horizon) {
    const Problem p = problem_entry("pinched_cylinder").make({{"horizon", horizon}});
    int out = 0;
    for (const Check& c : judge(run_to_judge(p, q, {.scheme = "mka3d", .h = 2e-5}), "default")) {
      if (c.name == "claim:energy_trend") ++out;
    }
    return out;
  };
  EXPECT_EQ(trends(0.04), 0);
  EXPECT_EQ(trends(0.156), 0);
  EXPECT_EQ(trends(0.157), 1);
}

TEST(ElasticTruth, OfTheCantileverIsTheArc) {
  const Problem p = problem_entry("cantilever").make({{"moment", 0.5}});
  int known = 0;
  for (const ReferenceEntry& reference : reference_catalogue()) {
    const auto truth = reference.truth(p, std::nullopt);
    if (!truth) continue;
    ++known;
    EXPECT_NEAR(truth->scalars.at("tip_angle"), std::numbers::pi, 1e-15);
  }
  EXPECT_EQ(known, 1);
  EXPECT_NEAR(p.observables[0].value(p.initial.q), 16.0 * std::asin(std::numbers::pi / 16.0),
              1e-10);
}

}  // namespace
}  // namespace impactbench::testing
