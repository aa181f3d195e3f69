// The fragments that the pages are made of (reports/html/pages): each is shown, and filled.
#include "reports/generate/report.hpp"
#include "reports/html/pages.hpp"
#include "tests/reports/site_of_rows.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <regex>
#include <string_view>

namespace impactbench {
namespace {

/// A run with a film, one that missed its check, one with neither checks nor settings of the
/// scheme, and one that passed, with all that a row can say.
std::vector<Row> rows_with_everything() {
  Row film =
      run({"two_balls_test1", "dem", std::nullopt, {{"dt", 1e-3}, {"frames", std::int64_t{20}}}});
  film.unexpected_pass = true;
  film.truth = TruthNote{"a source", "closed form", 0.0};
  film.timing = Timing{3, 1.0, 1.1, 0.2, {{"contacts", 1.0}}};
  film.timing->setup = 0.5;
  film.series["x"] = film.series["x_rate"] = {{0.0, 1.0}, {0.0, 1.0}};
  film.checks = {{"truth:x", 0.5, -INFINITY, 1.0, true, "a known defect"}};
  film.checks[0].formula = "h";
  film.checks[0].source = "a book";
  Row missed = run({"bouncing_point", "schatzman_paoli", std::nullopt, {{"dt", 1e-2}}});
  missed.status = RowStatus::missed;
  missed.checks = {{"truth:x", 2.0, -INFINITY, 1.0, false, std::nullopt}};
  Row unchecked = run({"falling_ball", "nscd", std::nullopt, {{"dt", 5e-3}}});
  unchecked.checks.clear();
  unchecked.cell.scheme_parameters = {};
  return {film, missed, unchecked,
          run({"bouncing_point", "schatzman_paoli", std::nullopt, {{"dt", 5e-3}}})};
}

Plot curve() {
  Plot out;
  out.name = "curve";
  out.curves.push_back({"sizes", {1.0, 2.0}, {1.0, 2.0}});
  return out;
}

/// The texts between the placeholders of a fragment stand on the page, one after the other.
bool shows(const std::string& page, std::string_view fragment) {
  for (std::size_t at = 0;;) {
    const std::string_view text = fragment.substr(0, fragment.find('{'));
    at = page.find(text, at);
    if (at == std::string::npos) return false;
    at += text.size();
    fragment.remove_prefix(text.size());
    if (fragment.empty()) return true;
    fragment.remove_prefix(fragment.find('}') + 1);
  }
}

TEST(Fragments, AreAllShownAndFilled) {
  const testing::Scratch folder;
  const std::vector<Row> rows = rows_with_everything();
  Site site(folder.path());
  for (const Row& row : rows)
    site.add(row);
  ASSERT_EQ(site.keys_of_pages().size(), rows.size());
  for (const Row& row : rows)
    site.write_page(row, {{"truth:x", {{"gravity", 0.1}}}});
  SchemeSummary scheme;
  scheme.scheme = "dem";
  site.write({}, std::vector{scheme}, {"choice", "a caption", {"motion"}, {{"free"}}});
  write_site(folder / "empty", {});
  // More missed runs than the overview lists, none of which has a page.
  Site many(folder / "many", 0);
  for (int k = 0; k < 13; ++k)
    many.add(rows[1]);
  many.write({}, {}, {});
  write_report(rows, {}, folder.path(), formats_from("html"), "index.html");
  CellPages cells;
  Page report(folder.path(), formats_from("html"), "index.html", &cells);
  report.section("Sizes");
  report.paragraph("A sentence.");
  const Table table{"sizes", "A caption.", {"size"}, {{"1"}}, {true}, {}};
  report.table(table);
  report.part("A part");
  report.folded_table(table, "More sizes");
  report.figure(curve(), "A caption.", {{"all runs", "index.html"}});
  report.section("None");
  report.nothing("There are none.");
  report.write("Runs", "sizes.html");

  std::vector<std::string> pages;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
    if (entry.path().extension() != ".html") continue;
    pages.push_back(slurp(entry.path()));
    std::smatch empty;
    EXPECT_FALSE(std::regex_search(pages.back(), empty, std::regex("\\{[a-z_]+[:}]")))
        << entry.path() << " has " << empty.str();
  }
  EXPECT_EQ(pages.size(), 9U);
  EXPECT_GT(html::all.size(), 80U);
  for (const std::string_view fragment : html::all) {
    EXPECT_TRUE(std::any_of(pages.begin(), pages.end(),
                            [&](const std::string& page) { return shows(page, fragment); }))
        << "no page shows\n"
        << fragment;
  }
}

}  // namespace
}  // namespace impactbench
