#include "benchmarks/store/store.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impactbench::testing {
namespace {

/// One mistake: what is asked, and words that the one sentence must have (what, where, what is
/// allowed). @ stands for the folder of the test, a plan is given by its text.
struct Mistake {
  const char* name;
  std::vector<std::string> arguments;
  const char* plan;  ///< written to @/plan.toml if not empty
  std::vector<std::string> words;
};

const std::vector<std::string> one_cell{"run", "--problem", "moving_ball", "--scheme",
                                        "inc", "--store",   "@/rows.db"};

std::ostream& operator<<(std::ostream& out, const Mistake& m) {
  return out << m.name;
}

std::vector<std::string> cell(std::initializer_list<std::string> more) {
  std::vector<std::string> out = one_cell;
  out.insert(out.end(), more);
  return out;
}
std::vector<std::string> plan() {
  return {"run", "@/plan.toml", "--store", "@/rows.db"};
}

std::vector<Mistake> mistakes() {
  return {
      {"UnknownSetting",
       cell({"--set", "alhpa=3"}),
       "",
       {"alhpa", "did you mean 'alpha'", "scheme inc"}},
      {"MisspeltProblem",
       {"run", "--problem", "newton_cradel", "--scheme", "inc", "--store", "@/rows.db"},
       "",
       {"newton_cradel", "did you mean 'newton_cradle'", "known:"}},
      {"MisspeltScheme",
       {"run", "--problem", "moving_ball", "--scheme", "icn", "--store", "@/rows.db"},
       "",
       {"icn", "did you mean 'inc'"}},
      {"All", {"run", "--problem", "all", "--scheme", "dem"}, "", {"problem = \"all\""}},
      {"MisspeltSolver",
       cell({"--solver", "superlou"}),
       "",
       {"superlou", "did you mean 'superlu'"}},
      {"ValueBelowItsRange",
       cell({"--set", "alpha=1.5"}),
       "",
       {"alpha = 1.5", "[2, 16]", "scheme inc"}},
      {"SeedBelowZero", cell({"--vary", "-1"}), "", {"--vary", "-1", "0 to 9007199254740992"}},
      {"NegativeMass",
       cell({"--set", "mass=-1"}),
       "",
       {"mass = -1", "(0, inf)", "problem moving_ball"}},
      {"NotANumber", cell({"--set", "R=nan"}), "", {"R = nan", "(0, inf)"}},
      {"InfiniteStep", cell({"--set", "dt=inf"}), "", {"dt = inf", "(0, inf)"}},
      {"ZeroStep", cell({"--set", "dt=0"}), "", {"dt = 0", "(0, inf)"}},
      {"StepBeyondTheHorizon", cell({"--set", "dt=10"}), "", {"dt = 10", "(0, 3] s"}},
      {"TextForANumber", cell({"--set", "R=soft"}), "", {"R = soft", "a number in (0, inf)"}},
      {"FractionForAnInteger",
       cell({"--set", "newton_limit=2.5"}),
       "",
       {"newton_limit = 2.5", "whole number"}},
      {"UnknownWord", cell({"--set", "variant=exact"}), "", {"variant = exact", "ec, thesis"}},
      {"MemoryThatIsNoNumber", cell({"--memory", "nan"}), "", {"--memory", "nan", "[64, 1e+07]"}},
      {"MemoryThatIsAWord", cell({"--memory", "much"}), "", {"--memory", "much"}},
      {"TimeBetweenCopiesThatIsNone", cell({"--publish", "soon"}), "", {"--publish soon", "90s"}},
      {"WrongTimeOfARunThatIsOnlyPrinted",
       cell({"--dry-run", "--timeout", "soon"}),
       "",
       {"--timeout soon", "90s"}},
      {"ShardsBeyondAnyNumber",
       cell({"--shard", "0/99999999999"}),
       "",
       {"--shard 0/99999999999", "0 <= i < n"}},
      {"ShardOfAnotherSign", cell({"--shard", "-1/4"}), "", {"--shard -1/4", "0 <= i < n"}},
      {"StoreWithoutAName",
       {"run", "--problem", "moving_ball", "--scheme", "inc", "--store", ""},
       "",
       {"store", "name of a file"}},
      {"StoreThatIsADevice",
       {"run", "--problem", "moving_ball", "--scheme", "inc", "--store", "/dev/null"},
       "",
       {"/dev/null", "a device or a pipe"}},
      {"StepGivenTwice",
       cell({"--set", "dt=1e-3", "run.dt=1e-2"}),
       "",
       {"'dt' is given twice", "run.dt"}},
      {"ParameterGivenTwice",
       cell({"--set", "alpha=3", "scheme.alpha=2"}),
       "",
       {"'alpha' is given twice", "scheme.alpha"}},
      {"BudgetBeyondAllTime",
       plan(),
       "cpu_budget = 1e300\n[[grid]]\nproblem = \"moving_ball\"\nscheme = \"inc\"\n",
       {"plan.toml:1:14: ", "cpu_budget = 1e+300", "(0, 1e+08]"}},
      {"MoreCellsThanCanBePlanned",
       plan(),
       "[[grid]]\nproblem = \"moving_ball\"\nscheme = \"inc\"\nalpha = [2,3,4,5,6,7,8,9,10,11]\n"
       "R = [1,2,3,4,5,6,7,8,9,10]\ndt = [1e-3,2e-3,3e-3,4e-3,5e-3,6e-3,7e-3,8e-3,9e-3,1e-2]\n"
       "radius = [0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1]\nmass = [1,2,3,4,5,6,7,8,9,10]\n"
       "horizon = [1,2,3,4,5,6,7,8,9,10]\nv_x = [1,2,3,4,5,6,7,8,9,10]\nv_y = "
       "[1,2,3,4,5,6,7,8,9,10]\n",
       {"plan.toml:1", "1e+08 combinations", "at most 200000"}},
      {"StepOfAProblemThatIsNone",
       {"problems", "@/plan.toml", "--at", "0", "--out", "@/rows.db"},
       "[[grid]]\nproblem = \"moving_ball\"\nscheme = \"inc\"\n",
       {"--at", "0"}},
      {"ToleranceThatIsNoNumber",
       {"compare", "@/a.db", "@/b.db", "--relative", "nan"},
       "",
       {"--relative", "nan", "[0, inf)"}},
      {"FirstStepThatIsNoNumber",
       {"converge", "--problem", "moving_ball", "--scheme", "inc", "--coarsest", "nan", "--store",
        "@/rows.db"},
       "",
       {"--coarsest", "nan", "(0, inf)"}},
      {"SettingNamedTwice", cell({"--set", "dt=1e-3", "dt=1e-4"}), "", {"dt=1e-4", "set twice"}},
      {"EnsembleOfOne", cell({"--set", "ensemble=1"}), "", {"ensemble = 1", "0 or from 2 to 1000"}},
      {"LimitsBesideAPlan",
       {"run", "@/plan.toml", "--store", "@/rows.db", "--tolerance", "tight"},
       "[[grid]]\nproblem = \"moving_ball\"\nscheme = \"inc\"\n",
       {"--tolerance", "one cell", "tolerance = \"tight\""}},
      {"InstantsOfNoTrajectory",
       cell({"--instants", "10"}),
       "",
       {"--instants", "need --trajectory"}},
      {"SettingWithoutValue", cell({"--set", "alpha"}), "", {"--set alpha", "key=value"}},
      {"UnknownPrefix",
       cell({"--set", "schem.alpha=3"}),
       "",
       {"schem.alpha", "run, problem, scheme or solver"}},
      {"OverlappingStart",
       {"run", "--problem", "two_balls_test1", "--scheme", "dem", "--set", "x_2=0.6", "--store",
        "@/rows.db"},
       "",
       {"disc 1 and disc 2 overlap", "at most"}},
      {"StartOutsideTheBox",
       {"run", "--problem", "two_balls_test1", "--scheme", "dem", "--set", "x_1=0", "--store",
        "@/rows.db"},
       "",
       {"disc 1", "into obstacle", "at most"}},
      {"NegativeFriction", cell({"--set", "friction=-0.1"}), "", {"friction = -0.1", "[0, inf)"}},
      {"RestitutionAboveOne",
       cell({"--set", "restitution=1.5"}),
       "",
       {"restitution = 1.5", "[0, 1]"}},
      {"NoCompliance", cell({"--set", "R=0"}), "", {"R = 0", "(0, inf)"}},
      {"NoStick", cell({"--set", "c_tau=0"}), "", {"c_tau = 0", "(0, inf)"}},
      {"SeedOutOfRange",
       {"run", "--problem", "box_529", "--scheme", "nscd", "--set", "seed=0", "--store",
        "@/rows.db"},
       "",
       {"seed = 0", "[1, 2147483646]"}},
      {"DiscsTooLargeForTheirPlaces",
       {"run", "--problem", "box_25", "--scheme", "nscd", "--set", "radius=0.4", "--store",
        "@/rows.db"},
       "",
       {"disc 15", "into obstacle", "at most"}},
      {"OverlappingSpheres",
       {"run", "--problem", "maury_cluster", "--scheme", "maury", "--set", "file=@/plan.toml",
        "--store", "@/rows.db"},
       "x,z,radius\n0,1,0.5\n0.25,1,0.5\n",
       {"sphere 1 and sphere 2 overlap by 0.75", "at most"}},
      {"SphereInTheGround",
       {"run", "--problem", "maury_cluster", "--scheme", "maury", "--set", "file=@/plan.toml",
        "--store", "@/rows.db"},
       "x,z,radius\n0,0.25,0.5\n",
       {"sphere 1 at (0, 0.25) m", "0.25 m into obstacle 1", "at most"}},
      {"SpheresWithOneCentre",
       {"run", "--problem", "maury_cluster", "--scheme", "maury", "--set", "file=@/plan.toml",
        "--store", "@/rows.db"},
       "x,z,radius\n0,1,0.5\n0,1,0.25\n",
       {"sphere 1 and sphere 2", "share their centre"}},
      {"SphereWithoutSize",
       {"run", "--problem", "maury_cluster", "--scheme", "maury", "--set", "file=@/plan.toml",
        "--store", "@/rows.db"},
       "x,z,radius\n0,1,0\n",
       {"sphere 1", "radius = 0", "(0, inf)"}},
      {"FileOfSpheresThatIsNone",
       {"run", "--problem", "maury_cluster", "--scheme", "maury", "--set", "file=@/nowhere.csv",
        "--store", "@/rows.db"},
       "",
       {"file = @/nowhere.csv", "maury_cluster_2000.csv", "path of a file that can be read"}},
      {"FolderForAFile",
       {"run", "--problem", "box_25", "--scheme", "nscd", "--set", "start=@", "--store",
        "@/rows.db"},
       "",
       {"start = @ ", "places or the path of a file", "impactbench state"}},
      {"FileOfSpheresWithAWord",
       {"run", "--problem", "maury_cluster", "--scheme", "maury", "--set", "file=@/plan.toml",
        "--store", "@/rows.db"},
       "x,z,radius\n0,one,0.5\n",
       {"@/plan.toml:2", "'one'", "not a finite number"}},
      {"ZeroMassOfSpheres",
       {"run", "--problem", "sphere_cluster", "--scheme", "maury", "--set", "mass=0", "--store",
        "@/rows.db"},
       "",
       {"mass = 0", "(0, inf)", "problem sphere_cluster"}},
      {"NegativeStep",
       {"run", "--problem", "hexagon", "--scheme", "maury", "--set", "dt=-0.1", "--store",
        "@/rows.db"},
       "",
       {"dt = -0.1", "(0, inf)"}},
      {"NoRoomForSpheres",
       {"run", "--problem", "sphere_cluster", "--scheme", "maury", "--set", "fraction=0.6", "--set",
        "dimension=3", "--store", "@/rows.db"},
       "",
       {"found no room", "fraction = 0.6 is too much"}},
      {"UnknownToleranceSet", cell({"--tolerance", "loose"}), "", {"loose", "default, tight"}},
      {"BadShard", cell({"--shard", "2/2"}), "", {"--shard 2/2", "0 <= i < n"}},
      {"UnitOfNoTimeout", cell({"--timeout", "100ms"}), "", {"100ms", "s, m (minutes) or h: 0.1s"}},
      {"BadJobs", cell({"--jobs", "0"}), "", {"--jobs", "1"}},
      {"UnknownOption", cell({"--fast"}), "", {"--fast"}},
      {"UnknownCommand", {"rum"}, "", {"rum", "did you mean 'run'"}},
      {"NoCommand", {}, "", {"subcommand"}},
      {"NothingToRun", {"run", "--store", "@/rows.db"}, "", {"a plan, or --problem and --scheme"}},
      {"PlanAndCell",
       {"run", "@/plan.toml", "--problem", "moving_ball"},
       "label = \"x\"",
       {"not both"}},
      {"MissingPlan",
       {"run", "@/nowhere.toml", "--store", "@/rows.db"},
       "",
       {"nowhere.toml", "cannot be read"}},
      {"NotToml", plan(), "[[grid\n", {"plan.toml:1", "not TOML"}},
      {"PlanWithoutGrid", plan(), "label = \"x\"\n", {"plan.toml", "no [[grid]]"}},
      {"UnknownPlanKey",
       plan(),
       "repaets = 3\n[[grid]]\nproblem = \"moving_ball\"\nscheme = \"dem\"\n",
       {"plan.toml:1:11: ", "no key 'repaets' (did you mean 'repeats'?)", "known: label, "}},
      {"UnknownGridKey",
       plan(),
       "[[grid]]\nproblem = \"moving_ball\"\nscheme = \"dem\"\nalpha = 3\n",
       {"plan.toml:4", "alpha", "scheme dem"}},
      {"GridWithoutScheme",
       plan(),
       "[[grid]]\nproblem = \"moving_ball\"\n",
       {"plan.toml:1", "'scheme'"}},
      {"EmptyList",
       plan(),
       "[[grid]]\nproblem = \"moving_ball\"\nscheme = \"dem\"\nR = []\n",
       {"plan.toml:4", "'R' is an empty list"}},
      {"ListInsideAList",
       plan(),
       "[[grid]]\nproblem = \"moving_ball\"\nscheme = \"dem\"\nR = [[1]]\n",
       {"plan.toml:4", "a boolean, a number or a text"}},
      {"NumberForAName",
       plan(),
       "[[grid]]\nproblem = 3\nscheme = \"dem\"\n",
       {"plan.toml:2", "name in quotes"}},
      {"MissingStore",
       {"export", "@/nowhere.db", "--digest"},
       "",
       {"nowhere.db", "does not exist"}},
      {"FolderAsStore", {"export", "@", "--digest"}, "", {"is a folder"}},
      {"TextAsStore",
       {"export", "@/plan.toml", "--digest"},
       "this is no database at all, but it is long enough",
       {"plan.toml", "not a database"}},
      {"StoreInANewFolder",
       {"run", "--problem", "moving_ball", "--scheme", "dem", "--store", "@/no/such/rows.db"},
       "",
       {"@/no/such", "does not exist"}},
      {"UnwritableStore",
       {"run", "--problem", "moving_ball", "--scheme", "dem", "--store", "/proc/self/rows.db"},
       "",
       {"/proc/self/rows.db", "cannot"}},
      {"ValueInAGrid",
       plan(),
       "[[grid]]\nproblem = \"moving_ball\"\nscheme = \"dem\"\nR = [1e-3, 0.0]\n",
       {"plan.toml:4", "R = 0", "(0, inf)"}},
      {"EmptyPlan", {"run", "/dev/null", "--store", "@/rows.db"}, "", {"/dev/null", "[[grid]]"}},
      {"FolderAsPlan", {"run", "@", "--store", "@/rows.db"}, "", {"cannot be read"}},
      {"UnknownSeries",
       {"export", "@/rows.db", "--series", "heat"},
       "",
       {"'heat'", "kinetic_energy"}},
      {"ExportIntoNoFolder",
       {"export", "@/rows.db", "--csv", "@/no/where.csv"},
       "",
       {"@/no/where.csv", "cannot be written"}},
      {"MergeOfNothing", {"merge", "@/out.db", "@/nowhere.db"}, "", {"nowhere.db", "not exist"}},
      {"CompareWithNothing", {"compare", "@/rows.db", "@/nowhere.db"}, "", {"nowhere.db"}},
      {"ExportOfNothing", {"export", "@/rows.db"}, "", {"--csv", "--digest"}},
      {"ConvergeWithAStep",
       {"converge", "--problem", "falling_ball", "--scheme", "dem", "--set", "dt=1", "--store",
        "@/rows.db"},
       "",
       {"converge chooses dt itself", "--coarsest"}},
      {"ConvergeWithFewSteps",
       {"converge", "--problem", "falling_ball", "--scheme", "dem", "--steps", "7", "--store",
        "@/rows.db"},
       "",
       {"--steps", "7", "8 to 64"}},
      {"ConvergeUpwards",
       {"converge", "--problem", "falling_ball", "--scheme", "dem", "--ratio", "0.5", "--store",
        "@/rows.db"},
       "",
       {"--ratio 0.5", "above 1"}},
      {"ConvergeFromBeyondTheHorizon",
       {"converge", "--problem", "falling_ball", "--scheme", "dem", "--coarsest", "9", "--store",
        "@/rows.db"},
       "",
       {"--coarsest 9", "(0, 3] s"}},
      {"ConvergeWithNoBudget",
       {"converge", "--problem", "falling_ball", "--scheme", "dem", "--budget", "-1s", "--store",
        "@/rows.db"},
       "",
       {"--budget -1s", "positive time"}},
      {"ConvergeAMisspeltScheme",
       {"converge", "--problem", "falling_ball", "--scheme", "dme", "--store", "@/rows.db"},
       "",
       {"there is no scheme 'dme'", "did you mean 'dem'"}},
      {"CheckWithoutBaseline",
       {"check", "@/rows.db", "--junit", "@/out.xml"},
       "",
       {"--junit", "--baseline FILE"}},
      {"CheckAgainstNothing",
       {"check", "@/plan.toml", "--baseline", "@/none.jsonl"},
       "[[grid]]\nproblem = \"falling_ball\"\nscheme = \"dem\"\n",
       {"there is no baseline '@/none.jsonl'", "--write makes it"}},
      {"CheckAgainstAPlan",
       {"check", "@/plan.toml", "--baseline", "@/plan.toml"},
       "[[grid]]\nproblem = \"falling_ball\"\nscheme = \"dem\"\n",
       {"@/plan.toml:1", "not a line of a baseline"}},
      {"SolveNoFile",
       {"solve", "@/none.hdf5", "--solver", "apgd"},
       "",
       {"there is no file", "none"}},
      {"SolveUnknownSolver",
       {"solve", "@/none.hdf5", "--solver", "apdg"},
       "",
       {"there is no solver 'apdg'", "did you mean 'apgd'"}},
      {"SolveUnknownSetting",
       {"solve", "@/none.hdf5", "--solver", "apgd", "--set", "foo=1"},
       "",
       {"solver apgd", "no parameter 'foo'", "known: tolerance"}},
      {"SolveToleranceBelowZero",
       {"solve", "@/none.hdf5", "--solver", "apgd", "--tolerance", "-1"},
       "",
       {"--tolerance -1", "above 0"}},
      {"ProblemsWithoutPlan", {"problems", "@/none.toml", "--out", "@/lib"}, "", {"none.toml"}},
      {"MergeIntoItself", {"merge", "@/rows.db", "@/rows.db"}, "", {"both input and output"}},
  };
}

std::string filled_in(std::string text, const Scratch& scratch) {
  const std::string folder = (scratch / "");
  for (auto at = text.find('@'); at != std::string::npos; at = text.find('@', at)) {
    text.replace(at, 1, folder.substr(0, folder.size() - 1));
  }
  return text;
}

class WrongInput : public ::testing::TestWithParam<Mistake> {};

TEST_P(WrongInput, GetsOneSentenceAndLosesNothing) {
  const Scratch scratch;
  // A store with a row in it, which no mistake may harm.
  ASSERT_EQ(run(scratch, {"run", "--problem", "falling_ball", "--scheme", "nscd", "--set",
                          "dt=1e-3", "--repeats", "0", "--quiet", "--store", scratch / "rows.db"})
                .status,
            0);
  const std::string before = Store(scratch / "rows.db", StoreMode::read).digest();
  if (*GetParam().plan != '\0') scratch.write("plan.toml", GetParam().plan);
  std::vector<std::string> arguments;
  for (const std::string& a : GetParam().arguments)
    arguments.push_back(filled_in(a, scratch));
  const Finished done = run(scratch, arguments);
  EXPECT_EQ(done.status, 2) << done.out << done.err;
  EXPECT_EQ(std::count(done.err.begin(), done.err.end(), '\n'), 1) << done.err;
  EXPECT_EQ(done.out, "");
  EXPECT_TRUE(done.err.starts_with("impactbench: ")) << done.err;
  for (const std::string& word : GetParam().words) {
    EXPECT_NE(done.err.find(filled_in(word, scratch)), std::string::npos) << word << "\n"
                                                                          << done.err;
  }
  EXPECT_EQ(Store(scratch / "rows.db", StoreMode::read).digest(), before);
}

INSTANTIATE_TEST_SUITE_P(Table, WrongInput, ::testing::ValuesIn(mistakes()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(WrongInputTable, IsLongEnough) {
  EXPECT_GE(mistakes().size(), 25U);
}

}  // namespace
}  // namespace impactbench::testing
