// Laws of a random motion at a wall: the exact ones, the distances from them, and the verdicts.

#include "reference/acceptance/acceptance.hpp"
#include "reference/yardsticks/excursion_meter.hpp"
#include "reference/yardsticks/meter.hpp"
#include "tests/support/run_to_judge.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace impactbench::testing {
namespace {

Problem ensemble(std::int64_t count, std::int64_t cells, bool gluey = false) {
  return problem_entry("langevin_wall")
      .make({{"count", count}, {"cells", cells}, {"gluey", gluey}});
}

TEST(ReflectedLangevinLaws, AreTheIntegralsOfTheirDensities) {
  // Last contact: Beta(1/4, 3/4), x = u^4: 4 (1 - u^4)^(-1/4) / (pi sqrt 2). Arrival: Gamma(5/4),
  // x = w^(4/5): (4/5) exp(-w^(4/5)) / Gamma(5/4). Midpoint rule.
  const auto laws = truth_of(ensemble(2, 64)).laws;
  constexpr int n = 20000;
  const auto midpoint = [](double end, auto&& density) {
    double sum = 0.0;
    for (int k = 0; k < n; ++k)
      sum += end / n * density(end * (k + 0.5) / n);
    return sum;
  };
  for (const double x : {0.02, 0.3, 0.5, 0.6, 0.95}) {
    const double exact = midpoint(std::pow(x, 0.25), [](double u) {
      return 4.0 * std::pow(1.0 - std::pow(u, 4), -0.25) / (std::numbers::pi * std::sqrt(2.0));
    });
    EXPECT_NEAR(laws.at("last_contact")(x), exact, 1e-6) << x;
  }
  for (const double x : {0.05, 0.7, 1.25, 4.0, 12.0}) {
    const double exact = midpoint(std::pow(x, 1.25), [](double w) {
      return 0.8 * std::exp(-std::pow(w, 0.8)) / std::tgamma(1.25);
    });
    EXPECT_NEAR(laws.at("arrival")(x), exact, 1e-6) << x;
  }
  for (const char* name : {"last_contact", "arrival"}) {
    EXPECT_EQ(laws.at(name)(0.0), 0.0);
    EXPECT_NEAR(laws.at(name)(name[0] == 'l' ? 1.0 : 60.0), 1.0, 1e-14);
  }
}

TEST(ExcursionMeter, IsTheDistanceOfKolmogorovAndSmirnov) {
  // One body leaves the wall, comes back after 5 of 10 steps with 1 m/s and leaves for good: g / T
  // = 1/2 and 2 a^2 / zeta = 4; the distribution function of one value is a step from 0 to 1.
  const Problem p = ensemble(2, 64);
  const Truth truth = truth_of(p);
  const RoundBodies bodies = round_bodies(*p.system);
  ExcursionMeter meter(bodies, truth, 0.1, 10);
  State before = p.initial;
  for (int k = 1; k <= 10; ++k) {
    State after = before;
    after.step = k;
    for (const Eigen::Index y : {1, 3}) {
      after.q[y] = k == 5 ? 0.1 : 0.3;
      after.v[y] = -1.0;
    }
    meter.after_step(before, after);
    before = after;
  }
  std::map<std::string, double> q;
  meter.finish(q);
  EXPECT_EQ(q.at("excursions"), 2.0);
  const double last = truth.laws.at("last_contact")(0.5), arrival = truth.laws.at("arrival")(4.0);
  EXPECT_GT(last, 0.5);
  EXPECT_NEAR(q.at("last_contact_distance"), last, 1e-15);
  EXPECT_NEAR(q.at("arrival_distance"), arrival, 1e-15);
}

/// Verdicts on a dry wall of what a scheme does on the same noise.
std::map<std::string, bool> verdicts(const Problem& dry, const Problem& run, const char* scheme) {
  constexpr std::int64_t steps = 256;
  const double h = dry.horizon / steps;
  Meter meter(dry, std::nullopt, truth_of(dry), h, steps);
  Session session(scheme_entry(scheme), {}, run, h, "mprgp");
  State before = dry.initial;
  session.run(steps, [&](const State& after) {
    meter.after_step(before, after, nullptr, {});
    before = after;
  });
  const Measurements measured = meter.finish();
  std::map<std::string, bool> out;
  for (const Check& check : judge(run_to_judge(dry, measured.quantities,
                                               {.scheme = scheme,
                                               .solver = "mprgp",
                                               .h = h,
                                               .claimed_energy = EnergyBehaviour::dissipates,
                                               .overlap = OverlapBound::none}),
                                  "default")) {
    if (check.name.starts_with("statistics:")) out[check.name] = check.passed;
  }
  return out;
}

TEST(LangevinVerdicts, PassForTheDryWallAndNotForAnotherOne) {
  const Problem dry = ensemble(1000, 256), glue = ensemble(1000, 256, true);
  const auto right = verdicts(dry, dry, "maury"), wrong = verdicts(dry, glue, "gluey");
  EXPECT_EQ(right.size(), 4U);
  for (const auto& [name, passed] : right)
    EXPECT_TRUE(passed) << name;
  EXPECT_FALSE(wrong.at("statistics:last_contact_law"));
  EXPECT_FALSE(wrong.at("statistics:kinetic_energy"));
}

}  // namespace
}  // namespace impactbench::testing
