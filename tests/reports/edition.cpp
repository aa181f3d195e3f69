// The edition of a source: what is drawn, what is stale, and LaTeX that compiles.
#include "reports/edition/edition.hpp"

#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/title.hpp"
#include "problems/base/error.hpp"
#include "reports/edition/document.hpp"
#include "reports/edition/figure_text.hpp"
#include "reports/edition/planned_cost.hpp"
#include "reports/generate/latex_text.hpp"
#include "reports/paper/figure.hpp"
#include "reports/paper/reproduce.hpp"
#include "reports/paper/source.hpp"
#include "reports/paper/source_claims.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>

namespace impactbench {
namespace {

/// The three runs of one figure of a source of pictures: points in a corner.
const std::vector<Row>& corner_rows() {
  static const std::vector<Row> rows = [] {
    std::vector<Row> out;
    for (const PlannedCell& planned : figure_plan(find_figure("paoli2010", "corner60")).cells)
      out.push_back(run_cell(planned.cell, 0));
    return out;
  }();
  return rows;
}

class Edition : public ::testing::Test {
 protected:
  /// Names and reasons of what was drawn.
  [[nodiscard]] std::map<std::string, std::string> drawn(const std::vector<Row>& rows,
                                                         bool redraw = false) const {
    std::map<std::string, std::string> out;
    for (const Drawn& item : write_edition("paoli2010", rows, folder_.path(), redraw)) {
      if (item.made && !item.why.empty()) out[item.name] = item.why;
    }
    return out;
  }
  testing::Scratch folder_;
};

TEST_F(Edition, DrawsWhatItsRowsAllowAndAgainOnlyWhatIsStale) {
  // A table of claims needs no run to say that it has none; of the figures one has its runs.
  std::map<std::string, std::string> first = drawn(corner_rows());
  first.erase("claims");
  ASSERT_EQ(first, (std::map<std::string, std::string>{{"figcorner60", "not made before"}}));
  for (const char* extension : {".pdf", ".svg", ".png", ".csv"}) {
    EXPECT_GT(std::filesystem::file_size(folder_ / "figures/figcorner60" + extension), 500U);
  }
  const std::string manifest = slurp(folder_ / "manifest.json");
  EXPECT_NE(manifest.find("corner/schatzman_paoli"), std::string::npos);
  EXPECT_NE(manifest.find("the store has none of its runs"), std::string::npos);

  EXPECT_TRUE(drawn(corner_rows()).empty()) << "nothing changed";
  // Another revision, machine or time shows nothing else.
  std::vector<Row> rows = corner_rows();
  rows[0].revision = "another";
  rows[0].key = "another";
  rows[0].timing = Timing{};
  EXPECT_TRUE(drawn(rows).empty());
  // One number in one frame does.
  rows[0].frames.back().q[0] += 1e-3;
  std::map<std::string, std::string> again = drawn(rows);
  again.erase("claims");
  EXPECT_EQ(again, (std::map<std::string, std::string>{{"figcorner60", "1 of 3 rows changed"}}));
  std::filesystem::remove(folder_ / "figures/figcorner60.png");
  EXPECT_EQ(drawn(rows).at("figcorner60"), "figures/figcorner60.png is gone");
  EXPECT_EQ(drawn(rows, true).at("figcorner60"), "asked for");
}

TEST_F(Edition, SaysWhatIsStaleWithoutDrawing) {
  for (const Drawn& item : stale_items("paoli2010", corner_rows(), folder_.path()))
    EXPECT_EQ(item.why, "not made before") << item.name;
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(Edition, OfOneSourceIsNotMixedWithAnother) {
  (void)drawn(corner_rows());
  EXPECT_THROW((void)write_edition("maury-slides", {}, folder_.path(), false), ConfigurationError);
  folder_.write("manifest.json", "{\"items\": 3}");
  EXPECT_THROW((void)drawn(corner_rows()), ConfigurationError);
}

TEST(Editions, PlanTheRunsOfEveryFigureTableAndClaimOnce) {
  for (const char* source :
       {"nguyen2024", "maury2004", "maury-slides", "paoli2010", "monasse2012", "dem_benchmarks"}) {
    const Plan plan = edition_plan(source, 300.0);
    std::set<std::string> cells;
    for (const PlannedCell& cell : plan.cells)
      EXPECT_TRUE(cells.insert(canonical_text(cell.cell, "", "")).second) << source;
    const Manifest all = survey(source, {});
    std::size_t figures = 0, tables = 0;
    for (const ManifestItem& item : all.items) {
      figures += item.name.starts_with("fig") ? 1 : 0;
      tables += item.name.starts_with("tab") ? 1 : 0;
    }
    EXPECT_EQ(figures, find_source(source).figures.size()) << source;
    EXPECT_EQ(tables, edition_tables(source).size()) << source;
    EXPECT_GT(plan.cells.size(), 3U) << source;
  }
}

TEST(Editions, DescribeFiguresByEveryKeyOfTheirKind) {
  // A figure whose description has not changed is not drawn again.
  const CellRequest run{"falling_ball", "dem", std::nullopt, {{"dt", 1e-3}}};
  const auto text = [](const PanelKind& kind) {
    return figure_text({"1", "c", "", {{"a", "w", kind}}});
  };
  PathsPanel paths{{"y [m]"}, {{{"ball", 0}, run}}};
  std::set<std::string> all{text(paths)};
  EXPECT_TRUE(all.insert(text(SnapshotsPanel{paths.curves, {0.0}})).second);
  paths.outline = {{0.0, 0.0}, {1.0, 0.0}};
  EXPECT_TRUE(all.insert(text(paths)).second) << "outline";
  paths.window = Window{};
  EXPECT_TRUE(all.insert(text(paths)).second) << "window";
  LoopPanel loop{{"y [m]"}, {{{"ball", 0}, run, "y1", "x1"}}};
  EXPECT_TRUE(all.insert(text(loop)).second);
  loop.curves[0].abscissa = "vy1";
  EXPECT_TRUE(all.insert(text(loop)).second) << "abscissa";
  loop.curves[0].source = ExactSolution{run, "A"};
  EXPECT_TRUE(all.insert(text(loop)).second) << "exact";
}

TEST(Editions, SayBeforehandWhatTheirRunsCost) {
  // Every long run on record is one of a source, or its figure would be that of nothing.
  std::set<std::string> titles;
  for (const std::string& source : source_names()) {
    for (const PlannedCell& cell : edition_plan(source, 1e6).cells) {
      const std::string name = title(cell.cell);
      titles.insert(name);
      titles.insert(name.substr(0, name.find(' ')));
    }
  }
  std::size_t listed = 0;
  for (const std::string& source : source_names()) {
    for (const auto& [run, cpu] : find_source(source).long_runs) {
      EXPECT_TRUE(titles.contains(run)) << source << ": " << run;
      EXPECT_GE(cpu, short_of) << run;
      ++listed;
    }
  }
  EXPECT_GT(listed, 8U);
  // A row of the store knows better.
  Row row = corner_rows()[0];
  row.timing = Timing{};
  row.timing->cpu_cell = 77.0;
  const ManifestItem item{
      "x", "", "", {{title(row.cell), "", "absent"}, {"b", "", "absent"}, {"c", "hash", "passed"}},
      {},  {}};
  EXPECT_DOUBLE_EQ(PlannedCost({row}).missing(item), 77.0 + usual);
  Plan plan = figure_plan(find_figure("paoli2010", "corner60"));
  Row dear = corner_rows()[0];
  dear.timing = row.timing;
  ASSERT_EQ(title(plan.cells[0].cell), title(dear.cell));
  cheapest_first(plan, PlannedCost({dear}));
  EXPECT_EQ(title(plan.cells[2].cell), title(dear.cell));
  EXPECT_EQ(title(plan.cells[0].cell), title(corner_rows()[1].cell)) << "else as planned";
  EXPECT_EQ(duration_text(40.0), "40 s");
  EXPECT_EQ(duration_text(1200.0), "20 min");
  EXPECT_EQ(duration_text(9000.0), "2.5 h");
}

TEST(Editions, TakeRowsOfAnotherRevisionForRunsUnlessTheyLackATime) {
  Plan plan = figure_plan(find_figure("paoli2010", "corner60"));
  std::vector<Row> rows = corner_rows();
  ASSERT_EQ(plan.cells.size(), 3U);
  for (Row& row : rows)
    row.revision = row.key = "another";
  EXPECT_TRUE(without_rows(plan, rows).cells.empty());
  EXPECT_EQ(without_rows(plan, {rows[1]}).cells.size(), 2U);
  plan.cells[0].repeats = 1;
  ASSERT_EQ(without_rows(plan, rows).cells.size(), 1U);
  rows.push_back(rows[0]);
  rows.back().timing = Timing{1, 0.1, 0.1, 0.0, {}};
  EXPECT_TRUE(without_rows(plan, rows).cells.empty());
}

/// Errors of LaTeX: braces and environments that do not match, signs that mean something.
std::string trouble(const std::string& latex) {
  std::vector<std::string> open;
  int depth = 0;
  for (std::size_t k = 0; k < latex.size(); ++k) {
    const char c = latex[k];
    if (c == '\\') {
      ++k;  // whatever follows is escaped
      continue;
    }
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth < 0)
      return "a brace closes that was not open at " + latex.substr(k > 40 ? k - 40 : 0, 60);
    if (c == '#' || c == '%' || c == '_' || c == '^') {
      // In mathematics an exponent; in the name of a file an underscore.
      const std::size_t line = latex.rfind('\n', k) + 1;
      const std::string before = latex.substr(line, k - line);
      const bool file = before.find("\\input{") != std::string::npos ||
                        before.find("\\includegraphics") != std::string::npos;
      const bool power = c == '^' && std::count(before.begin(), before.end(), '$') % 2 == 1;
      if (!file && !power) return std::string("a bare ") + c + " after " + before;
    }
    if (static_cast<unsigned char>(c) >= 0xC6)
      return "a sign pdflatex does not know: " + latex.substr(k, 8);
  }
  if (depth != 0) return "braces stay open";
  const std::regex environment("\\\\(begin|end)\\{([a-z]+)\\}");
  for (std::sregex_iterator it(latex.begin(), latex.end(), environment), end; it != end; ++it) {
    if ((*it)[1] == "begin") {
      open.push_back((*it)[2]);
    } else if (open.empty() || open.back() != (*it)[2]) {
      return "\\end{" + std::string((*it)[2]) + "} without its beginning";
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "\\begin{" + open.back() + "} stays open";
}

TEST(Latex, EscapesWhateverATextHas) {
  EXPECT_EQ(latex_text("a_b & 50 % of #1 ^ ~ {x} \\y $"),
            "a\\_b \\& 50 \\% of \\#1 \\textasciicircum{} \\textasciitilde{} \\{x\\} "
            "\\textbackslash{}y \\$");
  EXPECT_EQ(latex_text("Schémas à pas: α ≤ 2 “so” 😀"),
            "Schémas à pas: $\\alpha$ $\\le$ 2 ``so'' {[}U+1F600{]}");
  EXPECT_EQ(latex_text("[a] *"), "{[}a{]} {*}");
  // LaTeX would join these to a dash and to quotation marks: "--jobs" would not be what one types.
  EXPECT_EQ(latex_text("run --jobs 2, ---, a-b"), "run -{}-jobs 2, -{}-{}-, a-b");
  EXPECT_EQ(latex_text("f'' ``"), "f'{}' `{}`");
  EXPECT_EQ(latex_text("1–2, –-"), "1--2, --{}-") << "a dash stays one";
  // The check itself sees what is wrong.
  EXPECT_NE(trouble("a_b\n"), "");
  EXPECT_NE(trouble("{a\n"), "");
  EXPECT_NE(trouble("\\begin{tabular}\n"), "");
  EXPECT_EQ(trouble("x$^2$ \\_ {}\n"), "");
}

TEST(Latex, OfEveryPublishedTableAndClaimIsSound) {
  int checked = 0;
  for (const std::string& source : source_names()) {
    for (const std::string& table : edition_tables(source)) {
      const NotedTable noted = printed_table(table, compare_tables(source, {table}, {}, false));
      ASSERT_FALSE(noted.table.rows.empty()) << source << " " << table;
      for (const auto& row : noted.table.rows)
        EXPECT_EQ(row.size(), noted.table.header.size());
      for (const std::string& latex : {latex_table(noted.table), latex_notes(noted)})
        EXPECT_EQ(trouble(latex), "") << source << " " << table;
      checked += 1;
    }
    if (!read_claims(source).empty()) {
      const NotedTable noted = claims_table(judge_claims(source, {}, false));
      EXPECT_EQ(trouble(latex_table(noted.table) + latex_notes(noted)), "") << source;
    }
    EXPECT_EQ(trouble(latex_document(survey(source, {}), find_source(source).sketches)), "")
        << source;
  }
  EXPECT_GT(checked, 25);
}

TEST_F(Edition, CompilesToPdf) {
  if (std::system("command -v pdflatex >/dev/null 2>&1") != 0) {
    GTEST_SKIP()
        << "pdflatex is not installed (texlive-latex-recommended): the text alone is checked";
  }
  // Figures of one source, and of another every table, long ones and empty cells among them.
  (void)drawn(corner_rows());
  const auto compiles = [](const std::string& folder, const std::string& source) {
    const std::string command = "cd '" + folder + "' && pdflatex -interaction=nonstopmode " +
                                "-halt-on-error " + source + ".tex > latex.out 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << slurp(folder + "/latex.out");
    EXPECT_GT(std::filesystem::file_size(folder + "/" + source + ".pdf"), 10000U);
    EXPECT_EQ(slurp(folder + "/" + source + ".log").find("Missing character"), std::string::npos);
  };
  compiles(folder_.path(), "paoli2010");
  const std::string other = folder_ / "other";
  std::vector<Row> one;  // a run of table 4.11, so that it is made; tables of inputs need none
  for (const PlannedCell& planned : reproduction_plan("nguyen2024", {"4.1", "4.4"}).cells) {
    if (one.size() < 3) one.push_back(run_cell(planned.cell, 0));
  }
  (void)write_edition("nguyen2024", one, other, false);
  compiles(other, "nguyen2024");
  EXPECT_TRUE(std::filesystem::exists(other + "/theorems.html"));
}

}  // namespace
}  // namespace impactbench
