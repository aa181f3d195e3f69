#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impactbench::testing {
namespace {

std::string plan(const Scratch& scratch, const char* R) {
  return scratch.write("plan.toml", std::string(R"(
label = "three"
[[grid]]
problem = "falling_ball"
scheme = ["dem", "snc"]
dt = 1e-3
R = )") + R + R"(
[[grid]]
problem = "falling_ball"
scheme = "nscd"
dt = 1e-3
)");
}

std::vector<std::string> check(const Scratch& s, std::vector<std::string> more = {}) {
  std::vector<std::string> out{"check", s / "plan.toml", "--baseline", s / "base.jsonl"};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

TEST(Check, PassesOnWhatItWroteAndPrintsOnlyWhatDiffers) {
  const Scratch scratch;
  plan(scratch, "1e-3");
  const Finished written = run(scratch, check(scratch, {"--write"}));
  EXPECT_EQ(written.status, 0) << written.out << written.err;
  const Finished same = run(scratch, check(scratch, {"--junit", scratch / "a.xml"}));
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  EXPECT_EQ(same.out, "3 cells checked against " + (scratch / "base.jsonl") + ": 0 differ\n");
  EXPECT_NE(slurp(scratch / "a.xml").find("tests=\"3\" failures=\"0\""), std::string::npos);
  // A figure of one cell as if an earlier revision had given another.
  std::string text = slurp(scratch / "base.jsonl");
  const auto at = text.find("\"penetration_relative\":0.");
  ASSERT_NE(at, std::string::npos);
  text[at + 25] = text[at + 25] == '9' ? '8' : '9';
  scratch.write("base.jsonl", text);
  const Finished other = run(scratch, check(scratch, {"--junit", scratch / "b.xml"}));
  EXPECT_EQ(other.status, 1) << other.out << other.err;
  EXPECT_EQ(std::count(other.out.begin(), other.out.end(), '\n'), 2) << other.out;
  EXPECT_NE(other.out.find("penetration_relative: "), std::string::npos) << other.out;
  EXPECT_NE(slurp(scratch / "b.xml").find("failures=\"1\""), std::string::npos);
}

TEST(Check, PrintsTheTenWorstDifferencesAndAllOnDemand) {
  const Scratch scratch;
  plan(scratch, "1e-3");
  ASSERT_EQ(run(scratch, check(scratch, {"--write"})).status, 0);
  // As if an earlier revision had been a thousand times as accurate in one cell, and every figure
  // had been another.
  std::string text = slurp(scratch / "base.jsonl");
  for (std::size_t at = text.find("\":1"); at != std::string::npos; at = text.find("\":1", at + 1))
    text[at + 2] = '2';
  const auto error = text.find("\"position_error_sup\":");
  ASSERT_NE(error, std::string::npos);
  text.replace(error, text.find(',', error) - error, "\"position_error_sup\":1e-9");
  scratch.write("base.jsonl", text);
  const Finished ten = run(scratch, check(scratch, {"--junit", scratch / "a.xml"}));
  EXPECT_EQ(ten.status, 1) << ten.err;
  EXPECT_EQ(std::count(ten.out.begin(), ten.out.end(), '\n'), 12) << ten.out;
  const std::string first = ten.out.substr(0, ten.out.find('\n'));
  EXPECT_NE(first.find(": position_error_sup: 1e-09 -> "), std::string::npos) << first;
  EXPECT_NE(first.find("times worse"), std::string::npos) << first;
  EXPECT_NE(ten.out.find("lesser differences"), std::string::npos);
  // The first failure of the XML is the same one.
  const std::string xml = slurp(scratch / "a.xml");
  EXPECT_NE(xml.find("<failure message=\"position_error_sup: 1e-09"), std::string::npos);
  EXPECT_LT(xml.find("position_error_sup"), xml.find("</failure>"));
  const Finished all = run(scratch, check(scratch, {"--all"}));
  EXPECT_GT(std::count(all.out.begin(), all.out.end(), '\n'), 12) << all.out;
}

TEST(Check, ACellThatIsNotInTheBaselineDiffers) {
  const Scratch scratch;
  plan(scratch, "1e-3");
  ASSERT_EQ(run(scratch, check(scratch, {"--write"})).status, 0);
  plan(scratch, "2e-3");
  const Finished other = run(scratch, check(scratch));
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.out.find("is not in the baseline"), std::string::npos) << other.out;
  EXPECT_NE(other.out.find("was not run"), std::string::npos) << other.out;
}

TEST(Check, RefusesOptionsThatItWouldPassOver) {
  // Who asks a store for three jobs believes that it was run; who judges a plan by --tolerance
  // believes that limits of the plan were not used.
  const Scratch scratch;
  plan(scratch, "1e-3");
  const std::string db = scratch / "s.db", text = scratch / "plan.toml";
  const struct {
    std::vector<std::string> words;
    const char* sentence;
  } cases[] = {
      {{db, "--jobs", "3"}, "check: --jobs needs a plan and --baseline FILE"},
      {{db, "--all"}, "check: --all needs a plan and --baseline FILE"},
      {{db, "--against", db, "--jobs", "3"}, "check: --jobs needs a plan"},
      {{db, "--relative", "1e-3"}, "check: --relative needs --against STORE"},
      {{db, "--against", db, "--tolerance", "tight"}, "check: --tolerance judges a store anew"},
      {{text, "--baseline", db, "--tolerance", "tight"}, "check: --tolerance is of a store"},
      {{text, "--baseline", db, "--against", db}, "check: --against is of a store"},
      {{text, "--baseline", db, "--write", "--junit", db}, "check: --junit is of a comparison"}};
  for (const auto& [words, sentence] : cases) {
    std::vector<std::string> command{"check"};
    command.insert(command.end(), words.begin(), words.end());
    const Finished done = run(scratch, command);
    EXPECT_EQ(done.status, 2) << done.out;
    EXPECT_NE(done.err.find(sentence), std::string::npos) << done.err;
  }
}

}  // namespace
}  // namespace impactbench::testing
