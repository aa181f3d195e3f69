// The bar of lumped masses that bar_wave knows in modes, against the equations of its motion and
// against the continuous bar.

#include "reference/exact/bar_wave/cut_bar.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

using exact::bar_wave::CutBar;

constexpr double gap = 0.1, speed = 0.1;

CutBar unit_bar(Eigen::Index n, double end) {
  return *CutBar::motion({n, 1.0 / static_cast<double>(n - 1), 1.0}, gap, speed, end);
}

/// Largest distance of the cut bar from the continuous one, by d'Alembert: a front that stops the
/// bar runs from the wall to the far end and back as one that throws it off.
double distance_from_the_wave(Eigen::Index n, double end) {
  const CutBar bar = unit_bar(n, end);
  Eigen::VectorXd u, v;
  double worst = 0.0;
  for (int k = 0; k <= 4000; ++k) {
    const double t = end * k / 4000.0, tau = t - gap / speed;
    bar.at(t, u, v);
    for (Eigen::Index j = 0; j < n; ++j) {
      const double s = static_cast<double>(j) / static_cast<double>(n - 1);
      const double wave = -speed * std::min(tau, s) + speed * std::max(0.0, tau - 2.0 + s);
      worst = std::max(worst, std::abs(u[j] - wave));
    }
  }
  return worst;
}

TEST(CutBar, ObeysNewtonSignoriniAndTheBalanceOfEnergy) {
  // m a = force of the springs where nothing touches; at the wall the first node rests and is
  // pressed on; an impact takes m_0 v_0^2 / 2 and nothing else does.
  constexpr Eigen::Index n = 26;
  constexpr double d = 1.0 / (n - 1), end = 4.0;
  const CutBar bar = unit_bar(n, end);
  ASSERT_GE(bar.impacts().size(), 1u);
  EXPECT_EQ(bar.impacts()[0], 1.0);
  Eigen::VectorXd u, v, before, after, mass = Eigen::VectorXd::Constant(n, d);
  mass[0] = mass[n - 1] = 0.5 * d;
  const auto energy = [&](double t) {
    bar.at(t, u, v);
    return 0.5 * (mass.array() * v.array().square()).sum() +
           0.5 / d * (u.tail(n - 1) - u.head(n - 1)).squaredNorm();
  };
  constexpr double little = 1e-5;
  int pressed = 0, free = 0;
  double lost = 0.0;
  for (const double t : bar.impacts()) {
    bar.at(t - 1e-13, u, v);
    lost += 0.5 * mass[0] * v[0] * v[0];
  }
  EXPECT_NEAR(energy(end), energy(0.0) - lost, 1e-12 * energy(0.0) + 1e-14);
  EXPECT_GT(lost, 1e-6);
  for (int k = 1; k < 1000; ++k) {
    const double t = end * k / 1000.0 + 1e-4;
    bar.at(t - little, u, before);
    bar.at(t + little, u, after);
    bar.at(t, u, v);
    EXPECT_GE(u[0], 0.0) << t;
    const bool rests = u[0] == 0.0 && before[0] == 0.0 && after[0] == 0.0;
    if (rests) {
      EXPECT_LE(u[1], 0.0) << "the wall pulls at " << t;
      ++pressed;
    } else {
      ++free;
    }
    bool event = false;  // a change of phase within the difference quotient
    for (Eigen::Index j = rests ? 1 : 0; j < n; ++j) {
      double force = 0.0;
      if (j > 0) force -= (u[j] - u[j - 1]) / d;
      if (j + 1 < n) force += (u[j + 1] - u[j]) / d;
      const double miss = mass[j] * (after[j] - before[j]) / (2.0 * little) - force;
      event = event || (j == 0 && (before[0] == 0.0) != (after[0] == 0.0));
      if (!event) {
        EXPECT_NEAR(miss, 0.0, 1e-6) << "node " << j << " at " << t;
      }
    }
  }
  EXPECT_GT(pressed, 400);
  EXPECT_GT(free, 400);
}

TEST(CutBar, IsFartherFromTheWaveThanAnElementsTime) {
  // Measured apart from this program: 2.67e-3 and 1.06e-3 m at 101 and 401 nodes until t = 4, where
  // w d / c is 1e-3 and 2.5e-4. Airy's function bounds it: see bar_wave.hpp.
  EXPECT_NEAR(distance_from_the_wave(101, 4.0), 2.67e-3, 1e-5);
  EXPECT_NEAR(distance_from_the_wave(401, 4.0), 1.06e-3, 1e-5);
  for (const Eigen::Index n : {2, 3, 4, 8, 26, 101}) {
    for (const double end : {1.5, 2.9, 4.0, 8.0}) {
      const Problem with_restitution =
          problem_entry("impacting_bar")
              .make({{"n", std::int64_t{n}}, {"restitution", 0.5}, {"horizon", end}});
      const double distance = distance_from_the_wave(n, end);
      const double stated = truth_of(with_restitution).uncertainty;
      EXPECT_LT(distance, stated) << n << ' ' << end;
      EXPECT_GT(distance, 0.05 * stated) << n << ' ' << end;
    }
  }
}

TEST(CutBar, IsWhatASchemeConvergesTo) {
  // Far below the distance from the wave, which is 4.3e-3 m here; and with restitution within what
  // is stated of the wave.
  for (const double e : {0.0, 0.5, 1.0}) {
    const Problem bar =
        problem_entry("impacting_bar").make({{"n", std::int64_t{51}}, {"restitution", e}});
    const Truth truth = truth_of(bar);
    constexpr double h = 0.02 / 10.0;
    const auto error = [&](double step) {
      Session session(scheme_entry("schatzman_paoli"), {}, bar, step);
      return largest_error(session, truth, 4.0, step);
    };
    if (e > 0.0) {
      EXPECT_LT(error(h), truth.uncertainty) << e;
      continue;
    }
    EXPECT_LT(truth.uncertainty, 1e-11);
    const double coarse = error(h), fine = error(h / 4.0);
    EXPECT_LT(coarse, 4e-4);
    EXPECT_LT(fine, 0.35 * coarse);
  }
}

}  // namespace
}  // namespace impactbench::testing
