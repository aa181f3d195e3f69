// Sources as data: formulas, names, patterns, recipes and figures of a folder, and what is said
// where something in them is wrong.
#include "benchmarks/matrix/run_cell.hpp"
#include "problems/base/error.hpp"
#include "reports/paper/formula.hpp"
#include "reports/paper/printed_match.hpp"
#include "reports/paper/reproduce.hpp"
#include "reports/paper/scope.hpp"
#include "reports/paper/source.hpp"
#include "reports/paper/source_claims.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numbers>

namespace impactbench {
namespace {

double formula(std::string_view text) {
  return evaluate(text, [](std::string_view name) -> std::optional<double> {
    if (name == "x") return 3.0;
    return std::nullopt;
  });
}

TEST(Formulas, AreReadAsInMathematics) {
  EXPECT_EQ(formula("1 + 2 * x"), 7.0);
  EXPECT_EQ(formula("1 - 2 - 3"), -4.0) << "from left to right";
  EXPECT_EQ(formula("12 / 2 / 3"), 2.0);
  EXPECT_EQ(formula("2 ^ 3 ^ 2"), 512.0) << "the right one first";
  EXPECT_EQ(formula("-2^2"), -4.0);
  EXPECT_EQ(formula("2^-12"), std::ldexp(1.0, -12));
  EXPECT_EQ(formula("(1 + 2) * -x"), -9.0);
  EXPECT_EQ(formula("1e-5 * .5"), 0.5e-5);
  EXPECT_EQ(formula("floor(2.5) + round(2.5) + abs(-1) + sqrt(16)"), 10.0);
  EXPECT_EQ(formula("cos(60 * pi / 180)"), std::cos(60.0 * std::numbers::pi / 180.0));
}

TEST(Formulas, ThatCannotBeReadGetASentence) {
  for (const char* text : {"", "1 +", "1 2", "(1", "y", "sin 1", "tan(1)", "1 / 0", "sqrt(-1)",
                           "2 $", "1e999", "x("}) {
    EXPECT_THROW((void)formula(text), ConfigurationError) << text;
  }
  EXPECT_THROW((void)formula(std::string(5000, '(')), ConfigurationError) << "no deep recursion";
  try {
    (void)formula("1 + y");
    ADD_FAILURE();
  } catch (const ConfigurationError& e) {
    EXPECT_STREQ(e.what(), "formula '1 + y', character 6: 'y' is not the name of a number here");
  }
}

TEST(Scopes, PutNumbersAsTheyAreReadIntoTexts) {
  EXPECT_EQ(short_number(1e-4), "1e-4");
  EXPECT_EQ(short_number(5e6), "5e6");
  EXPECT_EQ(short_number(0.0), "0");
  EXPECT_EQ(short_number(0.25), "0.25");
  EXPECT_EQ(short_number(-2e-3), "-2e-3");
  Scope outer;
  outer.set("R", 1e-4);
  outer.set("name", std::string("sup"));
  Scope scope(&outer);
  scope.set("k", std::int64_t{3});
  EXPECT_EQ(scope.filled("R = <R>, <name><k>"), "R = 1e-4, sup3");
  EXPECT_EQ(scope.filled("z < 0 and <k> > 2"), "z < 0 and 3 > 2");
  EXPECT_EQ(std::get<std::int64_t>(scope.value(std::string("= 2 * k"))), 6);
  EXPECT_EQ(std::get<double>(scope.value(std::string("= R / 2"))), 5e-5);
  EXPECT_EQ(std::get<double>(scope.value(std::string("<R>"))), 1e-4) << "not its text";
  EXPECT_THROW((void)scope.filled("<none>"), ConfigurationError);
}

/// A folder of published sources with one in it: a table, and the files that a test writes.
class PublishedSource : public ::testing::Test {
 protected:
  PublishedSource() {
    if (const char* before = std::getenv("IMPACTBENCH_PUBLISHED")) before_ = before;
    setenv("IMPACTBENCH_PUBLISHED", folder_.path().c_str(), 1);
    std::filesystem::create_directory(folder_ / "mine");
    write("source.toml", "citation = \"Nobody, Nowhere, 2000\"\n");
    write("tab3.csv",
          "table,problem,scheme,dt,mu,load,quantity,value,unit\n"
          "3,falling_ball,dem,1e-3,,2,v_end_h1.5,0.5,m/s\n"
          "3,falling_ball,dem,1e-4,0.5,,cpu_seconds,7,s\n"
          "3,falling_ball,input,,,,total_time,3,s\n");
  }
  ~PublishedSource() override {
    if (before_.empty()) {
      unsetenv("IMPACTBENCH_PUBLISHED");
    } else {
      setenv("IMPACTBENCH_PUBLISHED", before_.c_str(), 1);
    }
  }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ / "mine/" + file) << text;
  }
  [[nodiscard]] static std::vector<PublishedValue> values() { return read_published("mine", "3"); }
  /// The error message on the source; empty if there is none.
  [[nodiscard]] std::string said() const {
    try {
      (void)find_source("mine");
      return "";
    } catch (const ConfigurationError& e) {
      const std::string text = e.what();
      const std::string here = folder_ / "mine/";
      const std::size_t at = text.find(here);
      return at == std::string::npos ? text : text.substr(at + here.size());
    }
  }

  testing::Scratch folder_;
  std::string before_;
};

TEST_F(PublishedSource, HasTablesOfAnyNumberAndColumnsOfItsOwn) {
  EXPECT_EQ(published_tables("mine"), std::vector<std::string>{"3"});
  ASSERT_EQ(values().size(), 3U);
  EXPECT_EQ(cell_of(values()[0], "load"), "2");
  EXPECT_EQ(cell_of(values()[0], "no such column"), "");
  EXPECT_EQ(source_names(), std::vector<std::string>{"mine"});
}

TEST_F(PublishedSource, IsRunAsItsRulesSayEachLaidOverThoseBefore) {
  write("recipes.toml",
        "[let]\nbase = 4.0\nhalf = \"= base / 2\"\n"
        "[run.soft]\n\"scheme.R\" = \"= half / 1000\"\n"
        "[[rule]]\nabout = {dt = true}\nrun = {like = \"soft\", dt = \"= dt\", horizon = 2.0}\n"
        "[[rule]]\nabout = {load = \"> 1\", quantity = \"<what>_h<edge>\"}\n"
        "run = {horizon = \"= load * edge\"}\nquantity = \"<what>\"\nruns = 3\ncpu_seconds = 7\n"
        "[[rule]]\nabout = {quantity = [\"cpu_seconds\", \"total_time\"]}\nexcept = {scheme = "
        "\"input\"}\n"
        "no_run = \"times of another machine\"\n"
        "[[rule]]\nabout = {scheme = \"input\"}\ninput = \"horizon\"\nrun = {horizon = 3.0}\n");
  write("errata.toml",
        "[[reason]]\nabout = {mu = 0.5}\ntext = \"rubbed\"\n[[reason]]\ntext = \"unknown\"\n");
  ASSERT_EQ(said(), "");
  const Source& source = find_source("mine");
  const PrintedRun first = source.recipes.of(values()[0]);
  ASSERT_TRUE(first.recipe);
  EXPECT_EQ(first.recipe->quantity, "v_end");
  EXPECT_EQ(first.recipe->cpu_seconds, 7.0);
  EXPECT_EQ(first.recipe->others.size(), 2U);
  const Cell cell = resolve_cell(first.recipe->request, "default");
  EXPECT_EQ(cell.problem, "falling_ball");
  EXPECT_EQ(cell.dt, 1e-3);
  EXPECT_EQ(std::get<double>(cell.problem_parameters.at("horizon")), 3.0) << "load times edge";
  EXPECT_EQ(std::get<double>(cell.scheme_parameters.at("R")), 2e-3);
  EXPECT_FALSE(source.recipes.of(values()[1]).recipe);
  EXPECT_EQ(source.recipes.of(values()[1]).no_run, "times of another machine");
  EXPECT_EQ(source.recipes.of(values()[2]).input, 3.0) << "of the problem as it is made";
  EXPECT_EQ(source.reasons.of(values()[1]), "rubbed");
  EXPECT_EQ(source.reasons.of(values()[0]), "unknown") << "the first that is about it";
  EXPECT_EQ(reproduction_plan("mine", {"3"}).cells.size(), 1U) << "three runs that are the same";
}

TEST_F(PublishedSource, PrintsOrdersThatAreFitsOverSeveralRuns) {
  write("recipes.toml",
        "[[rule]]\nabout = {load = true}\nrun = {dt = \"= h\"}\nover = {h = [4e-3, 2e-3, 1e-3]}\n"
        "quantity = \"error\"\ntolerance = 0.1\nwhy = \"its steps are not printed\"\n");
  ASSERT_EQ(said(), "");
  const PublishedValue printed = values()[0];  // 0.5
  const Recipe recipe = *find_source("mine").recipes.of(printed).recipe;
  EXPECT_EQ(recipe.over, (std::vector<double>{4e-3, 2e-3, 1e-3}));
  EXPECT_EQ(recipe.others.size(), 2U);
  const auto verdict = [&](double order) {
    std::vector<Row> rows(3);
    std::vector<const Row*> pointers;
    for (std::size_t k = 0; k < 3; ++k) {
      rows[k].status = RowStatus::passed;
      rows[k].quantities["error"] = 3.0 * std::pow(recipe.over[k], order);
      pointers.push_back(&rows[k]);
    }
    const Comparison c = compare_order("mine", printed, pointers, recipe.over, "error", "");
    EXPECT_NEAR(*c.ours, order, 1e-12);
    return with_tolerance(c, recipe.tolerance, recipe.why);
  };
  EXPECT_EQ(verdict(0.5 + 1e-6).verdict, Verdict::reproduced) << "by its digits";
  EXPECT_EQ(verdict(0.42).verdict, Verdict::reproduced);
  EXPECT_NE(verdict(0.42).reason.find("its steps are not printed"), std::string::npos);
  EXPECT_EQ(verdict(0.39).verdict, Verdict::deviates);
  EXPECT_EQ(
      compare_order("mine", printed, std::vector<const Row*>(3), recipe.over, "error", "").verdict,
      Verdict::not_comparable);
}

TEST_F(PublishedSource, DrawsFiguresForEachOfItsValues) {
  write(
      "figures.toml",
      "[run.ball]\nlabel = \"ball\"\nstyle = \"dem/1\"\nproblem = \"falling_ball\"\nscheme = "
      "\"dem\"\n"
      "dt = \"= dt\"\n\"scheme.R\" = \"= R\"\n"
      "[[figure]]\neach = [{number = \"1\", dt = 1e-3}, {number = \"2\", dt = 1e-4}]\n"
      "number = \"<number>\"\ncaption = \"dt = <dt>\"\n"
      "[[figure.panel]]\nwhat = \"height\"\n"
      "[[figure.panel.curve]]\nlet = {R = 1e-2}\nrun = \"ball\"\nquantity = \"y1\"\n"
      "[[figure.panel.curve]]\neach = {R = [1e-3, 1e-4]}\nrun = {like = \"ball\", horizon = 1.0}\n"
      "quantity = \"y1\"\nlabel = \"R = <R>\"\n");
  ASSERT_EQ(said(), "");
  const std::vector<Figure>& figures = find_source("mine").figures;
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[1].caption, "dt = 1e-4");
  const auto& curves = std::get<HistoryPanel>(figures[1].panels.at(0).kind).curves;
  ASSERT_EQ(curves.size(), 3U);
  EXPECT_EQ(curves[0].label, "ball") << "as its run";
  EXPECT_GT(curves[0].style, 23) << "a variant of a look";
  EXPECT_EQ(curves[2].label, "R = 1e-4");
  EXPECT_EQ(curves[2].style, 2) << "its place";
  EXPECT_EQ(figure_plan(figures[1]).cells.size(), 3U);
  EXPECT_EQ(&find_figure("mine", "2"), &figures[1]);
}

TEST_F(PublishedSource, SaysWhereSomethingIsWrong) {
  const std::string rule = "[[rule]]\nabout = {load = true}\n";
  const std::string panel =
      "[[figure]]\nnumber = \"1\"\ncaption = \"c\"\n[[figure.panel]]\nwhat = \"w\"\n";
  const std::string curve = panel + "[[figure.panel.curve]]\n";
  const std::string run = "run = {problem = \"falling_ball\", scheme = \"dem\"}\n";
  const std::string part =
      "[[part]]\ntitle = \"t\"\ntext = \"t\"\nmade_by = \"p\"\n[[part.show]]\n";
  const std::string column =
      "[part.show.table]\nname = \"t\"\ncaption = \"c\"\n[[part.show.table.column]]\ntitle = "
      "\"x\"\n";
  const std::vector<std::tuple<std::string, std::string, std::string>> all{
      {"source.toml", "cite = \"x\"\n", "source.toml:1:1: the file needs the key 'citation'"},
      {"source.toml", "citation = \"x\"\nsketch = [\"1\"]\n",
       "source.toml:2:10: the file has no key 'sketch'"},
      {"recipes.toml", "[[rule]\n", "recipes.toml:1:8: not TOML"},
      {"recipes.toml", "[[rule]]\nabout = {lode = 1}\nno_run = \"w\"\n",
       "recipes.toml:2:17: the tables have no column 'lode'"},
      {"recipes.toml", "[[rule]]\nabout = {load = 7}\nno_run = \"w\"\n",
       "recipes.toml:1:1: the rule is about none of the printed values"},
      {"recipes.toml", rule, "recipes.toml:1:1: the rule sets nothing"},
      {"recipes.toml", rule + "no_runn = \"w\"\n",
       "recipes.toml:3:11: [[rule]] has no key 'no_runn'"},
      {"recipes.toml", rule + "run = {like = \"none\"}\n",
       "recipes.toml:3:15: there is no [run.none]"},
      {"recipes.toml",
       "[run.a]\nlike = \"b\"\n[run.b]\nlike = \"a\"\n" + rule + "run = {like = \"a\"}\n",
       "is like itself"},
      {"recipes.toml", rule + "run = {dt = \"= dtt\"}\n", "recipes.toml:3:13: formula 'dtt'"},
      {"recipes.toml", rule + "run = {dt = \"= dt\", \"scheme.RR\" = 1.0}\n",
       "recipes.toml:3:35: "},
      {"recipes.toml", rule + "run = {dt = -1.0}\n", "recipes.toml:3:13: "},
      {"recipes.toml", rule + "run = {dt = 1e-3}\nruns = 0\n", "recipes.toml:4:8: runs = 0"},
      {"recipes.toml", "[[rule]]\nabout = {scheme = \"input\"}\ninput = \"horizen\"\nrun = {}\n",
       "recipes.toml:3:9: problem falling_ball has no 'horizen'"},
      {"recipes.toml",
       "[[derived]]\nname = \"a\"\nproblem = \"falling_ball\"\nkind = \"sum\"\nof = \"y1\"\n",
       "recipes.toml:4:8: there is no kind 'sum'"},
      {"recipes.toml", rule + "run = {dt = 1e-3}\ntolerance = 0.1\n",
       "recipes.toml:1:1: a tolerance needs 'why'"},
      {"recipes.toml", rule + "run = {dt = \"= h\"}\nover = {h = [1e-2, 1e-3]}\n",
       "recipes.toml:4:8: an order takes three runs or more"},
      {"recipes.toml", "[times]\nunlike = \"w\"\n", "recipes.toml:1:1: [times] needs 'anchor'"},
      {"findings.toml", part + "where = {problem = \"p\"}\nnumber = {a = \"1 +\"}\n",
       "findings.toml:7:15: formula '1 +'"},
      {"findings.toml", part + "where = {problem = \"p\"}\ncolour = 3\n",
       "findings.toml:7:10: [[part.show]] has no key 'colour'"},
      {"findings.toml", part + "order = [\"<dt>\"]\n", "needs the key 'where'"},
      {"findings.toml",
       part + "where = {problem = \"p\"}\n" + column + "number = \"dt\"\nform = \"short\"\n",
       "findings.toml:13:8: there is no form 'short'"},
      {"findings.toml", part + "where = {problem = \"p\"}\n" + column,
       "a column has a 'text' or a 'number'"},
      {"errata.toml", "[[reason]]\nabout = {load = true}\n",
       "errata.toml:1:1: [[reason]] needs the key 'text'"},
      {"figures.toml", "[[figure]]\nnumber = \"1\"\ncaption = \"c\"\n", "figures.toml:1:1: "},
      {"figures.toml", curve + run + "quantity = \"y1\"\ncolour = 3\n",
       "figures.toml:9:10: a curve of kind 'history' has no key 'colour'"},
      {"figures.toml", curve + run, "needs 'quantity'"},
      {"figures.toml", curve + run + "quantity = \"y1\"\nlabel = \"<R>\"\n",
       "figures.toml:9:9: <R> stands for nothing"},
      {"figures.toml", curve + run + "quantity = \"y1\"\nstyle = \"demm\"\n", "figures.toml:9:9: "},
      {"figures.toml", curve + "run = \"ball\"\nquantity = \"y1\"\n",
       "figures.toml:7:7: there is no [run.ball]"},
      {"figures.toml",
       panel + "kind = \"against\"\n[[figure.panel.curve]]\ntable = \"4\"\nquantity = \"y\"\n",
       "figures.toml:8:9: mine has no table"},
      // Each kind has its own keys.
      {"figures.toml",
       panel + "level = 0.1\n[[figure.panel.curve]]\n" + run + "quantity = \"y1\"\n",
       "figures.toml:6:9: a panel of kind 'history' has no key 'level'"},
      {"figures.toml",
       panel + "kind = \"snapshots\"\ntimes = 0\ny_label = \"y\"\n[[figure.panel.curve]]\n" + run,
       "figures.toml:8:11: a panel of kind 'snapshots' has no key 'y_label'; known: curve, each, "
       "kind, let, letter, times, what, window"},
      {"figures.toml", panel + "kind = \"field\"\n[[figure.panel.curve]]\n" + run,
       "figures.toml:4:1: the panel needs 'times'"},
      {"figures.toml",
       panel + "mean_over = 0\n[[figure.panel.curve]]\n" + run + "quantity = \"y1\"\n",
       "figures.toml:6:13: 'mean_over' must be a number in (0, inf)"},
      {"figures.toml", curve + run + "quantity = \"y1\"\nabscissa = \"x1\"\n",
       "figures.toml:9:12: a curve of kind 'history' has no key 'abscissa'"},
      {"figures.toml", curve + run + "quantity = \"y1\"\nsolution = \"A\"\n",
       "figures.toml:9:12: 'solution' names one of a curve with exact = true"},
      {"figures.toml", panel + "kind = \"paths\"\n[[figure.panel.curve]]\nexact = true\n" + run,
       "figures.toml:8:9: a curve of kind 'paths' has no key 'exact'"},
      {"figures.toml",
       panel + "kind = \"against\"\n[[figure.panel.curve]]\nquantity = \"y1\"\n" + run,
       "figures.toml:7:1: a curve of kind 'against' needs the key 'over'"},
      {"figures.toml", "[[figure]]\nnumber = \"1\"\nsame_as = \"mine/1\"\n",
       "the figures of 'mine' refer to one another in a cycle"}};
  for (const auto& [file, text, sentence] : all) {
    write(file, text);
    std::string found = said();
    if (found.empty()) {  // what hangs on a printed value is said when it is asked for
      try {
        for (const PublishedValue& value : values())
          (void)find_source("mine").recipes.of(value);
      } catch (const ConfigurationError& e) {
        found = e.what();
      }
    }
    EXPECT_NE(found.find(sentence), std::string::npos) << text << "\n" << found;
    std::filesystem::remove(folder_ / "mine/" + file);
    write("source.toml", "citation = \"x\"\n");
    forget_sources();
  }
}

TEST(Sources, StepsOfAnotherProgramAreMetByItsSchemes) {
  // siconos_ball: Moreau's scheme and that of Schatzman and Paoli, as another program computes
  // them.
  std::vector<Row> rows;
  for (const PlannedCell& planned : reproduction_plan("siconos_ball", {}).cells)
    rows.push_back(run_cell(planned.cell, 0));
  ASSERT_EQ(rows.size(), 2U);
  int met = 0;
  for (const Comparison& c : compare_tables("siconos_ball", {}, rows, false)) {
    EXPECT_NE(c.verdict, Verdict::deviates) << c.printed.place << ": " << c.reason;
    met += c.verdict == Verdict::reproduced ? 1 : 0;
  }
  EXPECT_EQ(met, 28);
}

TEST(Sources, RelaxedLawsOfContactDoWhatTheirEquationsPredict) {
  // relaxed_contact: gaps, lift, creep and losses are quantities that the source derives, each
  // within the bounds of its claim, and beside Coulomb's law.
  std::vector<Row> rows;
  for (const PlannedCell& planned : claims_plan("relaxed_contact", 60.0).cells)
    rows.push_back(run_cell(planned.cell, 0));
  const std::vector<ClaimResult> all = judge_claims("relaxed_contact", rows, false);
  int confirmed = 0;
  for (const ClaimResult& c : all) {
    if (c.claim.test.starts_with("ends")) continue;  // run_cell refuses nothing
    EXPECT_EQ(c.verdict, ClaimVerdict::confirmed) << c.claim.id << ": " << c.figures;
    ++confirmed;
  }
  EXPECT_GE(confirmed, 16);
}

TEST(Sources, AreAllFoldersOfPublishedAndEachCanBeRead) {
  std::size_t folders = 0;
  for (const auto& entry : std::filesystem::directory_iterator(published_folder()))
    folders += entry.is_directory() ? 1 : 0;
  EXPECT_EQ(source_names().size(), folders) << "each has a source.toml";
  for (const std::string& name : source_names()) {
    const Source& source = find_source(name);
    EXPECT_GT(source.citation.size(), 20U) << name;
    for (const std::string& table : published_tables(name)) {
      for (const PublishedValue& value : read_published(name, table))
        EXPECT_NO_THROW((void)source.recipes.of(value)) << value.place;
    }
  }
  EXPECT_THROW((void)find_source("another"), ConfigurationError);
}

}  // namespace
}  // namespace impactbench
