// Some 200 tries of the attack programme (tests/long/attack makes 10^4 and more).

#include "tests/attack/attack.hpp"

#include "benchmarks/extension/plugin/load.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "problems/base/error.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
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

// A try that an exception ends has shown nothing: it is wrong, and says how it ended.
TEST(Attempt, IsWrongWhereAnExceptionEndsIt) {
  const AttackClass kind{"throws", "nothing", 1, [](Arena&, Random&) -> Verdict {
                           throw ConfigurationError("no such file");
                         }};
  EXPECT_EQ(attempt(kind, 1, 0), "the try itself ended: no such file");
}

/// Plans a cell of the plug-in that does harm; never returns. 0: it got a sentence that names it.
[[noreturn]] void plan_with_harm(const std::string& how) {
  setenv(plugin_variable, IMPACTBENCH_HOSTILE_PLUGIN, 1);
  try {
    load_plugins();
    (void)plan_cell({"falling_ball", "hostile", std::nullopt, {{"how", how}, {"dt", 1e-2}}},
                    "default");
  } catch (const ConfigurationError& e) {
    _exit(std::string(e.what()).find("plug-in 'libhostile_plugin.so', asked") != std::string::npos
              ? 0
              : 1);
  } catch (...) {
    _exit(2);
  }
  _exit(3);
}

TEST(HostilePlugin, IsAskedInAProcessOfItsOwn) {
  for (const char* how : {"aborts", "segfaults", "leaves", "throws", "throws_a_number"}) {
    const pid_t child = fork();
    if (child == 0) plan_with_harm(how);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status)) << how << ": signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0) << how;
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, EveryAttack,
                         ::testing::ValuesIn(classes().begin(), classes().end()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace impactbench::attack
