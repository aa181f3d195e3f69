// Bars in elements whose nodes stop without restitution, in modes: against the equations of their
// motion, against Taylor series and against the continuous bar.

#include "reference/support/stopped_elements.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include <cmath>
#include <tuple>
#include <vector>

namespace impactbench::testing {
namespace {

constexpr double gap = 0.1, speed = 0.1;

StoppedElements unit_bar(Eigen::Index n, double end) {
  StoppedElements::Bodies bodies = StoppedElements::elements({{n, 1.0, 1.0, 1.0}}, false, 0.0);
  bodies.gradient[0] = 1.0;
  bodies.loose = 1;
  return *StoppedElements::motion(bodies, Eigen::VectorXd::Constant(n, gap),
                                  Eigen::VectorXd::Constant(n, -speed), end);
}

/// Largest distance of the cut bar from the continuous one, by d'Alembert: a front that stops the
/// bar runs from the wall to the far end and back as one that throws it off.
double distance_from_the_wave(Eigen::Index n, double end) {
  const StoppedElements bar = unit_bar(n, end);
  Eigen::VectorXd u, v;
  double worst = 0.0;
  for (int k = 0; k <= 4000; ++k) {
    const double t = end * k / 4000.0, tau = t - gap / speed;
    bar.at(t, u, v);
    for (Eigen::Index j = 0; j < n; ++j) {
      const double s = static_cast<double>(j) / static_cast<double>(n - 1);
      const double wave = -speed * std::min(tau, s) + speed * std::max(0.0, tau - 2.0 + s);
      worst = larger(worst, std::abs(u[j] - wave));
    }
  }
  return worst;
}

TEST(StoppedElements, ObeysNewtonSignoriniAndTheBalanceOfEnergy) {
  // m a = force of the springs where nothing touches; at the wall the first node rests and is
  // pressed on; an impact takes m_0 v_0^2 / 2 and nothing else does.
  constexpr Eigen::Index n = 26;
  constexpr double d = 1.0 / (n - 1), end = 4.0;
  const StoppedElements bar = unit_bar(n, end);
  ASSERT_GE(bar.impacts().size(), 1u);
  EXPECT_NEAR(bar.impacts()[0], 1.0, 1e-14);
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

TEST(StoppedElements, IsFartherFromTheWaveThanAnElementsTime) {
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

TEST(StoppedElements, IsWhatASchemeConvergesTo) {
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

/// The same motion by Taylor series of 24 terms in steps of a tenth of an element's time, which
/// leave 1e-20, with events by bisection of the step: no modes.
class Series {
 public:
  Series(const StoppedElements::Bodies& bodies, double step) : b_(bodies), step_(step) {
    answer_ = b_.mass.llt().solve(b_.gradient);
    answer_ /= b_.gradient.dot(answer_);
  }
  int events{0};

  void go(double time, Eigen::VectorXd& u, Eigen::VectorXd& v) {
    while (time > 1e-15) {
      const double h = std::min(step_, time);
      Eigen::VectorXd x = u, y = v;
      flow(h, x, y);
      double done = h;
      if (ends(x)) {
        double low = 0.0;
        for (int k = 0; k < 60; ++k) {
          const double middle = 0.5 * (low + done);
          x = u, y = v;
          flow(middle, x, y);
          (ends(x) ? done : low) = middle;
        }
        x = u, y = v;
        flow(done, x, y);
        ++events;
        pressed_ = !pressed_;
        if (pressed_) x -= answer_ * b_.gradient.dot(x), y -= answer_ * b_.gradient.dot(y);
      }
      u = x, v = y;
      time -= done;
    }
  }

 private:
  [[nodiscard]] double push(const Eigen::VectorXd& u) const {
    return answer_.dot(b_.stiffness * u - b_.weight);
  }
  [[nodiscard]] bool ends(const Eigen::VectorXd& u) const {
    return pressed_ ? push(u) < 0.0 : b_.gradient.dot(u) < 0.0;
  }
  [[nodiscard]] Eigen::VectorXd acceleration(const Eigen::VectorXd& u, double weighs) const {
    Eigen::VectorXd force = weighs * b_.weight - b_.stiffness * u;
    if (pressed_) force -= b_.gradient * answer_.dot(force);
    return b_.mass.llt().solve(force);
  }
  void flow(double h, Eigen::VectorXd& u, Eigen::VectorXd& v) const {
    Eigen::VectorXd place = u, rate = v;
    double weighs = 1.0;
    for (int k = 1; k <= 24; ++k) {
      const Eigen::VectorXd next = h / k * acceleration(place, weighs);
      place = h / k * rate;
      rate = next;
      weighs = 0.0;
      u += place;
      v += rate;
    }
  }
  StoppedElements::Bodies b_;
  double step_;
  bool pressed_{false};
  Eigen::VectorXd answer_;
};

TEST(StoppedElements, AreWhatTaylorSeriesGive) {
  // A bar under its weight that comes to the wall twice, and two bars, lumped and consistent.
  for (const auto& [bars, consistent, gravity, end] :
       {std::tuple{std::vector<StoppedElements::Bar>{{6, 1.0, 1.0, 1.0}}, false, 0.5, 6.0},
        {{{6, 1.0, 1.0, 1.0}}, true, 0.5, 6.0},
        {{{4, 1.0, 1.0, 1.0}, {7, 2.0, 1.0, 1.0}}, false, 0.0, 5.0},
        {{{4, 1.0, 1.0, 1.0}, {8, 2.0, 1.5, 0.8}}, true, 0.0, 5.0}}) {
    StoppedElements::Bodies bodies = StoppedElements::elements(bars, consistent, gravity);
    const Eigen::Index n = bodies.gradient.size(), met = bars.size() == 1 ? 0 : bars[0].nodes;
    bodies.gradient[met] = 1.0;
    if (met > 0) bodies.gradient[met - 1] = -1.0;
    bodies.loose = static_cast<Eigen::Index>(bars.size());
    bodies.joined = bodies.loose - 1;
    Eigen::VectorXd u = Eigen::VectorXd::Zero(n), v = u, x, y;
    u.tail(n - met).setConstant(gap);
    if (met > 0) {
      v.head(met).setConstant(speed);
    } else {
      v.setConstant(-speed);
    }
    const auto exact = StoppedElements::motion(bodies, u, v, end);
    ASSERT_TRUE(exact);
    Series series(bodies, 0.01);
    double worst = 0.0;
    for (int k = 1; k <= 40; ++k) {
      series.go(end / 41.3, u, v);  // not where an event is
      exact->at(end * k / 41.3, x, y);
      worst = larger(worst, (x - u).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
      worst = larger(worst, (y - v).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
    }
    EXPECT_GE(series.events, 2) << bars.size();
    EXPECT_LT(worst, 1e-10) << bars.size() << " bars, consistent: " << consistent;
    EXPECT_GT(u.norm(), 0.1);
  }
}

}  // namespace
}  // namespace impactbench::testing
