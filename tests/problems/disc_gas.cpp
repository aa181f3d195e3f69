// The gas of discs: its energy, its box and what it refuses.
#include "problems/base/error.hpp"
#include "problems/model/round_system.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace impactbench::testing {
namespace {

TEST(DiscGas, HasTheEnergyTheFractionAndNoMomentum) {
  for (const std::int64_t n : {2, 3, 10, 99, 100, 101, 1000}) {
    const Problem p =
        problem_entry("disc_gas")
            .make({{"n", n}, {"fraction", 0.3}, {"mass", 2.0}, {"speed", 3.0}, {"radius", 0.2}});
    const auto& system = *disc_system(*p.system);
    ASSERT_EQ(system.bodies().size(), static_cast<std::size_t>(n));
    const double energy = system.kinetic_energy(p.initial.q, p.initial.v);
    EXPECT_NEAR(energy / (9.0 * static_cast<double>(n)), 1.0, 1e-13);
    double x = 0.0, y = 0.0;
    for (Eigen::Index k = 0; k < p.initial.v.size(); k += 3) {
      x += p.initial.v[k];
      y += p.initial.v[k + 1];
    }
    EXPECT_NEAR(x, 0.0, 1e-11);
    EXPECT_NEAR(y, 0.0, 1e-11);
    const double side = system.wall(1).point.x() - system.wall(3).point.x();
    EXPECT_NEAR(static_cast<double>(n) * std::numbers::pi * 0.04 / (side * side), 0.3, 1e-13);
    EXPECT_EQ(system.wall(2).point.y() - system.wall(0).point.y(), side);
  }
}

TEST(DiscGas, FillsTheBoxUpToItsLimitAndRefusesMore) {
  // 100 discs on 10 x 10 places fill pi / 4 = 0.785 of it; 82 of them 0.644.
  const auto make = [](std::int64_t n, double fraction) {
    return problem_entry("disc_gas").make({{"n", n}, {"fraction", fraction}});
  };
  for (const std::int64_t seed : {1, 2, 3, 4, 5}) {
    EXPECT_NO_THROW((void)problem_entry("disc_gas")
                        .make({{"n", std::int64_t{100}}, {"fraction", 0.78}, {"seed", seed}}));
  }
  EXPECT_NO_THROW((void)make(82, 0.64));
  try {
    (void)make(82, 0.65);
    FAIL() << "they do not fit";
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find("82 discs on 10 x 10 places"), std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace impactbench::testing
