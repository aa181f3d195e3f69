// Hysteresis loops by brute force: the recursion of the play operator at very many instants.
#include "reference/api/reference.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

std::optional<Truth> truth_of(const Problem& problem) {
  for (const ReferenceEntry& reference : reference_catalogue())
    if (auto found = reference.truth(problem, std::nullopt)) return found;
  return std::nullopt;
}

double real(const Problem& problem, const char* name) {
  return std::get<double>(problem.parameters.at(name));
}

TEST(Loops, PlayIsWhatItsRecursionTendsTo) {
  // x_{k+1} = min(max(x_k, u - r), u + r) at instants h apart misses extremes by |u''| h^2 / 8.
  const Problem problem = problem_entry("play").make({});
  const auto truth = truth_of(problem);
  const double a = real(problem, "amplitude"), b = real(problem, "third"),
               w = 2.0 * std::numbers::pi * real(problem, "rate"), r = real(problem, "half_width");
  constexpr int n = 1000000;
  const double h = problem.horizon / n;
  double x = 0.0, worst = 0.0;
  Eigen::VectorXd q = problem.initial.q, v = q;
  for (int k = 1; k <= n; ++k) {
    const double t = h * k, u = a * std::sin(w * t) + b * std::sin(3.0 * w * t);
    x = std::clamp(x, u - r, u + r);
    if (k % 100 != 0) continue;
    ASSERT_TRUE(truth->at(t, q, v));
    worst = larger(worst, std::abs(q[0] - x));
  }
  EXPECT_LE(worst, w * w * (a + 9.0 * b) * h * h / 8.0 + 1e-13);
  EXPECT_GT(w * w * h * h, 1e-13) << "below rounding: nothing was compared";
}

TEST(Loops, RoughPlayIsItsRecursionAtCusps) {
  // Between two cusps the input is monotone, where the recursion is exact however few the instants.
  const Problem problem = problem_entry("rough_play").make({});
  const auto truth = truth_of(problem);
  const double a = real(problem, "amplitude"), rate = real(problem, "rate"),
               r = real(problem, "half_width");
  double x = 0.0;
  Eigen::VectorXd q = problem.initial.q, v = q;
  int moved = 0;
  for (int k = 1; (2.0 * k - 1.0) / (4.0 * rate) < problem.horizon; ++k) {
    const double u = k % 2 == 1 ? a : -a;
    const double next = std::clamp(x, u - r, u + r);
    moved += next != x ? 1 : 0;
    x = next;
    ASSERT_TRUE(truth->at((2.0 * k - 1.0) / (4.0 * rate), q, v));
    EXPECT_NEAR(q[0], x, 1e-7) << "a cusp is known to the root of rounding";
  }
  EXPECT_GT(moved, 10);
}

TEST(Loops, OfAPlayThatFollowsIsAFixedPoint) {
  // x = min(max(x_k, u + k x - r), u + k x + r), solved for x by repetition, in small steps.
  const Problem problem = problem_entry("play_of_state").make({{"share", 0.6}});
  const auto truth = truth_of(problem);
  const double a = real(problem, "amplitude"), b = real(problem, "third"),
               w = 2.0 * std::numbers::pi * real(problem, "rate"), r = real(problem, "half_width");
  constexpr int n = 20000;
  const double h = problem.horizon / n;
  double x = 0.0, worst = 0.0;
  Eigen::VectorXd q = problem.initial.q, v = q;
  for (int k = 1; k <= n; ++k) {
    const double t = h * k, u = a * std::sin(w * t) + b * std::sin(3.0 * w * t), old = x;
    for (int again = 0; again < 80; ++again)
      x = std::clamp(old, u + 0.6 * x - r, u + 0.6 * x + r);
    ASSERT_TRUE(truth->at(t, q, v));
    worst = larger(worst, std::abs(q[0] - x));
  }
  EXPECT_LE(worst, w * w * (a + 9.0 * b) * h * h / 8.0 / 0.4 + 1e-12);
}

TEST(Loops, DissipateTheAreaThatTheyEnclose) {
  // Over whole periods after the first the work of the stress, int sigma du, is what sliders take;
  // over all of the run it is that and what the springs have at the end.
  for (const char* name : {"stop", "elastoplastic_chain"}) {
    const Problem problem = problem_entry(name).make({});
    const auto truth = truth_of(problem);
    ASSERT_TRUE(truth->scalars.contains("dissipated_work")) << name;
    const auto stress = truth->histories.at("stress");
    Eigen::VectorXd q = problem.initial.q, v = q;
    constexpr int n = 400000;
    double work = 0.0, last = 0.0, strain = 0.0;
    for (int k = 1; k <= n; ++k) {
      const double t = problem.horizon * k / n;
      ASSERT_TRUE(truth->at(t, q, v));
      const double u = q[q.size() - 1], sigma = stress(t);
      work += 0.5 * (sigma + last) * (u - strain);
      last = sigma;
      strain = u;
    }
    const double stored = 0.5 * q.head(q.size() - 1).squaredNorm();
    const double dissipated = truth->scalars.at("dissipated_work");
    EXPECT_GT(dissipated, 0.1) << name;
    EXPECT_NEAR(work - stored, dissipated, 1e-8 * dissipated) << name;
  }
}

}  // namespace
}  // namespace impactbench::testing
