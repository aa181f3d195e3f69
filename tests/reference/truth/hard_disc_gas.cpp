// Theory of a gas of hard discs against cluster integrals and an event-driven computation.
#include "reference/support/gas_of_problem.hpp"
#include "tests/support/event_gas.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace impactbench::testing {
namespace {

namespace theory = hard_disc_gas;

TEST(HardDiscGas, HendersonIsNearTheVirialSeries) {
  // B_2 to B_10 of hard discs over powers of eta (Clisby and McCoy 2006).
  constexpr std::array series{2.0,      3.128018, 4.257854, 5.336897, 6.362960,
                              7.351506, 8.319104, 9.272141, 10.216294};
  for (const double eta : {0.05, 0.1, 0.2, 0.3, 0.4}) {
    double z = 1.0, power = 1.0;
    for (const double b : series)
      z += b * (power *= eta);
    // The series ends at eta^9: at 0.4 what follows is a thousandth.
    EXPECT_NEAR(theory::compressibility(eta) / z, 1.0, eta < 0.35 ? 1e-3 : 2.5e-3) << eta;
    EXPECT_NEAR(theory::compressibility(eta), 1.0 + 2.0 * eta * theory::contact_value(eta), 1e-14);
  }
}

TEST(HardDiscGas, TwoDiscsInABoxAreExactToTheSecondVirialCoefficient) {
  // Q_2 = a^4 - (pi s^2 a^2 - 8/3 s^3 a + s^4 / 2), s = 2 r: F a / kT = (a / 2) d ln Q_2 / da. The
  // theory is that up to terms of order (r / a)^3.
  const auto off = [](double a) {
    const double s = 0.2, pi = std::numbers::pi;
    const double q =
        std::pow(a, 4) - pi * s * s * a * a + 8.0 / 3.0 * s * s * s * a - std::pow(s, 4) / 2;
    const double slope = 4 * std::pow(a, 3) - 2 * pi * s * s * a + 8.0 / 3.0 * s * s * s;
    const theory::Gas gas{
        .count = 2.0, .radius = 0.1, .side = a + 0.2, .mass = 1.0, .kinetic = 1.0};
    return theory::predict(gas).compressibility - 0.25 * a * slope / q;
  };
  const double coarse = off(4.0), fine = off(8.0);
  EXPECT_LT(std::abs(coarse), 1e-4);
  EXPECT_GT(std::abs(coarse / fine), 7.5) << "falls as (r / a)^3 at least";
}

TEST(HardDiscGas, ManyDiscsAreTheBulk) {
  const double eta = 0.3, n = 1e6, r = 0.1;
  const double side = r * std::sqrt(n * std::numbers::pi / eta);
  const theory::Prediction p = theory::predict({n, r, side, 2.0, 3.0 * n});
  EXPECT_NEAR(p.compressibility, theory::compressibility(eta), 2e-3);
  // Enskog: N rho 2 r g sqrt(pi kT / m); the mean impulse is sqrt(pi m kT).
  const double rho = n / (side * side), g = theory::contact_value(eta);
  EXPECT_NEAR(p.collision_rate / (n * rho * 2.0 * r * g * std::sqrt(std::numbers::pi * 1.5)), 1.0,
              2e-3);
  EXPECT_NEAR(p.pair_impulse, std::sqrt(std::numbers::pi * 6.0), 1e-5);
  EXPECT_NEAR(p.wall_rate / (4.0 * side * rho * theory::compressibility(eta) *
                             std::sqrt(1.5 / (2.0 * std::numbers::pi))),
              1.0, 2e-3);
  EXPECT_TRUE(std::isnan(theory::predict({100.0, 0.1, 1.0, 1.0, 1.0}).compressibility))
      << "they do not fit";
}

TEST(HardDiscGas, SpeedsAreMaxwellsForManyDiscs) {
  EXPECT_NEAR(theory::speed_moment(2.0, 1.0), 0.5, 1e-14);
  EXPECT_NEAR(theory::speed_moment(7.0, 2.0), 2.0 / 56.0, 1e-14);
  EXPECT_NEAR(theory::speed_moment(1e6, 0.5) * 1e3, std::tgamma(1.5), 1e-6);
}

/// Means over `span` seconds after a fifth as long, over what theory says of them.
struct Means {
  double pressure, collisions, walls, impulse, speed_fourth;
};
Means event_driven(const ParameterSet& given, double span) {
  const Problem problem = problem_entry("disc_gas").make(given);
  const theory::Gas gas = *theory::gas_of(problem);
  const theory::Prediction exact = theory::predict(gas);
  EventGas events(problem);
  events.run(0.2 * span, [](const EventGas::Impact&) {});
  const double begin = events.virial();
  double on_walls = 0.0, on_pairs = 0.0, walls = 0.0, pairs = 0.0, fourth = 0.0;
  constexpr int samples = 100;
  for (int k = 1; k <= samples; ++k) {
    events.run((0.2 + k / static_cast<double>(samples)) * span,
               [&](const EventGas::Impact& impact) {
                 (impact.wall ? on_walls : on_pairs) += impact.impulse;
                 (impact.wall ? walls : pairs) += 1.0;
               });
    for (std::size_t i = 0; i < events.size(); ++i) {
      const double b = 0.5 * gas.mass * events.velocity(i).squaredNorm() / gas.kinetic;
      fourth += b * b / (samples * gas.count);
    }
  }
  const double virial = 0.5 * events.room() * on_walls + events.virial() - begin;
  return {virial / (2.0 * gas.kinetic * span) / exact.compressibility,
          pairs / span / exact.collision_rate, walls / span / exact.wall_rate,
          on_pairs / pairs / exact.pair_impulse, fourth / theory::speed_moment(gas.count, 2.0)};
}

TEST(HardDiscGas, EventDrivenRunsHaveItsPressureRatesAndSpeeds) {
  // Deviations of single runs of this length are 0.003, 0.008, 0.01, 0.006 and 0.016; bounds are
  // four of them and what the theory is off by.
  for (const auto& [n, fraction, seed] :
       {std::tuple{30, 0.1, 1}, std::tuple{49, 0.2, 2}, std::tuple{64, 0.3, 3}}) {
    const Means m = event_driven({{"n", std::int64_t{n}},
                                  {"fraction", fraction},
                                  {"seed", std::int64_t{seed}},
                                  {"mass", 2.0}},
                                 100.0);
    EXPECT_NEAR(m.pressure, 1.0, 0.015) << n;
    EXPECT_NEAR(m.collisions, 1.0, 0.04) << n;
    EXPECT_NEAR(m.walls, 1.0, 0.04) << n;
    EXPECT_NEAR(m.impulse, 1.0, 0.03) << n;
    EXPECT_NEAR(m.speed_fourth, 1.0, 0.07) << n;
  }
}

TEST(HardDiscGas, EventDrivenRunsCoolByHaffsLaw) {
  // delta = (1 - e^2) / (N + 1/2) = 5.9e-4 an impact: 2.5 % is one deviation of u = K^(-1/2).
  const Problem problem =
      problem_entry("disc_gas")
          .make({{"n", std::int64_t{100}}, {"fraction", 0.1}, {"restitution", 0.97}});
  const theory::Gas gas = *theory::gas_of(problem);
  EXPECT_LT(theory::inhomogeneity(gas), 10.0);
  EventGas events(problem);
  const auto none = [](const EventGas::Impact&) {};
  events.run(5.0, none);
  const double begin = events.kinetic();
  double impacts = 0.0;
  events.run(105.0, [&](const EventGas::Impact&) { impacts += 1.0; });
  const double end = events.kinetic(), u = 1.0 / std::sqrt(end) - 1.0 / std::sqrt(begin);
  EXPECT_LT(end, 0.2 * begin);
  EXPECT_NEAR(u / 100.0 / theory::predict(gas).cooling, 1.0, 0.1);
  EXPECT_NEAR(std::log(begin / end) / impacts * 100.5 / (1.0 - 0.97 * 0.97), 1.0, 0.1);
}

}  // namespace
}  // namespace impactbench::testing
