// Exact solutions of sweeping processes, held against the inclusion itself: a motion that begins at
// the start, stays in the set, is the integral of its velocity, and whose v - F is a normal of the
// set, is the solution, since there is one. Nothing of the formulas is used here.
#include "problems/model/sweeping_system.hpp"
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

std::vector<ProblemEntry> sweeping_problems() {
  std::vector<ProblemEntry> out;
  for (const ProblemEntry& entry : problem_catalogue())
    if (entry.traits({}).bodies == BodyKind::sweeping) out.push_back(entry);
  return out;
}

std::optional<Truth> truth_of(const Problem& problem) {
  for (const ReferenceEntry& reference : reference_catalogue())
    if (auto found = reference.truth(problem, std::nullopt)) return found;
  return std::nullopt;
}

/// Other numbers than the defaults, as far as a problem has them.
std::vector<ParameterSet> settings_of(const ProblemEntry& entry) {
  std::vector<ParameterSet> out{{}};
  for (ParameterSet one :
       {ParameterSet{{"third", 0.05}, {"rate", 0.7}}, ParameterSet{{"y", -0.2}, {"speed", 1.7}},
        ParameterSet{{"sides", std::int64_t{5}}, {"first", -7.0}, {"orbit", 0.9}},
        // A square half as wide as the orbit: each face comes as the one before it lets go.
        ParameterSet{{"sides", std::int64_t{4}}},
        // Where normals are less than a right angle apart a face takes over from the one before.
        ParameterSet{{"sides", std::int64_t{12}}},
        ParameterSet{{"n", std::int64_t{9}}, {"share", 0.8}, {"half_width", 0.2}},
        ParameterSet{{"offset", 0.0}, {"y", 0.4}},
        ParameterSet{{"resistance", 4.0}, {"frequency", 2.3}}}) {
    std::erase_if(one, [&](const auto& setting) {
      const auto fields = entry.parameters.fields();
      return std::none_of(fields.begin(), fields.end(),
                          [&](const FieldInfo& f) { return f.name == setting.first; });
    });
    if (!one.empty()) out.push_back(one);
  }
  return out;
}

class SweepingTruth : public ::testing::TestWithParam<ProblemEntry> {};

/// |x - sum p g| of the nearest point of the cone of these columns.
double outside(const Eigen::VectorXd& x, const std::vector<Eigen::VectorXd>& columns) {
  Eigen::VectorXd rest = x;
  std::vector<double> p(columns.size(), 0.0);
  for (int sweep = 0; sweep < 500; ++sweep) {
    for (std::size_t a = 0; a < columns.size(); ++a) {
      const double next = std::max(0.0, p[a] + columns[a].dot(rest) / columns[a].squaredNorm());
      rest -= (next - p[a]) * columns[a];
      p[a] = next;
    }
  }
  return rest.norm();
}

TEST_P(SweepingTruth, SolvesTheInclusion) {
  for (const ParameterSet& given : settings_of(GetParam())) {
    SCOPED_TRACE(::testing::PrintToString(given));
    const Problem problem = GetParam().make(given);
    const auto truth = truth_of(problem);
    ASSERT_TRUE(truth && truth->at);
    const SweepingSystem& system = *sweeping_system(*problem.system);
    const double T = problem.horizon, length = system.length();
    Eigen::VectorXd q = problem.initial.q, v = q, force = q, g = q;
    ASSERT_TRUE(truth->at(0.0, q, v));
    EXPECT_LE((q - problem.initial.q).norm(), 1e-14);
    EXPECT_FALSE(truth->at(-1e-3 * T, q, v));
    EXPECT_FALSE(truth->at(1.001 * T, q, v)) << "extrapolates";
    double violated = 0.0, wrong = 0.0, fastest = 0.0;
    int acts = 0, rests = 0;
    constexpr int samples = 5000;
    for (int k = 0; k < samples; ++k) {
      const double t = T * (k + 0.5) / samples;
      ASSERT_TRUE(truth->at(t, q, v));
      ASSERT_TRUE(q.allFinite() && v.allFinite()) << t;
      system.external_force(t, q, v, force);
      std::vector<Eigen::VectorXd> active;
      for (Eigen::Index a = 0; a < system.constraints(); ++a) {
        system.constraint_gradient(a, {t, q}, q, g);
        const double f = system.constraint(a, {t, q}, q);
        violated = larger(violated, -f);
        if (f <= 1e-11 * length) active.push_back(g);
      }
      (active.empty() ? rests : acts) += 1;
      wrong = larger(wrong, outside(v - force, active));
      fastest = larger(fastest, v.norm());
    }
    EXPECT_LE(violated, 1e-12 * (1.0 + length));
    EXPECT_LE(wrong, 1e-9 * fastest);
    EXPECT_GT(acts, samples / 20) << "the set does not act";
    EXPECT_GT(rests, 0) << "the point is never free";
  }
}

TEST_P(SweepingTruth, IsTheIntegralOfItsVelocity) {
  // By Gauss's rule with three points between events, of which none may be missing: across one
  // that is not listed the rule is off by h |jump|.
  for (const ParameterSet& given : settings_of(GetParam())) {
    SCOPED_TRACE(::testing::PrintToString(given));
    const Problem problem = GetParam().make(given);
    const auto truth = truth_of(problem);
    ASSERT_TRUE(truth && truth->at);
    if (truth->sampling_order == 0.5) GTEST_SKIP() << "its velocity is not bounded";
    std::vector<double> ends = truth->event_times;
    ends.insert(ends.end(), truth->corners.begin(), truth->corners.end());
    const int parts = 2000;
    for (int k = 0; k <= parts; ++k)
      ends.push_back(problem.horizon * k / parts);
    std::sort(ends.begin(), ends.end());
    Eigen::VectorXd q = problem.initial.q, v = q, from = q, sum = q;
    double worst = 0.0;
    ASSERT_TRUE(truth->at(0.0, from, v));
    for (std::size_t k = 1; k < ends.size(); ++k) {
      const double h = ends[k] - ends[k - 1], middle = 0.5 * (ends[k] + ends[k - 1]);
      sum.setZero();
      for (const auto& [place, weight] : {std::pair(-std::sqrt(0.6), 5.0 / 18.0),
                                          {0.0, 4.0 / 9.0},
                                          {std::sqrt(0.6), 5.0 / 18.0}}) {
        ASSERT_TRUE(truth->at(middle + 0.5 * h * place, q, v));
        sum += h * weight * v;
      }
      ASSERT_TRUE(truth->at(ends[k], q, v));
      worst = larger(worst, (q - from - sum).norm());
      from = q;
    }
    EXPECT_LE(worst, 1e-11);
  }
}

TEST(SweptByPolygon, IsPushedFromTheStartByAFaceThatItTouches) {
  // On the lower side of a square whose centre rises by sin(wt) / 10: it rises as that until wt =
  // pi / 2, and rests, as no other side comes so near again.
  const Problem problem = problem_entry("moving_polygon")
                              .make({{"sides", std::int64_t{4}},
                                     {"first", 0.0},
                                     {"inradius", 0.3},
                                     {"orbit", 0.1},
                                     {"x", 0.0},
                                     {"y", -0.3}});
  const auto truth = truth_of(problem);
  ASSERT_TRUE(truth && truth->at);
  Eigen::VectorXd q(2), v(2);
  for (int k = 0; k <= 60; ++k) {
    const double t = 0.1 * k, turned = std::min(2.0 * t, 0.5 * std::numbers::pi);
    ASSERT_TRUE(truth->at(t, q, v));
    EXPECT_NEAR(q[0], 0.0, 1e-15) << t;
    EXPECT_NEAR(q[1], -0.3 + 0.1 * std::sin(turned), 1e-14) << t;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, SweepingTruth, ::testing::ValuesIn(sweeping_problems()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace impactbench::testing
