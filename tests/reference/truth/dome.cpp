// A body on a dome: where it leaves, when, and what happens between the end of rolling and that.
#include "tests/reference/truth/truths.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <boost/math/special_functions/jacobi_elliptic.hpp>

#include <array>
#include <cmath>

namespace impactbench::testing {
namespace {

Truth dome(const ParameterSet& settings) {
  return reference("dome").truth(problem_entry("dome").make(settings), std::nullopt).value();
}

double angle_at(const Truth& truth, double t) {
  return truth.histories.at("from_top")(t);
}

TEST(Dome, IsLeftWhereEveryTextbookHasIt) {
  // G cos a = u with u = 2 G (cos a_0 - cos a) / (1 + kappa): cos a = 2 cos a_0 / (3 + kappa).
  const double start = std::cos(0.3);
  const Truth point = dome({{"rotates", false}, {"friction", 0.0}});
  ASSERT_EQ(point.corners.size(), 1U);
  EXPECT_NEAR(std::cos(angle_at(point, point.corners[0])), 2.0 / 3.0 * start, 1e-12);
  struct Case {
    std::int64_t dimension;
    const char* inertia;
    double share;
  };
  for (const Case& c : {Case{2, "physical", 4.0 / 7.0}, Case{3, "physical", 10.0 / 17.0},
                        Case{3, "hollow", 6.0 / 11.0}}) {
    // A finite friction lets it slip before: by O(1 / mu) of the angle.
    const Truth truth =
        dome({{"dimension", c.dimension}, {"inertia", std::string(c.inertia)}, {"friction", 1e4}});
    ASSERT_EQ(truth.corners.size(), 2U);
    EXPECT_NEAR(std::cos(angle_at(truth, truth.corners[1])), c.share * start, 1e-4) << c.inertia;
    const Truth rough = dome({{"dimension", c.dimension}, {"inertia", std::string(c.inertia)}});
    EXPECT_GT(std::cos(angle_at(rough, rough.corners[1])), c.share * start + 1e-3)
        << "who slips leaves earlier";
  }
}

TEST(Dome, IsRolledDownAsAPendulumFallsFromItsTop) {
  // cos(a / 2) = k cd(W t, k) with k = cos(a_0 / 2), W^2 = g / (L (1 + kappa)).
  const Truth truth = dome({});
  const double k = std::cos(0.15), rate = std::sqrt(9.81 / (1.1 * 1.5));
  for (const double share : {0.05, 0.3, 0.7, 0.95}) {
    const double t = share * truth.corners[0];
    const double half = std::acos(k * boost::math::jacobi_cd(k, rate * t));
    EXPECT_NEAR(angle_at(truth, t), 2.0 * half, 1e-11) << share;
    const Sample s(truth, t, 3);
    EXPECT_NEAR(std::hypot(s.v[0], s.v[1]), -0.1 * s.v[2], 1e-11) << "no slip";
  }
}

TEST(Dome, SlipsAsCoulombsLawInSmallStepsDoes) {
  // da'/dt = G sin a - f, dw/dt = f L / (kappa r); f = mu (G cos a - a'^2) once more would be
  // needed to roll: Runge and Kutta's method from the start.
  const Truth truth = dome({{"friction", 0.2}, {"dimension", std::int64_t{3}}});
  const double g = 9.81 / 1.1, kappa = 0.4, way = 11.0;
  using State = std::array<double, 3>;  // angle, its rate, spin
  const auto rhs = [&](const State& x, bool slips) {
    const double need = kappa / (1.0 + kappa) * g * std::sin(x[0]);
    const double most = 0.2 * (g * std::cos(x[0]) - x[1] * x[1]);
    const double f = slips ? most : need;
    return State{x[1], g * std::sin(x[0]) - f, f * way / kappa};
  };
  State x{0.3, 0.0, 0.0};
  double t = 0.0, slipped = 0.0;
  const double h = 1e-4;
  bool slips = false;
  while (g * std::cos(x[0]) > x[1] * x[1]) {
    const auto along = [&](const State& d, double s) {
      return State{x[0] + s * d[0], x[1] + s * d[1], x[2] + s * d[2]};
    };
    const State a = rhs(x, slips), b = rhs(along(a, 0.5 * h), slips),
                c = rhs(along(b, 0.5 * h), slips), d = rhs(along(c, h), slips);
    for (std::size_t k = 0; k < 3; ++k)
      x[k] += h / 6.0 * (a[k] + 2.0 * b[k] + 2.0 * c[k] + d[k]);
    t += h;
    const double need = kappa / (1.0 + kappa) * g * std::sin(x[0]);
    if (!slips && need > 0.2 * (g * std::cos(x[0]) - x[1] * x[1])) slips = true, slipped = t;
  }
  EXPECT_NEAR(truth.corners[0], slipped, 1.1 * h);
  EXPECT_NEAR(truth.corners[1], t, 1.1 * h);
  const Sample s(truth, t, 6);
  EXPECT_NEAR(angle_at(truth, t), x[0], 2e-8);
  EXPECT_NEAR(std::hypot(s.v[0], s.v[2]) / 1.1, x[1], 2e-7);
  EXPECT_NEAR(s.v[4], x[2], 1e-6);
  EXPECT_GT(x[1] * way - x[2], 0.1) << "it has slipped";
}

TEST(Dome, IsLeftOnAParabolaWithoutTorque) {
  const Truth truth = dome({});
  const double t = truth.corners[1];
  const Sample at(truth, t, 3), later(truth, t + 0.1, 3);
  EXPECT_NEAR(later.v[0], at.v[0], 1e-12);
  EXPECT_NEAR(later.v[1], at.v[1] - 0.981, 1e-12);
  EXPECT_NEAR(later.q[1], at.q[1] + 0.1 * at.v[1] - 0.5 * 9.81 * 0.01, 1e-12);
  EXPECT_NEAR(later.q[2], at.q[2] + 0.1 * at.v[2], 1e-12);
}

TEST(Dome, SaysNothingOfWhatSlipsFromTheStart) {
  const auto& entry = reference("dome");
  const auto knows = [&](const ParameterSet& p) {
    return entry.truth(problem_entry("dome").make(p), std::nullopt).has_value();
  };
  EXPECT_FALSE(knows({{"friction", 0.05}, {"angle", 0.5}}));
  EXPECT_FALSE(knows({{"rotates", false}})) << "a block that friction may hold";
  EXPECT_FALSE(knows({{"angle", 0.0}})) << "the top";
  EXPECT_FALSE(entry.truth(problem_entry("dome").make({}), Compliance{2.0, 1e6}));
}

}  // namespace
}  // namespace impactbench::testing
