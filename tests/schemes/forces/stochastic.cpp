// Random forcing at a wall: exact statistics without parameters, as verdicts of stated confidence.

#include "problems/support/brownian_path.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace impactbench::testing {
namespace {

/// Mean and its standard error.
struct Estimate {
  double sum{0.0}, square{0.0};
  int n{0};
  void add(double x) { sum += x, square += x * x, ++n; }
  [[nodiscard]] double mean() const { return sum / n; }
  [[nodiscard]] double error() const {
    return std::sqrt((square / n - mean() * mean()) / (n - 1.0));
  }
};

/// Two-sided 99.9 % of a normal variable.
constexpr double confidence = 3.29;

TEST(BrownianPath, IsAWienerProcessWhateverTheStep) {
  // Increments over any interval are normal with its length as variance, and independent.
  Estimate variance, fourth, product;
  for (int seed = 0; seed < 4000; ++seed) {
    const BrownianPath path(2.0, 64, seed);
    const double first = path.at(0.5), second = path.at(2.0) - path.at(0.5);
    variance.add(second * second);
    fourth.add(second * second * second * second);
    product.add(first * second);
    EXPECT_EQ(path.at(0.0), 0.0);
    EXPECT_NEAR(path.at(1.0 / 64.0), 0.5 * path.at(1.0 / 32.0), 1e-15) << "straight in a cell";
  }
  EXPECT_NEAR(variance.mean(), 1.5, confidence * variance.error());
  EXPECT_NEAR(fourth.mean(), 3.0 * 1.5 * 1.5, confidence * fourth.error());
  EXPECT_NEAR(product.mean(), 0.0, confidence * product.error());
  EXPECT_EQ(BrownianPath(1.0, 16, 7).at(0.3), BrownianPath(1.0, 16, 7).at(0.3));
  EXPECT_NE(BrownianPath(1.0, 16, 7).at(0.3), BrownianPath(1.0, 16, 8).at(0.3));
}

struct Statistics {
  Estimate x, v, v2, xv, x2, stuck, last_small;
  Estimate ratio, ratio2;  ///< of 2 a^2 / zeta over excursions from the wall, and its square
};

/// Over seeds, at T = 1 with steps of 1 / `steps`.
Statistics statistics(bool gluey, int seeds, int steps) {
  Statistics out;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Problem p =
        problem_entry("langevin_wall")
            .make({{"gluey", gluey}, {"cells", std::int64_t{steps}}, {"seed", std::int64_t{seed}}});
    Session session(scheme_entry(gluey ? "gluey" : "maury"), {}, p, 1.0 / steps, "pava");
    double last = 0.0, arriving = 0.0;
    session.run(steps, [&](const State& s) {
      if (s.q[0] - 0.1 < 1e-13) {
        // An excursion of length zeta has come to its end with speed a. Those of few steps are all
        // discretisation; by scaling the ratio does not depend on the length.
        const double now = static_cast<double>(s.step) / steps, zeta = now - last;
        if (zeta * steps > 48.0) {
          const double ratio = 2.0 * arriving * arriving / zeta;
          out.ratio.add(ratio), out.ratio2.add(ratio * ratio);
        }
        last = now;
      }
      arriving = s.v[0];
    });
    const double x = session.state.q[0] - 0.1, v = session.state.v[0];
    out.x.add(x), out.v.add(v), out.v2.add(v * v), out.xv.add(x * v), out.x2.add(x * x);
    out.stuck.add(x < 1e-13 ? 1.0 : 0.0);
    out.last_small.add(last <= 0.5 ? 1.0 : 0.0);
  }
  return out;
}

/// The verdict: the mean at the finer step within the statistical error of the exact value and of
/// what halving the step four times moved it (the bias falls as sqrt(h): the rest is as large).
void expect_exact(const Estimate& coarse, const Estimate& fine, double exact, const char* what) {
  const double bias = std::abs(fine.mean() - coarse.mean());
  EXPECT_NEAR(fine.mean(), exact, confidence * fine.error() + bias) << what;
  EXPECT_LT(confidence * fine.error() + bias, 0.35 * exact) << what << ": this says nothing";
  // A value that is wrong by half must be detected.
  EXPECT_GT(std::abs(fine.mean() - 1.5 * exact), confidence * fine.error() + bias) << what;
}

TEST(ReflectedLangevin, HasItsExactMoments) {
  // From McKean's law and renewal: E X = 1/sqrt(2 pi), E V = 3/2 / sqrt(2 pi), E V^2 = 27/32,
  // E XV = 27/64, E X^2 = 9/32 at t = 1, sigma = 1: the wall takes 5/32 of the power.
  const Statistics coarse = statistics(false, 6000, 128), fine = statistics(false, 6000, 512);
  const double root = 1.0 / std::sqrt(2.0 * std::numbers::pi);
  expect_exact(coarse.x, fine.x, root, "E X");
  expect_exact(coarse.v, fine.v, 1.5 * root, "E V");
  expect_exact(coarse.v2, fine.v2, 27.0 / 32.0, "E V^2");
  expect_exact(coarse.xv, fine.xv, 27.0 / 64.0, "E XV");
  expect_exact(coarse.x2, fine.x2, 9.0 / 32.0, "E X^2");
  // The last contact before t is Beta(1/4, 3/4) of t: P(g <= 1/2) by its incomplete beta function.
  double below = 0.0;  // substitution g = u^4: density 4 (1 - u^4)^(-1/4) / B(1/4, 3/4)
  const double end = std::pow(0.5, 0.25);
  for (int k = 0; k < 20000; ++k) {
    const double u = end * (k + 0.5) / 20000.0;
    below += end / 20000.0 * 4.0 * std::pow(1.0 - u * u * u * u, -0.25);
  }
  below /= std::numbers::pi * std::sqrt(2.0);  // B(1/4, 3/4) = pi / sin(pi / 4)
  expect_exact(coarse.last_small, fine.last_small, below, "P(g <= 1/2)");
}

TEST(ReflectedLangevin, ArrivesFromExcursionsWithItsExactSpeeds) {
  // 2 a^2 / zeta has the law Gamma(5/4): mean 5/4, second moment 5/4 (1 + 5/4).
  const Statistics coarse = statistics(false, 3000, 512), fine = statistics(false, 3000, 2048);
  ASSERT_GT(fine.ratio.n, 1000);
  expect_exact(coarse.ratio, fine.ratio, 1.25, "E 2a^2/zeta");
  expect_exact(coarse.ratio2, fine.ratio2, 1.25 * 2.25, "E (2a^2/zeta)^2");
}

TEST(LangevinEnsemble, IsParticlesThatKnowNothingOfEachOther) {
  const auto problem = [](std::int64_t seed, std::int64_t count) {
    return problem_entry("langevin_wall")
        .make({{"seed", seed}, {"count", count}, {"cells", std::int64_t{64}}});
  };
  const Problem all = problem(5, 3);
  Session together(scheme_entry("maury"), {}, all, 1.0 / 64);
  together.run(64);
  double mean = 0.0;
  for (int k = 0; k < 3; ++k) {
    const Problem one = problem(5 + k, 1);
    Session alone(scheme_entry("maury"), {}, one, 1.0 / 64);
    alone.run(64);
    EXPECT_NEAR(together.state.q[2 * k + 1], alone.state.q[0], 1e-10);
    EXPECT_NEAR(together.state.v[2 * k + 1], alone.state.v[0], 1e-9);
    mean += (alone.state.q[0] - 0.1) / 3.0;
  }
  ASSERT_EQ(all.observables.at(0).name, "mean_distance");
  EXPECT_NEAR(all.observables[0].value(together.state.q), mean, 1e-10);
  EXPECT_GT(mean, 0.01);
  EXPECT_EQ(all.observables.at(1).value(all.initial.q), 1.0) << "all start at the wall";
}

TEST(GlueyLangevin, IsStuckWithItsExactProbability) {
  const double exact = 1.0 - std::sqrt(6.0) / 4.0;
  EXPECT_NEAR(exact, 0.387628, 1e-6);
  const Statistics coarse = statistics(true, 6000, 128), fine = statistics(true, 6000, 512);
  expect_exact(coarse.stuck, fine.stuck, exact, "P(stuck)");
}

}  // namespace
}  // namespace impactbench::testing
