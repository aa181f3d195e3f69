// Linear springs with dashpots in closed form, for both ways in which a contact ends.
#include "problems/model/disc_setup.hpp"
#include "reference/exact/damped_springs/damped_contact.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

using exact::damped_springs::DampedContact;
using exact::damped_springs::Decay;
using exact::damped_springs::Oscillator;

Compliance law(ContactEnd end) {
  return {.exponent = 2.0, .coefficient = 5000.0, .end = end};
}

Truth closed(const Problem& p, ContactEnd end) {
  return reference("damped_springs").truth(p, law(end)).value();
}

/// Problems of one disc and of two, with the settings that are not the usual ones.
struct Motion {
  const char* problem;
  ParameterSet settings;
};

std::vector<Motion> motions() {
  return {{"bouncing_ball", {{"restitution", 0.8}, {"horizon", 1.6}}},
          {"bouncing_ball", {{"restitution", 0.3}, {"horizon", 1.2}, {"gravity", 60.0}}},  // rests
          {"resting_ball", {{"restitution", 0.1}}},
          {"resting_ball", {{"restitution", 0.8}}},
          {"moving_ball", {{"restitution", 0.1}, {"horizon", 3.0}}},
          {"two_balls_test1", {{"restitution", 0.5}}},
          {"two_balls_test2", {{"restitution", 0.3}, {"mass_1", 3.0}, {"horizon", 0.8}}}};
}

TEST(DampedSprings, AgreeWithTheMotionByCollocation) {
  // Two ways that share the damping ratio and the box alone: exponentials per phase, and
  // collocation from event to event.
  for (const ContactEnd end : {ContactEnd::overlap, ContactEnd::force}) {
    for (const auto& [problem, settings] : motions()) {
      const Problem p = problem_entry(problem).make(settings);
      const Truth exact = closed(p, end);
      const Truth other = reference("spring_discs").truth(p, law(end)).value();
      ASSERT_TRUE(p.traits.initial_penetration || !exact.event_times.empty()) << problem;
      ASSERT_EQ(exact.event_times.size(), other.event_times.size()) << problem;
      for (std::size_t k = 0; k < exact.event_times.size(); ++k)
        EXPECT_NEAR(exact.event_times[k], other.event_times[k], 1e-11) << problem;
      for (int k = 0; k <= 300; ++k) {
        const double t = p.horizon * k / 300.0;
        const Sample a(exact, t, p.initial.q.size()), b(other, t, p.initial.q.size());
        ASSERT_LT((a.q - b.q).cwiseAbs().maxCoeff(), 1e-12) << problem << " t = " << t;
        ASSERT_LT((a.v - b.v).cwiseAbs().maxCoeff(), 1e-10) << problem << " t = " << t;
      }
      EXPECT_NEAR(exact.scalars.at("penetration_relative"),
                  other.scalars.at("penetration_relative"), 1e-12)
          << problem;
    }
  }
}

/// Least acceleration of a bouncing ball along the way that the floor pushes, less gravity's, from
/// differences of the velocity over a microsecond.
double least_push(ContactEnd end) {
  const Problem p = problem_entry("bouncing_ball").make({{"restitution", 0.4}, {"horizon", 1.2}});
  const Truth truth = closed(p, end);
  const double g = -disc_system(*p.system)->gravity().y();
  double least = 0.0;
  for (double t = 0.3; t < 1.19; t += 1e-5) {
    const Sample a(truth, t, 3), b(truth, t + 1e-6, 3);
    least = std::min(least, (b.v[1] - a.v[1]) / 1e-6 + g);
  }
  return least;
}

TEST(DampedSprings, TheFloorPullsOnlyWhereTheContactEndsWithItsOverlap) {
  // Forces of 400 m/s2 at an impact with 4 m/s and omega = 100 / s; 2 zeta omega e v is the pull.
  EXPECT_LT(least_push(ContactEnd::overlap), -50.0);
  EXPECT_GT(least_push(ContactEnd::force), -1e-7) << "rounding of velocities over a microsecond";
}

TEST(DampedSprings, TwoFreeDiscsPartWithTheRestitutionTimesTheirSpeed) {
  for (const ContactEnd end : {ContactEnd::overlap, ContactEnd::force}) {
    for (const double e : {0.99, 0.5, 0.136, 0.135, 0.05}) {
      const Problem p =
          problem_entry("two_balls_test2").make({{"restitution", e}, {"horizon", 0.7}});
      const Truth truth = closed(p, end);
      ASSERT_EQ(truth.event_times.size(), 1U);
      const Sample s(truth, 0.7, 6);
      EXPECT_NEAR(s.v[3] - s.v[0], e * (p.initial.v[0] - p.initial.v[3]), 1e-12) << e;
    }
  }
}

TEST(DampedSprings, ADiscThatIsPressedBackComesToRestAtItsStaticDepth) {
  // In the floor by 1 / 4 of the static depth and leaving fast: the force ends, its weight brings
  // it back while it is still inside, and the spring takes over again, here several times.
  const Oscillator o{100.0, 0.9, 10.0, ContactEnd::force};
  const double rest = o.gravity / (o.omega * o.omega);
  const DampedContact contact(o, 0.25 * rest, -0.02);
  EXPECT_TRUE(std::isinf(contact.duration()));
  EXPECT_NEAR(contact.at(1.0).depth, rest, 1e-15);
  // Newton's law along the way, by differences: D'' = g - [omega^2 D + 2 zeta omega D']_+.
  bool off = false, back = false;
  for (double s = 1e-5; s < 0.05; s += 1e-5) {
    const auto [depth, rate] = contact.at(s);
    const double push = o.omega * o.omega * depth + 2.0 * o.zeta * o.omega * rate;
    const double force = std::max(push, 0.0);
    const double measured = (contact.at(s + 1e-6).rate - contact.at(s - 1e-6).rate) / 2e-6;
    EXPECT_NEAR(measured, o.gravity - force, 2e-2) << s;
    off = off || push < 0.0;
    back = back || (off && push > 0.0);
  }
  EXPECT_TRUE(off && back);
}

TEST(DampedSprings, ADecayIsTheSolutionOfItsEquationForAnyDamping) {
  for (const double zeta : {0.0, 0.3, 1.0, 1.0 + 1e-9, 4.0}) {
    const Oscillator o{3.0, zeta, 0.0, ContactEnd::force};
    const Decay path(o, 0.2, 0.5, 0.7);
    EXPECT_DOUBLE_EQ(path.at(0.0).depth, 0.5);
    EXPECT_NEAR(path.at(0.0).rate, 0.7, 1e-15);
    for (const double s : {0.1, 0.6, 2.0}) {
      const auto [x, v] = path.at(s);
      const double rate = (path.at(s + 1e-5).depth - path.at(s - 1e-5).depth) / 2e-5;
      const double second = (path.at(s + 1e-5).rate - path.at(s - 1e-5).rate) / 2e-5;
      EXPECT_NEAR(rate, v, 1e-8) << zeta;
      EXPECT_NEAR(second, -2.0 * zeta * 3.0 * v - 9.0 * (x - 0.2), 1e-7) << zeta;
    }
  }
}

TEST(DampedSprings, SayNothingOfWhatTheyDoNotCover) {
  const auto known = [](const char* problem, const ParameterSet& settings, const Compliance& c) {
    return reference("damped_springs").truth(problem_entry(problem).make(settings), c).has_value();
  };
  const Compliance linear = law(ContactEnd::force);
  EXPECT_TRUE(known("bouncing_ball", {{"restitution", 0.5}}, linear));
  EXPECT_FALSE(known("bouncing_ball", {}, linear)) << "elastic";
  EXPECT_FALSE(known("bouncing_ball", {{"restitution", 0.0}}, linear)) << "no dashpot gives e = 0";
  EXPECT_FALSE(known("bouncing_ball", {{"restitution", 0.5}, {"friction", 0.1}}, linear));
  EXPECT_FALSE(
      known("bouncing_ball", {{"restitution", 0.5}}, {.exponent = 3.0, .coefficient = 1e4}));
  EXPECT_FALSE(known("newton_cradle", {{"restitution", 0.5}}, linear));
  // Elastic springs know nothing of what a dashpot does to a ball in the floor.
  for (const char* elastic : {"linear_springs", "compliant_impact"}) {
    const Problem p = problem_entry("resting_ball").make({{"restitution", 0.5}});
    EXPECT_FALSE(reference(elastic).truth(p, linear).has_value()) << elastic;
  }
}

}  // namespace
}  // namespace impactbench::testing
