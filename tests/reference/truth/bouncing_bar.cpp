// The bar that bounces for ever, by characteristics, against hand computation, against modes and
// against a lattice on which waves go one node a step; two bars on the same lattice.

#include "reference/exact/bouncing_bar/characteristics.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

using exact::bouncing_bar::Characteristics;

// Doyen, Ern and Piperno 2011: E A = 900 N, 1 kg/m, so that c = 30 m/s and T = 2 L / c = 2/3 s; the
// fall of 5 m takes 1 s and ends with w = 10 m/s, and 2 w / g = 3 T.
constexpr double L = 10.0, c = 30.0, g = 10.0, w = 10.0, T = 2.0 / 3.0, period = 16.0 / 3.0;

Characteristics published_bar(double end, double gap = 5.0) {
  return *Characteristics::motion({L, c, g, gap, 0.0}, end);
}

TEST(BouncingBar, ComesBackToItsStartForTenPeriods) {
  const Characteristics bar = published_bar(10.0 * period);
  ASSERT_EQ(bar.arrivals().size(), 20U);
  ASSERT_EQ(bar.departures().size(), 20U);
  for (std::size_t k = 0; k < 20; ++k) {
    EXPECT_NEAR(bar.arrivals()[k], 1.0 + 8.0 / 3.0 * static_cast<double>(k), 1e-11);
    EXPECT_NEAR(bar.departures()[k] - bar.arrivals()[k], T, 1e-11);
  }
  for (int k = 1; k <= 10; ++k) {
    for (const double s : {0.0, 0.3, 4.1, 10.0}) {
      double u = 0.0, v = 0.0;
      bar.at(s, period * k, u, v);
      EXPECT_NEAR(u, 5.0, 1e-9) << k;
      EXPECT_NEAR(v, 0.0, 1e-9) << k;
      EXPECT_NEAR(bar.strain(s, period * k), 0.0, 1e-9) << "it vibrates at " << k;
    }
  }
}

TEST(BouncingBar, ItsReactionsAndItsStrainAtTakeOffAreThoseByHand) {
  const Characteristics bar = published_bar(period);
  for (const double s : {0.05, 0.3, 0.6}) {
    EXPECT_NEAR(bar.reaction(1.0 + s), w + g * s, 1e-11);
    EXPECT_NEAR(bar.reaction(1.0 + T + s), 0.0, 1e-11) << "off the wall";
    EXPECT_NEAR(bar.reaction(11.0 / 3.0 + s), w + g * T - g * s, 1e-11);
    EXPECT_NEAR(bar.impulse(1.0 + s), w * s + 0.5 * g * s * s, 1e-11);
  }
  for (const double s : {1.0, 5.0, 9.0}) {
    const double x = s / c;
    double u = 0.0, v = 0.0;
    bar.at(s, 1.0 + T - 1e-9, u, v);
    EXPECT_NEAR(u, g * x * (x - T), 2e-8) << "twice what it has standing under its weight";
    EXPECT_NEAR(v, w, 2e-8);
    bar.at(s, 13.0 / 3.0 - 1e-9, u, v);
    EXPECT_NEAR(u, 0.0, 2e-8);
    EXPECT_NEAR(v, w, 2e-8);
  }
}

/// The start of a phase: a multiple of g x (x - T) and the velocity +-w.
struct Phase {
  double begin;
  bool at_wall, strained;
};

/// Its displacement tau later by modes: sin((k - 1/2) pi s / L) at the wall, else cos(k pi s / L).
double series(const Phase& phase, double s, double tau) {
  constexpr int modes = 200000;
  double sum = 0.0;
  for (int k = modes; k >= 1; --k) {
    const double kappa = (k - (phase.at_wall ? 0.5 : 0.0)) * std::numbers::pi / L;
    const double omega = c * kappa, even = std::cos(omega * tau), odd = std::sin(omega * tau);
    const double strain = phase.strained ? g / (c * c) : 0.0;
    if (phase.at_wall) {
      const double one = 2.0 / (kappa * L);  // of the constant 1
      const double shape = -4.0 / (L * kappa * kappa * kappa) * strain;
      sum += std::sin(kappa * s) *
             (shape * even - w * one / omega * odd - g * one / (omega * omega) * (1.0 - even));
    } else {
      sum += 4.0 / (kappa * kappa) * strain * std::cos(kappa * s) * even;
    }
  }
  if (phase.at_wall) return sum;
  const double mean = phase.strained ? -2.0 / 3.0 * g * L * L / (c * c) : 0.0;
  return sum + mean + w * tau - 0.5 * g * tau * tau;
}

TEST(BouncingBar, IsTheSumOfItsModes) {
  // Four phases of the first period and of the tenth, at places that no front is near.
  const Characteristics bar = published_bar(10.0 * period);
  int compared = 0;
  for (const double later : {0.0, 9.0 * period}) {
    for (const Phase& phase : {Phase{1.0, true, false}, Phase{1.0 + T, false, true},
                               Phase{11.0 / 3.0, true, true}, Phase{13.0 / 3.0, false, false}}) {
      for (const double tau : {0.11, 0.27, 0.44, 0.6}) {
        for (const double s : {0.0, 2.3, 7.9}) {
          double u = 0.0, v = 0.0;
          bar.at(s, later + phase.begin + tau, u, v);
          EXPECT_NEAR(u, series(phase, s, tau), 1e-9) << phase.begin << ' ' << tau << ' ' << s;
          ++compared;
        }
      }
    }
  }
  EXPECT_EQ(compared, 96);
}

/// Bars of one kind on nodes d = c h apart: between nodes u(t + h) + u(t - h) is the sum of the
/// neighbours, at an end twice the neighbour, and c / EA times the impulse of the reaction over
/// both steps more; -g h^2 everywhere. All of it is exact where events fall on steps.
struct LatticeEnd {
  double impulse{0.0};  ///< over the last step, times c / EA

  /// Contact of an end whose displacement would be `free` without any impulse, and must not be < 0.
  double meet(double free) {
    const double without = free + impulse;  // what the last step's has begun
    const double next = std::max(0.0, -without);
    impulse = next;
    return next > 0.0 ? 0.0 : without;
  }
};

TEST(BouncingBar, IsWhatALatticeCountsForTenPeriods) {
  // In units of g h^2 all numbers of the lattice are halves: it counts without rounding.
  constexpr int n = 50;
  constexpr double h = L / n / c, unit = g * h * h;
  const Characteristics bar = published_bar(10.0 * period);
  const double top = std::round(5.0 / unit);
  EXPECT_NEAR(top * unit, 5.0, 1e-12);
  std::vector<double> last(n + 1, top), now(n + 1, top - 0.5), next(n + 1);
  LatticeEnd end;
  double worst = 0.0, worst_impulse = 0.0, handed_on = 0.0;
  int pressed = 0;
  for (int k = 1; k <= std::lround(10.0 * period / h); ++k) {
    for (int i = 0; i <= n; ++i) {
      double u = 0.0, v = 0.0;
      bar.at(i * (L / n), k * h, u, v);
      worst = larger(worst, std::abs(u - unit * now[static_cast<std::size_t>(i)]));
    }
    for (std::size_t i = 1; i < n; ++i)
      next[i] = now[i - 1] + now[i + 1] - last[i] - 1.0;
    next[n] = 2.0 * now[n - 1] - last[n] - 1.0;
    next[0] = end.meet(2.0 * now[1] - last[0] - 1.0);
    handed_on += end.impulse;
    pressed += end.impulse > 0.0 ? 1 : 0;
    worst_impulse = larger(worst_impulse, std::abs(unit * handed_on - bar.impulse((k + 1) * h)));
    last.swap(now);
    now.swap(next);
  }
  EXPECT_LT(worst, 1e-9);
  EXPECT_LT(worst_impulse, 1e-9);
  EXPECT_EQ(pressed, 20 * 100) << "20 contacts of T = 100 h";
  EXPECT_NEAR(unit * handed_on, 20.0 * (w * T + 0.5 * g * T * T), 1e-9) << "times c / EA";
}

TEST(BouncingBar, ObeysSignoriniAndTheBalanceOfMomentumWhateverTheNumbers) {
  // Fall times that are no multiples of T: the bar meets the floor again and again while it
  // vibrates. m L d(mean v)/dt = EA / c reaction - m g L.
  for (const double gap : {3.3, 1.0, 0.05}) {
    const Characteristics bar = published_bar(6.0, gap);
    EXPECT_GE(bar.arrivals().size(), 3U) << gap;
    const auto momentum = [&](double t) {
      constexpr int parts = 20000;
      double sum = 0.0;
      for (int i = 0; i < parts; ++i) {
        double u = 0.0, v = 0.0;
        bar.at((i + 0.5) * L / parts, t, u, v);
        sum += v * L / parts;
      }
      return sum;
    };
    int pressed = 0, free = 0;
    for (int k = 1; k <= 600; ++k) {
      const double t = 0.01 * k - 1e-3, push = bar.reaction(t);
      double u = 0.0, v = 0.0;
      bar.at(0.0, t, u, v);
      EXPECT_GE(u, -1e-10) << gap << ' ' << t;
      EXPECT_GE(push, -1e-10) << gap << ' ' << t;
      EXPECT_LE(std::min(u, push), 1e-9) << gap << ' ' << t;
      EXPECT_NEAR(bar.strain(0.0, t) * c, -push, 1e-10) << "the end carries the reaction";
      EXPECT_NEAR(bar.strain(L, t), 0.0, 1e-12) << "the far end is free";
      (push > 1e-9 ? pressed : free) += 1;
      // Velocities that jump within a part of the sum cost at most their jump times its length.
      if (k % 50 == 0) {
        EXPECT_NEAR(momentum(t), c * bar.impulse(t) - g * L * t, 0.03) << gap;
      }
    }
    EXPECT_GT(pressed, 20) << gap;
    EXPECT_GT(free, 20) << gap;
  }
}

/// The largest distance of the nodes over 1e-5 m by which one bar starts above the other.
double parts_by(const char* mass, double horizon) {
  constexpr double shift = 1e-5;
  const auto bar = [&](double gap) {
    return problem_entry("bouncing_bar")
        .make({{"n", std::int64_t{21}},
               {"mass", std::string(mass)},
               {"gap", gap},
               {"horizon", horizon}});
  };
  const Truth low = truth_of(bar(5.0)), high = truth_of(bar(5.0 + shift));
  Eigen::VectorXd u(21), v(21), other(21);
  double apart = shift;
  for (int k = 1; k <= 1000; ++k) {
    EXPECT_TRUE(low.at(horizon * k / 1000.0, u, v) && high.at(horizon * k / 1000.0, other, v));
    apart = larger(apart, (other - u).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
  }
  return apart / shift;
}

TEST(BouncingBar, InElementsStatesHowFastNeighboursPart) {
  // Other shifts and instants than those of the reference.
  for (const char* mass : {"lumped", "consistent"}) {
    const auto growth = [&](double horizon) {
      return truth_of(problem_entry("bouncing_bar")
                          .make({{"n", std::int64_t{21}},
                                 {"mass", std::string(mass)},
                                 {"horizon", horizon}}))
          .growth;
    };
    EXPECT_NEAR(growth(period), parts_by(mass, period), 0.05 * growth(period)) << mass;
    EXPECT_GT(growth(period), 2.0) << mass;
    EXPECT_LT(growth(period), 10.0) << "one period is judged: " << mass;
    EXPECT_GT(growth(2.0 * period), 10.0) << mass;
    EXPECT_GT(growth(10.0 * period), 1e3) << mass;
    EXPECT_GT(parts_by(mass, 10.0 * period), 1e3) << mass;
  }
}

TEST(BouncingBar, PartsFromItsNeighboursByAConstantAPeriod) {
  const Characteristics bar = published_bar(10.0 * period);
  const auto apart = [&](double shift, int periods) {
    const Characteristics other = published_bar(10.0 * period, 5.0 + shift);
    double most = 0.0;
    for (int k = 1; k <= 100 * periods; ++k) {
      double u = 0.0, v = 0.0, moved = 0.0;
      bar.at(L, 0.01 * period * k, u, v);
      other.at(L, 0.01 * period * k, moved, v);
      most = larger(most, std::abs(moved - u));
    }
    return most / std::abs(shift);
  };
  EXPECT_NEAR(apart(1e-5, 10), apart(1e-5, 5), 0.1 * apart(1e-5, 5));
  EXPECT_GT(apart(-1e-5, 6) - apart(-1e-5, 2), 10.0);
  EXPECT_NEAR(apart(-1e-5, 10) - apart(-1e-5, 6), apart(-1e-5, 6) - apart(-1e-5, 2), 0.5);
  EXPECT_LT(apart(-1e-5, 10), 100.0);
}

TEST(BouncingBar, TruthKnowsTheBarOfTheProblem) {
  // Steel, 100 m/s: c = 5000 m/s, contact from 20 us to 100 us, EA / c w = 1.6 MN.
  // With restitution of its first node all of the truth is the wave.
  const Problem wall = problem_entry("bar_on_wall").make({{"restitution", 0.5}});
  const Truth truth = truth_of(wall);
  ASSERT_EQ(truth.event_times.size(), 1U);
  EXPECT_NEAR(truth.event_times[0], 2e-5, 1e-16);
  const double force =
      (truth.histories.at("contact_impulse")(6e-5) - truth.histories.at("contact_impulse")(5e-5)) /
      1e-5;
  EXPECT_NEAR(force, 1.6e6, 1e-3);
  const Sample end(truth, 2e-4, wall.system->dofs());
  EXPECT_NEAR((end.v.array() - 100.0).abs().maxCoeff(), 0.0, 1e-9);
  EXPECT_NEAR((end.q.array() - 0.01).abs().maxCoeff(), 0.0, 1e-12);
  const Truth fall = truth_of(problem_entry("bouncing_bar").make({{"restitution", 0.5}}));
  EXPECT_EQ(fall.event_times.size(), 2U);
  EXPECT_NEAR(fall.histories.at("contact_impulse")(5.0), 2.0 * 10.0 * 2.0 * w + g * L * 4.0 / 3.0,
              1e-9)
      << "it turns 10 kg twice, and carries their weight for 4/3 s";
}

TEST(BouncingBar, WithoutRestitutionItsElementsAreTheTruth) {
  // They differ from the wave by what is stated of it, and are known far better than that. What is
  // stated is of the first order of a front's width: 21 to 51 nodes are beyond it by 0.3 % at most.
  for (const char* name : {"bouncing_bar", "bar_on_wall", "two_bars"}) {
    for (const char* mass : {"lumped", "consistent"}) {
      const Problem stopped = problem_entry(name).make({{"mass", std::string(mass)}});
      const Problem rebound =
          problem_entry(name).make({{"mass", std::string(mass)}, {"restitution", 0.5}});
      const Truth elements = truth_of(stopped), wave = truth_of(rebound);
      EXPECT_LT(elements.uncertainty, 1e-8 * wave.uncertainty) << name;
      double worst = 0.0;
      for (int k = 1; k <= 200; ++k) {
        const double t = stopped.horizon * k / 200.0;
        const Sample a(elements, t, stopped.system->dofs()), b(wave, t, stopped.system->dofs());
        worst = larger(worst, (a.q - b.q).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
      }
      EXPECT_LT(worst, 1.01 * wave.uncertainty) << name << ' ' << mass;
      EXPECT_GT(worst, 1e3 * elements.uncertainty) << name << ' ' << mass;
    }
  }
}

TEST(TwoBars, AreWhatALatticeCounts) {
  for (const double ratio : {1.0, 2.0, 2.5}) {
    const Problem bars =
        problem_entry("two_bars").make({{"ratio", ratio}, {"gap", 0.05}, {"restitution", 0.5}});
    const Truth truth = truth_of(bars);
    const auto n = static_cast<std::size_t>(21);
    const auto all = static_cast<std::size_t>(bars.system->dofs());
    constexpr double h = 0.05, speed = 0.1;
    std::vector<double> last(all, 0.0), now(all, 0.0), next(all);
    for (std::size_t i = 0; i < n; ++i)
      now[i] = speed * h;
    LatticeEnd contact;
    double worst = 0.0, handed_on = 0.0;
    for (int k = 1; k <= 120; ++k) {
      const Sample exact(truth, k * h, bars.system->dofs());
      for (std::size_t i = 0; i < all; ++i)
        worst = larger(worst, std::abs(exact.q[static_cast<Eigen::Index>(i)] - now[i]));
      for (std::size_t i = 0; i < all; ++i) {
        const bool starts = i == 0 || i == n, ends = i + 1 == n || i + 1 == all;
        const double left = now[starts ? i + 1 : i - 1], right = now[ends ? i - 1 : i + 1];
        next[i] = left + right - last[i];
      }
      // Both ends move by an impulse, so that the gap opens by twice what one does.
      double gap = 0.5 * (0.05 + next[n] - next[n - 1]);
      const double before = contact.impulse;
      if (std::abs(gap + before) < 1e-12) gap = -before;
      (void)contact.meet(gap);
      next[n] += before + contact.impulse;
      next[n - 1] -= before + contact.impulse;
      handed_on += contact.impulse;
      EXPECT_NEAR(handed_on, truth.histories.at("contact_impulse")((k + 1) * h), 1e-12)
          << ratio << ' ' << k;
      last.swap(now);
      now.swap(next);
    }
    EXPECT_LT(worst, 1e-12) << ratio;
    EXPECT_NEAR(handed_on, speed, 1e-12) << "all the momentum of the short bar";
    const Sample after(truth, 3.0, bars.system->dofs());
    EXPECT_EQ(after.v.head(21).cwiseAbs().maxCoeff(), 0.0) << "the short bar rests";
    const double mean = bars.system->mass().tail(all - n).dot(after.v.tail(all - n)) / ratio;
    EXPECT_NEAR(mean, speed / ratio, 0.02 * speed) << "Saint-Venant: restitution L / L_2";
  }
}

}  // namespace
}  // namespace impactbench::testing
