// Some 200 tries of the attack programme (tests/long/attack makes 10^4 and more).

#include "tests/attack/attack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

namespace impactbench::attack {
namespace {

class EveryAttack : public ::testing::TestWithParam<AttackClass> {};

TEST_P(EveryAttack, IsAnsweredRight) {
  const AttackClass& kind = GetParam();
  for (std::uint64_t number = 0; number < static_cast<std::uint64_t>(kind.weight); ++number) {
    const Verdict wrong = attempt(kind, 1, number);
    EXPECT_FALSE(wrong) << kind.name << ' ' << number << " (right: " << kind.right
                        << "): " << *wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, EveryAttack,
                         ::testing::ValuesIn(classes().begin(), classes().end()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace impactbench::attack
