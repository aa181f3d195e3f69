#include "benchmarks/store/store.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

namespace impactbench {
namespace {

/// A mistake, and what the one sentence about it must name.
struct Mistake {
  const char* what;
  std::vector<std::string> arguments;
  std::vector<std::string> fragments;
};

std::ostream& operator<<(std::ostream& out, const Mistake& mistake) {
  return out << mistake.what;
}

std::vector<std::string> cell(std::vector<std::string> settings,
                              const char* problem = "newton_cradle", const char* scheme = "inc") {
  std::vector<std::string> out{"run",  "--problem", problem,  "--scheme",
                               scheme, "--store",   "good.db"};
  for (std::string& setting : settings)
    out.insert(out.end(), {"--set", std::move(setting)});
  return out;
}

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> table{
      {"no command", {}, {"a command is needed", "run"}},
      {"misspelt command", {"rnu"}, {"'rnu'", "did you mean 'run'"}},
      {"misspelt option", {"run", "--stroe", "x.db"}, {"--stroe"}},
      {"misspelt list", {"list", "problem"}, {"problem", "problems"}},
      {"nothing to run", {"run", "--store", "good.db"}, {"plan", "--problem"}},
      {"plan and cell at once", {"run", "empty.toml", "--problem", "newton_cradle"}, {"not both"}},
      {"misspelt problem",
       cell({}, "newton_cradel"),
       {"newton_cradel", "did you mean 'newton_cradle'"}},
      {"misspelt scheme", cell({}, "newton_cradle", "imc"), {"'imc'", "did you mean 'inc'", "snc"}},
      {"misspelt solver",
       {"run", "--problem", "newton_cradle", "--scheme", "inc", "--solver", "superlo", "--store",
        "good.db"},
       {"superlo", "did you mean 'superlu'"}},
      {"misspelt key",
       cell({"radios=0.1"}),
       {"'radios'", "did you mean 'radius'", "newton_cradle"}},
      {"unknown prefixed key", cell({"scheme.beta=1"}), {"scheme inc", "'beta'", "alpha"}},
      {"unknown prefix", cell({"body.mass=1"}), {"body.mass", "problem", "solver"}},
      {"not key=value", cell({"alpha"}), {"--set alpha", "key=value"}},
      {"value out of range", cell({"alpha=1.5"}), {"scheme inc", "alpha = 1.5", "[2, 16]"}},
      {"NaN", cell({"dt=nan"}), {"dt = nan", "(0, inf)"}},
      {"infinity", cell({"R=inf"}), {"R = inf", "(0, inf)"}},
      {"negative step", cell({"dt=-1e-3"}), {"dt = -0.001", "(0, inf)"}},
      {"step beyond the horizon", cell({"dt=10"}), {"dt = 10", "horizon", "newton_cradle"}},
      {"negative mass", cell({"mass=-2"}), {"mass = -2", "(0, inf)", "kg"}},
      {"text for a number", cell({"mass=heavy"}), {"mass = heavy", "number"}},
      {"unknown word", cell({"variant=best"}), {"variant = best", "ec", "thesis"}},
      {"overlapping start", cell({"x_1=1.4"}, "two_balls_test1"), {"disc 1", "disc 2", "overlap"}},
      {"unknown tolerance set",
       {"run", "--problem", "newton_cradle", "--scheme", "dem", "--tolerance", "loose", "--store",
        "good.db"},
       {"'loose'", "default", "tight"}},
      {"missing plan",
       {"run", "nowhere.toml", "--store", "good.db"},
       {"nowhere.toml", "cannot be read"}},
      {"plan is a folder", {"run", ".", "--store", "good.db"}, {"'.'", "cannot be read"}},
      {"not TOML", {"run", "broken.toml", "--store", "good.db"}, {"broken.toml:2:", "not TOML"}},
      {"unclosed list",
       {"run", "unclosed.toml", "--store", "good.db"},
       {"unclosed.toml:", "not TOML"}},
      {"empty plan", {"run", "empty.toml", "--store", "good.db"}, {"empty.toml", "[[grid]]"}},
      {"unknown key of a plan", {"run", "key.toml", "--store", "good.db"}, {"'repeat'", "repeats"}},
      {"wrong type in a plan",
       {"run", "type.toml", "--store", "good.db"},
       {"type.toml", "repeats", "many"}},
      {"wrong value in a grid",
       {"run", "grid.toml", "--store", "good.db"},
       {"grid.toml:4:", "dt = 0"}},
      {"wrong name in a grid",
       {"run", "name.toml", "--store", "good.db"},
       {"name.toml:3:", "'demm'", "dem"}},
      {"grid without scheme",
       {"run", "half.toml", "--store", "good.db"},
       {"half.toml:1:", "'scheme'"}},
      {"empty list", {"run", "list.toml", "--store", "good.db"}, {"list.toml:4:", "'dt'", "empty"}},
      {"bad shard",
       {"run", "good.toml", "--shard", "2/2", "--store", "good.db"},
       {"--shard 2/2", "0 <= i < n"}},
      {"bad time",
       {"run", "good.toml", "--timeout", "soon", "--store", "good.db"},
       {"--timeout soon", "90s"}},
      {"no jobs", {"run", "good.toml", "--jobs", "0", "--store", "good.db"}, {"--jobs", "1"}},
      {"store in no folder",
       {"run", "good.toml", "--store", "no/where.db"},
       {"no/where.db", "'no'", "does not exist"}},
      {"store is a folder", {"run", "good.toml", "--store", "."}, {"'.'", "folder"}},
      {"store is something else",
       {"run", "good.toml", "--store", "good.toml"},
       {"good.toml", "not a database"}},
      {"store cannot be made",
       {"run", "good.toml", "--store", "/proc/x.db"},
       {"/proc/x.db", "cannot"}},
      {"export of nothing", {"export", "nowhere.db", "--digest"}, {"nowhere.db", "does not exist"}},
      {"export without a format", {"export", "good.db"}, {"--csv", "--digest"}},
      {"export of an unknown series",
       {"export", "good.db", "--series", "heat"},
       {"'heat'", "kinetic_energy"}},
      {"export into no folder",
       {"export", "good.db", "--csv", "no/where.csv"},
       {"no/where.csv", "cannot be written"}},
      {"merge of nothing", {"merge", "out.db", "nowhere.db"}, {"nowhere.db", "does not exist"}},
      {"merge into itself", {"merge", "good.db", "good.db"}, {"good.db", "both input and output"}},
      {"compare with nothing", {"compare", "good.db", "nowhere.db"}, {"nowhere.db"}},
      {"check against garbage", {"check", "good.db", "--against", "broken.json"}, {"not a row"}},
  };
  return table;
}

class WrongInput : public testing::TestWithParam<Mistake> {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    const std::string grid = "[[grid]]\nproblem = \"newton_cradle\"\n";
    (void)folder_->write("good.toml", "repeats = 0\n" + grid + "scheme = \"dem\"\ndt = 1e-3\n");
    (void)folder_->write("empty.toml", "");
    (void)folder_->write("broken.toml", "repeats = 1\nrepeats = = 2\n");
    (void)folder_->write("unclosed.toml", "[\n");
    (void)folder_->write("key.toml", "repeat = 1\n" + grid + "scheme = \"dem\"\n");
    (void)folder_->write("type.toml", "repeats = \"many\"\n" + grid + "scheme = \"dem\"\n");
    (void)folder_->write("grid.toml", grid + "scheme = \"dem\"\ndt = [1e-3, 0.0]\n");
    // The last good line before the mistake keeps the line numbers above honest.
    (void)folder_->write("name.toml", grid + "scheme = [\"snc\", \"demm\"]\n");
    (void)folder_->write("half.toml", grid);
    (void)folder_->write("list.toml", grid + "scheme = \"dem\"\ndt = []\n");
    (void)folder_->write("broken.json", "{\"key\": 1}\n");
    const Outcome made = run_program(*folder_, {"run", "good.toml", "--store", "good.db"});
    ASSERT_EQ(made.status, 0) << made.err;
    before_ = read_file(folder_->file("good.db"));
    ASSERT_FALSE(before_.empty());
  }
  static void TearDownTestSuite() { delete folder_; }

  static inline TemporaryFolder* folder_ = nullptr;
  static inline std::string before_;
};

// Wrong usage is exit status 2, one sentence that names what, where and what is allowed, and no
// stored row lost.
TEST_P(WrongInput, IsOneSentenceAndLosesNothing) {
  const Outcome out = run_program(*folder_, GetParam().arguments);
  EXPECT_EQ(out.status, 2);
  EXPECT_EQ(out.out, "");
  EXPECT_EQ(std::count(out.err.begin(), out.err.end(), '\n'), 1) << out.err;
  EXPECT_TRUE(out.err.starts_with("impactbench: ")) << out.err;
  EXPECT_EQ(out.err.find("unexpected"), std::string::npos) << out.err;
  for (const std::string& fragment : GetParam().fragments)
    EXPECT_NE(out.err.find(fragment), std::string::npos) << fragment << " is missing in\n"
                                                         << out.err;
  EXPECT_EQ(Store(folder_->file("good.db"), StoreMode::read).size(), 1U);
  EXPECT_EQ(read_file(folder_->file("good.db")), before_);
}

std::string test_name(const testing::TestParamInfo<Mistake>& mistake) {
  std::string out;
  bool upper = true;
  for (const char c : std::string(mistake.param.what)) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      upper = true;
      continue;
    }
    out += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Every, WrongInput, testing::ValuesIn(mistakes()), test_name);

}  // namespace
}  // namespace impactbench
