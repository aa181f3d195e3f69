// Truths that examine bodies apply to scenes, which may have what no named problem has: an angle at
// the start, a frame that shakes, no inertia, a disc in two walls at once.
#include "problems/files/scene.hpp"
#include "tests/reference/truth/truths.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

constexpr double angle = 0.5, spin = 2.0;

std::string wall(const std::string& point, const std::string& normal) {
  return "[[obstacle]]\nshape = 'half_space'\npoint = " + point + "\nnormal = " + normal + "\n";
}

/// A box of 1 m.
std::string box() {
  return wall("[0, 0]", "[0, 1]") + wall("[1, 0]", "[-1, 0]") + wall("[0, 1]", "[0, -1]") +
         wall("[0, 0]", "[1, 0]");
}

std::string disc(const std::string& position, const std::string& velocity) {
  return "[[body]]\nmass = 1\nradius = 0.1\nposition = " + position + "\nvelocity = " + velocity +
         "\nangle = " + std::to_string(angle) + "\nspin = " + std::to_string(spin) + "\n";
}

Problem scene(const std::string& settings, const std::string& things, int dimension = 2) {
  const std::string text =
      "dimension = " + std::to_string(dimension) + "\nhorizon = 0.05\n" + settings + things;
  return make_scene(parse_scene(text, "a test"), "scene", {});
}

const std::vector<ContactModel>& contacts() {
  static const std::vector<ContactModel> out{std::nullopt, Compliance{2.0, 1e4},
                                             Compliance{2.5, 1e5}};
  return out;
}

std::vector<std::string> references_of(const Problem& p) {
  std::vector<std::string> out;
  for (const ReferenceEntry& entry : reference_catalogue()) {
    for (const ContactModel& contact : contacts())
      if (entry.truth(p, contact)) out.emplace_back(entry.name);
  }
  return out;
}

TEST(TruthsOfScenes, TurnOnFromTheAngleOfTheStart) {
  // Smooth discs keep their spin: phi = phi_0 + om t.
  const std::string falls = "gravity = [0, -9.81]\n", loses = "restitution = 0.8\n";
  const std::string pressed = "penetration_allowed = 0.01\n";
  const Problem problems[] = {scene("", box() + disc("[0.5, 0.4]", "[0.7, 0.3]")),
                              scene(loses, box() + disc("[0.5, 0.4]", "[0.7, 0.3]")),
                              scene(falls, box() + disc("[0.5, 0.4]", "[0, 0]")),
                              scene(falls + loses, box() + disc("[0.5, 0.4]", "[0, 0]")),
                              scene(falls + pressed, box() + disc("[0.5, 0.0999]", "[0, 0]"))};
  for (const Problem& p : problems) {
    int known = 0;
    for (const ReferenceEntry& entry : reference_catalogue()) {
      for (const ContactModel& contact : contacts()) {
        const auto truth = entry.truth(p, contact);
        if (!truth || !truth->at) continue;
        ++known;
        for (const double t : {0.0, 0.03}) {
          const Sample s(*truth, t, 3);
          EXPECT_NEAR(s.q[2], angle + spin * t, 1e-12) << entry.name;
          EXPECT_NEAR(s.v[2], spin, 1e-12) << entry.name;
        }
      }
    }
    EXPECT_GE(known, 2);
  }
}

TEST(TruthsOfScenes, AreNoneWhereTheFrameShakes) {
  // Their motions are those under gravity alone: the same scene at rest is known.
  const std::string shakes = "shake = [0.02, 0]\nshake_frequency = 5\n";
  const std::string one = box() + disc("[0.5, 0.4]", "[0.7, 0.3]");
  const std::string two = box() + disc("[0.3, 0.4]", "[0.7, 0]") + disc("[0.7, 0.4]", "[0, 0]");
  const std::string slides = "gravity = [0, -9.81]\nfriction = 0.3\n";
  const std::string ball = wall("[0, 0, 0]", "[0, 0, 1]") +
                           "[[body]]\nmass = 1\nradius = 0.1\nposition = [0, 0, 0.1]\n"
                           "velocity = [1, 0, 0]\n";
  for (const std::string law : {"restitution = 1\n", "restitution = 0.8\n"}) {
    for (const std::string& things : {one, two}) {
      EXPECT_FALSE(references_of(scene(law, things)).empty());
      EXPECT_EQ(references_of(scene(law + shakes, things)), std::vector<std::string>{});
    }
  }
  const std::string low = box() + disc("[0.3, 0.1]", "[0.7, 0]");
  EXPECT_FALSE(references_of(scene(slides, low)).empty());
  EXPECT_EQ(references_of(scene(slides + shakes, low)), std::vector<std::string>{});
  const std::string rolls = "gravity = [0, 0, -9.81]\nfriction = 0.3\n";
  const std::string shakes_in_space = "shake = [0.02, 0, 0]\nshake_frequency = 5\n";
  EXPECT_FALSE(references_of(scene(rolls, ball, 3)).empty());
  EXPECT_EQ(references_of(scene(rolls + shakes_in_space, ball, 3)), std::vector<std::string>{});
}

TEST(TruthsOfScenes, DoNotMoveBodiesWithoutInertiaByTheirVelocity) {
  // M dq/dt = F: without a force a body rests, whatever velocity the file gives it.
  const std::string things = box() + disc("[0.5, 0.4]", "[0.7, 0.3]");
  EXPECT_EQ(references_of(scene("first_order = true\n", things)), std::vector<std::string>{});
}

TEST(TruthsOfScenes, OfAPressedDiscKnowOneWallAlone) {
  // In the floor by 0.1 mm it swings about its static depth; in a side wall too it is thrown off.
  const std::string settings = "gravity = [0, -9.81]\npenetration_allowed = 0.01\n";
  const Compliance spring{2.0, 1e4};
  const auto known = [&](const char* name, const std::string& position) {
    const Problem p = scene(settings, box() + disc(position, "[0, 0]"));
    return reference(name).truth(p, spring).has_value();
  };
  for (const char* name : {"linear_springs", "compliant_impact"}) {
    EXPECT_TRUE(known(name, "[0.5, 0.0999]")) << name;
    EXPECT_FALSE(known(name, "[0.0999, 0.0999]")) << name;
  }
}

}  // namespace
}  // namespace impactbench::testing
