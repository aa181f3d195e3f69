// The contents of a power store, and verdicts on the pairs of a cell and a parameter.
#include "benchmarks/power/verdict.hpp"

#include "benchmarks/files/output.hpp"
#include "problems/base/error.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace impactbench::testing {
namespace {

Baseline baseline_of(const char* key) {
  return {.cell = key,
          .title = "a title",
          .problem = "p",
          .scheme = "s",
          .solver = "none",
          .status = RowStatus::passed,
          .checks = {{"truth:position", true, true}, {"limit:convergence", true, false}},
          .parameters = {{"gravity", {true, true, ""}},
                         {"masses", {true, true, ""}},
                         {"friction", {false, false, "there is no friction"}}},
          .contacts = 3,
          .motion = {.sums = {0.1, -2.0},
                     .displacement = 0.3,
                     .speed = 2.0,
                     .place = 1.0,
                     .step = 0.1,
                     .taken = 1}};
}

TEST(PowerStore, KeepsWhatItWasGivenAndDropsATornLine) {
  const Scratch scratch;
  const std::string path = scratch / "power.jsonl";
  {
    PowerStore store(path, PowerStoreMode::write);
    store.put(baseline_of("a"));
    store.put(Trial{.cell = "a",
                    .wrong = {"gravity", -1e-3},
                    .status = RowStatus::missed,
                    .noticed = {"truth:position"},
                    .moved = 0.1});
    EXPECT_THROW(PowerStore(path, PowerStoreMode::write), ConfigurationError) << "two writers";
  }
  std::ofstream(path, std::ios::app) << R"({"trial":"a","parameter":"gra)";
  for (const auto mode : {PowerStoreMode::read, PowerStoreMode::write}) {
    const PowerStore store(path, mode);
    ASSERT_NE(store.baseline("a"), nullptr);
    EXPECT_EQ(to_json(*store.baseline("a")), to_json(baseline_of("a")));
    ASSERT_NE(store.trial("a", {"gravity", -1e-3}), nullptr);
    EXPECT_EQ(store.baseline("a")->motion, baseline_of("a").motion);
    EXPECT_EQ(store.trial("a", {"gravity", -1e-3})->noticed,
              std::vector<std::string>{"truth:position"});
    EXPECT_EQ(store.trial("a", {"gravity", -1e-3})->moved, 0.1);
    EXPECT_EQ(store.trial("a", {"gravity", 1e-3}), nullptr);
  }
  EXPECT_EQ(slurp(path).back(), '\n') << "a writer takes the torn line away";
}

// A killed writer's last fork holds the lock until it runs and finds that its parent is gone.
TEST(PowerStore, WaitsForTheLockOfADyingProcess) {
  const Scratch scratch;
  const std::string path = scratch / "power.jsonl";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(flock(file, LOCK_EX), 0);
  const pid_t heir = fork();
  if (heir == 0) {
    usleep(200'000);
    _exit(0);
  }
  close(file);
  EXPECT_NO_THROW(PowerStore(path, PowerStoreMode::write));
  waitpid(heir, nullptr, 0);
}

TEST(PowerStore, RefusesAnotherFile) {
  const Scratch scratch;
  const std::string path = scratch.write("other.txt", "not ours\n");
  EXPECT_THROW(PowerStore(path, PowerStoreMode::write), ConfigurationError);
  EXPECT_EQ(slurp(path), "not ours\n");
  EXPECT_THROW(PowerStore(scratch / "nothing", PowerStoreMode::read), ConfigurationError);
  EXPECT_THROW(PowerStore(scratch / "no/such/folder", PowerStoreMode::write), ConfigurationError);
  EXPECT_THROW(PowerStore("/dev/zero", PowerStoreMode::read), ConfigurationError) << "endless";
  ASSERT_EQ(mkfifo((scratch / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(PowerStore(scratch / "pipe", PowerStoreMode::write), ConfigurationError);
}

TEST(PowerStore, NamesADamagedLineByItsNumber) {
  const Scratch scratch;
  const std::string path = scratch / "power.jsonl";
  const auto trouble = [&](const char* line) {
    std::filesystem::remove(path);
    PowerStore(path, PowerStoreMode::write).put(baseline_of("a"));
    std::ofstream(path, std::ios::app) << line << '\n';
    try {
      const PowerStore store(path, PowerStoreMode::read);
    } catch (const ConfigurationError& e) {
      return std::string(e.what());
    }
    return std::string(line) + " is read";
  };
  for (const char* line : {R"({"trial":1})", R"({"baseline":"a"})", R"({"finest":0.1})", "x"})
    EXPECT_TRUE(trouble(line).starts_with(path + ":3: this is no ")) << trouble(line);
  // A search to within a factor of one would never end.
  EXPECT_EQ(trouble(R"({"finest":0.1,"coarsest":1,"ratio":1})"),
            path + ":3: --ratio 1: must be in (1, 10]");
}

// Also the file in which the runs are may be named as an output.
TEST(PowerStore, IsNoOutput) {
  const Scratch scratch;
  const std::string path = scratch / "power.json";
  const PowerStore store(path, PowerStoreMode::write);
  EXPECT_THROW(expect_output(path), ConfigurationError);
}

/// Trials of cell "a": by how much an error moved the run, and what noticed it.
class PowerOfTrials : public ::testing::Test {
 protected:
  PowerOfTrials() { store_.put(baseline_of("a")); }
  void put(const char* parameter, double eps, std::vector<std::string> noticed, double moved) {
    store_.put(Trial{.cell = "a",
                     .wrong = {parameter, eps},
                     .status = RowStatus::passed,
                     .noticed = std::move(noticed),
                     .moved = moved});
  }
  Scratch scratch_;
  PowerStore store_{scratch_ / "power.jsonl", PowerStoreMode::write};
};

TEST_F(PowerOfTrials, OfAPairIsTheSmallerSizeOfBothSigns) {
  // Upwards only the solver complains at once, the truth at 1 %; downwards nothing ever does.
  put("gravity", 1e-3, {"limit:convergence"}, 1e-3);
  put("gravity", 1e-2, {"truth:position"}, 1e-2);
  // A motion below its rounding does not count.
  for (const double eps : {1e-3, 1e-2, 1e-1, 0.5}) {
    put("gravity", -eps, {}, eps);
    put("masses", -eps, {}, 0.5 * MotionTrace::rounding);
  }
  for (const double eps : {1e-3, 1e-2, 1e-1, 1.0})
    put("masses", eps, {}, 0.0);
  const std::vector<PowerOfPair> pairs = power_of_pairs({"a"}, store_, {});
  ASSERT_EQ(pairs.size(), 2U) << "friction is no part of the cell";
  EXPECT_EQ(pairs[0].power(), Power::noticed);
  EXPECT_EQ(pairs[0].eps(), 1e-3);
  EXPECT_FALSE(pairs[0].worse());
  EXPECT_EQ(pairs[0].by_check.at("truth:position"), 1e-2);
  EXPECT_EQ(pairs[1].power(), Power::no_effect);
  const PowerShares s = shares(pairs);
  EXPECT_EQ(s.pairs, 1);
  EXPECT_EQ(s.matter_1, 1);
  EXPECT_EQ(s.percent_1, 1);
  EXPECT_EQ(s.percent_1_both, 0);
  EXPECT_EQ(s.no_effect, 1);
  const std::vector<PowerOfLaw> laws = power_of_laws(pairs);
  ASSERT_EQ(laws.size(), 1U);
  EXPECT_EQ(laws[0].law, "gravity");
  EXPECT_EQ(laws[0].eps, 1e-2) << "what a solver says of itself is no law";
}

TEST_F(PowerOfTrials, OfAnErrorThatChangesNothingYetIsNotAskedFor) {
  // A body misses the wall until it is moved by a third: noticed as soon as that matters.
  for (const double eps : {1e-3, 1e-2, 1e-1, 0.25})
    put("gravity", eps, {}, 0.0);
  put("gravity", 1.0, {"truth:position"}, 0.5);
  put("gravity", 0.33, {"truth:position"}, 0.2);
  for (const double eps : {1e-3, 1e-2, 1e-1, 0.5})
    put("gravity", -eps, {}, 0.0);
  // This one changes the motion at 5 % and is noticed at 20 %: a gap at 10 % and none at 1 %.
  for (const double eps : {1e-3, 1e-2})
    put("masses", eps, {}, 0.0);
  put("masses", 1e-1, {}, 1e-2);
  put("masses", 1.0, {"law:momentum"}, 0.1);
  put("masses", 0.2, {"law:momentum"}, 0.1);
  put("masses", 0.16, {}, 0.1);
  for (const double eps : {1e-3, 1e-2, 1e-1, 0.5})
    put("masses", -eps, {}, 0.0);
  const std::vector<PowerOfPair> pairs = power_of_pairs({"a"}, store_, {});
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].power(), Power::noticed);
  EXPECT_EQ(pairs[0].eps(), 0.33);
  EXPECT_FALSE(pairs[0].matters_at(0.1));
  EXPECT_TRUE(pairs[0].matters_at(0.33));
  EXPECT_FALSE(pairs[1].matters_at(0.01));
  EXPECT_TRUE(pairs[1].matters_at(0.1));
  const PowerShares s = shares(pairs);
  EXPECT_EQ(s.pairs, 2);
  EXPECT_EQ(s.matter_1, 0);
  EXPECT_EQ(s.matter_10, 1);
  EXPECT_EQ(s.percent_10, 0);
  EXPECT_EQ(s.no_effect, 0);
}

TEST(PowerShares, OfNothingAreNotStrongEnough) {
  // Nine tenths of no pair are no power: a plan whose cells all died has shown nothing.
  EXPECT_FALSE(strong_enough({}));
  EXPECT_FALSE(strong_enough({.no_effect = 3}));
  EXPECT_FALSE(strong_enough({.pairs = 3})) << "none has an effect at 10 %";
  const PowerShares strong{
      .pairs = 10, .matter_1 = 10, .matter_10 = 10, .percent_1 = 9, .percent_10 = 10};
  EXPECT_TRUE(strong_enough(strong));
  for (int PowerShares::*fewer : {&PowerShares::percent_1, &PowerShares::percent_10}) {
    PowerShares weak = strong;
    weak.*fewer -= 1;
    EXPECT_FALSE(strong_enough(weak));
  }
  PowerShares unfinished = strong;
  unfinished.unfinished = 1;
  EXPECT_FALSE(strong_enough(unfinished));
}

}  // namespace
}  // namespace impactbench::testing
