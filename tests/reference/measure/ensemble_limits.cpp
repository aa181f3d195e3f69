// Limits on ensembles of runs, from both sides.
#include "reference/acceptance/acceptance.hpp"
#include "tests/reference/measure/judged_pair.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace impactbench::testing {
namespace {

TEST(AcceptanceLimits, AnEnsembleIsJudgedByTheEndOfItsInterval) {
  const Problem p = pair_of_discs(1.0, 0.0);
  const auto energy = [&](double mean, double half, EnergyBehaviour claim) {
    const std::map<std::string, double> q{{"ensemble_size", 8.0},
                                          {"ensemble_energy", mean},
                                          {"ensemble_energy_half_width", half},
                                          {"ensemble_penetration", 0.0},
                                          {"ensemble_penetration_half_width", 0.0}};
    const auto checks = judged(p, q, std::nullopt, "default", claim);
    const Check* check = find(checks, "ensemble:energy");
    EXPECT_NE(check, nullptr);
    return check != nullptr && check->passed;
  };
  EXPECT_TRUE(energy(0.1, 0.005, EnergyBehaviour::conserves_nearly));
  EXPECT_FALSE(energy(0.1, 0.02, EnergyBehaviour::conserves_nearly)) << "not sure enough";
  EXPECT_FALSE(energy(-0.1, 0.02, EnergyBehaviour::conserves_nearly));
  EXPECT_TRUE(energy(-0.5, 0.1, EnergyBehaviour::dissipates));
  EXPECT_FALSE(energy(-0.5, 0.6, EnergyBehaviour::dissipates));
  EXPECT_FALSE(energy(0.5, 0.6, EnergyBehaviour::gains));
  EXPECT_FALSE(energy(std::nan(""), 0.0, EnergyBehaviour::conserves_nearly));
  EXPECT_FALSE(energy(0.0, std::nan(""), EnergyBehaviour::dissipates));
}

TEST(AcceptanceLimits, WhoClaimsToConserveEnergyIsHeldToItInAnEnsembleToo) {
  const Problem p = pair_of_discs(1.0, 0.0);
  const auto passes = [&](double mean) {
    const std::map<std::string, double> q{{"ensemble_size", 8.0},
                                          {"ensemble_failed", 0.0},
                                          {"ensemble_energy", mean},
                                          {"ensemble_energy_half_width", 0.0}};
    const auto checks = judged(p, q, Compliance{2.0, 1e4}, "default", EnergyBehaviour::conserves);
    const Check* check = find(checks, "ensemble:energy");
    return check != nullptr && check->passed;
  };
  EXPECT_TRUE(passes(4e-12));
  EXPECT_FALSE(passes(6e-12));
  EXPECT_FALSE(passes(-6e-12));
}

TEST(AcceptanceLimits, AnEnsembleOfWhichARunFailedIsMissedByNumber) {
  const Problem p = pair_of_discs(1.0, 0.0);
  const auto completes = [&](const std::map<std::string, double>& q) {
    const auto checks = judged(p, q, std::nullopt);
    const Check* check = find(checks, "ensemble:completes");
    EXPECT_NE(check, nullptr);
    return check == nullptr ? Check{} : *check;
  };
  EXPECT_TRUE(completes({{"ensemble_size", 8.0}, {"ensemble_failed", 0.0}}).passed);
  const Check two = completes({{"ensemble_size", 6.0}, {"ensemble_failed", 2.0}});
  EXPECT_FALSE(two.passed);
  EXPECT_EQ(two.value, 2.0);
  // Fewer than two left, because they failed or because the time ran out: not measured.
  for (const double failed : {0.0, 8.0}) {
    const Check none = completes({{"ensemble_failed", failed}});
    EXPECT_FALSE(none.passed);
    EXPECT_FALSE(none.value.has_value());
  }
}

TEST(AcceptanceLimits, TheMeanHeightOfAnEnsembleIsWhereEnergyAndFloorAllow) {
  DiscSetup setup{DiscCommon{}};
  setup.gravity({0.0, -10.0});
  setup.box(-1.0, 1.0, 0.5, 5.0);
  setup.disc(2.0, 0.1, {0.0, 1.0}, {2.0, 0.0});
  setup.disc(6.0, 0.2, {0.5, 1.0}, {0.0, 0.0});
  const Problem p = std::move(setup).make("two", {}, 1.0);
  // E_0 = 4 + 80 J lifts 8 kg to 1.05 m; on the floor their centre is at 0.5 + 0.175 m, and an
  // overlap of 5 % of the largest diameter is let pass.
  const auto passes = [&](double mean, double half) {
    const std::map<std::string, double> q{
        {"ensemble_size", 8.0},        {"energy_initial", 84.0},
        {"ensemble_height", mean},     {"ensemble_height_half_width", half},
        {"ensemble_penetration", 0.0}, {"ensemble_penetration_half_width", 0.0}};
    const auto checks = judged(p, q, std::nullopt);
    const Check* check = find(checks, "ensemble:height");
    EXPECT_NE(check, nullptr);
    return check != nullptr && check->passed;
  };
  EXPECT_TRUE(passes(1.04, 0.005));
  EXPECT_FALSE(passes(1.04, 0.02)) << "not sure enough";
  EXPECT_FALSE(passes(1.06, 0.0));
  EXPECT_TRUE(passes(0.66, 0.0));
  EXPECT_FALSE(passes(0.66, 0.01));
  EXPECT_FALSE(passes(0.64, 0.0)) << "below the floor";
  EXPECT_FALSE(passes(std::nan(""), 0.0));
  EXPECT_FALSE(passes(0.8, std::nan("")));
}

}  // namespace
}  // namespace impactbench::testing
