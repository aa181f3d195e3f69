// The directions of includes. The suite is worth what its independence is worth: a scheme must not
// see the answers, a problem must not see the schemes, a reference must not see the runs it judges.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Rule {
  std::string from;                  ///< files below this path (regular expression, anchored)
  std::vector<std::string> may_see;  ///< our own headers, by path (regular expressions, anchored)
};

/// First match decides. $1 .. in may_see stand for the groups of `from`.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> table{
      // The one place of the model that needs neighbours: every start is checked for overlaps.
      {"problems/model/round_setup\\.cpp", {"problems/(base|model|contact)/"}},
      {"problems/base/", {"problems/base/"}},
      {"problems/model/", {"problems/(base|model)/"}},
      {"problems/contact/", {"problems/(base|model|contact)/"}},
      {"problems/(support|files)/", {"problems/(base|model|contact|support)/", "problems/$1/"}},
      {"problems/(\\w+)/", {"problems/(base|model|contact|support|files)/", "problems/$1/"}},
      {"schemes/solvers/api/", {"problems/(base|model)/", "schemes/solvers/api/"}},
      {"schemes/solvers/support/(blocks|iterations|linear)/",
       {"problems/(base|model)/", "schemes/solvers/api/", "schemes/solvers/support/$1/"}},
      {"schemes/solvers/support/(\\w+)/",
       {"problems/(base|model)/", "schemes/solvers/api/",
        "schemes/solvers/support/(blocks|iterations|$1)/"}},
      {"schemes/solvers/(linear|contact)/(\\w+)/",
       {"problems/(base|model)/", "schemes/solvers/(api|support)/", "schemes/solvers/$1/$2/"}},
      {"schemes/api/", {"problems/(base|model|contact)/", "schemes/api/", "schemes/solvers/api/"}},
      // Laws, contacts and coordinates stand below the steps that are made of them.
      {"schemes/support/(laws|coordinates)/",
       {"problems/(base|model|contact)/", "schemes/api/", "schemes/solvers/api/",
        "schemes/support/$1/"}},
      {"schemes/support/contacts/",
       {"problems/(base|model|contact)/", "schemes/api/", "schemes/solvers/api/",
        "schemes/support/(laws|contacts)/"}},
      {"schemes/support/(theta|elastic)/",
       {"problems/(base|model|contact)/", "schemes/api/", "schemes/solvers/api/",
        "schemes/support/(laws|contacts|coordinates|nearest|theta|$1)/"}},
      {"schemes/support/(\\w+)/",
       {"problems/(base|model|contact)/", "schemes/api/", "schemes/solvers/api/",
        "schemes/support/(laws|contacts|coordinates|$1)/"}},
      {"schemes/(\\w+)/",
       {"problems/(base|model|contact)/", "schemes/(api|support)/", "schemes/solvers/api/",
        "schemes/$1/"}},
      {"reference/(exact|computed)/(\\w+)/",
       {"problems/(base|model|contact)/", "reference/(api|support)/", "reference/$1/$2/"}},
      {"reference/(exact|computed)/",
       {"problems/(base|model|contact)/", "reference/api/", "reference/$1/"}},
      {"reference/",
       {"problems/(base|model|contact)/", "schemes/solvers/api/", "reference/(?!exact|computed)"}},
      {"benchmarks/extension/plugin/",
       {"problems/(base|model)/", "schemes/api/", "schemes/solvers/api/", "reference/api/",
        "benchmarks/extension/plugin/"}},
      {"benchmarks/files/", {"problems/base/", "benchmarks/files/"}},
      {"benchmarks/store/",
       {"problems/(base|model)/", "reference/(api|yardsticks|acceptance)/",
        "benchmarks/(files|store|extension/plugin)/", "revision\\.inc"}},  // made by the build
      // Kernels are what modules are made of.
      {"benchmarks/micro/",
       {"problems/(base|model|contact)/", "schemes/(api|support|mka3d|solvers/(api|support))/",
        "benchmarks/"}},
      // Examples for the outside: they see what is installed, and themselves by their name alone.
      {"benchmarks/extension/scaffold/templates/(\\w+)/",
       {"problems/(base|model|contact)/", "schemes/(api|support)/",
        "schemes/solvers/(api|support)/", "$1\\.hpp"}},
      // Schemes in Python record their contacts as others do.
      {"benchmarks/python/bridge/",
       {"problems/(base|model|contact)/", "schemes/(api|support/contacts)/", "schemes/solvers/api/",
        "reference/api/", "benchmarks/"}},
      {"benchmarks/",
       {"problems/(base|model|contact|files)/", "schemes/api/", "schemes/solvers/api/",
        "reference/(api|yardsticks|acceptance|published)/", "benchmarks/"}},
      {"reports/",
       {"problems/(base|model|contact|files)/", "schemes/api/", "schemes/solvers/api/",
        "reference/", "benchmarks/", "reports/"}},
  };
  return table;
}

/// Libraries that belong to some folders alone, and what a step must not touch.
struct Fence {
  std::string header;  ///< regular expression for the text between < >
  std::string only;    ///< the folders that may include it
};
const std::vector<Fence>& fences() {
  static const std::vector<Fence> table{
      {"(lapacke?|cblas|slu_ddefs|superlu/.*|supermatrix|armadillo|siconos/.*).*",
       "(schemes/solvers|benchmarks/peers)/"},
      {"(box2d|chipmunk|lammps)/.*", "benchmarks/peers/"},
      {"sqlite3\\.h", "benchmarks/store/"},
      {"pybind11/.*", "benchmarks/python/"},
      {"toml\\+\\+.*", "problems/files/"},
      {"hdf5\\.h", "benchmarks/trajectories/"},
      {"boost/multiprecision/.*", "reference/"},
      {"(chrono|ctime|iostream|cstdio|thread)", "(reference|benchmarks|reports)/"},
      {"fstream", "(problems/(base|support|files)|reference|benchmarks|reports)/"},
      {"random", "(problems/(base|support)|reference|benchmarks|reports)/"},
  };
  return table;
}

bool starts_with(const std::string& text, const std::string& pattern) {
  std::smatch match;
  return std::regex_search(text, match, std::regex("^" + pattern));
}

std::string substituted(std::string pattern, const std::smatch& groups) {
  for (std::size_t g = 1; g < groups.size(); ++g) {
    const std::string mark = "$" + std::to_string(g);
    for (auto at = pattern.find(mark); at != std::string::npos; at = pattern.find(mark)) {
      pattern.replace(at, mark.size(), groups[g].str());
    }
  }
  return pattern;
}

struct Inspection {
  int files{0};
  int includes{0};
  std::vector<std::string> violations;
};

void inspect_line(const std::string& file, const std::string& line, Inspection& out) {
  static const std::regex own("^\\s*#\\s*include\\s*\"([^\"]+)\"");
  static const std::regex foreign("^\\s*#\\s*include\\s*<([^>]+)>");
  std::smatch match;
  if (std::regex_search(line, match, foreign)) {
    ++out.includes;
    const std::string header = match[1];
    for (const Fence& fence : fences()) {
      if (std::regex_match(header, std::regex(fence.header)) && !starts_with(file, fence.only)) {
        out.violations.push_back(file + " includes <" + header + ">");
      }
    }
  } else if (std::regex_search(line, match, own)) {
    ++out.includes;
    const std::string header = match[1];
    for (const Rule& rule : rules()) {
      std::smatch groups;
      if (!std::regex_search(file, groups, std::regex("^" + rule.from))) continue;
      const bool allowed =
          std::any_of(rule.may_see.begin(), rule.may_see.end(), [&](const std::string& pattern) {
            return starts_with(header, substituted(pattern, groups));
          });
      if (!allowed) out.violations.push_back(file + " includes \"" + header + "\"");
      return;
    }
    out.violations.push_back(file + " is under no rule");
  }
}

/// X.cpp beside X.hpp includes X.hpp first: that is how X.hpp is known to compile alone.
void inspect_first(const fs::path& root, const std::string& file, const std::string& first,
                   Inspection& out) {
  if (fs::path(file).extension() != ".cpp") return;
  const std::string header = fs::path(file).replace_extension(".hpp").generic_string();
  const std::string bare = fs::path(header).filename();
  if (!fs::exists(root / header)) return;
  if (first == "#include \"" + header + "\"" || first == "#include \"" + bare + "\"") return;
  out.violations.push_back(file + " does not include " + header + " first");
}

Inspection inspect(const fs::path& root) {
  Inspection out;
  for (const char* top : {"problems", "schemes", "reference", "benchmarks", "reports"}) {
    if (!fs::exists(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension();
      if (extension != ".hpp" && extension != ".cpp") continue;
      ++out.files;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      std::ifstream in(entry.path());
      std::string first;
      for (std::string line; std::getline(in, line);) {
        inspect_line(file, line, out);
        if (first.empty() && line.starts_with("#include")) first = line;
      }
      inspect_first(root, file, first, out);
    }
  }
  return out;
}

TEST(IncludeDirection, HoldsInTheWholeTree) {
  // A planted tree need not have them all, but a folder that is misspelt here would go unseen.
  for (const char* top : {"problems", "schemes", "reference", "benchmarks", "reports"})
    EXPECT_TRUE(fs::exists(fs::path(IMPACTBENCH_SOURCE_DIR) / top)) << top;
  const Inspection tree = inspect(IMPACTBENCH_SOURCE_DIR);
  // Guard against a pass on nothing.
  EXPECT_GT(tree.files, 60);
  EXPECT_GT(tree.includes, 300);
  for (const std::string& violation : tree.violations)
    ADD_FAILURE() << violation;
}

class PlantedTree : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("impactbench_planted_" + std::to_string(::getpid()));
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }
  void plant(const std::string& file, const std::string& include) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << "#include " << include << "\n";
  }
  fs::path root_;
};

TEST_F(PlantedTree, EveryForbiddenDirectionIsSeen) {
  plant("schemes/snc/snc.cpp", "\"reference/exact/ball_in_box/ball_in_box.hpp\"");
  plant("schemes/inc/inc.cpp", "\"schemes/snc/snc.hpp\"");
  plant("schemes/dem/dem.cpp", "\"problems/discs/newton_cradle/newton_cradle.hpp\"");
  plant("schemes/nscd/nscd.cpp", "<chrono>");
  plant("schemes/solvers/contact/nlgs/nlgs.cpp", "\"problems/contact/geometry.hpp\"");
  plant("schemes/solvers/support/blocks/a.hpp", "\"schemes/solvers/support/coulomb/b.hpp\"");
  plant("schemes/support/laws/a.hpp", "\"schemes/support/newton/b.hpp\"");
  plant("problems/discs/x/x.cpp", "\"schemes/api/scheme.hpp\"");
  plant("problems/base/a.hpp", "\"problems/model/state.hpp\"");
  plant("reference/yardsticks/energy.cpp", "\"schemes/api/scheme.hpp\"");
  plant("reference/exact/a/a.cpp", "\"reference/exact/b/b.hpp\"");
  plant("benchmarks/matrix/plan.cpp", "\"reports/generate/html.hpp\"");
  plant("benchmarks/program/main.cpp", "\"schemes/snc/snc.hpp\"");
  plant("benchmarks/program/other.cpp", "<sqlite3.h>");
  plant("reports/plots/late.hpp", "<vector>");
  plant("reports/plots/late.cpp", "<vector>");  // and not late.hpp
  const Inspection tree = inspect(root_);
  EXPECT_EQ(tree.files, 16);
  EXPECT_EQ(tree.violations.size(), 15U);
}

TEST_F(PlantedTree, AllowedDirectionsPass) {
  plant("schemes/snc/snc.cpp", "\"schemes/support/newton/newmark_newton.hpp\"");
  plant("schemes/solvers/linear/superlu/superlu.cpp", "<superlu/slu_ddefs.h>");
  plant("reference/exact/a/a.cpp", "\"problems/model/round_system.hpp\"");
  plant("reports/generate/html.cpp", "\"benchmarks/store/store.hpp\"");
  const Inspection tree = inspect(root_);
  EXPECT_EQ(tree.files, 4);
  for (const std::string& violation : tree.violations)
    ADD_FAILURE() << violation;
}

}  // namespace
