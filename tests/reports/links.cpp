// Every number of report.html leads to the runs that it comes from, and every link leads to
// something that is there.
#include "reports/generate/links.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "reports/generate/naming.hpp"
#include "reports/generate/report.hpp"
#include "tests/support/judged_by.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <set>

namespace impactbench {
namespace {

Row row(const CellRequest& request, RowStatus status = RowStatus::passed) {
  Row out;
  out.cell = resolve_cell(request, "default");
  out.key = content_key(out.cell, "r", "b");
  out.status = status;
  if (status == RowStatus::passed) return out;
  out.reason = "a reason";
  return out;
}

/// Runs that fill as many sections as quantities made by hand can: a ladder of two schemes with
/// errors c h^p and times c / h, contacts of several stiffnesses, sizes, solvers, and every status.
std::vector<Row> rows() {
  std::vector<Row> out;
  for (const char* scheme : {"dem", "inc"}) {
    for (const double dt : {8e-3, 4e-3, 2e-3, 1e-3, 5e-4}) {
      Row r = row({"resting_ball", scheme, std::nullopt, {{"dt", dt}, {"R", 1e-3}}});
      const double error = scheme[0] == 'd' ? dt : dt * dt;
      r.quantities = {{"position_error_sup", error},
                      {"energy_initial", 1.0},
                      {"penetration_relative", 0.2},
                      {"unconverged_steps", 0.0},
                      {"complementarity_residual", 1e-12}};
      r.checks.push_back({"truth:position_error_sup", error, -INFINITY, 1.2 * error, true, {}});
      r.timing = Timing{3, 1e-3 / dt, 1.1e-3 / dt, 1e-5, {{"detection", 0.4}}};
      r.series["total_energy"] = {{0.0, 1.0}, {2.0, 2.0}};
      r.series["contacts"] = {{0.0, 1.0}, {1.0, 1.0}};
      testing::state_basis(r);
      out.push_back(std::move(r));
    }
  }
  for (const double R : {1e-3, 1e-4}) {
    Row r = row({"falling_ball", "dem", std::nullopt, {{"dt", 1e-3}, {"R", R}}});
    r.quantities = {{"penetration_relative", std::sqrt(R)},
                    {"penetration_relative_error_relative", 1e-3}};
    testing::state_basis(r);
    out.push_back(std::move(r));
  }
  for (const std::int64_t n : {1000, 3000, 10000}) {
    Row r = row({"disc_box", "dem", std::nullopt, {{"n", n}, {"dt", 1e-3}}});
    r.timing = Timing{1, 1e-6 * static_cast<double>(n), 1.0, 0.0, {}, 10.0 + 1e-3 * double(n)};
    out.push_back(std::move(r));
  }
  for (const char* solver : {"apgd", "mprgp", "ssn"}) {
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      Row r = row({"sphere_cluster",
                   "maury",
                   solver,
                   {{"n", std::int64_t{20}}, {"dt", 0.05}, {"solver.tolerance", tolerance}}});
      r.quantities = {{"complementarity_residual", 0.0},
                      {"newton_iterations", -std::log(tolerance)}};
      testing::state_basis(r);
      r.timing = Timing{1, 1e-3, 1e-3, 0.0, {}};
      out.push_back(std::move(r));
    }
  }
  for (const RowStatus status : {RowStatus::missed, RowStatus::not_applicable, RowStatus::stopped,
                                 RowStatus::crashed, RowStatus::timed_out}) {
    const double dt = 1e-4 * (1.0 + static_cast<int>(status));
    Row r = row({"newton_cradle", "snc", std::nullopt, {{"dt", dt}, {"R", 1e-4}}}, status);
    if (status == RowStatus::missed)
      r.checks.push_back({"limit:energy", 2.0, -INFINITY, 1.0, false, std::nullopt});
    out.push_back(std::move(r));
  }
  return out;
}

/// Printed values and a claim with runs of these rows behind them.
BesidePrint printed(const std::vector<Row>& runs) {
  PublishedValue value;
  value.table = "1";
  value.problem = runs[0].cell.problem;
  value.digits = "0.5";
  value.value = 0.5;
  PublishedClaim claim;
  claim.source = "maury2004", claim.id = "1", claim.claim = "a sentence", claim.place = "here:1";
  claim.runs = "problem=resting_ball scheme=dem R=1e-3 dt=0.008|0.004";
  claim.test = "within penetration_relative 0 1";
  return {{Comparison{"nguyen2024", value, 0.5, Verdict::reproduced, {}, runs[0].key}},
          {ClaimResult{claim, ClaimVerdict::confirmed, 2, 2, 0, "0.2"}}};
}

std::vector<std::string> all_of(const std::string& html, const char* pattern) {
  std::vector<std::string> out;
  const std::regex regex(pattern);
  for (std::sregex_iterator it(html.begin(), html.end(), regex), end; it != end; ++it)
    out.push_back((*it)[1]);
  return out;
}

/// The words of a link to the overview, as its script reads them.
std::vector<std::string> words_of(const std::string& found) {
  std::vector<std::string> out(1);
  for (std::size_t k = 0; k < found.size(); ++k) {
    const bool coded = found[k] == '%';
    const char c =
        coded ? static_cast<char>(std::stoi(found.substr(k + 1, 2), nullptr, 16)) : found[k];
    if (coded) k += 2;
    if (c == ' ') {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

class ReportLinks : public ::testing::Test {
 protected:
  ReportLinks() : runs_(rows()) {
    write_report(runs_, printed(runs_), folder_.path(), {}, "index.html");
    html_ = slurp(folder_ / "report.html");
  }
  [[nodiscard]] bool is_there(const std::string& link) const {
    if (link == "index.html") return true;
    if (link[0] == '#') return html_.find("id=\"" + link.substr(1) + "\"") != std::string::npos;
    const std::string find = "index.html#find=";
    return std::any_of(runs_.begin(), runs_.end(), [&](const Row& r) {
      if (!link.starts_with(find)) return link == cell_page_file(r.key);
      const std::string text = r.cell.scheme + " " + r.cell.solver + " " + cell_name(r.cell);
      const std::vector<std::string> words = words_of(link.substr(find.size()));
      return std::all_of(words.begin(), words.end(),
                         [&](const std::string& w) { return text.find(w) != std::string::npos; });
    });
  }
  testing::Scratch folder_;
  std::vector<Row> runs_;
  std::string html_;
};

TEST_F(ReportLinks, LeadFromEveryRowWithANumberToItsRuns) {
  int tables = 0, numbers = 0;
  std::string rest = html_;
  for (std::size_t at; (at = rest.find("<table id=\"")) != std::string::npos;) {
    rest = rest.substr(at + 11);
    const std::string name = rest.substr(0, rest.find('"'));
    const std::string table = rest.substr(0, rest.find("</table>"));
    if (name == "statuses") continue;  // counts of the whole store
    ++tables;
    for (std::size_t from = table.find("<tbody>");
         (from = table.find("<tr", from)) != std::string::npos;) {
      const std::string line = table.substr(from, table.find("</tr>", from) - from);
      from += 3;
      const std::vector<std::string> cells = all_of(line, "<td class=\"n\">(.*?)</td>");
      const auto has_digit = [](const std::string& text) {
        return text.find_first_of("0123456789") != std::string::npos;
      };
      if (std::none_of(cells.begin(), cells.end(), has_digit)) continue;
      ++numbers;
      EXPECT_NE(line.find("<a href="), std::string::npos) << name << ": " << line;
    }
  }
  EXPECT_GE(tables, 12);
  EXPECT_GE(numbers, 50);
}

TEST_F(ReportLinks, LeadFromEveryFigureToItsRuns) {
  const std::vector<std::string> captions = all_of(html_, "<figcaption>(.*?)</figcaption>");
  EXPECT_GE(captions.size(), 7U);
  for (const std::string& caption : captions)
    EXPECT_NE(caption.find("Runs: <a href="), std::string::npos) << caption;
}

TEST_F(ReportLinks, LeadToWhatIsThere) {
  const std::vector<std::string> links = all_of(html_, "href=\"([^\"]*)\"");
  EXPECT_GT(links.size(), 80U);
  for (const std::string& link : links)
    EXPECT_TRUE(is_there(link)) << link;
  EXPECT_FALSE(is_there("index.html#find=resting_ball%20maury"));
  EXPECT_FALSE(is_there("cells/0000.html"));
}

TEST_F(ReportLinks, AreNotThereWhereThePagesOfTheCellsAreNot) {
  const testing::Scratch alone;
  write_report(runs_, printed(runs_), alone.path());
  const std::string html = slurp(alone / "report.html");
  EXPECT_EQ(html.find("cells/"), std::string::npos);
  EXPECT_EQ(html.find("Runs: "), std::string::npos);
}

}  // namespace
}  // namespace impactbench
