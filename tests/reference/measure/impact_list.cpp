// Impacts that begin and end beside each other.
#include "reference/yardsticks/impact_list.hpp"

#include "tests/support/run.hpp"

#include <gtest/gtest.h>

namespace impactbench::testing {
namespace {

TEST(ImpactList, ImpactsBeginAndEndEachOnItsOwn) {
  constexpr double h = 0.5;
  const Problem problem = problem_entry("newton_cradle").make({});
  LawContacts contacts(problem, ContactStep{}, h);
  ASSERT_TRUE(contacts.look_at(problem.initial, problem.initial));
  ImpactList list(contacts, false);
  list.keep();
  using Keys = std::vector<LawKey>;
  const Keys steps[] = {{{0, 1}, {2, 3}}, {{0, 1}, {1, 2}}, {{0, 1}}, {{0, 1}, {2, 3}}, {}};
  const Keys ends[] = {{}, {{2, 3}}, {{1, 2}}, {}, {{0, 1}, {2, 3}}};
  for (std::size_t k = 0; k < std::size(steps); ++k) {
    SCOPED_TRACE(k);
    std::vector<LawContact> now;
    for (const LawKey& key : steps[k]) {
      now.push_back(contacts.contact(key));
      now.back().push_a = -now.back().normal;
    }
    list.after_step(now, problem.initial, problem.initial, h * static_cast<double>(k + 1), h);
    Keys ended;
    for (const Impact& impact : list.ended())
      ended.push_back(impact.key);
    EXPECT_EQ(ended, ends[k]);
  }
  const std::vector<Impact> all = list.impacts();
  ASSERT_EQ(all.size(), 4U);
  const auto expect = [&](std::size_t k, LawKey key, double begin, double end, double pressure) {
    EXPECT_EQ(all[k].key, key);
    EXPECT_EQ(all[k].begin, begin);
    EXPECT_EQ(all[k].end, end);
    EXPECT_EQ(all[k].pressure, pressure);
  };
  expect(0, {0, 1}, 0.0, 2.0, 4.0);
  expect(1, {2, 3}, 0.0, 0.5, 1.0);
  expect(2, {1, 2}, 0.5, 1.0, 1.0);
  expect(3, {2, 3}, 1.5, 2.0, 1.0);
}

TEST(ImpactList, ContactsOfOnePairAreOneImpact) {
  // A scheme may record two contacts of the same two bodies.
  const Problem problem = problem_entry("newton_cradle").make({});
  LawContacts contacts(problem, ContactStep{}, 1.0);
  ASSERT_TRUE(contacts.look_at(problem.initial, problem.initial));
  ImpactList list(contacts, false);
  list.keep();
  LawContact one = contacts.contact({0, 1});
  one.push_a = -one.normal;
  for (const std::vector<LawContact>& now :
       {std::vector{one, one}, std::vector{one, one}, std::vector<LawContact>{}})
    list.after_step(now, problem.initial, problem.initial, 1.0, 1.0);
  const std::vector<Impact> all = list.impacts();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all[0].over);
  EXPECT_EQ(all[0].pressure, 4.0);
  EXPECT_FALSE(all[0].alone);
}

}  // namespace
}  // namespace impactbench::testing
