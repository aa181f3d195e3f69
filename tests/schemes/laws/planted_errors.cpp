// Every scheme obeys the laws of contact that it states, and an error planted in each law is
// noticed: the scheme steps a system whose friction, restitution or mass is slightly off, or
// records other impulses than it used, and is judged against the right one.
#include "reference/acceptance/acceptance.hpp"
#include "reference/acceptance/judges.hpp"
#include "reference/yardsticks/meter.hpp"
#include "tests/support/run.hpp"
#include "tests/support/run_to_judge.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

struct Case {
  std::string name;  ///< of the test
  const char* scheme;
  ParameterSet settings;
  const char* problem;
  ParameterSet given;
  double h;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.name;
}

struct Verdict {
  std::vector<std::string> checks, missed;
  [[nodiscard]] bool misses(const std::string& law) const {
    return std::find(missed.begin(), missed.end(), law) != missed.end();
  }
};

using Forge = std::function<void(ContactImpulses&)>;

/// The laws of the run of `c` on its problem with `planted` in place of some of its parameters.
Verdict verdict(const Case& c, const ParameterSet& planted = {}, const Forge& forge = {}) {
  const Problem problem = problem_entry(c.problem).make(c.given);
  ParameterSet wrong = c.given;
  for (const auto& [key, value] : planted)
    wrong[key] = value;
  const Problem stepped = problem_entry(c.problem).make(wrong);
  const SchemeEntry& entry = scheme_entry(c.scheme);
  const SchemeClaims claims = entry.make(c.settings)->claims();
  Session session(entry, c.settings, stepped, c.h);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  const auto steps = static_cast<std::int64_t>(problem.horizon / c.h + 0.5);
  Meter meter(problem, claims.contact, std::nullopt, c.h, steps, claims.step);
  State before = problem.initial;
  session.run(steps, [&](const State& after) {
    ContactImpulses shown = recorded;
    if (forge) forge(shown);
    meter.after_step(before, after, session.scheme().contact_problem(), session.scheme().impulses(),
                     &shown);
    before = after;
  });
  const auto quantities = meter.finish().quantities;
  const JudgedRun run = run_to_judge(problem, quantities,
                                     {.scheme = c.scheme,
                                      .scheme_parameters = c.settings,
                                      .h = c.h,
                                      .claimed_energy = claims.energy,
                                      .contact = claims.contact,
                                      .claimed_order = claims.order_contact,
                                      .step = claims.step});
  Verdict out;
  std::vector<Check> checks;
  judge_contact_laws(run, false, checks);
  for (const Check& check : checks) {
    out.checks.push_back(check.name);
    if (!check.passed) {
      out.missed.push_back(check.name);
      ::testing::Test::RecordProperty(check.name, std::to_string(check.value.value_or(-1.0)));
    }
  }
  return out;
}

std::string list(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names)
    out += name + " ";
  return out;
}

const ParameterSet soft{{"R", 1e-5}};
const ParameterSet thesis{{"R", 1e-5}, {"variant", std::string("thesis")}};

std::vector<Case> with_friction() {
  const ParameterSet rolls{{"friction", 0.5}, {"depth", 1e-4}, {"horizon", 0.05}};
  // Discs with this inertia, 12.5 times the physical one, slide all the time.
  const ParameterSet meets{
      {"friction", 0.25}, {"inertia", std::string("thesis")}, {"horizon", 0.15}};
  return {{"nscd", "nscd", {}, "rolling_ball", {{"friction", 0.5}, {"horizon", 0.05}}, 1e-3},
          {"nscd_four", "nscd", {}, "four_balls_spin", meets, 1e-3},
          {"moreau_jean_end", "moreau_jean", {{"theta", 1.0}}, "four_balls_spin", meets, 1e-3},
          {"moreau_jean_projects",
           "moreau_jean",
           {{"projection", std::string("combined")}},
           "rolling_ball",
           {{"friction", 0.5}, {"horizon", 0.05}},
           1e-3},
          {"nscd_space", "nscd", {}, "thrown_ball", {{"friction", 0.5}, {"horizon", 0.05}}, 1e-3},
          {"snc", "snc", soft, "rolling_ball", rolls, 1e-4},
          {"inc", "inc", soft, "rolling_ball", rolls, 1e-4},
          {"inc_four", "inc", soft, "four_balls_spin", meets, 1e-4},
          {"inc_thesis", "inc", thesis, "rolling_ball", rolls, 1e-4},
          {"dem", "dem", soft, "rolling_ball", rolls, 1e-4},
          {"dem_four", "dem", soft, "four_balls_spin", meets, 1e-4},
          {"md", "md", soft, "rolling_ball", rolls, 1e-4}};
}

std::vector<Case> with_restitution() {
  const ParameterSet drop{{"restitution", 0.5}, {"horizon", 0.6}};
  std::vector<Case> out;
  for (const char* scheme : {"nscd", "snc", "inc", "dem", "md"}) {
    const bool rigid = std::string(scheme) == "nscd";
    out.push_back({scheme, scheme, rigid ? ParameterSet{} : soft, "bouncing_ball", drop,
                   rigid ? 1e-3 : 1e-4});
  }
  out.push_back({"inc_thesis", "inc", thesis, "bouncing_ball", drop, 1e-4});
  for (const char* projection : {"none", "combined"}) {
    out.push_back({"moreau_jean_" + std::string(projection),
                   "moreau_jean",
                   {{"theta", 0.75}, {"projection", std::string(projection)}},
                   "bouncing_ball",
                   drop,
                   1e-3});
  }
  out.push_back(
      {"schatzman_paoli", "schatzman_paoli", {}, "bouncing_point", {{"restitution", 0.5}}, 1e-3});
  out.push_back({"schatzman_paoli_discs", "schatzman_paoli", {}, "bouncing_ball", drop, 1e-3});
  return out;
}

std::vector<Case> all() {
  std::vector<Case> out = with_friction();
  for (Case c : with_restitution()) {
    c.name += "_rebounds";
    out.push_back(c);
  }
  // If sizes are equal, levers and distances agree: a law that mixes them up shows here.
  const ParameterSet unequal{{"radius_1", 0.1}, {"radius_2", 0.3}, {"mass_2", 4.0}};
  for (const char* scheme : {"nscd", "snc", "inc", "dem", "md"}) {
    const bool rigid = std::string(scheme) == "nscd";
    out.push_back({std::string(scheme) + "_unequal", scheme, rigid ? ParameterSet{} : soft,
                   "two_balls_test1", unequal, rigid ? 1e-3 : 1e-4});
  }
  out.push_back({"inc_thesis_unequal", "inc", thesis, "two_balls_test1", unequal, 1e-4});
  const ParameterSet meet{{"target", std::string("disc")}, {"friction", 0.25}};
  for (const char* scheme : {"nscd", "snc", "inc", "dem", "md"}) {
    const bool rigid = std::string(scheme) == "nscd";
    out.push_back({std::string(scheme) + "_levers", scheme, rigid ? ParameterSet{} : soft,
                   "oblique_impact", meet, rigid ? 1e-3 : 2e-5});
  }
  const ParameterSet dead{{"restitution", 0.0}};
  out.push_back({"maury", "maury", {}, "newton_cradle", dead, 1e-2});
  out.push_back({"gluey", "gluey", {}, "gluey_particle", {}, 1e-2});
  out.push_back({"lubrication", "lubrication", {}, "gluey_particle", {{"viscosity", 1e-2}}, 1e-2});
  out.push_back({"catching_up", "catching_up", {}, "crowd_push", {}, 1e-2});
  return out;
}

class Laws : public ::testing::TestWithParam<Case> {};
class Friction : public ::testing::TestWithParam<Case> {};
class Restitution : public ::testing::TestWithParam<Case> {};

TEST_P(Laws, AreObeyed) {
  const Verdict v = verdict(GetParam());
  EXPECT_GE(v.checks.size(), 4u) << list(v.checks);
  EXPECT_TRUE(v.missed.empty()) << list(v.missed);
}

TEST_P(Laws, RecordWhatMovedTheBodies) {
  // One per cent too much of every impulse.
  const Verdict v = verdict(GetParam(), {}, [](ContactImpulses& recorded) {
    for (double& p : recorded.impulse)
      p *= 1.01;
  });
  EXPECT_TRUE(v.misses("law:momentum")) << list(v.missed);
}

TEST_P(Friction, LeftOut) {
  const Verdict v = verdict(GetParam(), {{"friction", 0.0}});
  EXPECT_TRUE(v.misses("law:slip")) << list(v.missed);
}

TEST_P(Friction, OnePerThousandOff) {
  const double mu = std::get<double>(GetParam().given.at("friction"));
  const Verdict strong = verdict(GetParam(), {{"friction", 1.001 * mu}});
  EXPECT_TRUE(strong.misses("law:cone")) << list(strong.missed);
  const Verdict weak = verdict(GetParam(), {{"friction", 0.999 * mu}});
  EXPECT_TRUE(weak.misses("law:slip")) << list(weak.missed);
}

TEST_P(Friction, WithTheSlip) {
  const Verdict v = verdict(GetParam(), {}, [](ContactImpulses& recorded) {
    for (std::size_t k = 0; k < recorded.impulse.size(); ++k) {
      if (k % static_cast<std::size_t>(recorded.rows) != 0)
        recorded.impulse[k] = -recorded.impulse[k];
    }
  });
  EXPECT_TRUE(v.misses("law:slip")) << list(v.missed);
}

TEST_P(Friction, WithTheLeverOfTheDiameter) {
  const Verdict v = verdict(GetParam(), {}, [](ContactImpulses& recorded) {
    const auto rows = static_cast<std::size_t>(recorded.rows),
               dofs = static_cast<std::size_t>(recorded.dofs);
    const std::size_t translations = dofs == 6 ? 3 : 2;
    for (std::size_t k = 0; k < recorded.jacobian_a.size(); ++k) {
      if (k % dofs >= translations && (k / dofs) % rows != 0) recorded.jacobian_a[k] *= 2.0;
    }
  });
  EXPECT_TRUE(v.misses("law:lever")) << list(v.missed);
}

TEST_P(Restitution, OnePerThousandOff) {
  for (const double factor : {0.999, 1.001}) {
    const double e = factor * std::get<double>(GetParam().given.at("restitution"));
    const Verdict v = verdict(GetParam(), {{"restitution", e}});
    EXPECT_TRUE(v.misses("law:normal")) << factor << ": " << list(v.missed);
  }
}

TEST_P(Restitution, LeftOut) {
  const Verdict v = verdict(GetParam(), {{"restitution", 1.0}});
  EXPECT_TRUE(v.misses("law:normal")) << list(v.missed);
}

const auto by_name = [](const auto& info) { return info.param.name; };

/// Two balls that meet above a floor that one of them touches, all of different materials.
std::string scene_of_materials(const std::string& between_balls, const std::string& with_floor) {
  return "dimension = 3\nhorizon = 0.03\nrestitution = 0.9\nfriction = 0.4\n"
         "gravity = [0.0, 0.0, -9.81]\n"
         "materials = [\"floor\", \"a\", \"b\"]\n"
         "[[law]]\nbetween = [\"a\", \"b\"]\n" +
         between_balls + "\n[[law]]\nbetween = [\"a\", \"floor\"]\n" + with_floor +
         "\n[[obstacle]]\nshape = \"half_space\"\npoint = [0.0, 0.0, 0.0]\n"
         "normal = [0.0, 0.0, 1.0]\n"
         "[[body]]\nmass = 1.0\nradius = 0.1\nposition = [0.0, 0.0, 0.1]\n"
         "velocity = [0.5, 0.2, 0.0]\nspin = [3.0, 6.0, 2.0]\nmaterial = \"a\"\n"
         "[[body]]\nmass = 0.6\nradius = 0.07\nposition = [0.12, 0.03, 0.22]\n"
         "velocity = [-0.5, 0.1, -0.8]\nspin = [-4.0, 9.0, 5.0]\nmaterial = \"b\"\n";
}

/// The checks missed by a run of the second scene that is judged against the first.
Verdict of_scenes(const char* scheme, const std::string& right, const std::string& stepped,
                  const Forge& forge = {}) {
  const Scratch scratch;
  const bool rigid = std::string(scheme) == "nscd" || std::string(scheme) == "moreau_jean";
  const Case c{"",
               scheme,
               rigid ? ParameterSet{} : soft,
               "scene",
               {{"file", scratch.write("right.toml", right)}},
               1e-4};
  return verdict(c, {{"file", scratch.write("stepped.toml", stepped)}}, forge);
}

TEST(Materials, EachContactIsHeldAgainstItsOwnLaw) {
  const auto scene = [](double e, double mu) {
    return scene_of_materials(
        "restitution = " + std::to_string(e) + "\nfriction = " + std::to_string(mu),
        "restitution = 0.5\nfriction = 0.2");
  };
  for (const char* scheme : {"nscd", "moreau_jean", "snc", "dem", "md"}) {
    const std::string right = scene(0.3, 0.15);
    const Verdict same = of_scenes(scheme, right, right);
    EXPECT_TRUE(same.missed.empty()) << scheme << ' ' << list(same.missed);
    EXPECT_GE(same.checks.size(), 4u);
    EXPECT_TRUE(of_scenes(scheme, right, scene(0.9, 0.15)).misses("law:normal")) << scheme;
    EXPECT_TRUE(of_scenes(scheme, right, scene(0.3, 0.4)).misses("law:slip")) << scheme;
  }
}

TEST(Materials, TorquesAgainstRollingAndTwistingAreFollowed) {
  const auto scene = [](double rolling, double twisting) {
    const std::string law = "rolling_friction = " + std::to_string(rolling) +
                            "\ntwisting_friction = " + std::to_string(twisting);
    return scene_of_materials(law, law);
  };
  for (const char* scheme : {"nscd", "moreau_jean"}) {
    const std::string right = scene(0.05, 0.0);
    const Verdict same = of_scenes(scheme, right, right);
    EXPECT_TRUE(same.missed.empty()) << scheme << ' ' << list(same.missed);
    EXPECT_TRUE(of_scenes(scheme, right, scene(0.051, 0.0)).misses("law:slip")) << scheme;
    EXPECT_TRUE(of_scenes(scheme, right, scene(0.0, 0.0)).misses("law:slip")) << scheme;
    const std::string twists = scene(0.0, 0.03);
    const Verdict twisted = of_scenes(scheme, twists, twists);
    EXPECT_TRUE(twisted.missed.empty()) << scheme << ' ' << list(twisted.missed);
    EXPECT_TRUE(of_scenes(scheme, twists, scene(0.0, 0.031)).misses("law:slip")) << scheme;
    EXPECT_TRUE(of_scenes(scheme, twists, right).misses("law:slip")) << scheme;
  }
  for (const char* scheme : {"dem", "md", "snc", "inc"}) {
    const std::string right = scene(0.05, 0.03);
    const Verdict same = of_scenes(scheme, right, right);
    EXPECT_TRUE(same.missed.empty()) << scheme << ' ' << list(same.missed);
    EXPECT_TRUE(of_scenes(scheme, right, scene(0.051, 0.03)).misses("law:slip")) << scheme;
    EXPECT_TRUE(of_scenes(scheme, right, scene(0.05, 0.031)).misses("law:slip")) << scheme;
    EXPECT_TRUE(of_scenes(scheme, right, scene(0.0, 0.0)).misses("law:slip")) << scheme;
    const Verdict forged = of_scenes(scheme, right, right, [](ContactImpulses& recorded) {
      for (double& torque : recorded.resistance)
        torque *= 1.01;
    });
    EXPECT_TRUE(forged.misses("law:momentum")) << scheme << ' ' << list(forged.missed);
  }
}

// A ball on a belt, and one that falls on a roller: friction is held against the slip on them.
TEST(Surfaces, SlipIsAgainstWhatMoves) {
  const auto scene = [](double belt, double spin) {
    return "dimension = 3\nhorizon = 0.03\nrestitution = 0.5\nfriction = 0.3\n"
           "tangential_restitution = 0.0\ngravity = [0.0, 0.0, -9.81]\n"
           "[[obstacle]]\nshape = \"half_space\"\npoint = [0.0, 0.0, 0.0]\n"
           "normal = [0.0, 0.0, 1.0]\nsurface_velocity = [" +
           std::to_string(belt) +
           ", 0.4, 0.0]\n[[obstacle]]\nshape = \"ball\"\ncentre = [1.0, 0.0, 0.5]\n"
           "radius = 0.2\nspin = [3.0, " +
           std::to_string(spin) +
           ", 1.0]\n[[body]]\nmass = 1.0\nradius = 0.1\nposition = [0.0, 0.0, 0.1]\n"
           "velocity = [0.5, 0.2, 0.0]\nspin = [3.0, 6.0, 2.0]\n"
           "[[body]]\nmass = 0.6\nradius = 0.07\nposition = [1.03, 0.02, 0.774]\n"
           "velocity = [-0.5, 0.1, -0.8]\nspin = [-4.0, 9.0, 5.0]\n";
  };
  for (const char* scheme : {"nscd", "moreau_jean", "snc", "inc", "dem", "md"}) {
    const std::string right = scene(1.5, 9.0);
    const Verdict same = of_scenes(scheme, right, right);
    EXPECT_TRUE(same.missed.empty()) << scheme << ' ' << list(same.missed);
    EXPECT_GE(same.checks.size(), 4u);
    EXPECT_TRUE(of_scenes(scheme, right, scene(-1.5, 9.0)).misses("law:slip")) << scheme;
    EXPECT_TRUE(of_scenes(scheme, right, scene(1.5, -90.0)).misses("law:slip")) << scheme;
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, Laws, ::testing::ValuesIn(all()), by_name);
INSTANTIATE_TEST_SUITE_P(Schemes, Friction, ::testing::ValuesIn(with_friction()), by_name);
INSTANTIATE_TEST_SUITE_P(Schemes, Restitution, ::testing::ValuesIn(with_restitution()), by_name);

}  // namespace
}  // namespace impactbench::testing
