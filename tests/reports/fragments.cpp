// The fragments that the pages are made of (reports/html/pages): each is shown, and filled.
#include "reports/generate/page.hpp"
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

/// A run with a film, a run that missed its check and one that passed, with all that a row can say.
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
  Row missed = run({"bouncing_point", "schatzman_paoli", std::nullopt, {{"dt", 1e-2}}});
  missed.status = RowStatus::missed;
  missed.checks = {{"truth:x", 2.0, -INFINITY, 1.0, false, std::nullopt}};
  return {film, missed, run({"bouncing_point", "schatzman_paoli", std::nullopt, {{"dt", 5e-3}}})};
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
  Site site(folder.path(), 2);
  for (const Row& row : rows)
    site.add(row);
  ASSERT_EQ(site.keys_of_pages(), (std::vector<std::string>{rows[0].key, rows[1].key}));
  site.write_page(rows[0], {{"truth:x", {{"gravity", 0.1}}}});
  site.write_page(rows[1]);
  SchemeSummary scheme;
  scheme.scheme = "dem";
  site.write({}, std::vector{scheme}, {"choice", "a caption", {"motion"}, {{"free"}}});
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
  report.write("Runs", "report.html");

  std::vector<std::string> pages;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
    if (entry.path().extension() != ".html") continue;
    pages.push_back(slurp(entry.path()));
    std::smatch empty;
    EXPECT_FALSE(std::regex_search(pages.back(), empty, std::regex("\\{[a-z_]+[:}]")))
        << entry.path() << " has " << empty.str();
  }
  EXPECT_EQ(pages.size(), 4U);
  EXPECT_GT(html::all.size(), 40U);
  for (const std::string_view fragment : html::all) {
    EXPECT_TRUE(std::any_of(pages.begin(), pages.end(),
                            [&](const std::string& page) { return shows(page, fragment); }))
        << "no page shows\n"
        << fragment;
  }
}

}  // namespace
}  // namespace impactbench
