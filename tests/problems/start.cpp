#include "problems/base/error.hpp"
#include "problems/model/ball_setup.hpp"
#include "problems/model/disc_setup.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench {
namespace {

std::string complaint(DiscSetup setup) {
  try {
    (void)std::move(setup).make("test", {}, 1.0);
  } catch (const ConfigurationError& e) {
    return e.what();
  }
  return "";
}

TEST(Start, OverlapsAndEscapesAreRefusedByName) {
  DiscSetup overlap{DiscCommon{}};
  overlap.disc(1.0, 0.5, {0.0, 0.0}, {0.0, 0.0});
  overlap.disc(1.0, 0.5, {5.0, 0.0}, {0.0, 0.0});
  overlap.disc(1.0, 0.5, {0.9, 0.0}, {0.0, 0.0});
  const std::string text = complaint(overlap);
  EXPECT_NE(text.find("disc 1 and disc 3 overlap by 0.09999"), std::string::npos) << text;
  DiscSetup outside{DiscCommon{}};
  outside.box(0.0, 1.0, 0.0, 1.0);
  outside.disc(1.0, 0.2, {0.9, 0.5}, {0.0, 0.0});
  EXPECT_NE(complaint(outside).find("into obstacle 2; at most"), std::string::npos);
  DiscSetup nowhere{DiscCommon{}};
  nowhere.box(0.0, 1.0, 0.0, 1.0);
  nowhere.disc(1.0, 0.2, {std::nan(""), 0.5}, {0.0, 0.0});
  EXPECT_NE(complaint(nowhere), "") << "NaN must not pass for a position inside";
  for (const double bad : {0.0, -1.0, std::nan("")}) {
    DiscSetup mass{DiscCommon{}};
    mass.disc(bad, 0.2, {0.0, 0.0}, {0.0, 0.0});
    EXPECT_NE(complaint(mass).find("mass"), std::string::npos);
  }
}

TEST(Start, NumbersThatAreNotFiniteAreRefusedByName) {
  // No walls and one disc: nothing but the check of each number can notice.
  const auto disc = [](Vec2 position, Vec2 velocity, double spin = 0.0) {
    DiscSetup setup{DiscCommon{}};
    setup.disc(1.0, 0.2, {5.0, 5.0}, {0.0, 0.0});
    setup.disc(1.0, 0.2, position, velocity, spin);
    return complaint(setup);
  };
  EXPECT_EQ(disc({0.0, 0.0}, {1.0, 1.0}, 1.0), "");
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    EXPECT_NE(disc({bad, 0.0}, {0.0, 0.0}).find("disc 2: position along x = "), std::string::npos);
    EXPECT_NE(disc({0.0, bad}, {0.0, 0.0}).find("disc 2: position along y = "), std::string::npos);
    EXPECT_NE(disc({0.0, 0.0}, {bad, 0.0}).find("disc 2: velocity along x"), std::string::npos);
    EXPECT_NE(disc({0.0, 0.0}, {0.0, bad}).find("disc 2: velocity along y"), std::string::npos);
    EXPECT_NE(disc({0.0, 0.0}, {0.0, 0.0}, bad).find("disc 2: spin"), std::string::npos);
    DiscSetup falling{DiscCommon{}};
    falling.gravity({0.0, bad});
    EXPECT_NE(complaint(falling).find("gravity along y"), std::string::npos);
    DiscSetup boxed{DiscCommon{}};
    boxed.box(0.0, bad, 0.0, 1.0);
    EXPECT_NE(complaint(boxed).find("obstacle 2: a coordinate"), std::string::npos);
  }
  for (const double bad : {std::nan(""), HUGE_VAL, 0.0, -1.0}) {
    EXPECT_THROW((void)DiscSetup{DiscCommon{}}.make("test", {}, bad), ConfigurationError) << bad;
  }
}

TEST(Start, PressedStartsMustBeDeclaredAndStayWithinTheirDepth) {
  const auto pressed = [](double allowed) {
    DiscSetup setup{DiscCommon{}};
    setup.box(-1.0, 1.0, 0.0, 2.0);
    setup.allow_penetration(allowed);
    setup.disc(1.0, 0.2, {0.0, 0.199}, {0.0, 0.0});  // 1 mm into the floor
    return complaint(setup);
  };
  EXPECT_EQ(pressed(1.001e-3), "");
  EXPECT_NE(pressed(0.999e-3), "");
  EXPECT_NE(pressed(0.0), "");
  EXPECT_NE(pressed(std::nan("")), "");
}

TEST(Start, ATableWithTooFewMassesOrInertiasIsRefused) {
  // They would be read behind their end. Bodies that cannot turn need no inertia.
  const auto refusal = [](const BodySpace& space, std::size_t masses, std::size_t inertias) {
    BodyTable bodies;
    bodies.radius.assign(2, 1.0);
    bodies.mass.assign(masses, 1.0);
    bodies.inertia.assign(inertias, 1.0);
    try {
      const RoundSystem system(space, bodies, {}, Vec3::Zero(), ContactLaw{});
    } catch (const ConfigurationError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal({}, 1, 2), "discs: there are 2 radii and 1 masses; each body has one of each");
  EXPECT_EQ(refusal({}, 2, 1),
            "discs: there are 2 radii and 1 inertias; each body has one of each");
  EXPECT_EQ(refusal({.rotates = false}, 2, 0), "");
}

TEST(Start, LightestContactIsThatOfTheTwoLightestDiscs) {
  // 1 / m_red = 1 / m_i + 1 / m_j; a disc alone can only meet a wall.
  const auto lightest = [](std::initializer_list<double> masses) {
    DiscSetup setup{DiscCommon{}};
    double x = 0.0;
    for (const double m : masses)
      setup.disc(m, 0.1, {x += 1.0, 0.0}, {0.0, 0.0});
    return std::move(setup).make("row", {}, 1.0).traits.smallest_reduced_mass;
  };
  EXPECT_DOUBLE_EQ(lightest({3.0}), 3.0);
  EXPECT_DOUBLE_EQ(lightest({5.0, 2.0, 1.0, 7.0}), 2.0 / 3.0);
}

TEST(Start, InertiaAndLiteralsFollowTheirSettings) {
  DiscCommon thesis;
  thesis.precision = "thesis";
  EXPECT_EQ(DiscSetup(thesis).literal(1.4), static_cast<double>(1.4F));
  EXPECT_EQ(DiscSetup(DiscCommon{}).literal(1.4), 1.4);
  const auto inertia = [](const char* word) {
    DiscCommon common;
    common.inertia = word;
    DiscSetup setup(common);
    setup.disc(3.0, 0.2, {0.0, 0.0}, {0.0, 0.0});
    return std::move(setup).make("test", {}, 1.0).system->mass()[2];
  };
  EXPECT_EQ(inertia("thesis"), 3.0);                        // J = m, in 1 m2
  EXPECT_DOUBLE_EQ(inertia("physical"), 0.5 * 3.0 * 0.04);  // m r^2 / 2
  EXPECT_EQ(inertia("0.07"), 0.07);
  EXPECT_EQ(DiscCommon{}.inertia, "physical") << "what a listing has is asked for";
  EXPECT_EQ(DiscCommon{}.precision, "double");
  const auto of_ball = [](const char* word) {
    BallCommon common;
    common.inertia = word;
    BallSetup setup(common);
    setup.ball(3.0, 0.2, Vec3::Zero(), Vec3::Zero());
    return std::move(setup).make("test", {}, 1.0).system->mass()[5];
  };
  EXPECT_DOUBLE_EQ(of_ball("physical"), 0.4 * 3.0 * 0.04);
  EXPECT_DOUBLE_EQ(of_ball("hollow"), 2.0 / 3.0 * 3.0 * 0.04);
  EXPECT_EQ(of_ball("0.07"), 0.07);
  EXPECT_EQ(BallCommon{}.inertia, "physical");
}

}  // namespace
}  // namespace impactbench
