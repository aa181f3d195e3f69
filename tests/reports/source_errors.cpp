// Passages of sources that are wrong, and what rows of a store show of them.
#include "reports/paper/source_errors.hpp"
#include "problems/base/error.hpp"
#include "reports/paper/source.hpp"
#include "tests/reports/site_of_rows.hpp"

#include <gtest/gtest.h>

namespace impactbench {
namespace {

/// [passage.shown] of a text.
class ShownText {
 public:
  explicit ShownText(const std::string& text) : text_(text), root_(parse_toml(text_, file_)) {}
  [[nodiscard]] RowEvidence evidence() const { return RowEvidence({root_, file_, "[shown]"}); }
  [[nodiscard]] std::string of(const std::vector<Row>& rows) const { return evidence().of(rows); }

 private:
  std::string file_{"errata.toml"}, text_;
  toml::table root_;
};

Row made(double dt, double error, const std::string& solver = "none", const char* step = "") {
  Row row;
  row.cell = {"corner", "maury", solver, {{"gravity", 2.0}}, {}, {}, dt, "double", "default"};
  if (*step != '\0') row.cell.solver_parameters["step"] = std::string(step);
  row.quantities["error"] = error;
  return row;
}

TEST(RowEvidence, CountsRowsAndSpansFormulas) {
  const ShownText shown(
      "where = {problem = \"corner\", gravity = \"> 1\", error = true}\n"
      "number = {share = \"error / dt\", odd = \"log2(1 / dt) - 2 * floor(log2(1 / dt) / 2)\"}\n"
      "count = {far = [{error = \"> 1\"}, {dt = 0.25}], odd_far = {odd = 1, error = \"> 1\"}}\n"
      "text = \"<runs>: <least_share>, <largest_share>, <range_odd>; <far>, <odd_far>\"\n");
  Row without = made(0.5, 0.0), elsewhere = made(0.5, 9.0), light = made(0.5, 9.0);
  without.quantities.clear();
  elsewhere.cell.problem = "wedge";
  light.cell.problem_parameters["gravity"] = 1.0;
  const std::vector<Row> rows{made(0.5, 2.0), made(0.25, 0.5), made(0.125, 0.5),
                              without,        elsewhere,       light};
  EXPECT_EQ(shown.of(rows), "3: 2, 4, 0 to 1; 2, 1");
  EXPECT_EQ(shown.of({without, elsewhere, light}), "") << "no row shows it";
  EXPECT_EQ(shown.evidence().words(), "corner");
  EXPECT_EQ(shown.of({made(0.5, NAN)}), "1: no finite number, no finite number, 1; 0, 0");
}

TEST(RowEvidence, ComparesRunsThatDifferInOneSettingAlone) {
  const ShownText shown(
      "where = {solver = \"uzawa\", \"solver.step\" = \"maury\"}\n"
      "beside = {\"solver.step\" = \"power\"}\nnumber = {ratio = \"error / beside_error\"}\n"
      "text = \"<runs> pairs, <range_ratio>\"\n");
  Row other_problem = made(0.5, 1.0, "uzawa", "power");
  other_problem.cell.problem = "wedge";
  const std::vector<Row> rows{made(0.5, 6.0, "uzawa", "maury"),  made(0.5, 2.0, "uzawa", "power"),
                              made(0.25, 8.0, "uzawa", "maury"), made(0.25, 2.0, "uzawa", "power"),
                              made(0.1, 9.0, "uzawa", "maury"),  other_problem};
  EXPECT_EQ(shown.of(rows), "2 pairs, 3 to 4");
}

TEST(RowEvidence, SaysWhereItIsWrong) {
  const auto said = [](const std::string& text) -> std::string {
    try {
      return ShownText(text).of({made(0.5, 1.0)});
    } catch (const ConfigurationError& e) {
      return e.what();
    }
  };
  const std::string where = "where = {problem = \"corner\"}\n";
  EXPECT_EQ(said("text = \"x\"\n"), "errata.toml:1:1: [shown] needs the key 'where'");
  EXPECT_EQ(
      said(where + "text = \"x\"\nsum = 1\n").find("errata.toml:3:7: [shown] has no key 'sum'"),
      0U);
  EXPECT_NE(said(where + "text = \"<none>\"\n").find("errata.toml:2:8: <none>"), std::string::npos);
  EXPECT_NE(said(where + "number = {a = \"err\"}\ntext = \"<least_a>\"\n")
                .find("errata.toml:2:15: formula 'err'"),
            std::string::npos);
  EXPECT_NE(said(where + "count = {a = 3}\ntext = \"<a>\"\n").find("errata.toml:2:14: "),
            std::string::npos);
}

TEST(SourceErrors, AreShownByRunsOfTheirProblems) {
  // The paper's scheme leaves the admissible set by no more than its bound 2 e / (1 + e) h |u|, and
  // the scheme of the masses' metric is exact on a skewed wall.
  const std::vector<Row> rows{
      run({"bouncing_point",
           "schatzman_paoli",
           std::nullopt,
           {{"gravity", 0.0}, {"restitution", 0.5}, {"dt", 3e-3}}}),
      run({"skewed_wall", "schatzman_paoli", std::nullopt, {{"dt", 1e-3}}})};
  std::vector<std::string> shown;
  std::size_t passages = 0;
  for (const std::string& source : source_names()) {
    for (const SourceError& error : find_source(source).errors) {
      ++passages;
      const std::string text = error.shown ? error.shown->of(rows) : "";
      if (!text.empty()) shown.push_back(text);
    }
  }
  EXPECT_GE(passages, 25U);
  ASSERT_EQ(shown.size(), 3U) << "of maury2004 one, of paoli2010 two";
  EXPECT_TRUE(shown[0].starts_with("skewed_wall, 1 run: error at most ")) << shown[0];
  double share = 0.0;
  ASSERT_EQ(
      std::sscanf(shown[1].c_str(), "bouncing_point, 1 run: outside by up to %lf of that", &share),
      1)
      << shown[1];
  EXPECT_GT(share, 0.1);
  EXPECT_LE(share, 1.0);
}

}  // namespace
}  // namespace impactbench
