// Limits on the instants of events, and on velocities that these shift, from both sides and by
// hand.
#include "reference/acceptance/acceptance.hpp"
#include "tests/reference/measure/judged_pair.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace impactbench::testing {
namespace {

const ContactModel spring = Compliance{2.0, 5000.0};

TEST(AcceptanceLimits, OfEventsAreSomeStepsForEachThatWasBefore) {
  // Ten events are five begins and ends: 5 (1 + 1 / e) growth h of a rigid scheme, and of a spring
  // of first order 5 growth h + (pi/4) phi T, phi = 0.0141. Events that are less than twice as far
  // apart show nothing.
  const Problem elastic = problem_entry("stop_dropped").make({});
  const Problem half = problem_entry("stop_dropped").make({{"restitution", 0.5}});
  const Problem discs = pair_of_discs(1.0, 0.0);
  const auto of = [&](const Problem& p, double error, double growth, double apart,
                      const ContactModel& contact) {
    const auto checks = judged(p,
                               {{"event_count", 10.0},
                                {"event_count_error", 0.0},
                                {"event_time_error", error},
                                {"events_apart", apart},
                                {"truth_growth", growth}},
                               contact);
    const Check* found = find(checks, "truth:events");
    EXPECT_NE(found, nullptr);
    return found == nullptr ? Check{} : *found;
  };
  const auto check = [&](double error, double growth, double apart, const ContactModel& contact) {
    return of(contact ? discs : elastic, error, growth, apart, contact);
  };
  EXPECT_TRUE(of(half, 1.49e-3, 1.0, 3e-2, std::nullopt).passed);
  EXPECT_FALSE(of(half, 1.51e-3, 1.0, 3e-2, std::nullopt).passed);
  EXPECT_TRUE(check(9.9e-4, 1.0, 3e-2, std::nullopt).passed);
  EXPECT_FALSE(check(1.01e-3, 1.0, 3e-2, std::nullopt).passed);
  EXPECT_TRUE(check(1.9e-3, 2.0, 3e-2, std::nullopt).passed);
  const double sprung = 5e-4 + 0.25 * 3.14159 * 1.41421e-2;
  EXPECT_TRUE(check(0.99 * sprung, 1.0, 3e-2, spring).passed);
  EXPECT_FALSE(check(1.01 * sprung, 1.0, 3e-2, spring).passed);
  EXPECT_FALSE(check(std::nan(""), 1.0, 3e-2, spring).passed);
  EXPECT_TRUE(check(1e-5, 1.0, 1.9e-3, std::nullopt).unresolved);
  EXPECT_FALSE(check(1e-5, 1.0, 2.1e-3, std::nullopt).unresolved);
}

TEST(AcceptanceLimits, AnEventMayBeMissingAtTheEndAsFarAsItMayBeLate) {
  // Ten events of e = 1: within 3 h + 10 h = 1.3e-3 s of the end.
  const Problem p = problem_entry("stop_dropped").make({});
  const auto passes = [&](double missing, double lone) {
    const auto checks = judged(p,
                               {{"event_count", 10.0},
                                {"event_count_error", missing},
                                {"events_lone", lone},
                                {"events_apart", 0.1}},
                               std::nullopt);
    const Check* found = find(checks, "truth:event_count");
    EXPECT_NE(found, nullptr);
    return found != nullptr && found->passed;
  };
  EXPECT_TRUE(passes(0.0, 0.0));
  EXPECT_TRUE(passes(2.0, 1.29e-3));
  EXPECT_FALSE(passes(2.0, 1.31e-3));
  EXPECT_FALSE(passes(std::nan(""), 0.0));
  EXPECT_FALSE(passes(1.0, std::nan("")));
}

TEST(AcceptanceLimits, OfVelocitiesGrowAsAReboundIsSlow) {
  // n = 2 impacts in a second of gravity 10 and V = 1: h (2 + 2 (1 + 1 / e) + 10 (1 + 2 / e)).
  const auto limit = [](double e) {
    const Problem p = problem_entry("bouncing_ball")
                          .make({{"restitution", e}, {"gravity", 10.0}, {"horizon", 1.0}});
    const auto checks =
        judged(p, {{"truth_impacts", 2.0}, {"truth_speed", 1.0}, {"velocity_error_hausdorff", 0.0}},
               std::nullopt);
    const Check* found = find(checks, "truth:velocity");
    return found == nullptr ? std::nan("") : found->high;
  };
  EXPECT_NEAR(limit(1.0), 1e-4 * (2.0 + 4.0 + 30.0), 2e-9);
  EXPECT_NEAR(limit(0.25), 1e-4 * (2.0 + 10.0 + 90.0), 2e-9);
  EXPECT_NEAR(limit(0.0), 1e-4 * (2.0 + 4.0 + 30.0), 2e-9) << "nothing comes back";
}

}  // namespace
}  // namespace impactbench::testing
