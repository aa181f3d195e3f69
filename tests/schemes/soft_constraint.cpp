// Statements of schemes/soft_constraint/soft_constraint.hpp: depth, creep, rebound, lift.
#include "problems/model/generalised_setup.hpp"
#include "problems/model/round_setup.hpp"
#include "reference/yardsticks/constraint_laws.hpp"
#include "reference/yardsticks/contact_laws.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/schemes/cone_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace impactbench::testing {
namespace {

constexpr double g = 9.80665;

Session session_of(const Problem& p, double h, const ParameterSet& settings = {}) {
  return {scheme_entry("soft_constraint"), settings, p, h};
}

Problem slope(const ParameterSet& given) {
  return problem_entry("slope").make(given);
}

/// Settings with one impedance at any depth.
ParameterSet even(double d, double T, double zeta, double ratio = 1.0) {
  return {{"impedance_least", d},
          {"impedance_most", d},
          {"time_constant", T},
          {"damping_ratio", zeta},
          {"ratio", ratio}};
}

TEST(SoftConstraint, RestsAsDeepAsTheImpedanceLeavesItWhateverTheMassAndTheStep) {
  for (const double m : {0.1, 5.0}) {
    const Problem p = slope({{"slope", 0.0}, {"speed", 0.0}, {"mass", m}});
    for (const double d : {0.5, 0.9}) {
      for (const double zeta : {0.5, 1.0}) {
        for (const double h : {5e-4, 4e-3}) {
          const double T = 0.02;
          Session s = session_of(p, h, even(d, T, zeta));
          s.run(std::llround(1.0 / h));
          EXPECT_NEAR(-gap_of(p, s.state) / ((1.0 - d) * g * T * T * zeta * zeta), 1.0, 1e-6)
              << m << ' ' << d << ' ' << zeta << ' ' << h;
        }
      }
    }
  }
}

TEST(SoftConstraint, TheImpedanceRisesWithTheDepth) {
  // (1 - d) g = d^2 k D with k = 1 / (d_1 T)^2 and d of the depth D where it rests.
  const Problem p = slope({{"slope", 0.0}, {"speed", 0.0}});
  const double least = 0.3, most = 0.9, T = 0.05, c = 0.3;
  for (const double power : {1.0, 3.0}) {
    for (const double width : {5e-3, 5e-2}) {
      Session s = session_of(p, 2e-3,
                             {{"impedance_least", least},
                              {"impedance_most", most},
                              {"width", width},
                              {"midpoint", c},
                              {"power", power},
                              {"time_constant", T}});
      s.run(2000);
      const double D = -gap_of(p, s.state), x = D / width;
      const double share = x >= 1.0 ? 1.0
                           : x < c
                               ? std::pow(x, power) / std::pow(c, power - 1.0)
                               : 1.0 - std::pow(1.0 - x, power) / std::pow(1.0 - c, power - 1.0);
      const double d = least + (most - least) * share;
      EXPECT_NEAR(d * d * D / (most * most * T * T) / ((1.0 - d) * g), 1.0, 1e-6)
          << power << ' ' << width << " at " << x;
    }
  }
}

TEST(SoftConstraint, CreepsOnASlopeWithTheTimeConstantOverTheRatio) {
  // R_t m g h sin a = h b u_t, R_t = (1 - d) / (d ratio m), b = 2 / (d T).
  const double a = std::atan(0.3), d = 0.9;
  for (const std::int64_t dimension : {2, 3}) {
    const Problem p = slope({{"dimension", dimension}, {"speed", 0.0}, {"mass", 2.0}});
    for (const double ratio : {1.0, 100.0}) {
      for (const double T : {0.01, 0.04}) {
        for (const double h : {5e-4, 4e-3}) {
          Session s = session_of(p, h, even(d, T, 1.0, ratio));
          s.run(std::llround(1.0 / h));
          const double creep = 0.5 * (1.0 - d) / ratio * T * g * std::sin(a);
          EXPECT_NEAR(s.state.v[0] / creep, 1.0, 1e-6) << dimension << ' ' << ratio << ' ' << h;
        }
      }
    }
  }
}

/// Speed of rebound of a ball that meets a floor with 1 m/s, without gravity.
double rebound(double zeta, double T, double h, double from) {
  RoundSetup setup({.dimension = 3, .rotates = true}, {.restitution = 0.0, .friction = 0.0});
  setup.half_space(Vec3::Zero(), Vec3::UnitZ());
  setup.body(3.0, 0.1, 0.012, {0.0, 0.0, 0.1 + from * h}, {0.0, 0.0, -1.0});
  const Problem p = std::move(setup).make("impact", {}, 10.0);
  Session s = session_of(p, h, even(0.9, T, zeta));
  s.run(std::llround(12.0 * T * std::max(1.0, zeta * zeta) / h));
  return s.state.v[2];
}

TEST(SoftConstraint, ReboundsAsItsSpringAndDashpotHaveIt) {
  const double T = 0.01;
  for (const double zeta : {0.1, 0.5, 1.0, 2.0}) {
    const double root = std::sqrt(std::abs(1.0 - zeta * zeta));
    const double expected = zeta == 1.0  ? std::exp(-2.0)
                            : zeta < 1.0 ? std::exp(-2.0 * zeta / root * std::acos(zeta))
                                         : std::exp(-2.0 * zeta / root * std::acosh(zeta));
    const auto off = [&](double share) {
      double most = 0.0;
      for (const double from : {0.15, 0.45, 0.85})
        most = std::max(
            most, std::abs(rebound(zeta, T, share * T * std::min(1.0, zeta), from) - expected));
      return most;
    };
    const double coarse = off(0.04), fine = off(0.004);
    EXPECT_LT(fine, 5e-3) << zeta;
    EXPECT_GT(coarse, 1e-4) << zeta;
    EXPECT_LT(fine, 0.2 * coarse) << zeta << ": it is of order h";
    EXPECT_LT(rebound(zeta, T, 0.5 * T * std::min(1.0, zeta), 0.9), 1.0) << zeta;
  }
}

TEST(SoftConstraint, WhatSlidesOnItsSurfaceIsThrownOff) {
  // p = m u_n with g = 0: u_n (1 + mu^2 + (1 - d) (1 + mu^2 / ratio) / d) = mu h b v.
  const double mu = 0.5, d = 0.8, T = 0.02, v = 2.0;
  for (const double h : {1e-3, 1e-2}) {
    for (const double ratio : {1.0, 10.0}) {
      RoundSetup setup({.dimension = 2, .rotates = false},
                       {.restitution = 0.0, .tangential_restitution = 0.0, .friction = mu});
      setup.half_space(Vec3::Zero(), Vec3::UnitY());
      setup.body(3.0, 0.1, 0.0, {0.0, 0.1, 0.0}, {v, 0.0, 0.0});
      const Problem p = std::move(setup).make("slide", {}, 1.0);
      Session s = session_of(p, h, even(d, T, 1.0, ratio));
      s.state.q[1] -= 1e-13;
      s.run(1);
      const double b = 2.0 / (d * T);
      const double yields = (1.0 - d) * (1.0 + mu * mu / ratio) / d;
      EXPECT_NEAR(s.state.v[1] / (mu * h * b * v / (1.0 + mu * mu + yields)), 1.0, 1e-6) << h;
      Session coulomb(scheme_entry("nscd"), {}, p, h);
      coulomb.run(1);
      EXPECT_LT(std::abs(coulomb.state.v[1]), 1e-12);
    }
  }
}

TEST(SoftConstraint, WhatSlidesSlowlyIsLiftedByItsSlip) {
  // k d D = (1 - d) g cos(a) / d - mu (b v - (1 - d) mu g cos(a) / (d ratio)) of what keeps its
  // speed, tan a = mu.
  const double mu = 0.3, a = std::atan(mu), d = 0.9, T = 0.05, ratio = 20.0;
  double before = HUGE_VAL;
  for (const double v : {0.02, 0.06}) {
    const double h = 1e-3;
    const Problem p = slope({{"slope", mu}, {"friction", mu}, {"speed", v}, {"horizon", 2.0}});
    Session s = session_of(p, h, even(d, T, 1.0, ratio));
    s.run(2000);
    const double k = 1.0 / (d * d * T * T), b = 2.0 / (d * T), u = s.state.v[0];
    const double weight = (1.0 - d) / d * g * std::cos(a);
    const double depth = (weight - mu * (b * u - mu * weight / ratio)) / (k * d);
    EXPECT_GT(u, 0.3 * v);
    EXPECT_NEAR(-gap_of(p, s.state) / depth, 1.0, 1e-3) << v;
    EXPECT_LT(depth, before);
    before = depth;
  }
}

TEST(SoftConstraint, KeepsTheLawsOfItsCones) {
  for (const int d : {1, 2, 3}) {
    const Problem p = heap(d, d > 1, d > 1 ? 0.4 : 0.0);
    auto laws = laws_of("soft_constraint", {}, p, 2e-3, 200);
    EXPECT_GT(laws["law_contacts"], 50.0);
    for (const char* law : {"law_pull", "law_distance", "law_normal", "law_cone", "law_slip",
                            "law_reaction", "law_lever", "law_momentum"})
      EXPECT_LT(laws[law], 1e-7) << d << ' ' << law;
    // Another spring is noticed.
    const ParameterSet other{{"time_constant", 0.0202}};
    auto wrong = laws_of("soft_constraint", {}, p, 2e-3, 200,
                         scheme_entry("soft_constraint").make(other)->claims());
    EXPECT_GT(wrong["law_normal"], 1e-4);
  }
}

TEST(SoftConstraint, ConstraintsHaveTheSameSpring) {
  const Problem p = problem_entry("double_pendulum").make({{"restitution", 0.0}});
  const double h = 1e-3;
  const auto laws_with = [&](const ParameterSet& claimed) {
    Session s = session_of(p, h);
    ContactImpulses recorded;
    s.scheme().record_impulses(&recorded);
    const SchemeClaims claims = scheme_entry("soft_constraint").make(claimed)->claims();
    ConstraintLaws laws(p, claims.step, h, claims.motion);
    State before = s.state;
    s.run(std::min<std::int64_t>(3000, std::llround(p.horizon / h)), [&](const State& after) {
      laws.after_step(before, after, static_cast<double>(after.step) * h, &recorded);
      before = after;
    });
    std::map<std::string, double> out;
    laws.finish(out);
    return out;
  };
  auto right = laws_with({}), wrong = laws_with({{"damping_ratio", 1.02}});
  EXPECT_GT(right["law_contacts"], 5.0);
  EXPECT_LT(right["law_normal"], 1e-8);
  EXPECT_LT(right["law_momentum"], 1e-8);
  EXPECT_GT(wrong["law_normal"], 1e-4);
}

TEST(SoftConstraint, HeapsNeverRiseAboveTheEnergyOfTheirStart) {
  for (const double zeta : {0.2, 1.0}) {
    const Problem p = heap(2, true, 0.5);
    Session s = session_of(p, 2e-3, {{"damping_ratio", zeta}});
    const auto energy = [&](const State& x) {
      return p.system->kinetic_energy(x.q, x.v) + p.system->external_potential(0.0, x.q);
    };
    const double start = energy(s.state);
    double most = 0.0;
    s.run(300, [&](const State& x) { most = std::max(most, energy(x)); });
    EXPECT_LE(most, start);
    EXPECT_LT(energy(s.state), 0.9 * start);
  }
}

TEST(SoftConstraint, SaysWhatItHasNoLawFor) {
  const auto refusal = [](const ParameterSet& settings, double restitution, double h) {
    const Problem p = problem_entry("rolling_ball").make({{"restitution", restitution}});
    return scheme_entry("soft_constraint").make(settings)->refuses(p.traits, h).value_or("");
  };
  EXPECT_NE(refusal({}, 0.5, 1e-3).find("restitution"), std::string::npos);
  EXPECT_EQ(refusal({}, 0.0, 1e-2), "");
  EXPECT_NE(refusal({}, 0.0, 1.01e-2).find("dt must be at most"), std::string::npos);
  EXPECT_NE(refusal({{"damping_ratio", 0.5}}, 0.0, 6e-3).find("dt must"), std::string::npos);
}

}  // namespace
}  // namespace impactbench::testing
