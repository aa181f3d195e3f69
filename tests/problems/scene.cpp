// Scenes: round bodies of a file.

#include "problems/files/scene.hpp"
#include "problems/base/error.hpp"
#include "problems/scene/scene.hpp"
#include "tests/problems/same_problem.hpp"
#include "tests/support/run.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <numbers>
#include <optional>
#include <random>
#include <set>

namespace impactbench::testing {
namespace {

/// The state after a few steps of the first scheme that takes the problem; none where none does.
std::optional<State> moved(const Problem& problem) {
  for (const char* name : {"nscd", "maury", "catching_up", "gluey", "inc"}) {
    const SchemeEntry& scheme = scheme_entry(name);
    const double h = problem.horizon / 200.0;
    if (scheme.make({})->refuses(problem.traits, h)) continue;
    Session session(scheme, {}, problem, h);
    for (int k = 0; k < (problem.traits.body_count > 200 ? 2 : 20); ++k)
      (void)session.step();
    return session.state;
  }
  return std::nullopt;
}

class EveryRoundProblem : public ::testing::TestWithParam<ProblemEntry> {};

TEST_P(EveryRoundProblem, IsTheSameAsASceneOfItsOwnAndMovesAsThat) {
  const Problem named = GetParam().make({});
  if (named.traits.bodies != BodyKind::round) GTEST_SKIP() << "not round";
  if (const auto refusal = no_scene(named)) {
    static const std::set<std::string> forced{"bead_chain",     "capillary_pair", "crowd_exit",
                                              "crowd_push",     "crowd_row",      "crowd_wedge",
                                              "evacuation",     "gluey_particle", "langevin_wall",
                                              "non_uniqueness", "slope"};
    EXPECT_TRUE(forced.contains(named.name)) << *refusal;
    EXPECT_NE(refusal->find(named.name), std::string::npos);
    EXPECT_NE(refusal->find("no word for a"), std::string::npos) << *refusal;
    EXPECT_THROW((void)scene_of(named), ConfigurationError);
    return;
  }
  const Scratch scratch;
  const Scene scene = scene_of(named);
  scratch.write("bodies.csv", bodies_text(scene));
  const ParameterSet alone{{"file", scratch.write("alone.toml", scene_text(scene))}},
      beside{{"file", scratch.write("beside.toml", scene_text(scene, "bodies.csv"))}};
  const std::optional<State> there = moved(named);
  ASSERT_TRUE(there) << "no scheme takes it";
  for (const ParameterSet& given : {alone, beside}) {
    const Problem again = problem_entry("scene").make(given);
    expect_same(again, named);
    const std::optional<State> here = moved(again);
    ASSERT_TRUE(here);
    EXPECT_TRUE(same_bits(here->q, there->q) && same_bits(here->v, there->v));
    EXPECT_FALSE(same_bits(here->q, again.initial.q) && same_bits(here->v, again.initial.v) &&
                 kinetic_energy(*again.system, here->v) > 0.0)
        << "nothing happened";
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryRoundProblem,
                         ::testing::ValuesIn(problem_catalogue().begin(),
                                             problem_catalogue().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Scene, NumbersReadBackBitForBit) {
  std::mt19937_64 random(1);
  const auto any = [&] {
    while (true) {
      const std::uint64_t bits = random();
      double x = 0.0;
      std::memcpy(&x, &bits, sizeof x);
      if (std::isfinite(x)) return x;
    }
  };
  Scene scene{.space = {3, true}, .start = {Eigen::VectorXd(600), Eigen::VectorXd(600)}};
  for (int k = 0; k < 600; ++k)
    scene.start.q[k] = any(), scene.start.v[k] = any();
  scene.start.v.head<9>() << -0.0, 0.0, 5e-324, 1e22, 123456789.0, -1.0, 1e300, 0.1, -0.0;
  // A velocity of which nothing else would have to be written.
  scene.start.v.segment<6>(12) << -0.0, -0.0, -0.0, 0.0, 0.0, 0.0;
  for (int i = 0; i < 100; ++i) {
    for (auto* list : {&scene.bodies.mass, &scene.bodies.radius, &scene.bodies.inertia})
      list->push_back(std::abs(any()));
  }
  const Scratch scratch;
  scratch.write("b.csv", bodies_text(scene));
  for (const std::string& text : {scene_text(scene), scene_text(scene, "b.csv")}) {
    const Scene read = parse_scene(text, "text", scratch.path());
    EXPECT_TRUE(same_bits(read.start.q, scene.start.q));
    EXPECT_TRUE(same_bits(read.start.v, scene.start.v));
    EXPECT_TRUE(same_bits(read.bodies.mass, scene.bodies.mass));
    EXPECT_TRUE(same_bits(read.bodies.radius, scene.bodies.radius));
    EXPECT_TRUE(same_bits(read.bodies.inertia, scene.bodies.inertia));
  }
}

TEST(Scene, DensityAndSolidInertiaFollowTheDimension) {
  const auto made = [](int dimension) {
    const std::string d = std::to_string(dimension);
    const char* places[] = {"[0.0]", "[0.0, 0.0]", "[0.0, 0.0, 0.0]"};
    return parse_scene("dimension = " + d +
                           "\nhorizon = 1\n[[body]]\ndensity = 3\nradius = 0.5\nposition = " +
                           places[dimension - 1],
                       "text");
  };
  constexpr double pi = std::numbers::pi;
  EXPECT_DOUBLE_EQ(made(1).bodies.mass[0], 3.0);  // of a rod, 2 r long
  EXPECT_FALSE(made(1).space.rotates);
  EXPECT_DOUBLE_EQ(made(2).bodies.mass[0], 3.0 * pi * 0.25);
  EXPECT_DOUBLE_EQ(made(2).bodies.inertia[0], 0.5 * 3.0 * pi * 0.25 * 0.25);
  EXPECT_DOUBLE_EQ(made(3).bodies.mass[0], 3.0 * 4.0 / 3.0 * pi * 0.125);
  EXPECT_DOUBLE_EQ(made(3).bodies.inertia[0], 0.4 * 3.0 * 4.0 / 3.0 * pi * 0.125 * 0.25);
}

TEST(Scene, ColumnsStandInAnyOrderAndNormalsHaveAnyLength) {
  const Scratch scratch;
  scratch.write("b.csv", "y,radius,spin,x,vx,mass\n1,0.25,3,2,-1,4\r\n5,0.25,0,2,0,4\n");
  const Problem p = problem_entry("scene").make(
      {{"file", scratch.write("s.toml",
                              "dimension = 2\nhorizon = 1\nbodies = \"b.csv\"\n[[obstacle]]\nshape "
                              "= \"half_space\"\npoint = [0, 0]\nnormal = [0, 8]\n")}});
  EXPECT_EQ(p.initial.q, (Eigen::VectorXd(6) << 2, 1, 0, 2, 5, 0).finished());
  EXPECT_EQ(p.initial.v, (Eigen::VectorXd(6) << -1, 0, 3, 0, 0, 0).finished());
  EXPECT_EQ(round_system(*p.system)->obstacles()[0].b, Vec3(0.0, 1.0, 0.0));
  EXPECT_TRUE(p.traits.rotation);
}

/// A text in the place of a line of the example, and what is said of it.
struct Wrong {
  const char *name, *line, *instead, *words;
};
std::ostream& operator<<(std::ostream& out, const Wrong& wrong) {
  return out << wrong.name;
}

class WrongScene : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongScene, IsRefusedWithItsPlace) {
  std::string text(scene::example());
  const std::size_t at = text.find(GetParam().line);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, std::strlen(GetParam().line), GetParam().instead);
  const Scratch scratch;
  const std::string path = scratch.write("s.toml", text);
  try {
    (void)problem_entry("scene").make({{"file", path}});
    ADD_FAILURE() << "was taken";
  } catch (const ConfigurationError& e) {
    const std::string said = e.what();
    EXPECT_EQ(said.find(path), 0U) << said;
    EXPECT_NE(said.find(GetParam().words), std::string::npos) << said;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, WrongScene,
    ::testing::Values(
        Wrong{"NoToml", "dimension = 3", "dimension = ", ":1:"},
        Wrong{"NoDimension", "dimension = 3", "", "needs the key 'dimension'"},
        Wrong{"DimensionFour", "dimension = 3", "dimension = 4", ":1:13: dimension = 4"},
        Wrong{"DimensionText", "dimension = 3", "dimension = \"2\"", ":1:13: 'dimension' must be"},
        Wrong{"DimensionHalf", "dimension = 3", "dimension = 2.5", ":1:13: 'dimension' must be 1"},
        Wrong{"HorizonZero", "horizon = 1.0", "horizon = 0", ":2:11: horizon = 0 s is not allowed"},
        Wrong{"HorizonNan", "horizon = 1.0", "horizon = nan", ":2:11: horizon = nan"},
        Wrong{"GravityNumber", "gravity = [0.0, 0.0, -9.81]", "gravity = 9.81",
              "a list of 3 numbers"},
        Wrong{"GravityTwo", "gravity = [0.0, 0.0, -9.81]", "gravity = [0, 1]", ":3:11: 'gravity'"},
        Wrong{"GravityText", "gravity = [0.0, 0.0, -9.81]", "gravity = [0, 0, \"1\"]",
              ":3:18: 'gravity'"},
        Wrong{"GravityInfinite", "gravity = [0.0, 0.0, -9.81]", "gravity = [0, 0, inf]",
              ":3:18: gravity = inf m/s2 is not allowed; it must be finite"},
        Wrong{"RestitutionTwo", "restitution = 0.0", "restitution = 2", "in [0, 1]"},
        Wrong{"FrictionNegative", "friction = 0.3", "friction = -1", ":6:12: friction = -1"},
        Wrong{"UnknownKey", "friction = 0.3", "fricton = 0.3", "did you mean 'friction'?"},
        Wrong{"NothingRotates", "friction = 0.3", "friction = 0.3\nrotates = false",
              "friction needs bodies that rotate"},
        Wrong{"RotatesNumber", "friction = 0.3", "rotates = 1", "must be true or false"},
        Wrong{"ViscosityAlone", "friction = 0.3", "viscosity = 1", "needs gluey = true"},
        Wrong{"NoSuchFile", "friction = 0.3", "bodies = \"none.csv\"", "either [[body]] or"},
        Wrong{"BodyTable", "[[body]]", "[bodies]", "either [[body]] or 'bodies'"},
        Wrong{"RollingAlone", "friction = 0.3", "rolling_friction = 0.1",
              ":6:20: 'rolling_friction' needs friction"},
        Wrong{"RollingNegative", "friction = 0.3", "friction = 0.3\nrolling_friction = -1",
              "rolling_friction = -1 is not allowed"},
        Wrong{"MaterialUnknown", "mass = 4.0", "material = \"ice\"\nmass = 4.0",
              "there is no material 'ice'; the scene has no 'materials'"},
        Wrong{"MaterialsText", "friction = 0.3", "materials = \"ice\"", "a list of texts"},
        Wrong{"MaterialsNone", "friction = 0.3", "materials = []", "must name one"},
        Wrong{"MaterialsTwice", "friction = 0.3", "materials = [\"a\", \"a\"]", "'a' twice"},
        Wrong{"LawOfOne", "[[obstacle]]", "[[law]]\nbetween = [\"a\"]\n[[obstacle]]",
              "must name two"},
        Wrong{"LawOfNobody", "[[obstacle]]", "[[law]]\nbetween = [\"a\", \"b\"]\n[[obstacle]]",
              "there is no material 'a'"},
        Wrong{"LawKey", "[[obstacle]]", "[[law]]\nbetwen = []\n[[obstacle]]", "did you mean"},
        Wrong{"HeldMoves", "spin = [0.0, 5.0, 1.0]", "hold = true", "must not move"},
        Wrong{"BeltIntoTheFloor", "normal = [0.0, 0.0, 1.0]",
              "normal = [0, 0, 1]\nsurface_velocity = [1, 0, 1]", "must be along the face"},
        Wrong{"ShakeWithoutFrequency", "friction = 0.3", "shake = [0, 0, 0.1]",
              ":6:9: 'shake' needs 'shake_frequency'"},
        Wrong{"FrequencyAlone", "friction = 0.3", "shake_frequency = 3.0", "needs a 'shake'"},
        Wrong{"FrequencyZero", "friction = 0.3", "shake = [0, 0, 0.1]\nshake_frequency = 0",
              "shake_frequency = 0 Hz is not allowed"},
        Wrong{"BoxSpins", "shape = \"box\"", "shape = \"box\"\nspin = [0, 0, 1]",
              "a box has no 'spin'"},
        Wrong{"BallWithoutRadius", "shape = \"box\"", "shape = \"ball\"\ncentre = [0, 0, 0]",
              "a ball has no 'low'"},
        Wrong{"ObstacleShape", "shape = \"box\"", "shape = \"cone\"", "not 'cone'"},
        Wrong{"ObstacleKeys", "shape = \"box\"", "shape = \"half_space\"", "has no 'low'"},
        Wrong{"BoxUpsideDown", "high = [2.0, 1.0, 0.2]", "high = [2.0, 1.0, -0.6]",
              "'high' must be above"},
        Wrong{"NormalZero", "normal = [0.0, 0.0, 1.0]", "normal = [0, 0, 0]", "must not be zero"},
        Wrong{"MassAndDensity", "density = 1000.0", "density = 1000.0\nmass = 1", "it has both"},
        Wrong{"NoMass", "density = 1000.0", "", "either 'mass' or 'density'"},
        Wrong{"MassZero", "mass = 4.0", "mass = 0", ":26:8: mass = 0 kg is not allowed"},
        Wrong{"RadiusNegative", "radius = 0.1", "radius = -0.1", "radius = -0.1 m is not allowed"},
        Wrong{"RadiusTable", "radius = 0.1", "radius = {}", "'radius' must be a number"},
        Wrong{"MassOverflow", "mass = 4.0                  # kg\nradius = 0.1",
              "density = 1e308\nradius = 1e30", "mass = inf kg is not allowed"},
        Wrong{"Inertia", "inertia = 0.02", "inertia = \"hollow\"", "a number or \"solid\""},
        Wrong{"SpinVector", "spin = [0.0, 5.0, 1.0]", "spin = 1",
              "'spin' must be a list of 3 numbers"},
        Wrong{"NoPosition", "position = [0.0, 0.0, 0.4]", "", "needs the key 'position' (centre)"},
        Wrong{"Overlap", "position = [0.5, 0.0, 0.1]", "position = [0.05, 0.0, 0.4]", "overlap by"},
        Wrong{"SameCentre", "position = [0.5, 0.0, 0.1]", "position = [0.0, 0.0, 0.4]",
              "their centre"},
        Wrong{"InTheFloor", "position = [0.5, 0.0, 0.1]", "position = [0.5, 0.0, 0.05]",
              "into obstacle 1"}),
    [](const auto& test) { return std::string(test.param.name); });

// The materials of a CSV count from 1, as the bodies of messages do.
TEST(Scene, MaterialsOfACsvAreNumbers) {
  const Scratch scratch;
  const auto made = [&](const std::string& number) {
    scratch.write("b.csv", "mass,radius,x,y,material\n1,0.1,0,1,1\n1,0.1,1,1," + number + "\n");
    return problem_entry("scene").make(
        {{"file", scratch.write("s.toml",
                                "dimension = 2\nhorizon = 1\nbodies = \"b.csv\"\n"
                                "materials = [\"a\", \"b\"]\n")}});
  };
  EXPECT_EQ(round_system(*made("2").system)->bodies().material, (std::vector<int>{0, 1}));
  for (const char* wrong : {"0", "3", "1.5"}) {
    try {
      (void)made(wrong);
      ADD_FAILURE() << wrong;
    } catch (const ConfigurationError& e) {
      EXPECT_NE(std::string(e.what()).find("b.csv:3: material = "), std::string::npos) << e.what();
    }
  }
}

TEST(Scene, WrongColumnsAreRefusedWithTheirLine) {
  const Scratch scratch;
  const auto says = [&](const std::string& csv) -> std::string {
    scratch.write("b.csv", csv);
    const std::string scene = "dimension = 2\nhorizon = 1\nbodies = \"b.csv\"\n";
    try {
      (void)problem_entry("scene").make({{"file", scratch.write("s.toml", scene)}});
    } catch (const ConfigurationError& e) {
      return e.what();
    }
    return "taken";
  };
  const auto has = [&](const std::string& csv, const std::string& words) {
    const std::string said = says(csv);
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  EXPECT_EQ(says("mass,radius,x,y\n1,0.1,0,0\n"), "taken");
  has("mass,radius,x,y\n", "there is no disc; at least one");
  has("", "cannot be read, or is empty");
  has("mass,radius,x\n1,0.1,0\n", "b.csv:1 names no column 'y'");
  has("mass,radius,x,y,z\n1,0.1,0,0,0\n", "b.csv:1 names a column 'z'; known: mass, density");
  has("mass,radius,x,y,x\n1,0.1,0,0,0\n", "names the column 'x' twice");
  has("radius,x,y\n0.1,0,0\n", "b.csv:2: a body needs either 'mass' or 'density'");
  has("mass,radius,x,y\n1,0.1,0,0\n1,0.1,1\n", "b.csv:3 has 3 columns");
  has("mass,radius,x,y\n1,0.1,0,nan\n", "b.csv:2 has 'nan'");
  has("mass,radius,x,y\n1,0.1,0,0\n-1,0.1,1,1\n", "b.csv:3: mass = -1 kg is not allowed");
  has("mass,radius,x,y\n1,0.1,0,0\n1,0.1,0.05,0\n", "disc 1 and disc 2 overlap by");
}

TEST(Scene, IsReadFromFilesAlone) {
  const Scratch scratch;
  const auto says = [&](const std::string& path) -> std::string {
    try {
      (void)read_scene(path);
    } catch (const ConfigurationError& e) {
      return e.what();
    }
    return "taken";
  };
  EXPECT_NE(says(scratch / "none.toml").find("is not a file"), std::string::npos);
  EXPECT_NE(says(scratch.path()).find("is not a file"), std::string::npos);
  EXPECT_NE(says("/dev/zero").find("is not a file"), std::string::npos);
  // A file that the system opens and then does not read: nothing is mapped at address 0.
  EXPECT_EQ(says("/proc/self/mem"), "scene: '/proc/self/mem' cannot be read");
  const auto bodies = [&](const std::string& name) {
    return says(scratch.write("s.toml", "dimension = 2\nhorizon = 1\nbodies = \"" + name + "\"\n"));
  };
  EXPECT_NE(bodies("/dev/zero").find(":3:10: there is no file '/dev/zero'"), std::string::npos);
  EXPECT_NE(bodies(".").find("there is no file"), std::string::npos);
  EXPECT_NE(bodies("").find("there is no file"), std::string::npos);
}

}  // namespace
}  // namespace impactbench::testing
