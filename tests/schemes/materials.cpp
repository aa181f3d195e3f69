// Contacts whose laws differ by what touches, and bodies that are held.
#include "problems/model/round_setup.hpp"
#include "tests/schemes/scheme_cases.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace impactbench::testing {
namespace {

constexpr double r = 0.1, m = 1.0, g = 9.81;

/// Discs of the materials 1, 2, ... beside each other above a floor of material 0.
Problem row_of_discs(const std::vector<ContactLaw>& with_floor, double height, const Vec3& velocity,
                     double horizon) {
  MaterialLaws laws({}, 1 + static_cast<int>(with_floor.size()));
  RoundSetup setup({.dimension = 2, .rotates = true}, {});
  std::vector<int> material;
  for (std::size_t i = 0; i < with_floor.size(); ++i) {
    const auto own = static_cast<int>(i) + 1;
    laws.set(own, 0, with_floor[i]);
    material.push_back(own);
    setup.body(m, r, 0.5 * m * r * r, {10.0 * static_cast<double>(i), r + height, 0.0}, velocity);
  }
  setup.materials(laws, material);
  setup.half_space({0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
  if (height == 0.0) setup.gravity({0.0, -g, 0.0});
  return std::move(setup).make("row", {}, horizon);
}

class EverySchemeOfDiscs : public ::testing::TestWithParam<SchemeCase> {
 protected:
  /// Parameters with which springs are hard enough for what is asked here.
  [[nodiscard]] ParameterSet hard() const {
    // Obstacles of Hertz's contacts are as soft as bodies.
    return with(GetParam().parameters, *GetParam().entry,
                {{"R", 1e-6}, {"alpha", 2.0}, {"c_tau", 1e5}, {"young", 3e7}, {"wall_young", 3e7}});
  }
  [[nodiscard]] bool refused(const Problem& p, double h) const {
    const auto reason = GetParam().entry->make(hard())->refuses(p.traits, h);
    if (!reason) return false;
    // Only physics is a reason: another law than dry contacts with inertia, or one for all.
    for (const char* physics : {"one law for all", "no friction", "restitution", "first order",
                                "gluey", "liquid", "rebound", "dashpot"}) {
      if (reason->find(physics) != std::string::npos) return true;
    }
    ADD_FAILURE() << *reason;
    return true;
  }
};

// Newton's law, contact by contact: each disc leaves the floor with its own share of its speed.
TEST_P(EverySchemeOfDiscs, EachMaterialReboundsWithItsOwnRestitution) {
  const std::vector<double> e{0.3, 0.9, 0.6};
  std::vector<ContactLaw> laws;
  for (const double own : e)
    laws.push_back({.restitution = own});
  const double h = 1e-5;
  const Problem p = row_of_discs(laws, 0.0023, {0.0, -1.0, 0.0}, 0.02);
  ASSERT_TRUE(p.traits.laws_differ);
  EXPECT_EQ(p.traits.restitution, 0.3);
  if (refused(p, h)) GTEST_SKIP() << "refuses it";
  Session session(*GetParam().entry, hard(), p, h);
  session.run(2000);
  for (std::size_t i = 0; i < e.size(); ++i) {
    const double v = session.state.v[3 * static_cast<Eigen::Index>(i) + 1];
    // A contact of pi sqrt(R m) = 3 ms in steps of 10 us: O(h / duration).
    EXPECT_NEAR(v, e[i], 0.02) << i;
  }
}

// A disc that slides on a floor without rolling yet loses mu g of its speed, and spins up with
// mu m g r / J: 0.1 s of it.
TEST_P(EverySchemeOfDiscs, EachMaterialSlidesWithItsOwnFriction) {
  const std::vector<double> mu{0.1, 0.0, 0.3};
  std::vector<ContactLaw> laws;
  for (const double own : mu)
    laws.push_back({.restitution = 0.5, .tangential_restitution = 0.0, .friction = own});
  const double h = 1e-5;
  const Problem p = row_of_discs(laws, 0.0, {2.0, 0.0, 0.0}, 0.1);
  if (refused(p, h)) GTEST_SKIP() << "refuses it";
  Session session(*GetParam().entry, hard(), p, h);
  session.run(10000);
  for (std::size_t i = 0; i < mu.size(); ++i) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(i);
    const double lost = mu[i] * g * 0.1;
    EXPECT_NEAR(session.state.v[at], 2.0 - lost, 0.01 * lost + 1e-12) << i;
    EXPECT_NEAR(-session.state.v[at + 2] * r, 2.0 * lost, 0.02 * lost + 1e-12) << i;
  }
}

// A held body has infinite mass: a mass of 1e12 kg must give the same motion.
TEST_P(EverySchemeOfDiscs, AHeldBodyActsAsOneOfInfiniteMass) {
  const ContactLaw law{.restitution = 0.7, .tangential_restitution = 0.0, .friction = 0.2};
  const auto problem = [&](bool held, double friction) {
    ContactLaw own = law;
    own.friction = friction;
    RoundSetup setup({.dimension = 2, .rotates = true}, own);
    setup.body(m, r, 0.5 * m * r * r, {0.05, 0.3, 0.0}, {0.3, -1.0, 0.0}, {0.0, 0.0, 2.0});
    if (held) {
      setup.ball({0.0, 0.0, 0.0}, 0.15);
    } else {
      setup.body(1e12, 0.15, 1e12, {0.0, 0.0, 0.0}, Vec3::Zero());
    }
    return std::move(setup).make("held", {}, 0.1);
  };
  const double h = 2e-5;
  bool ran = false;
  for (const double friction : {0.0, 0.2}) {
    const Problem fixed = problem(true, friction), heavy = problem(false, friction);
    if (refused(fixed, h)) continue;
    ran = true;
    Session a(*GetParam().entry, hard(), fixed, h), b(*GetParam().entry, hard(), heavy, h);
    a.run(5000);
    b.run(5000);
    // It has turned back, and spins: it has hit.
    EXPECT_GT(a.state.v[1], 0.1);
    // Up to the levers of friction: of an obstacle all of the overlap, 1e-3 m of 0.1 m, lies in the
    // body, of a pair its half. (inc with normal = end has another normal of an obstacle: O(h).)
    const double far = friction > 0.0 ? 1e-2 : 1e-4;
    const Vec3 v = a.state.v - b.state.v.head(3), q = a.state.q - b.state.q.head(3);
    EXPECT_NEAR(std::hypot(v[0], v[1], r * v[2]), 0.0, far) << friction;
    EXPECT_NEAR(std::hypot(q[0], q[1], r * q[2]), 0.0, 0.1 * far) << friction;
  }
  if (!ran) GTEST_SKIP() << "refuses it";
}

INSTANTIATE_TEST_SUITE_P(Materials, EverySchemeOfDiscs, ::testing::ValuesIn(disc_cases()),
                         [](const auto& test) { return name_of(test.param); });

TEST(Materials, SchemesOfOneLawSaySo) {
  const Problem p =
      row_of_discs({{.restitution = 0.3}, {.restitution = 0.9}}, 0.1, {0.0, -1.0, 0.0}, 0.1);
  for (const char* scheme : {"schatzman_paoli", "maury"}) {
    const auto reason = scheme_entry(scheme).make({})->refuses(p.traits, 1e-4);
    ASSERT_TRUE(reason.has_value()) << scheme;
    EXPECT_NE(reason->find("one law for all contacts"), std::string::npos) << *reason;
  }
}

}  // namespace
}  // namespace impactbench::testing
