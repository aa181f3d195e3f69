// Hertz and Mindlin contacts of the truth for discs on springs, against a Runge-Kutta integration
// of one contact written for this test, and against schemes.
#include "problems/model/disc_setup.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace impactbench::testing {
namespace {

constexpr double r = 0.1, m = 2.0, inertia = 0.5 * m * r * r, e = 0.7;

/// A disc that meets the floor obliquely, in free fall without gravity.
Problem oblique(double friction, double along = 0.8) {
  DiscSetup setup(DiscCommon{.inertia = "physical", .restitution = e, .friction = friction});
  setup.box(-5.0, 5.0, 0.0, 5.0);
  setup.disc(m, r, {0.0, r + 0.01}, {along, -1.0}, 0.0);
  return std::move(setup).make("oblique", {}, 0.1);
}

ParameterSet material() {
  return {{"normal", std::string("hertz")}, {"young", 1e7}, {"tangential_damping", 0.1}};
}
Compliance law_of(const char* scheme) {
  return *scheme_entry(scheme).make(material())->claims().contact;
}

/// (D, w, xi) with D' , where it sticks: D'' = -F / m, w' = W_t f, xi' = w, from D = 0.
struct Contact {
  std::array<double, 4> y{};  // D, D', w, xi
  double k_n, k_t, eta_n, eta_t;

  [[nodiscard]] std::array<double, 4> rate(const std::array<double, 4>& at) const {
    const double depth = std::max(at[0], 0.0), root = std::sqrt(depth), fourth = std::sqrt(root);
    const double normal = k_n * depth * root + eta_n * fourth * at[1];
    const double friction = -(k_t * root * at[3] + eta_t * fourth * at[2]);
    return {at[1], -normal / m, (1.0 / m + r * r / inertia) * friction, at[2]};
  }
  /// From the time s_0^4 to s_1^4 after the first touch: in s the forces have no kink at D = 0.
  void step(double s_0, double s_1) {
    const double h = s_1 - s_0;
    const auto slope = [&](const std::array<double, 4>& at, double s) {
      auto out = rate(at);
      for (double& x : out)
        x *= 4.0 * s * s * s;
      return out;
    };
    const auto moved = [&](const std::array<double, 4>& k, double way) {
      auto out = y;
      for (std::size_t i = 0; i < 4; ++i)
        out[i] += way * k[i];
      return out;
    };
    const double middle = 0.5 * (s_0 + s_1);
    const auto a = slope(y, s_0), b = slope(moved(a, 0.5 * h), middle),
               c = slope(moved(b, 0.5 * h), middle), d = slope(moved(c, h), s_1);
    for (std::size_t i = 0; i < 4; ++i)
      y[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
  }
};

TEST(HertzDiscs, StickAsTheContactAloneDoes) {
  const Problem p = oblique(50.0);
  const Truth truth = reference("spring_discs").truth(p, law_of("dem")).value();
  const double modulus = 1e7 / (1.0 - 0.09), shear = 1e7 / 2.6 / 1.7;
  Contact contact;
  contact.y = {0.0, 1.0, 0.8, 0.0};
  contact.k_n = 4.0 / 3.0 * modulus * std::sqrt(r);
  contact.k_t = 8.0 * shear * std::sqrt(r);
  const double zeta = -std::log(e) / std::hypot(std::numbers::pi, std::log(e));
  contact.eta_n = zeta * std::sqrt(5.0 * contact.k_n * m);
  contact.eta_t = 2.0 * 0.1 * std::sqrt(contact.k_t / (1.0 / m + r * r / inertia));
  const int steps = 20000;
  const double all = std::pow(8e-3, 0.25);
  int compared = 0;
  for (int k = 1; k <= steps; ++k) {
    const double s = all * k / steps;
    contact.step(all * (k - 1) / steps, s);
    if (k % 1000 != 0 || contact.y[0] < 0.0) continue;
    const Sample at(truth, 0.01 + std::pow(s, 4.0), 3);
    EXPECT_NEAR(r - at.q[1], contact.y[0], 1e-11);
    EXPECT_NEAR(-at.v[1], contact.y[1], 1e-9);
    EXPECT_NEAR(at.v[0] + r * at.v[2], contact.y[2], 1e-9);
    ++compared;
  }
  EXPECT_GT(compared, 15);
}

TEST(HertzDiscs, SchemesConvergeToThemWhereTheySlideAndWhereTheyStick) {
  // Not where the first touch is about to slide and to stick at once: forces grow from D = 0 as
  // powers of a quarter, and a step decides by its first one.
  for (const auto& [friction, along] :
       {std::pair{0.1, 0.8}, {0.1, 1.4}, {0.5, 0.3}, {0.5, 0.8}, {50.0, 0.8}}) {
    const Problem p = oblique(friction, along);
    for (const char* scheme : {"dem", "md"}) {
      const Truth truth = reference("spring_discs").truth(p, law_of(scheme)).value();
      const Sample end(truth, p.horizon, 3);
      const auto error = [&](double h) {
        Session session(scheme_entry(scheme), material(), p, h);
        session.run(std::lround(p.horizon / h));
        return (session.state.v - end.v).norm();
      };
      // The larger of two: one may cross zero.
      const double coarse = std::max(error(1e-4), error(5e-5)),
                   fine = std::max(error(4e-6), error(2e-6));
      EXPECT_LT(fine, coarse / 8.0) << scheme << ' ' << friction << ": " << coarse << ' ' << fine;
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
