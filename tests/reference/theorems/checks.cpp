// The statements of nguyen2024 over other sets and points than those of its page, and what a check
// says where it has nothing to say.
#include "problems/base/error.hpp"
#include "reference/published/theorems.hpp"
#include "reference/theorems/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace impactbench::theorems {
namespace {

TEST(Checks, StatementsHoldAndWhatMustFailFailsFromAnotherSeed) {
  const std::vector<PublishedTheorem> all = read_theorems("nguyen2024");
  ASSERT_GT(all.size(), 100U);
  for (const PublishedTheorem& theorem : all) {
    if (theorem.role == TheoremRole::untested) continue;
    std::vector<std::string> families = theorem.sets;
    if (families.empty()) families.emplace_back();
    for (const std::string& family : families) {
      const Finding found = run_check(find_check(theorem.check), family, theorem.times, 2);
      EXPECT_GE(found.samples, 40) << theorem.place;
      EXPECT_TRUE(found.decided()) << theorem.place;
      EXPECT_EQ(found.holds(), must_hold(theorem.role))
          << theorem.place << ": " << theorem.number << ", " << theorem.statement << ", " << family
          << ": " << found.measured << " <= " << found.proved;
    }
  }
}

TEST(Checks, AreAllUsedAndHaveNamesOfTheirOwn) {
  std::set<std::string, std::less<>> used;
  for (const PublishedTheorem& theorem : read_theorems("nguyen2024"))
    used.insert(theorem.check);
  std::set<std::string_view> names;
  for (const Check& check : all_checks()) {
    EXPECT_TRUE(names.insert(check.name).second) << check.name << " is there twice";
    EXPECT_TRUE(used.contains(check.name)) << check.name << " is held against nothing";
  }
}

TEST(Checks, AreTheSameNumbersTwice) {
  const Check check = find_check("lipschitz_farthest_point");
  EXPECT_EQ(run_check(check, "ellipsoids").measured, run_check(check, "ellipsoids").measured);
  EXPECT_NE(run_check(check, "ellipsoids").measured,
            run_check(check, "ellipsoids", 1.0, 2).measured);
}

TEST(Checks, OneNaNAmongManyDecidesNothing) {
  Gauge gauge;
  for (const double x : {0.1, std::nan(""), 0.2})
    gauge.see(x);
  const Finding found{gauge.largest(), 1.0, 0.0, gauge.samples()};
  EXPECT_FALSE(found.decided());
  EXPECT_FALSE(found.holds());
  EXPECT_FALSE((Finding{-HUGE_VAL, 1.0, 0.0, 0}.holds())) << "no sample is no evidence";
}

TEST(Checks, RefuseSetsThatTheyAreNotAbout) {
  const auto refused = [](const char* check, const char* family) {
    EXPECT_THROW((void)run_check(find_check(check), family), ConfigurationError) << check;
  };
  refused("diameter", "");
  refused("diameter", "outside_balls");
  refused("lipschitz_projection", "balls");
  refused("robinson_ursescu", "balls");
  EXPECT_THROW((void)find_check("diametre"), ConfigurationError);
}

}  // namespace
}  // namespace impactbench::theorems
