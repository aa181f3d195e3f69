// Statements of schemes/anitescu_tasora/anitescu_tasora.hpp, each held against the schemes that
// have Coulomb's law itself.
#include "problems/base/error.hpp"
#include "problems/contact/round_bodies.hpp"
#include "problems/model/disc_setup.hpp"
#include "reference/yardsticks/contact_laws.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/schemes/cone_cases.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

constexpr double g = 9.80665;

Session session_of(const Problem& problem, double h, const ParameterSet& settings = {}) {
  return {scheme_entry("anitescu_tasora"), settings, problem, h};
}

Problem slope(ParameterSet given) {
  return problem_entry("slope").make(given);
}

TEST(AnitescuTasora, TheGapOfWhatSlidesIsHTimesMuTimesItsSpeed) {
  // On a slope of tan a = 0.6 a body that is thrown sideways or down speeds up: the gap follows.
  const double mu = 0.5;
  for (const std::int64_t d : {2, 3}) {
    for (const double h : {0.1, 4e-3, 1e-3, 2.5e-4}) {  // 0.1 s: from beyond the first reach
      const ParameterSet given{
          {"dimension", d}, {"slope", 0.6}, {"friction", mu}, {"gap", 1.0 * h * mu}};
      const Problem p = slope(given);
      const auto ratio = [&](const char* scheme) {
        Session s(scheme_entry(scheme), {}, p, h);
        double least = 2.0, most = 0.0;
        s.run(std::llround(0.5 / h), [&](const State& state) {
          if (state.step * h < 0.2) return;  // the schemes that fall onto the plane have done so
          const double of = gap_of(p, state) / (h * mu * state.v.head(d).norm());
          least = std::min(least, of);
          most = larger(most, of);
        });
        EXPECT_EQ(s.unconverged(), 0);
        return std::pair(least, most);
      };
      const auto [least, most] = ratio("anitescu_tasora");
      EXPECT_NEAR(least, 1.0, 1e-3) << d << ' ' << h;
      EXPECT_NEAR(most, 1.0, 1e-3) << d << ' ' << h;
    }
  }
}

TEST(AnitescuTasora, SchemesWithCoulombsLawLeaveNoGap) {
  for (const char* scheme : {"nscd", "moreau_jean"}) {
    for (const std::int64_t d : {2, 3}) {
      const double h = 1e-3, mu = 0.5;
      const Problem p = slope({{"dimension", d}, {"slope", 0.6}, {"friction", mu}});
      Session s(scheme_entry(scheme), {}, p, h);
      s.run(500, [&](const State& state) {
        EXPECT_LT(std::abs(gap_of(p, state)), 1e-12 * h * mu * state.v[0]) << scheme;
      });
    }
  }
}

TEST(AnitescuTasora, WhatSlidesGoesDownAsCoulombHasIt) {
  // dv/dt = g (sin a - mu cos a): the gap grows by h mu dv a step, whose own dv/dt is h mu of that.
  const double a = std::atan(0.6), mu = 0.5, rate = g * (std::sin(a) - mu * std::cos(a));
  for (const double h : {1e-3, 1e-4}) {
    const Problem p = slope({{"slope", 0.6}, {"friction", mu}, {"gap", h * mu}});
    Session s = session_of(p, h);
    s.run(std::llround(0.5 / h));
    EXPECT_NEAR(s.state.v[0], 1.0 + 0.5 * rate, 2.0 * mu * mu * h * rate) << h;
  }
}

TEST(AnitescuTasora, TheStartOfASlideOnASurfaceCostsTheSameAtAnyStep) {
  // m dv_t = -mu p, m dv_n = p - m g cos(a) h with v_n = mu v_t: v_t (1 + mu^2) = v + h g (sin a -
  // mu cos a). Coulomb's law takes h mu g cos a alone.
  const double a = std::atan(0.3);
  for (const double mu : {0.2, 0.5, 1.0}) {
    for (const double h : {1e-2, 1e-4}) {
      const Problem p = slope({{"friction", mu}});
      Session s = session_of(p, h), coulomb(scheme_entry("nscd"), {}, p, h);
      s.run(1);
      coulomb.run(1);
      const double push = h * g * (std::sin(a) - mu * std::cos(a));
      EXPECT_NEAR(s.state.v[0], (1.0 + push) / (1.0 + mu * mu), 1e-12) << mu;
      EXPECT_NEAR(s.state.v[1], mu * s.state.v[0], 1e-12) << mu;
      EXPECT_NEAR(coulomb.state.v[0], 1.0 + push, 1e-12) << mu;
    }
  }
}

TEST(AnitescuTasora, WhatRestsDoesNotCreepAndWhatIsTooSteepDoesNotRest) {
  for (const std::int64_t d : {2, 3}) {
    for (const double steep : {0.3, 0.499, 0.501}) {
      const Problem p = slope({{"dimension", d}, {"slope", steep}, {"speed", 0.0}});
      Session s = session_of(p, 1e-3);
      s.run(10000);
      if (steep < 0.5) {
        EXPECT_LT((s.state.q - p.initial.q).norm(), 1e-12) << d << ' ' << steep;
      } else {
        EXPECT_GT(s.state.q[0], 0.1) << d << ' ' << steep;
      }
      EXPECT_EQ(s.unconverged(), 0);
    }
  }
}

TEST(AnitescuTasora, LosesTheEnergyThatItSays) {
  // E^{n+1} - E^n = -sum p_n D / h - |dv|_M^2 / 2, D of each contact at q^n.
  for (const int d : {2, 3}) {
    for (const bool rotates : {false, true}) {
      const double h = 2e-3;
      const Problem p = heap(d, rotates, 0.5);
      Session s = session_of(p, h);
      ContactImpulses recorded;
      s.scheme().record_impulses(&recorded);
      const Eigen::VectorXd& mass = p.system->mass();
      const auto energy = [&](const State& x) {
        return p.system->kinetic_energy(x.q, x.v) + p.system->external_potential(0.0, x.q);
      };
      LawContacts contacts(p, {.place = ContactPlace::start}, h);
      State before = s.state;
      const double start = energy(before);
      double worst = 0.0, rubbed = 0.0;
      s.run(250, [&](const State& after) {
        std::vector<LawContact> now;
        ASSERT_TRUE(contacts.look_at(before, after));
        contacts.recorded(recorded, now);
        const Eigen::VectorXd dv = after.v - before.v;
        double expected = -0.5 * dv.dot(mass.cwiseProduct(dv));
        for (const LawContact& c : now) {
          expected += c.pressure() * c.depth / h;
          rubbed += c.friction().norm();
        }
        worst = larger(worst, std::abs(energy(after) - energy(before) - expected));
        before = after;
      });
      EXPECT_GT(rubbed, 0.1) << d;
      EXPECT_LT(worst, 1e-7 * start) << d << ' ' << rotates;
      EXPECT_EQ(s.unconverged(), 0);
    }
  }
}

TEST(AnitescuTasora, KeepsTheLawsOfItsConesAndTheOthersDoNot) {
  const SchemeClaims claims = scheme_entry("anitescu_tasora").make({})->claims();
  for (const int d : {2, 3}) {
    for (const double tangential : {0.0, 0.5}) {
      const Problem p = heap(d, true, 0.4, tangential);
      auto ours = laws_of("anitescu_tasora", {}, p, 2e-3, 250);
      EXPECT_GT(ours["law_contacts"], 500.0);
      for (const char* law : {"law_pull", "law_distance", "law_normal", "law_cone", "law_slip",
                              "law_reaction", "law_lever", "law_momentum"})
        EXPECT_LT(ours[law], 1e-6) << d << ' ' << law;
      auto coulomb = laws_of("nscd", {}, p, 2e-3, 250, claims);
      EXPECT_GT(coulomb["law_normal"], 1e-3) << "Coulomb's law is another";
    }
  }
}

TEST(AnitescuTasora, SlidesAlikeInAnyDirection) {
  // Tangents are chosen from the normal alone: a slide along no axis goes as one along an axis.
  const double mu = 0.5, h = 1e-3;
  const auto end = [&](const Vec3& along) {
    RoundSetup setup({.dimension = 3, .rotates = true},
                     {.restitution = 0.0, .tangential_restitution = 0.0, .friction = mu});
    setup.gravity({0.0, 0.0, -9.81});
    setup.half_space(Vec3::Zero(), Vec3::UnitZ());
    setup.body(1.0, 0.1, 0.004, {0.0, 0.0, 0.1 + h * mu}, along, {0.0, 0.0, 1.0});
    const Problem p = std::move(setup).make("slide", {}, 1.0);
    Session s = session_of(p, h);
    s.run(100);
    return s.state;
  };
  const State one = end(Vec3::UnitX());
  for (const double angle : {0.3, 1.1, 2.7}) {
    const Vec3 along(std::cos(angle), std::sin(angle), 0.0);
    const State s = end(along);
    EXPECT_NEAR(s.v.head<3>().dot(along), one.v[0], 1e-9);
    EXPECT_NEAR(s.v.head<3>().cross(along).norm(), std::abs(one.v[2]), 1e-9);
    EXPECT_NEAR(s.q[2], one.q[2], 1e-11);
  }
  EXPECT_LT(one.v[0], 0.9) << "it has rubbed";
}

TEST(AnitescuTasora, WithoutFrictionItIsMaury) {
  int same = 0;
  for (const ProblemEntry& entry : problem_catalogue()) {
    ParameterSet given;
    for (const FieldInfo& field : entry.parameters.fields())
      if (field.name.starts_with("restitution") || field.name == "friction")
        given[field.name] = 0.0;
    const Problem p = entry.make(given);
    if (p.traits.friction) continue;  // its own
    const auto refusal = scheme_entry("anitescu_tasora").make({})->refuses(p.traits, 1e-3);
    const auto other = scheme_entry("maury").make({})->refuses(p.traits, 1e-3);
    EXPECT_EQ(refusal.has_value(), other.has_value()) << entry.name;
    if (refusal || p.traits.body_count > 50 || p.horizon < 1e-3) continue;
    Session ours = session_of(p, 1e-3);
    Session maury(scheme_entry("maury"), {}, p, 1e-3, "alm_newton", {{"tolerance", 1e-12}});
    const auto steps = std::min<std::int64_t>(100, std::llround(p.horizon / 1e-3));
    ours.run(steps);
    maury.run(steps);
    const double size = 1e-3 * static_cast<double>(steps) * (1.0 + maury.state.v.norm());
    EXPECT_LT((ours.state.q - maury.state.q).norm(), 1e-6 * size) << entry.name;
    EXPECT_EQ(ours.unconverged(), 0) << entry.name;
    ++same;
  }
  EXPECT_GT(same, 15);
}

/// Spheres of the materials 1, 2, ... beside each other on a floor of material 0, sliding alike.
Problem row_of(const std::vector<ContactLaw>& with_floor, const ContactLaw& other) {
  MaterialLaws laws(other, 1 + static_cast<int>(with_floor.size()));
  RoundSetup setup({.dimension = 2, .rotates = false}, {});
  std::vector<int> material;
  for (std::size_t i = 0; i < with_floor.size(); ++i) {
    material.push_back(static_cast<int>(i) + 1);
    laws.set(material.back(), 0, with_floor[i]);
    setup.body(1.0 + static_cast<double>(i), 0.1, 0.0, {static_cast<double>(i), 0.1, 0.0},
               {2.0, 0.0, 0.0});
  }
  setup.materials(laws, material);
  setup.half_space(Vec3::Zero(), Vec3::UnitY());
  setup.gravity({0.0, -g, 0.0});
  return std::move(setup).make("row", {}, 1.0);
}

TEST(AnitescuTasora, EachPairOfMaterialsHasItsOwnCone) {
  // The start of a slide, with rebound along the tangent e_t: y_t = u + e_t v, so that u (1 + mu^2)
  // = v (1 - mu^2 e_t) - h mu g.
  const double h = 1e-3;
  const std::vector<double> mu{0.1, 0.0, 0.7}, e_t{0.0, 0.0, 0.5};
  std::vector<ContactLaw> laws;
  for (std::size_t i = 0; i < mu.size(); ++i)
    laws.push_back({.restitution = 0.0, .tangential_restitution = e_t[i], .friction = mu[i]});
  const Problem p = row_of(laws, {.restitution = 0.0});
  ASSERT_TRUE(p.traits.laws_differ);
  ASSERT_FALSE(scheme_entry("anitescu_tasora").make({})->refuses(p.traits, h));
  Session s = session_of(p, h);
  s.run(1);
  for (std::size_t i = 0; i < mu.size(); ++i) {
    const double u = 2.0 * (1.0 - mu[i] * mu[i] * e_t[i]) - h * mu[i] * g;
    EXPECT_NEAR(s.state.v[2 * static_cast<Eigen::Index>(i)], u / (1.0 + mu[i] * mu[i]), 1e-12) << i;
  }
}

TEST(AnitescuTasora, AnyPairThatReboundsIsRefused) {
  // Traits hold only the least restitution, here 0: the instance checks what can meet.
  for (const double e : {0.0, 0.4}) {
    const Problem p =
        row_of({{.restitution = 0.0, .friction = 0.1}, {.restitution = e}}, {.restitution = 0.0});
    ASSERT_EQ(p.traits.restitution, 0.0);
    if (e == 0.0) {
      EXPECT_NO_THROW(session_of(p, 1e-3));
    } else {
      EXPECT_THROW(session_of(p, 1e-3), ConfigurationError);
    }
  }
}

TEST(AnitescuTasora, HoldsTheLawsAgainstAHeldBall) {
  RoundSetup setup({.dimension = 2, .rotates = true},
                   {.restitution = 0.0, .tangential_restitution = 0.0, .friction = 0.3});
  setup.body(1.0, 0.1, 0.005, {0.05, 0.3, 0.0}, {0.3, -1.0, 0.0}, {0.0, 0.0, 2.0});
  setup.ball({0.0, 0.0, 0.0}, 0.15);
  const Problem p = std::move(setup).make("held", {}, 0.4);
  auto laws = laws_of("anitescu_tasora", {}, p, 1e-3, 200);
  EXPECT_GT(laws["law_contacts"], 1.0);
  for (const char* law : {"law_normal", "law_slip", "law_momentum", "law_lever"})
    EXPECT_LT(laws[law], 1e-8) << law;
}

TEST(AnitescuTasora, RefusesReboundWithASentence) {
  const Problem p = problem_entry("rolling_ball").make({{"restitution", 0.5}, {"friction", 0.5}});
  const auto refusal = scheme_entry("anitescu_tasora").make({})->refuses(p.traits, 1e-3);
  ASSERT_TRUE(refusal);
  EXPECT_NE(refusal->find("restitution"), std::string::npos);
  EXPECT_FALSE(scheme_entry("anitescu_tasora").make({})->refuses(slope({}).traits, 1e-3));
}

}  // namespace
}  // namespace impactbench::testing
