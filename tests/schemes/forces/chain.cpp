// A chain that resists bending: the frequency of its first mode against Euler and Bernoulli.

#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace impactbench::testing {
namespace {

/// Angular frequency of the middle bead's swing, from the times of its zero crossings.
double frequency(std::int64_t n, double h) {
  const Problem p = problem_entry("bead_chain").make({{"n", n}});
  Session session(scheme_entry("maury"), {}, p, h, "mprgp");
  const Eigen::Index middle = 2 * (n / 2) + 1;
  std::vector<double> crossings;
  double last = session.state.q[middle];
  session.run(std::llround(6.0 / h), [&](const State& s) {
    const double y = s.q[middle];
    if (last < 0.0 && y >= 0.0) {
      crossings.push_back((static_cast<double>(s.step) - y / (y - last)) * h);
    }
    last = y;
  });
  EXPECT_GE(crossings.size(), 3U);
  return 2.0 * std::numbers::pi * static_cast<double>(crossings.size() - 1) /
         (crossings.back() - crossings.front());
}

TEST(BeadChain, SwingsInTheFirstModeOfABeam) {
  // omega = (4.730041 / (n l))^2 sqrt(EI l / m), EI = k_a l / 2; the error falls with the beads.
  double last = HUGE_VAL;
  for (const std::int64_t n : {11, 15, 21}) {
    const double length = static_cast<double>(n) * 0.05;
    const double beam =
        std::pow(4.730040744862704 / length, 2) * std::sqrt(0.4 * 0.05 / 2.0 * 0.05 / 0.01);
    const double error = std::abs(frequency(n, 2e-4) / beam - 1.0);
    EXPECT_LT(error, last) << n;
    last = error;
  }
  EXPECT_LT(last, 0.02);
}

TEST(BeadChain, KeepsItsEnergyAndMomentumAndTheStraightChainStays) {
  const Problem p = problem_entry("bead_chain").make({});
  const auto energy = [&](const State& s) {
    return kinetic_energy(*p.system, s.v) + p.system->external_potential(0.0, s.q);
  };
  double drift[2];
  for (const int k : {0, 1}) {
    const double h = k == 0 ? 2e-4 : 1e-4;
    Session session(scheme_entry("maury"), {}, p, h, "mprgp");
    double worst = 0.0;
    session.run(std::llround(1.0 / h), [&](const State& s) {
      worst = larger(worst, std::abs(energy(s) - energy(p.initial)));
    });
    drift[k] = worst / energy(p.initial);
    // A bent chain tries to shorten: forces between beads do not move it as a whole.
    EXPECT_LT(std::abs(p.system->mass().dot(session.state.v)), 1e-12);
  }
  EXPECT_LT(drift[0], 0.1);
  EXPECT_LT(drift[1], 0.65 * drift[0]) << "of order h";
  const Problem straight = problem_entry("bead_chain").make({{"amplitude", 0.0}});
  Eigen::VectorXd force(straight.system->dofs());
  straight.system->external_force(0.0, straight.initial.q, straight.initial.v, force);
  EXPECT_LT(force.cwiseAbs().maxCoeff(), 1e-11);
}

TEST(BeadChain, IsUnstableAboveItsStepAsAnExplicitForceIs) {
  // The scheme is stable for every step among rigid contacts; forces that it takes at q^n are not:
  // here k and not the contacts gives the limit, h < 2 / sqrt(4 k / m) = 5e-3.
  const Problem p = problem_entry("bead_chain").make({{"radius", 1e-4}});
  const auto grows = [&](double h) {
    Session session(scheme_entry("maury"), {}, p, h, "mprgp");
    session.state.v[0] = 1e-6;  // stretches the first link
    session.run(200);
    return kinetic_energy(*p.system, session.state.v) >
           100.0 * p.system->external_potential(0.0, p.initial.q);
  };
  EXPECT_FALSE(grows(2e-3));
  EXPECT_TRUE(grows(7e-3));
}

}  // namespace
}  // namespace impactbench::testing
