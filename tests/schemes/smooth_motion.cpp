// The orders that schemes with impacts on velocities claim of smooth motion, and what an impact
// makes of them: two-sided, on every kind of body.
#include "problems/model/generalised_system.hpp"
#include "problems/model/wall.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/schemes/springs.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

struct Ordered {
  std::string scheme;
  ParameterSet settings;
  double order;
};

ParameterSet alpha(const char* family, ParameterSet rest = {}) {
  rest["family"] = std::string(family);
  return rest;
}

std::vector<Ordered> ordered() {
  return {{"moreau_jean", {}, 2.0},
          {"moreau_jean", {{"theta", 0.6}}, 1.0},
          {"moreau_jean", {{"theta", 1.0}}, 1.0},
          {"generalised_alpha", {{"rho", 0.0}}, 2.0},
          {"generalised_alpha", {{"rho", 0.5}}, 2.0},
          {"generalised_alpha", {{"rho", 1.0}}, 2.0},
          {"generalised_alpha", alpha("hht", {{"alpha_f", 0.3}}), 2.0},
          {"generalised_alpha", alpha("newmark"), 2.0},
          {"generalised_alpha", alpha("newmark", {{"gamma", 0.9}, {"beta", 0.5}}), 1.0},
          {"bathe", {}, 2.0},
          {"time_dg", {}, 2.0}};
}

std::string name_of(const Ordered& of) {
  std::string name = of.scheme;
  for (const auto& [key, value] : of.settings)
    name += ' ' + key + '=' + to_text(value);
  return name;
}

double slope(double coarse, double fine) {
  return std::log2(coarse / fine);
}

State end_of(const Ordered& with, const Problem& p, double T, int steps) {
  Session s(scheme_entry(with.scheme), with.settings, p, T / steps);
  s.run(steps);
  EXPECT_EQ(s.unconverged(), 0) << name_of(with);
  return s.state;
}

TEST(SmoothMotion, AnOrderIsWhatIsClaimed) {
  for (const Ordered& with : ordered()) {
    const SchemeClaims claims = scheme_entry(with.scheme).make(with.settings)->claims();
    EXPECT_EQ(claims.order_free, with.order) << name_of(with);
    EXPECT_EQ(claims.velocity.free, with.order) << name_of(with);
  }
}

TEST(SmoothMotion, OfSpringsHasItsOrder) {
  // q(1) = T (cos 1, cos 3), v(1) = -T (sin 1, 3 sin 3).
  const Problem p = springs(9.0, 1.0);
  const auto& modes = dynamic_cast<const Springs&>(*p.system).modes();
  const Eigen::VectorXd q = modes * Eigen::Vector2d(std::cos(1.0), std::cos(3.0));
  const Eigen::VectorXd v = -modes * Eigen::Vector2d(std::sin(1.0), 3.0 * std::sin(3.0));
  for (const Ordered& with : ordered()) {
    const State coarse = end_of(with, p, 1.0, 400), fine = end_of(with, p, 1.0, 800);
    EXPECT_NEAR(slope((coarse.q - q).norm(), (fine.q - q).norm()), with.order, 0.05)
        << name_of(with);
    EXPECT_NEAR(slope((coarse.v - v).norm(), (fine.v - v).norm()), with.order, 0.05)
        << name_of(with);
  }
}

TEST(SmoothMotion, InCoordinatesWhoseMassVariesHasItsOrder) {
  // A free point in polar coordinates (r, phi) goes along a straight line.
  const Problem p = problem_entry("polar_wall").make({});
  const Eigen::VectorXd q = p.initial.q, v = p.initial.v;
  const auto place = [](double r, double phi) {
    return Vec2(r * std::cos(phi), r * std::sin(phi));
  };
  const Vec2 x = place(q[0], q[1]);
  const Vec2 along = v[0] * place(1.0, q[1]) + q[0] * v[1] * place(1.0, q[1] + M_PI_2);
  const GeneralisedSystem& system = *generalised_system(*p.system);
  double T = 1.0;  // up to the wall, at the most
  const auto there = [&] {
    const Vec2 y = x + T * along;
    return Eigen::VectorXd(Vec2(y.norm(), std::atan2(y.y(), y.x())));
  };
  while (system.constraint(0, there()) < 0.1 || (x + T * along).norm() < 0.1)
    T *= 0.8;
  for (const Ordered& with : ordered()) {
    const auto error = [&](int steps) {
      const State s = end_of(with, p, T, steps);
      return (place(s.q[0], s.q[1]) - x - T * along).norm();
    };
    EXPECT_NEAR(slope(error(400), error(800)), with.order, 0.1) << name_of(with);
    EXPECT_GT(error(800), 1e-11) << "below rounding a slope says nothing";
  }
}

TEST(SmoothMotion, OfRoundBodiesUnderForcesThatVaryHasItsOrder) {
  // The liquid bridge between two spheres has no closed form at hand: the differences of halved
  // steps fall by 4, or by 2.
  const Problem p = problem_entry("capillary_pair").make({});
  const double T = 0.2 * p.horizon;
  for (const Ordered& with : ordered()) {
    const auto a = end_of(with, p, T, 500).q, b = end_of(with, p, T, 1000).q,
               c = end_of(with, p, T, 2000).q;
    EXPECT_NEAR(slope((a - b).norm(), (b - c).norm()), with.order, 0.1) << name_of(with);
  }
}

TEST(SmoothMotion, AcrossAnImpactIsKnownToWithinAStep) {
  // x'' = -x from (1/2, -1) meets the wall x = 0 at tan t = 1/2 with -sqrt(5)/2 and returns with
  // half of that, x = sqrt(5)/4 sin(t - t_1): the largest error over steps that cut the impact
  // anywhere falls like h.
  const Problem p = spring_at_wall(1.0, 0.0, 0.5, 0.5, -1.0);
  const double T = 1.0;
  const double exact = std::sqrt(5.0) / 4.0 * std::sin(T - std::atan(0.5));
  for (const Ordered& with : ordered()) {
    const auto error = [&](int steps) {
      double most = 0.0;
      for (int k = 0; k < 40; ++k)
        most = larger(most, std::abs(end_of(with, p, T, steps + k).q[0] - exact));
      return most;
    };
    EXPECT_NEAR(slope(error(400), error(1600)), 2.0, 0.3) << name_of(with);
  }
}

TEST(SmoothMotion, ASpringThatPressesAgainstAWallStaysThereAtAnyStep) {
  // h w = 0.1 and 100: the contact carries k times the rest length, exactly.
  for (const double stiffness : {1.0, 1e6}) {
    const Problem p = spring_at_wall(stiffness, -0.01, 0.0, 0.0, 0.0);
    for (const Ordered& with : ordered()) {
      Session s(scheme_entry(with.scheme), with.settings, p, 0.1);
      ContactImpulses recorded;
      s.scheme().record_impulses(&recorded);
      s.run(50, [&](const State& state) {
        const double fallen = 0.1 * 0.01 * stiffness;  // h a
        EXPECT_LT(std::abs(state.q[0]) + std::abs(state.v[0]), 1e-11 * fallen) << name_of(with);
        const double carried =
            std::accumulate(recorded.impulse.begin(), recorded.impulse.end(), 0.0);
        EXPECT_NEAR(carried, fallen, 1e-8 * stiffness) << name_of(with);
      });
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
