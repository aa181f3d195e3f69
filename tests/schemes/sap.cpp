// Statements of schemes/sap/sap.hpp: depth, creep, gap and energy, each held against other settings
// or anitescu_tasora, which differs.
#include "problems/contact/round_bodies.hpp"
#include "problems/model/generalised_setup.hpp"
#include "problems/model/round_setup.hpp"
#include "reference/yardsticks/constraint_laws.hpp"
#include "reference/yardsticks/contact_laws.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/schemes/cone_cases.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

namespace impactbench::testing {
namespace {

constexpr double g = 9.80665;

Problem slope(const ParameterSet& given) {
  return problem_entry("slope").make(given);
}

/// T + V + sum k D^2 / 2 of what overlaps, k = 1 / (R_n h (h + tau)) of each contact.
double energy_with_springs(const Problem& p, const State& s, double stiffness, double beta,
                           double h, double tau) {
  return with_dimension(round_bodies(*p.system).dimension, [&](auto dimension) {
    constexpr int d = dimension();
    const RoundBodies bodies = round_bodies(*p.system);
    double sum = p.system->kinetic_energy(s.q, s.v) + p.system->external_potential(0.0, s.q);
    const auto add = [&](double gap, double normal, double tangential) {
      if (gap >= 0.0) return;
      const double w = std::sqrt(normal * normal + (d - 1) * tangential * tangential) / d;
      const double R =
          std::max(beta * beta / (4.0 * M_PI * M_PI) * w, 1.0 / (stiffness * h * (h + tau)));
      sum += 0.5 * gap * gap / (R * h * (h + tau));
    };
    const auto n = bodies.size();
    for (std::size_t i = 0; i < n; ++i) {
      const auto turning = [&](std::size_t b) {
        return 1.0 / bodies.mass[b] + bodies.radius[b] * bodies.radius[b] / bodies.inertia[b];
      };
      const Vec<d> x = centre<d>(bodies, s.q, static_cast<int>(i));
      for (const Obstacle& o : bodies.obstacles)
        add(obstacle_gap<d>(x, bodies.radius[i], o).distance, 1.0 / bodies.mass[i], turning(i));
      for (std::size_t j = i + 1; j < n; ++j)
        add(pair_gap<d>(x, bodies.radius[i], centre<d>(bodies, s.q, static_cast<int>(j)),
                        bodies.radius[j])
                .distance,
            1.0 / bodies.mass[i] + 1.0 / bodies.mass[j], turning(i) + turning(j));
    }
    return sum;
  });
}

TEST(Sap, CreepsOnASlopeBySigmaGHSinAWhateverItsStiffness) {
  // m g h sin a = |p_t| = u_t / R_t, R_t = sigma / (m sqrt(d)).
  const double a = std::atan(0.3);
  for (const std::int64_t d : {2, 3}) {
    const Problem p = slope({{"dimension", d}, {"speed", 0.0}, {"mass", 2.0}});
    for (const double sigma : {1e-2, 1e-3}) {
      for (const double h : {1e-2, 1e-3}) {
        for (const double k : {1e5, 1e10}) {
          Session s(scheme_entry("sap"), {{"slip", sigma}, {"stiffness", k}}, p, h);
          s.run(std::llround(1.0 / h));
          const double creep = sigma * g * h * std::sin(a) / std::sqrt(static_cast<double>(d));
          EXPECT_NEAR(s.state.v[0] / creep, 1.0, 1e-3) << d << ' ' << sigma << ' ' << h << ' ' << k;
        }
      }
    }
    Session s(scheme_entry("anitescu_tasora"), {}, p, 1e-2);
    s.run(100);
    EXPECT_LT(std::abs(s.state.q[0]), 1e-12);
  }
}

TEST(Sap, RestsAsDeepAsItsSpringOrItsStepAllows) {
  // m g = k D; near rigid p_n = D / (R_n (h + tau)) = m g h with R_n = beta^2 w / (4 pi^2), w = 1 /
  // (m sqrt 2) in the plane.
  const double m = 2.0, h = 2e-3;
  const Problem p = slope({{"slope", 0.0}, {"speed", 0.0}, {"mass", m}});
  for (const double tau : {0.0, 1e-2}) {
    const auto depth = [&](double k, double beta) {
      Session s(scheme_entry("sap"), {{"stiffness", k}, {"relaxation", tau}, {"near_rigid", beta}},
                p, h);
      s.run(3000);
      return -gap_of(p, s.state);
    };
    EXPECT_NEAR(depth(1e4, 1.0) * 1e4 / (m * g), 1.0, 1e-6) << tau;
    for (const double beta : {0.5, 1.0}) {
      const double R = beta * beta / (4.0 * M_PI * M_PI * m * std::numbers::sqrt2);
      EXPECT_NEAR(depth(1e12, beta) / ((h + tau) * R * m * g * h), 1.0, 1e-6) << tau << beta;
    }
  }
}

TEST(Sap, TheGapOfWhatSlidesGrowsWithTheStepAndTheRelaxation) {
  // D = (h + tau) (mu s - R_n p_n), s = u_t - R_t mu p_n, p_n = m g h cos a, of a body that keeps
  // its speed: tan a = mu.
  const double mu = 0.4, a = std::atan(mu), m = 1.0;
  for (const double h : {4e-3, 1e-3}) {
    for (const double tau : {0.0, 5e-3}) {
      const double beta = 1.0, sigma = 1e-3, w = 1.0 / (m * std::numbers::sqrt2);
      const double p_n = m * g * h * std::cos(a), R_n = beta * beta * w / (4.0 * M_PI * M_PI);
      const Problem p =
          slope({{"slope", mu}, {"friction", mu}, {"gap", (h + tau) * mu}, {"horizon", 2.0}});
      Session s(scheme_entry("sap"), {{"stiffness", 1e12}, {"relaxation", tau}, {"slip", sigma}}, p,
                h);
      s.run(std::llround(2.0 / h));
      const double slip = s.state.v[0] - sigma * w * mu * p_n;
      EXPECT_NEAR(gap_of(p, s.state) / ((h + tau) * (mu * slip - R_n * p_n)), 1.0, 1e-3)
          << h << ' ' << tau;
      EXPECT_GT(s.state.v[0], 0.5);
    }
  }
}

TEST(Sap, WithoutFrictionItIsASpringAtTheEndOfTheStep) {
  // p = h k [-D' - tau u']_+ with D' and u' after the step.
  const double k = 1e4, tau = 1e-3, h = 1e-3;
  int pressed = 0;
  for (const char* name : {"bouncing_ball", "bouncing_point"}) {
    const Problem p = problem_entry(name).make({{"restitution", 0.0}});
    Session s(scheme_entry("sap"), {{"stiffness", k}, {"relaxation", tau}}, p, h);
    ContactImpulses recorded;
    s.scheme().record_impulses(&recorded);
    const GeneralisedSystem* system = generalised_system(*p.system);
    const auto across = p.initial.v.size() == 3 ? 1 : p.initial.v.size() - 1;
    s.run(std::min<std::int64_t>(2000, std::llround(p.horizon / h)), [&](const State& x) {
      const double gap = system != nullptr ? system->constraint(0, x.q)
                                           : x.q[1] - round_bodies(*p.system).radius[0];
      const double wanted = h * k * std::max(0.0, -gap - tau * x.v[across]);
      double p_n = 0.0;
      for (std::size_t c = 0; c < recorded.contacts(); ++c)
        if (system == nullptr || recorded.body_a[c] == 0)
          p_n += recorded.impulse[c * static_cast<std::size_t>(recorded.rows)];
      EXPECT_NEAR(p_n, wanted, 1e-9 * std::max(1.0, wanted)) << name;
      pressed += p_n > 0.0 ? 1 : 0;
    });
    EXPECT_GT(pressed, 3) << name;
  }
}

TEST(Sap, KeepsTheLawsOfItsCones) {
  for (const int d : {1, 2, 3}) {
    const Problem p = heap(d, d > 1, d > 1 ? 0.4 : 0.0);
    const ParameterSet settings{{"stiffness", 1e5}, {"relaxation", 1e-3}};
    auto laws = laws_of("sap", settings, p, 2e-3, 200);
    EXPECT_GT(laws["law_contacts"], 100.0);
    for (const char* law : {"law_pull", "law_distance", "law_normal", "law_cone", "law_slip",
                            "law_reaction", "law_lever", "law_momentum"})
      EXPECT_LT(laws[law], 1e-7) << d << ' ' << law;
    // Another stiffness is noticed.
    const ParameterSet stiffer{{"stiffness", 1.01e5}, {"relaxation", 1e-3}};
    auto wrong =
        laws_of("sap", settings, p, 2e-3, 200, scheme_entry("sap").make(stiffer)->claims());
    EXPECT_GT(wrong["law_normal"], 1e-4);
  }
}

TEST(Sap, EnergyWithItsSpringsNeverGrows) {
  // sum k D^2 / 2 of depths, k = 1 / (R_n h (h + tau)): of spring and near rigid contacts alike.
  struct Case {
    int dimension;
    double k, tau;
  };
  for (const Case& c : {Case{2, 1e4, 0.0}, Case{2, 1e9, 1e-2}, Case{3, 1e9, 0.0}}) {
    const double h = 4e-3;
    const Problem p = heap(c.dimension, true, 0.5);
    Session s(scheme_entry("sap"), {{"stiffness", c.k}, {"relaxation", c.tau}}, p, h);
    const double start = energy_with_springs(p, s.state, c.k, 1.0, h, c.tau);
    double before = start, most = 0.0;
    s.run(100, [&](const State& x) {
      const double now = energy_with_springs(p, x, c.k, 1.0, h, c.tau);
      most = larger(most, now - before);
      before = now;
    });
    EXPECT_LT(most, 1e-9 * start) << c.dimension << ' ' << c.k << ' ' << c.tau;
    EXPECT_LT(before, 0.9 * start) << "nothing was lost";
    EXPECT_EQ(s.unconverged(), 0);
  }
}

TEST(Sap, BecomesAnitescuTasoraAsNothingGivesWay) {
  const Problem p = heap(3, true, 0.5);
  Session hard(scheme_entry("anitescu_tasora"), {}, p, 2e-3);
  hard.run(60);
  const auto off = [&](double beta) {
    Session s(scheme_entry("sap"),
              {{"stiffness", 1e30}, {"near_rigid", beta}, {"slip", 1e-2 * beta * beta}}, p, 2e-3);
    s.run(60);
    return (s.state.q - hard.state.q).norm();
  };
  const double one = off(1e-1), two = off(1e-1 / std::sqrt(10.0));
  EXPECT_NEAR(one / two, 10.0, 1.0) << "R goes as beta^2";
  EXPECT_LT(two, 1e-4);
}

TEST(Sap, RefusesReboundWithASentence) {
  const Problem p = problem_entry("rolling_ball").make({{"restitution", 0.5}});
  const auto refusal = scheme_entry("sap").make({})->refuses(p.traits, 1e-3);
  ASSERT_TRUE(refusal);
  EXPECT_NE(refusal->find("restitution"), std::string::npos);
}

}  // namespace
}  // namespace impactbench::testing
