// A report of many cells: which of them have a page, and that nothing leads to one that is not
// there.
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"
#include "reports/generate/report.hpp"
#include "tests/reports/site_of_rows.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

namespace impactbench {
namespace {

Row row(double dt, RowStatus status) {
  Row out;
  out.cell =
      resolve_cell({"falling_ball", "dem", std::nullopt, {{"dt", dt}, {"R", 1e-3}}}, "default");
  out.key = content_key(out.cell, "r", "b");
  out.status = status;
  out.quantities = {{"energy_initial", 2.0}, {"penetration_relative", dt}};
  out.series["total_energy"] = {{0.0, 1.0}, {2.0, 2.0}};
  return out;
}

std::string page_of(const Row& row) {
  return cell_page_file(row.key);
}

class FewPages : public ::testing::Test {
 protected:
  /// Pages of at most so many of these rows; `report`: of a report beside them, too.
  void write(const std::vector<Row>& rows, std::size_t most, bool report = false) const {
    Site site(folder_.path(), most);
    for (const Row& r : rows)
      site.add(r);
    std::optional<DrawnReport> drawn;
    if (report) {
      drawn.emplace(draw_report(rows, {}, folder_.path(), formats_from("html"), "index.html", {},
                                &site.pages()));
    }
    const std::vector<std::string> keys = site.keys_of_pages();
    for (const Row& r : rows) {
      if (std::find(keys.begin(), keys.end(), r.key) != keys.end()) site.write_page(r);
    }
    if (drawn) drawn->write();
    site.write({});
  }
  [[nodiscard]] std::set<std::string> pages() const {
    std::set<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "cells"))
      out.insert("cells/" + entry.path().filename().string());
    return out;
  }
  /// Links of all pages to files; those that lead nowhere fail the test.
  [[nodiscard]] int links() const {
    int followed = 0;
    const std::regex link("(?:href|src)=\"([^\"#]*)");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (entry.path().extension() != ".html") continue;
      const std::string html = slurp(entry.path());
      for (std::sregex_iterator it(html.begin(), html.end(), link), end; it != end; ++it) {
        const std::string target = (*it)[1];
        if (target.empty() || target == "data:,") continue;
        ++followed;
        EXPECT_TRUE(std::filesystem::exists(entry.path().parent_path() / target))
            << entry.path() << ": " << target;
      }
    }
    return followed;
  }
  testing::Scratch folder_;
};

TEST_F(FewPages, AreOfRunsThatEndedAsNobodyExpectedFirst) {
  // The last one first; what passed comes in order, but a film of its problem before it.
  std::vector<Row> rows{row(1e-3, RowStatus::passed),     row(2e-3, RowStatus::passed),
                        row(3e-3, RowStatus::unresolved), row(4e-3, RowStatus::unjudged),
                        row(5e-3, RowStatus::passed),     row(6e-3, RowStatus::missed),
                        row(7e-3, RowStatus::crashed)};
  rows[1].cell.frames = 10;
  rows[4].unexpected_pass = true;
  const std::vector<std::size_t> order{6, 5, 4, 3, 2, 1, 0};
  for (std::size_t most = 0; most <= rows.size(); ++most) {
    write(rows, most);
    std::set<std::string> wanted;
    for (std::size_t k = 0; k < most; ++k)
      wanted.insert(page_of(rows[order[k]]));
    EXPECT_EQ(pages(), wanted) << most;
    EXPECT_GT(links(), static_cast<int>(most));
    const std::string index = slurp(folder_ / "index.html");
    const bool all = most == rows.size();
    EXPECT_EQ(index.find("runs have a page of their own") == std::string::npos, all) << most;
    EXPECT_EQ(index.find("--cell KEY") == std::string::npos, all) << most;
  }
}

TEST_F(FewPages, LeadToEachOtherAndNowhereElse) {
  std::vector<Row> rows;
  for (const double dt : {1e-3, 2e-3, 3e-3, 4e-3, 5e-3})
    rows.push_back(row(dt, dt == 2e-3 || dt == 4e-3 ? RowStatus::missed : RowStatus::passed));
  write(rows, 2);
  EXPECT_EQ(pages(), (std::set<std::string>{page_of(rows[1]), page_of(rows[3])}));
  const std::string first = slurp(folder_ / page_of(rows[1]));
  EXPECT_NE(first.find("1 of 2"), std::string::npos);
  EXPECT_NE(first.find("rel=\"next\" href=\"" + page_of(rows[3]).substr(6)), std::string::npos);
  // What has no page is shown with the same mark, and its key.
  const std::string index = slurp(folder_ / "index.html");
  for (const std::size_t k : {0U, 2U, 4U})
    EXPECT_NE(index.find("; key " + rows[k].key.substr(0, 16) + "\""), std::string::npos) << k;
  EXPECT_EQ(index.find(rows[1].key.substr(0, 16) + "\""), std::string::npos);
  EXPECT_NE(index.find("2 of 5 runs have a page"), std::string::npos);
}

TEST_F(FewPages, AreOfRunsThatTheReportLeadsToBeforeOthers) {
  // The figure of energy is of the softest contact: the last row.
  std::vector<Row> rows;
  for (const double R : {1e-5, 1e-4, 1e-3}) {
    rows.push_back(row(1e-3, RowStatus::passed));
    rows.back().cell.scheme_parameters["R"] = R;
    rows.back().key = content_key(rows.back().cell, "r", "b");
  }
  write(rows, 1, true);
  EXPECT_EQ(pages(), std::set<std::string>{page_of(rows[2])});
  EXPECT_GT(links(), 3);
  const std::string report = slurp(folder_ / "report.html");
  EXPECT_NE(report.find(page_of(rows[2])), std::string::npos);
  // A missed run goes before it; then the figure names the run and leads nowhere.
  rows[0].status = RowStatus::missed;
  write(rows, 1, true);
  EXPECT_EQ(pages(), std::set<std::string>{page_of(rows[0])});
  EXPECT_GT(links(), 3);
  EXPECT_NE(slurp(folder_ / "report.html").find(" Runs: dem."), std::string::npos);
}

TEST_F(FewPages, SayTheSameWithLinksAndWithout) {
  std::vector<Row> rows;
  for (const double dt : {1e-3, 2e-3, 3e-3, 4e-3, 5e-3})
    rows.push_back(row(dt, RowStatus::missed));
  const std::regex tags("<a [^>]*>|</a>|<tr[^>]*>");
  std::set<std::string> texts;
  for (const std::size_t most : {std::size_t{0}, std::size_t{2}, CellPages::all}) {
    write(rows, most, true);
    texts.insert(std::regex_replace(slurp(folder_ / "report.html"), tags, ""));
  }
  EXPECT_EQ(texts.size(), 1U);
}

TEST_F(FewPages, HaveTheFirstLinesOfALongTable) {
  Table table{"long", "A table.", {"k"}, {}, {true}};
  constexpr int lines = 10001;
  for (int k = 0; k < lines; ++k)
    table.add({"=" + std::to_string(k)}, "index.html#find=a");
  Page page(folder_.path(), formats_from("html,md,csv"), "index.html");
  page.table(table);
  page.write("a title");
  const std::string last = "=" + std::to_string(lines - 1), note = "The first 10000 of 10001 lines";
  EXPECT_NE(slurp(folder_ / "tables/long.csv").find(last), std::string::npos);
  EXPECT_EQ(slurp(folder_ / "tables/long.md").find(last), std::string::npos);
  const std::string html = slurp(folder_ / "report.html");
  EXPECT_EQ(html.find(last), std::string::npos);
  EXPECT_NE(html.find(">=9999</a>"), std::string::npos);
  EXPECT_NE(html.find(note), std::string::npos);
}

TEST_F(FewPages, AreAddedLater) {
  std::vector<Row> rows;
  for (const double dt : {1e-3, 2e-3, 3e-3})
    rows.push_back(row(dt, RowStatus::passed));
  EXPECT_THROW(add_cell_page(folder_.path(), rows[2]), ConfigurationError) << "to nothing";
  write(rows, 1);
  const std::string index = slurp(folder_ / "index.html");
  add_cell_page(folder_.path(), rows[2]);
  EXPECT_EQ(pages(), (std::set<std::string>{page_of(rows[0]), page_of(rows[2])}));
  EXPECT_EQ(slurp(folder_ / "index.html"), index);
  const std::string page = slurp(folder_ / page_of(rows[2]));
  EXPECT_NE(page.find("../index.html"), std::string::npos);
  EXPECT_EQ(page.find(" of 0"), std::string::npos) << "it has no place among the others";
  EXPECT_GT(links(), 3);
}

}  // namespace
}  // namespace impactbench
