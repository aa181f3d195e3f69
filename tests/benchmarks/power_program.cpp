// impactbench power from the outside: what it finds, a kill and what follows, wrong input.
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <thread>

namespace impactbench::testing {
namespace {

std::string tiny_plan(const Scratch& scratch) {
  return scratch.write("tiny.toml", R"(
label = "tiny"
repeats = 0
[[grid]]
problem = "bouncing_ball"
scheme = ["nscd", "dem"]
dt = 1e-3
[[grid]]
problem = "bouncing_ball"
scheme = "nscd"
dt = 1e-3
horizon = 0.1
)");
}

std::vector<std::string> words(const Scratch& scratch, std::vector<std::string> more = {}) {
  std::vector<std::string> out{"power", tiny_plan(scratch), "--store", scratch / "power.jsonl",
                               "--quiet"};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

/// Lines of a file in order, without the CPU time that runs took.
std::vector<std::string> sorted_lines(const std::string& path) {
  std::istringstream in(slurp(path));
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);)
    out.push_back(line.substr(0, line.find(",\"cpu\":")));
  std::sort(out.begin(), out.end());
  return out;
}

TEST(PowerProgram, FindsWhatABouncingBallGivesAway) {
  const Scratch scratch;
  const Finished done = run(scratch, words(scratch, {"--out", scratch / "power", "--jobs", "2"}));
  EXPECT_TRUE(done.status == 0 || done.status == 1) << done.err;
  EXPECT_NE(done.out.find("noticed at eps <= 1 %"), std::string::npos) << done.out;
  const std::string csv = slurp(scratch / "power/power.csv");
  EXPECT_NE(csv.find(",gravity,gravity,noticed,0."), std::string::npos) << csv;
  // In a tenth of a second it does not reach the floor.
  EXPECT_NE(csv.find("horizon=0.1,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",wall,contact,no effect,"), std::string::npos) << csv;
  EXPECT_EQ(csv.find(",friction,"), std::string::npos) << "there is no friction";
  EXPECT_NE(slurp(scratch / "power/power.json").find("\"noticed_at_1_percent\""),
            std::string::npos);
  // All of it is in the store: nothing is run again, and the answer is the same.
  const auto before = sorted_lines(scratch / "power.jsonl");
  const Finished again = run(scratch, words(scratch));
  EXPECT_EQ(again.out, done.out);
  EXPECT_EQ(sorted_lines(scratch / "power.jsonl"), before);
}

TEST(PowerProgram, NothingMeasuredIsNoSuccess) {
  // Nine tenths of no pair are no power: neither where no cell has the parameter, nor where the
  // only cell of the plan died.
  const Scratch scratch;
  const Finished without = run(scratch, words(scratch, {"--parameter", "viscosity"}));
  EXPECT_EQ(without.status, 1) << without.out << without.err;
  EXPECT_NE(without.out.find("0 pairs"), std::string::npos) << without.out;
  const Finished died = run(scratch, {"power", scratch.write("dies.toml", R"(
[[grid]]
problem = "bouncing_ball"
scheme = "nscd"
dt = 1e-3
horizon = 0.1
[[grid]]
problem = "falling_ball"
scheme = "misbehaves"
how = "throws"
dt = 1e-3
)"),
                                      "--store", scratch / "died.jsonl", "--parameter", "gravity"});
  EXPECT_EQ(died.status, 1) << died.out << died.err;
  EXPECT_NE(died.out.find("not measured: falling_ball/misbehaves"), std::string::npos) << died.out;
  EXPECT_NE(died.out.find("1 pair of a cell"), std::string::npos) << died.out;
}

TEST(PowerProgram, GoesOnAfterAKill) {
  const Scratch scratch, other;
  run(other, words(other));
  const auto whole = sorted_lines(other / "power.jsonl");
  ASSERT_GT(whole.size(), 20U);
  const pid_t killed = start(scratch, words(scratch));
  const std::string store = scratch / "power.jsonl";
  for (int look = 0; look < 5000 && sorted_lines(store).size() < 8; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  kill(killed, SIGKILL);
  EXPECT_EQ(finish(scratch, killed).status, -SIGKILL);
  const auto kept = sorted_lines(store);
  EXPECT_LT(kept.size(), whole.size()) << "it was not killed in the middle";
  const Finished again = run(scratch, words(scratch));
  EXPECT_EQ(sorted_lines(store), whole) << again.err;
}

TEST(PowerProgram, AnswersWrongInputWithASentence) {
  const Scratch scratch;
  const std::string foreign = scratch.write("foreign.db", "SQLite format 3");
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes{
      {words(scratch, {"--parameter", "gravitiy"}), "did you mean 'gravity'"},
      {words(scratch, {"--parameter", "colour"}), "known: gravity, "},
      {words(scratch, {"--finest", "0"}), "--finest 0: must be"},
      {words(scratch, {"--finest", "nan"}), "--finest"},
      {words(scratch, {"--finest", "0.5", "--coarsest", "0.1"}), "--finest 0.5: must be"},
      {words(scratch, {"--coarsest", "3"}), "(0, 1]"},
      {words(scratch, {"--ratio", "1"}), "(1, 10]"},
      {words(scratch, {"--cell", "newton_cradle"}), "no cell of the plan"},
      {words(scratch, {"--jobs", "0"}), "--jobs"},
      {{"power", scratch / "none.toml"}, "none.toml"},
      {{"power", tiny_plan(scratch), "--store", foreign}, "is not a power store"},
      {{"power", tiny_plan(scratch), "--store", scratch / "no/folder.jsonl"}, "cannot be written"},
      {{"power"}, "plan"}};
  for (const auto& [arguments, sentence] : mistakes) {
    const Finished done = run(scratch, arguments);
    EXPECT_EQ(done.status, 2) << sentence;
    EXPECT_NE(done.err.find(sentence), std::string::npos) << done.err;
    EXPECT_EQ(std::count(done.err.begin(), done.err.end(), '\n'), 1) << done.err;
  }
  EXPECT_EQ(slurp(foreign), "SQLite format 3");
}

}  // namespace
}  // namespace impactbench::testing
