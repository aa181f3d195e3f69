#include "benchmarks/extension/plugin/load.hpp"
#include "problems/base/error.hpp"
#include "problems/contact/gap.hpp"
#include "problems/contact/geometry.hpp"
#include "problems/contact/pair_tree.hpp"
#include "problems/model/plane_grid_system.hpp"
#include "problems/model/polyhedral_system.hpp"
#include "problems/model/round_system.hpp"
#include "tests/schemes/mka3d/bodies.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

class EveryProblem : public ::testing::TestWithParam<ProblemEntry> {
 protected:
  static BodyKind bodies() { return GetParam().make({}).traits.bodies; }
  /// Whether it is made of discs; if not, the settings that all disc problems share are none of
  /// its.
  static bool has_discs() { return disc_system(*GetParam().make({}).system) != nullptr; }
  /// A problem of a plug-in need not have the settings that are there for nguyen2024's listing.
  static bool lacks_settings_of_the_thesis() {
    return plugin_of("problem", GetParam().name) != nullptr &&
           !GetParam().make({}).parameters.contains("inertia");
  }
  static bool has_law() {
    const ProblemTraits traits = GetParam().make({}).traits;
    return traits.bodies == BodyKind::round && traits.rotates;
  }
  /// All that other problems have as settings is in the file of this one.
  static bool in_a_file() { return GetParam().name == "scene"; }
  /// Whether there are bodies with a radius, rather than coordinates among constraints.
  static bool has_bodies(const Problem& p) { return !has_coordinates(*p.system); }
  static bool has_contacts() {
    return bodies() != BodyKind::polyhedra && bodies() != BodyKind::plane_grid;
  }
};

/// Largest overlap of a configuration, with obstacles too.
template <int Dim>
double deepest_overlap(const RoundBodies& bodies, const Eigen::VectorXd& q) {
  double deepest = -HUGE_VAL;
  const auto n = static_cast<int>(bodies.size());
  const auto r = [&](int i) { return bodies.radius[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < n; ++i) {
    const Vec<Dim> x = centre<Dim>(bodies, q, i);
    for (const Obstacle& obstacle : bodies.obstacles)
      deepest = larger(deepest, -obstacle_gap<Dim>(x, r(i), obstacle).distance);
    for (int j = i + 1; j < n; ++j) {
      deepest = larger(deepest, -pair_gap<Dim>(x, r(i), centre<Dim>(bodies, q, j), r(j)).distance);
    }
  }
  return deepest;
}

/// Traits of an elastic body, and that it has something to say.
void expect_elastic(const Problem& p) {
  EXPECT_FALSE(p.observables.empty());
  EXPECT_FALSE(p.traits.gravity);
  EXPECT_TRUE(p.traits.elastic);
  if (const auto* cells = polyhedral_system(*p.system)) {
    EXPECT_EQ(p.traits.bodies, BodyKind::polyhedra);
    EXPECT_EQ(p.traits.body_count, cells->cells());
    EXPECT_EQ(p.traits.driven, cells->driven());
    return;
  }
  const auto& grid = *plane_grid_system(*p.system);
  EXPECT_EQ(p.traits.bodies, BodyKind::plane_grid);
  EXPECT_EQ(p.traits.body_count, grid.cells());
  EXPECT_EQ(p.traits.driven, !grid.constant_force());
}

/// A handful of settings that change traits, as far as the problem has them; its defaults first.
std::vector<ParameterSet> variations(const ProblemEntry& entry) {
  std::vector<ParameterSet> out{{}};
  for (ParameterSet one :
       {ParameterSet{{"friction", 0.3}, {"restitution", 0.5}},
        ParameterSet{{"friction", 0.0}, {"gravity", 0.0}, {"spin", 0.0}},
        ParameterSet{{"n", std::int64_t{6}}, {"seed", std::int64_t{3}}},
        ParameterSet{{"radius_ratio", 0.4}, {"radius_law", std::string("uniform")}},
        ParameterSet{{"masses", std::string("random")}, {"sizes", std::string("random")}},
        ParameterSet{{"gluey", true}, {"viscosity", 0.25}},
        ParameterSet{{"count", std::int64_t{3}}, {"cells", std::int64_t{8}}},
        ParameterSet{{"depth", 0.0}, {"release", true}},
        ParameterSet{{"release", false}, {"load", 0.0}, {"force", 0.0}},
        ParameterSet{{"dimension", std::int64_t{3}}, {"spread", 0.4}},
        ParameterSet{{"horizon", 0.125}}}) {
    // Parameters of one problem may be unknown to another.
    std::erase_if(one, [&](const auto& setting) {
      try {
        (void)entry.parameters.resolve({setting}, "problem");
        return false;
      } catch (const ConfigurationError&) {
        return true;
      }
    });
    if (!one.empty()) out.push_back(one);
  }
  return out;
}

TEST_P(EveryProblem, OutlineIsThatOfTheProblemMade) {
  for (const ParameterSet& given : variations(GetParam())) {
    SCOPED_TRACE(::testing::PrintToString(given));
    const Problem made = GetParam().make(given);
    const ProblemOutline outline = GetParam().outline(given);
    EXPECT_EQ(outline.traits, made.traits);
    EXPECT_EQ(GetParam().traits(given), made.traits);
    EXPECT_EQ(outline.horizon, made.horizon);
    EXPECT_EQ(outline.dofs, made.initial.v.size());
  }
}

TEST_P(EveryProblem, IsMadeFromItsDefaults) {
  const ProblemEntry& entry = GetParam();
  const Problem p = entry.make({});
  EXPECT_EQ(p.name, entry.name);
  EXPECT_FALSE(entry.summary.empty());
  EXPECT_FALSE(entry.reference.empty());
  EXPECT_GT(p.horizon, 0.0);
  EXPECT_TRUE(p.initial.q.allFinite() && p.initial.v.allFinite());
  EXPECT_EQ(p.initial.q.size(), p.system->coordinates());
  EXPECT_EQ(p.initial.v.size(), p.system->dofs());
  EXPECT_TRUE((p.system->mass().array() > 0.0).all());
  EXPECT_EQ(p.parameters, entry.parameters.resolve({}, "problem")) << "defaults and struct differ";
  for (const Observable& observable : p.observables) {
    EXPECT_FALSE(observable.meaning.empty()) << observable.name;
    EXPECT_TRUE(std::isfinite(observable.value(p.initial.q))) << observable.name;
  }
  if (!has_contacts()) {
    expect_elastic(p);
    return;
  }
  const RoundBodies bodies = round_bodies(*p.system);
  if (!has_bodies(p)) {
    const bool sweeping = sweeping_system(*p.system) != nullptr;
    EXPECT_EQ(p.traits.bodies, sweeping ? BodyKind::sweeping : BodyKind::generalised);
    EXPECT_EQ(p.traits.first_order, sweeping);
    EXPECT_EQ(p.traits.dimension, p.system->dofs());
    return;
  }
  EXPECT_EQ(p.traits.body_count, static_cast<int>(bodies.size()));
  EXPECT_EQ(p.traits.dimension, bodies.dimension);
  EXPECT_TRUE(p.traits.first_order || !p.traits.driven || !p.system->constant_force());
  EXPECT_EQ(p.traits.gravity, bodies.gravity.norm() > 0.0);
  EXPECT_EQ(p.traits.restitution, bodies.law.restitution);
  EXPECT_EQ(p.traits.friction, bodies.law.friction > 0.0);
  const RoundSystem& round = *round_system(*p.system);
  EXPECT_EQ(p.traits.bodies, BodyKind::round);
  EXPECT_EQ(p.traits.rotates, !bodies.inertia.empty());
  std::vector<double> mass(bodies.mass.begin(), bodies.mass.end());
  std::sort(mass.begin(), mass.end());
  const double lightest = mass.size() == 1 ? mass[0] : mass[0] * mass[1] / (mass[0] + mass[1]);
  EXPECT_EQ(p.traits.smallest_reduced_mass, lightest);
  bool spins = false;
  for (Eigen::Index k = 0; k < p.initial.v.size(); ++k)
    spins = spins || (k % bodies.stride >= bodies.dimension && p.initial.v[k] != 0.0);
  EXPECT_EQ(p.traits.rotation, spins || (p.traits.rotates && p.traits.friction));
  EXPECT_EQ(p.traits.gluey, round.actions().gluey);
  EXPECT_EQ(p.traits.viscosity, round.actions().viscosity);
  EXPECT_EQ(p.traits.driven, round.actions().driven() || p.traits.first_order);
}

TEST_P(EveryProblem, MeanForceIsTheIntegralOfTheForce) {
  const Problem p = GetParam().make({});
  Eigen::VectorXd mean(p.system->dofs()), force = mean, sum = mean;
  const double t0 = 0.25 * p.horizon, t1 = 0.5 * p.horizon;
  p.system->mean_force(t0, t1, p.initial.q, p.initial.v, mean);
  sum.setZero();
  constexpr int parts = 4096;  // the switches of a force that has some lie between the samples
  for (int k = 0; k < 2 * parts; ++k) {  // Gauss's rule, two points a part
    const double place = k / 2 + 0.5 + (k % 2 == 0 ? -0.5 : 0.5) / std::sqrt(3.0);
    p.system->external_force(t0 + (t1 - t0) * place / parts, p.initial.q, p.initial.v, force);
    sum += force / (2.0 * parts);
  }
  EXPECT_LE((mean - sum).cwiseAbs().maxCoeff(), 1e-12 * (1.0 + mean.cwiseAbs().maxCoeff()));
}

TEST_P(EveryProblem, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW((void)GetParam().make({{"no_such_key", 1.0}}), ConfigurationError);
  for (const FieldInfo& field : GetParam().parameters.fields()) {
    if (field.type == "real") {
      EXPECT_THROW((void)GetParam().make({{field.name, std::nan("")}}), ConfigurationError)
          << field.name;
    }
  }
}

TEST_P(EveryProblem, ForceIsMinusTheGradientOfThePotential) {
  const Problem p = GetParam().make({});
  if (p.traits.driven) GTEST_SKIP() << "a force that varies in time has no potential";
  Eigen::VectorXd force(p.system->dofs());
  p.system->external_force(0.0, p.initial.q, p.initial.v, force);
  // The difference of two potentials of thousands of discs is rounded: a few ulp over 2e-3 m. One
  // that is not linear has a truncation error too: a difference of fourth order and a shorter step.
  const bool linear = p.system->constant_force();
  const double h = p.traits.bodies == BodyKind::polyhedra ? 1e-5 : linear ? 1e-3 : 1e-4;
  const double potential = p.system->external_potential(0.0, p.initial.q);
  const double rounding =
      1e-9 + 1e-12 * std::abs(potential) + (linear ? 0.0 : 1e-7 * force.cwiseAbs().maxCoeff());
  const bool cells = p.traits.bodies == BodyKind::polyhedra;
  const auto there = [&](Eigen::Index k, double amount) {
    if (cells) return moved(p.initial.q, static_cast<int>(k), amount);
    Eigen::VectorXd q = p.initial.q;
    q[k] += amount;
    return q;
  };
  for (Eigen::Index k = 0; k < std::min<Eigen::Index>(force.size(), 12); ++k) {
    const auto difference = [&](double step) {
      return (p.system->external_potential(0.0, there(k, step)) -
              p.system->external_potential(0.0, there(k, -step))) /
             (2.0 * step);
    };
    const double slope = linear ? difference(h) : (4.0 * difference(h) - difference(2.0 * h)) / 3.0;
    // A coordinate is rounded by 1e-16 of itself, which a stiffness makes a force of.
    const double bend = p.system->external_potential(0.0, there(k, h)) +
                        p.system->external_potential(0.0, there(k, -h)) - 2.0 * potential;
    const double stiff = cells ? 0.0 : 1e-15 * std::abs(bend / (h * h) * p.initial.q[k]);
    EXPECT_NEAR(force[k], -slope, rounding + stiff) << k;
  }
}

TEST_P(EveryProblem, IsMadeAgainFromItsOwnParameters) {
  const Problem first = GetParam().make({});
  const ParameterSet again = GetParam().parameters.resolve(first.parameters, "problem");
  EXPECT_EQ(again, first.parameters);
  const Problem second = GetParam().make(first.parameters);
  EXPECT_EQ(second.initial.q, first.initial.q);
  EXPECT_EQ(second.initial.v, first.initial.v);
  EXPECT_EQ(second.system->mass(), first.system->mass());
  EXPECT_EQ(second.horizon, first.horizon);
}

TEST_P(EveryProblem, RefusesMaterialsThatAreNone) {
  if (has_contacts()) GTEST_SKIP() << "rigid bodies";
  for (const auto& [name, bad] : std::initializer_list<std::pair<const char*, double>>{
           {"young", 0.0}, {"density", -1.0}, {"poisson", 0.5}, {"poisson", -1.0}}) {
    EXPECT_THROW((void)GetParam().make({{name, bad}}), ConfigurationError) << name;
  }
}

TEST_P(EveryProblem, RefusesMassesAndRadiiThatAreNotPositive) {
  if (in_a_file()) GTEST_SKIP() << "they are in a file, which has tests of its own";
  if (!has_contacts()) GTEST_SKIP() << "a material has a density";
  int tried = 0;
  for (const FieldInfo& field : GetParam().parameters.fields()) {
    if (!field.name.starts_with("mass") && !field.name.starts_with("radius")) continue;
    for (const double bad : {-1.0, 0.0, HUGE_VAL}) {
      EXPECT_THROW((void)GetParam().make({{field.name, bad}}), ConfigurationError) << field.name;
    }
    ++tried;
  }
  EXPECT_GE(tried, has_bodies(GetParam().make({})) ? 2 : 0);
}

TEST_P(EveryProblem, StartsInsideItsBoxWithoutOverlap) {
  if (!has_contacts()) GTEST_SKIP() << "cells of one body";
  const Problem p = GetParam().make({});
  const MechanicalSystem& system = *p.system;
  if (const auto* generalised = generalised_system(system)) {
    for (Eigen::Index a = 0; a < generalised->constraints(); ++a)
      EXPECT_GE(generalised->constraint(a, p.initial.q), -1e-12 * generalised->length()) << a;
    return;
  }
  if (const auto* sweeping = sweeping_system(system)) {
    for (Eigen::Index a = 0; a < sweeping->constraints(); ++a)
      EXPECT_GE(sweeping->constraint(a, {0.0, p.initial.q}, p.initial.q),
                -1e-12 * sweeping->length())
          << a;
    return;
  }
  const double deepest = with_dimension(p.traits.dimension, [&](auto dimension) {
    return deepest_overlap<dimension()>(round_bodies(system), p.initial.q);
  });
  if (p.traits.initial_penetration) {
    EXPECT_GT(deepest, 1e-6) << "declared as pressed, so it must be";
  } else {
    EXPECT_LE(deepest, 1e-12);
  }
  EXPECT_TRUE(std::isfinite(kinetic_energy(system, p.initial.v)));
  EXPECT_TRUE(std::isfinite(system.external_potential(0.0, p.initial.q)));
}

TEST_P(EveryProblem, TraitsAndLawFollowTheSettings) {
  if (in_a_file()) GTEST_SKIP() << "the law is in a file, which has tests of its own";
  if (!has_contacts()) GTEST_SKIP() << "no contact, no law of contact";
  if (bodies() == BodyKind::sweeping) GTEST_SKIP() << "no impact without inertia";
  const auto fields = GetParam().parameters.fields();
  if (std::none_of(fields.begin(), fields.end(),
                   [](const FieldInfo& field) { return field.name == "restitution"; }))
    GTEST_SKIP() << "each of its contacts has a restitution of its own";
  if (!has_law()) {
    EXPECT_EQ(GetParam().make({{"restitution", 0.5}}).traits.restitution, 0.5);
    return;
  }
  const Problem plain = GetParam().make({{"friction", 0.0}});
  EXPECT_FALSE(plain.traits.friction);
  const RoundBodies bodies = round_bodies(*plain.system);
  bool spins = false;
  for (Eigen::Index k = 0; k < plain.initial.v.size(); ++k)
    spins = spins || (k % bodies.stride >= bodies.dimension && plain.initial.v[k] != 0.0);
  EXPECT_EQ(plain.traits.rotation, spins) << "without friction nothing else makes one";
  EXPECT_EQ(Value{plain.traits.restitution}, plain.parameters.at("restitution"));
  const Problem rough =
      GetParam().make({{"friction", 0.3}, {"restitution", 0.5}, {"tangential_restitution", -0.25}});
  EXPECT_TRUE(rough.traits.friction);
  EXPECT_TRUE(rough.traits.rotation) << "friction makes spin";
  EXPECT_EQ(rough.traits.restitution, 0.5);
  EXPECT_EQ(round_bodies(*rough.system).law, (ContactLaw{0.5, -0.25, 0.3}));
}

TEST_P(EveryProblem, InertiaIsTheMassInTheThesisAndThatOfADiscInPhysics) {
  if (!has_discs()) GTEST_SKIP() << "of discs";
  if (lacks_settings_of_the_thesis()) GTEST_SKIP() << "the inertia is that of physics";
  const Problem thesis = GetParam().make({{"inertia", std::string("thesis")}});
  const Problem physical = GetParam().make({{"inertia", std::string("physical")}});
  const auto& discs = disc_system(*thesis.system)->bodies();
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(3 * i);
    const double m = discs.mass[i];
    EXPECT_EQ(Vec3(thesis.system->mass().segment<3>(k)), Vec3(m, m, m));
    const double j = 0.5 * m * discs.radius[i] * discs.radius[i];
    EXPECT_EQ(Vec3(physical.system->mass().segment<3>(k)), Vec3(m, m, j));
  }
  EXPECT_EQ(GetParam().make({}).system->mass(), physical.system->mass())
      << "what a listing has is asked for";
}

TEST_P(EveryProblem, ThesisPrecisionRoundsOnlyTheListingsSinglePrecisionLiterals) {
  if (!has_discs()) GTEST_SKIP() << "a setting of problems of discs";
  if (lacks_settings_of_the_thesis()) GTEST_SKIP() << "nothing of it is in the listing";
  const std::string listed = "thesis";
  const Problem plain = GetParam().make({{"inertia", listed}});
  const Problem thesis = GetParam().make({{"inertia", listed}, {"precision", listed}});
  Eigen::VectorXd q = plain.initial.q;
  std::vector<double> radius = disc_system(*plain.system)->bodies().radius;
  if (plain.name == "newton_cradle") {
    q[6] = static_cast<double>(1.4F);
    q[9] = static_cast<double>(1.8F);
  }
  if (plain.name == "rolling_ball") q[1] = radius[0] = static_cast<double>(0.20001F);
  if (plain.name == "bouncing_ball") radius[0] = static_cast<double>(0.2F);
  EXPECT_EQ(thesis.initial.q, q);
  EXPECT_EQ(thesis.initial.v, plain.initial.v);
  EXPECT_EQ(disc_system(*thesis.system)->bodies().radius, radius);
  EXPECT_EQ(thesis.system->mass(), plain.system->mass());
  EXPECT_EQ(thesis.horizon, plain.horizon);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryProblem,
                         ::testing::ValuesIn(problem_catalogue().begin(),
                                             problem_catalogue().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Problems, HaveTheEnergiesThatTheThesisPrints) {
  const auto energy = [](const char* name, const ParameterSet& given = {}) {
    const Problem p = problem_entry(name).make(given);
    return kinetic_energy(*p.system, p.initial.v);
  };
  EXPECT_DOUBLE_EQ(energy("newton_cradle"), 1.0);
  EXPECT_DOUBLE_EQ(energy("four_balls_to_point"), 4.0);
  const std::pair<const std::string, Value> listed{"inertia", std::string("thesis")};  // J = m
  EXPECT_DOUBLE_EQ(energy("four_balls_to_point", {{"spin", -1.0}, listed}), 4.5);
  EXPECT_DOUBLE_EQ(energy("four_balls_spin", {listed}), 4.5);
  EXPECT_DOUBLE_EQ(energy("box_81_fixed"), 40.5);
  EXPECT_DOUBLE_EQ(energy("moving_ball"), 0.08);
  EXPECT_DOUBLE_EQ(energy("two_balls_test1"), 1.0);
  EXPECT_DOUBLE_EQ(energy("two_balls_test2"), 0.5);
  EXPECT_DOUBLE_EQ(energy("two_balls_test3_case1"), 0.625);
  EXPECT_DOUBLE_EQ(energy("two_balls_test3_case2"), 0.5);
}

TEST(Problems, CanBeSetToTheOtherStartsOfTheThesis) {
  // Table 4.8: dropped from (0, 2) with r = 0.5; appendix box of the four balls.
  const Problem ball = problem_entry("bouncing_ball")
                           .make({{"x", 0.0}, {"y", 2.0}, {"radius", 0.5}, {"x_low", -2.0}});
  EXPECT_EQ(ball.initial.q[1], 2.0);
  EXPECT_NO_THROW((void)problem_entry("four_balls_to_point").make({{"margin", 1.0}}));
  EXPECT_NO_THROW((void)problem_entry("falling_ball").make({{"radius", 0.20001}}));
  // The cradle's third and fourth disc overlap by rounding in single precision; that is no mistake.
  const Problem cradle =
      problem_entry("newton_cradle").make({{"precision", std::string("thesis")}});
  EXPECT_FALSE(cradle.traits.initial_penetration);
}

}  // namespace
}  // namespace impactbench::testing
