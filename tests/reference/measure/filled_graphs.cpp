#include "reference/yardsticks/filled_graph.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>
#include <utility>

namespace impactbench::testing {
namespace {

/// The definition, point by point, without any search window.
double slow_hausdorff(const FilledGraph& a, const FilledGraph& b) {
  const auto to_segment = [](double t, double x, const FilledGraph& g, std::size_t k) {
    const double dt = g.time[k + 1] - g.time[k];
    const double dx = g.value[k + 1] - g.value[k];
    const double length2 = dt * dt + dx * dx;
    double s = length2 > 0.0 ? ((t - g.time[k]) * dt + (x - g.value[k]) * dx) / length2 : 0.0;
    s = std::clamp(s, 0.0, 1.0);
    return std::hypot(t - g.time[k] - s * dt, x - g.value[k] - s * dx);
  };
  const auto from = [&](const FilledGraph& p, const FilledGraph& g) {
    double worst = 0.0;
    for (std::size_t k = 0; k + 1 < p.size(); ++k) {
      for (int s = 0; s <= 400; ++s) {
        const double w = s / 400.0;
        const double t = p.time[k] + w * (p.time[k + 1] - p.time[k]);
        const double x = p.value[k] + w * (p.value[k + 1] - p.value[k]);
        double nearest = HUGE_VAL;
        for (std::size_t l = 0; l + 1 < g.size(); ++l)
          nearest = std::min(nearest, to_segment(t, x, g, l));
        worst = larger(worst, nearest);
      }
    }
    return worst;
  };
  return std::max(from(a, b), from(b, a));
}

TEST(FilledGraphs, TheWindowedSearchAgreesWithTheDefinition) {
  std::mt19937_64 random(11);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
  const auto jumpy = [&] {
    FilledGraph g{{0.0}, {uniform()}};
    for (int k = 1; k <= 30; ++k) {
      g.time.insert(g.time.end(), {k / 30.0, k / 30.0});
      g.value.insert(g.value.end(), {g.value.back(), uniform() < 0.7 ? g.value.back() : uniform()});
    }
    return g;
  };
  double largest = 0.0;
  for (int trial = 0; trial < 10; ++trial) {
    const FilledGraph a = jumpy();
    const FilledGraph b = jumpy();
    const double slow = slow_hausdorff(a, b);
    const double fast = hausdorff_distance(a, b, 1.0, 1.0, 1.0);
    // The definition sees places that are up to 1/400 apart.
    EXPECT_GE(fast, slow - 1e-12) << trial;
    EXPECT_LE(fast, slow + 0.5 / 400.0) << trial;
    largest = larger(largest, slow);
  }
  EXPECT_GT(largest, 0.1);
}

TEST(FilledGraphs, TheFarthestPointMayLieInsideOfASegment) {
  // Excursions to opposite sides for 0.2: from the middle of the roof both feet of the other are
  // equally far, hypot(0.1, 1); from its corners only 1.
  const FilledGraph up{{0.0, 0.4, 0.4, 0.6, 0.6, 1.0}, {0.0, 0.0, 1.0, 1.0, 0.0, 0.0}};
  const FilledGraph down{{0.0, 0.4, 0.4, 0.6, 0.6, 1.0}, {0.0, 0.0, -1.0, -1.0, 0.0, 0.0}};
  EXPECT_NEAR(hausdorff_distance(up, down, 1.0, 1.0), std::hypot(0.1, 1.0), 1e-12);
  EXPECT_NEAR(hausdorff_distance(up, down, 2.0, 4.0), std::hypot(0.05, 0.25), 1e-12);
  // The points up to 0.45 are the roof up to there.
  EXPECT_NEAR(hausdorff_distance(up, down, 1.0, 1.0, 0.45), std::hypot(0.05, 1.0), 1e-12);
}

// A velocity without bound lies at no distance from a segment that is a number: it is none.
TEST(FilledGraphs, AValueThatIsNotFiniteHasNoDistance) {
  const FilledGraph rests{{0.0, 1.0}, {0.0, 0.0}};
  for (const double value : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    const FilledGraph leaves{{0.0, 0.5, 1.0}, {0.0, value, 0.0}};
    EXPECT_TRUE(std::isnan(hausdorff_distance(leaves, rests, 1.0, 1.0))) << value;
    EXPECT_TRUE(std::isnan(distance_from(rests, leaves, 1.0, 1.0))) << value;
  }
}

TEST(FilledGraphs, WhatIsLeftOutLiesOnTheLine) {
  // Free flight with bounces, in rounded steps: two points for a flight, and none of the 10 000
  // samples farther than 1e-12 from what is kept; every sample where the graph is curved.
  GraphRecorder flight, wave;
  FilledGraph all, curve;
  double v = 3.0;
  for (int k = 0; k <= 10000; ++k) {
    const double t = 1e-4 * k;
    if (k % 2500 == 2499) {
      flight.add(t, v);
      all.time.push_back(t), all.value.push_back(v);
      v = -0.7 * v;
    }
    flight.add(t, v);
    wave.add(t, std::sin(20.0 * t));
    all.time.push_back(t), all.value.push_back(v);
    curve.time.push_back(t), curve.value.push_back(std::sin(20.0 * t));
    v -= 9.81 * 1e-4;
  }
  EXPECT_LE(flight.graph().size(), 12U);
  EXPECT_LE(hausdorff_distance(flight.graph(), all, 1.0, 1.0), 4e-12);
  EXPECT_GE(wave.graph().size(), 9900U);
  EXPECT_LE(hausdorff_distance(wave.graph(), curve, 1.0, 1.0), 2e-12);
}

// Of waves of short segments that lie apart, where the box that is nearest to a point seldom holds
// the nearest segment: corners alone are right to half a segment.
TEST(FilledGraphs, TheNearestBoxNeedNotHoldTheNearestSegment) {
  FilledGraph a, b;
  for (int k = 0; k <= 2000; ++k) {
    const double t = 5e-4 * k;
    a.time.push_back(t), a.value.push_back(std::sin(40.0 * t));
    b.time.push_back(t), b.value.push_back(0.3 + 0.7 * std::sin(31.0 * t + 1.0));
  }
  double exact = 0.0;
  for (const auto& [p, g] : {std::pair(&a, &b), {&b, &a}}) {
    for (std::size_t k = 0; k < p->size(); ++k) {
      double nearest = HUGE_VAL;
      for (std::size_t l = 0; l < g->size(); ++l)
        nearest = std::min(nearest, std::hypot(p->time[k] - g->time[l], p->value[k] - g->value[l]));
      exact = larger(exact, nearest);
    }
  }
  EXPECT_NEAR(hausdorff_distance(a, b, 1.0, 1.0, 10.0), exact, 1e-3);
}

TEST(FilledGraphs, TheTreeFindsWhatALookAtAllSegmentsFinds) {
  // Random walks of some hundred segments with jumps, near to each other and far apart: the largest
  // distance of the corners, segment by segment, is never more than the distance, and nearly it
  // where segments are short.
  std::mt19937_64 random(17);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
  for (const double apart : {0.0, 0.01, 1.0}) {
    for (const std::size_t size : {1U, 2U, 9U, 400U}) {
      FilledGraph a, b;
      double t = 0.0, x = 0.0;
      for (std::size_t k = 0; k < size; ++k) {
        a.time.push_back(t), a.value.push_back(x);
        b.time.push_back(t), b.value.push_back(x + apart * (uniform() - 0.3));
        t += uniform() < 0.1 ? 0.0 : 2e-3 * uniform();
        x += 0.02 * (uniform() - 0.5);
      }
      const double fast = hausdorff_distance(a, b, 1.0, 1.0, 10.0);
      double corners = 0.0, longest = 0.0;
      for (const auto& [p, g] : {std::pair(&a, &b), {&b, &a}}) {
        for (std::size_t k = 0; k < p->size(); ++k) {
          double nearest = HUGE_VAL;
          for (std::size_t l = 0; l < g->size(); ++l) {
            const FilledGraph one{{g->time[l], g->time[std::min(l + 1, g->size() - 1)]},
                                  {g->value[l], g->value[std::min(l + 1, g->size() - 1)]}};
            const FilledGraph point{{p->time[k]}, {p->value[k]}};
            // One-sided distance of a point: what lies beyond `until` of the segment is not asked.
            const double dt = one.time[1] - one.time[0], dx = one.value[1] - one.value[0];
            const double length2 = dt * dt + dx * dx;
            const double pt = point.time[0] - one.time[0], px = point.value[0] - one.value[0];
            const double s =
                length2 > 0.0 ? std::clamp((pt * dt + px * dx) / length2, 0.0, 1.0) : 0.0;
            nearest = std::min(nearest, std::hypot(pt - s * dt, px - s * dx));
            longest = larger(longest, std::sqrt(length2));
          }
          corners = larger(corners, nearest);
        }
      }
      EXPECT_GE(fast, corners - 1e-14) << apart << ' ' << size;
      EXPECT_LE(fast, corners + 0.5 * longest) << apart << ' ' << size;
    }
  }
}

TEST(FilledGraphs, ManySegmentsCostNoProductOfTheirSizes) {
  // A run that drifts: 300 000 samples, farther and farther apart, up to half the height.
  FilledGraph a, b;
  constexpr int n = 300000;
  for (int k = 0; k <= n; ++k) {
    const double t = static_cast<double>(k) / n;
    a.time.push_back(t);
    b.time.push_back(t);
    a.value.push_back(std::sin(300.0 * t) * 0.1);
    b.value.push_back(std::sin(300.0 * t) * 0.1 + 0.7 * t);
  }
  const std::clock_t start = std::clock();
  EXPECT_GT(hausdorff_distance(a, b, 1.0, 1.0), 0.4);
  // 0.3 s of CPU time in release, some ten times that under a sanitizer.
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 6.0);
}

}  // namespace
}  // namespace impactbench::testing
