// A block whose static friction is above its kinetic friction: its instants against numbers known
// by hand and against power series in more digits, and which schemes have no law for it.
#include "tests/reference/truth/truths.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

using Long = long double;
using Kind = ConstraintEvent::Kind;

Truth truth_of_pair(const ParameterSet& settings) {
  return reference("dragged_block")
      .truth(problem_entry("dragged_block").make(settings), std::nullopt)
      .value();
}

std::vector<double> instants(const Truth& truth, Kind kind) {
  std::vector<double> out;
  for (const ConstraintEvent& event : truth.constraint_events)
    if (event.kind == kind) out.push_back(event.time);
  return out;
}

/// x_1, v_1, x_2, v_2 and what changes them, linear: a series of 30 terms is exact to rounding over
/// a hundredth of the period.
struct Series {
  Long sense, pull;  ///< of the slide, 0: sticks; P [N]
  std::array<Long, 4> start;

  [[nodiscard]] std::array<Long, 4> at(Long s) const {
    std::array<Long, 4> sum = start, term = start;
    for (int n = 0; n < 30; ++n) {
      const Long spring = 2000.0L * (term[2] - term[0]), first = n == 0 ? 1.0L : 0.0L;
      const std::array<Long, 4> rate{sense == 0.0L ? 0.0L : term[1],
                                     sense == 0.0L ? 0.0L : spring - first * sense * 400.0L,
                                     term[3], -spring + first * pull / 5.0L};
      for (std::size_t k = 0; k < 4; ++k) {
        term[k] = rate[k] * s / static_cast<Long>(n + 1);
        sum[k] += term[k];
      }
    }
    return sum;
  }
};

/// All instants at which the block starts or stops, SDND106 with that friction at rest [N].
std::vector<Long> changes_of(Long holds, Long end) {
  std::vector<Long> out;
  Long t = 0.0L, sense = 0.0L;
  std::array<Long, 4> x{};
  while (t < end) {
    const Series piece{sense, t < 0.2L ? 3000.0L : 0.0L, x};
    const Long h = t < 0.2L ? std::min(1e-3L, 0.2L - t) : 1e-3L;
    const auto over = [&](Long s) {
      const auto y = piece.at(s);
      return sense == 0.0L ? std::abs(1e4L * (y[2] - y[0])) > holds : sense * y[1] < 0.0L;
    };
    if (!over(h)) {
      x = piece.at(h);
      t = t < 0.2L && 0.2L - t <= 1e-3L ? 0.2L : t + h;
      continue;
    }
    // A slide that has just begun is not over at once.
    Long low = sense != 0.0L && !out.empty() && out.back() == t ? 1e-7L : 0.0L, high = h;
    for (int k = 0; k < 70; ++k) {
      const Long middle = 0.5L * (low + high);
      (over(middle) ? high : low) = middle;
    }
    t += high;
    x = piece.at(high);
    x[1] = 0.0L;
    out.push_back(t);
    const Long spring = 1e4L * (x[2] - x[0]);
    sense = sense == 0.0L || std::abs(spring) > holds ? std::copysign(1.0L, spring) : 0.0L;
  }
  return out;
}

TEST(DraggedBlock, StartsWhenTheSpringPullsWithTheFrictionAtRest) {
  // k x_2 = P (1 - cos w t) with w = sqrt(k / m): 3000 N at a quarter of the period, the kinetic
  // 2000 N at cos w t = 1 / 3.
  const double w = std::sqrt(2000.0);
  EXPECT_NEAR(instants(truth_of_pair({}), Kind::starts).at(0), 0.5 * std::numbers::pi / w, 1e-13);
  EXPECT_NEAR(instants(truth_of_pair({{"static_friction", 0.0}}), Kind::starts).at(0),
              std::acos(1.0 / 3.0) / w, 1e-13);
}

TEST(DraggedBlock, SticksAndSlipsAsPowerSeriesDo) {
  for (const double at_rest : {0.3, 0.2, 0.25}) {
    const Truth truth = truth_of_pair({{"static_friction", at_rest}, {"horizon", 0.6}});
    std::vector<double> found;
    for (const ConstraintEvent& event : truth.constraint_events)
      if (event.kind != Kind::closes) found.push_back(event.time);
    const std::vector<Long> changes = changes_of(1e4L * static_cast<Long>(at_rest), 0.6L);
    EXPECT_GE(changes.size(), 2U);
    std::vector<double> single;  // one that turns stops and starts at once
    for (const double t : found)
      if (single.empty() || single.back() != t) single.push_back(t);
    ASSERT_EQ(single.size(), changes.size()) << at_rest;
    for (std::size_t k = 0; k < changes.size(); ++k)
      EXPECT_NEAR(single[k], static_cast<double>(changes[k]), 1e-12) << at_rest << ' ' << k;
  }
}

TEST(DraggedBlock, TheEventsAreThoseOfEventDriven) {
  // Without friction there is none at rest either.
  for (const double friction : {0.2, 0.0}) {
    const ParameterSet settings{{"horizon", 0.5}, {"friction", friction}};
    const Problem problem = problem_entry("dragged_block").make(settings);
    const Truth truth = truth_of_pair(settings);
    Session session(scheme_entry("event_driven"), {}, problem, 1e-3);
    Eigen::VectorXd q(3), v(3);
    double worst = 0.0;
    session.run(500, [&](const State& s) {
      ASSERT_TRUE(truth.at(static_cast<double>(s.step) * 1e-3, q, v));
      worst = larger(worst, (s.q - q).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
    });
    EXPECT_LT(worst, 1e-9);
    EXPECT_GT(session.state.q[0], 0.3);
  }
}

}  // namespace
}  // namespace impactbench::testing
