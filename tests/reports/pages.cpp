// The pages of the cells: what they say must be what the rows say.
#include "benchmarks/matrix/plan.hpp"
#include "problems/base/error.hpp"
#include "reports/site/chart.hpp"
#include "reports/site/rerun_command.hpp"
#include "tests/reports/site_of_rows.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <regex>

namespace impactbench {
namespace {

/// A command line as a shell reads it, and as `run` then does.
CellRequest read_command(const std::string& line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  CellRequest out;
  for (std::size_t k = 2; k + 1 < words.size(); k += 2) {
    const std::string& value = words[k + 1];
    if (words[k] == "--problem") out.problem = value;
    if (words[k] == "--scheme") out.scheme = value;
    if (words[k] == "--solver") out.solver = value;
    if (words[k] != "--set") continue;
    const std::size_t equals = value.find('=');
    out.settings[value.substr(0, equals)] = value_of_text(value.substr(equals + 1));
  }
  return out;
}

TEST(RerunCommand, RunsTheSameCellAndNoOther) {
  const std::vector<CellRequest> requests{
      {"bouncing_ball", "dem", std::nullopt, {{"dt", 1e-4}}},
      {"bouncing_ball",
       "inc",
       "superlu",
       {{"dt", 2.5e-5}, {"alpha", std::int64_t{3}}, {"R", 5e-7}}},
      {"newton_cradle", "dem", std::nullopt, {{"dt", 1e-3}, {"dt_precision", "single"}}},
      {"box_25",
       "nscd",
       "nlgs",
       {{"solver.tolerance", 1e-9}, {"dt", 1e-3}, {"frames", std::int64_t{7}}}},
      {"sphere_cluster",
       "maury",
       "apgd",
       {{"n", std::int64_t{200}}, {"dimension", std::int64_t{3}}}},
      {"corner",
       "schatzman_paoli",
       std::nullopt,
       {{"angle", 120.0}, {"from", 60.0}, {"dt", 1e-5}}}};
  for (const CellRequest& request : requests) {
    const Cell cell = resolve_cell(request, "default");
    const std::string line = rerun_command(cell, cell.frames);
    EXPECT_EQ(resolve_cell(read_command(line), "default"), cell) << line;
    // Neither does it repeat what is usual.
    EXPECT_LE(std::count(line.begin(), line.end(), '='),
              1 + std::ptrdiff_t(request.settings.size()))
        << line;
  }
}

TEST(Chart, KeepsExtremesAndLeavesGaps) {
  Series s;
  for (int k = 0; k <= 10000; ++k) {
    s.time.push_back(1e-4 * k);
    s.value.push_back(k == 4321 ? 7.0 : k == 5678 ? std::nan("") : std::sin(0.01 * k));
  }
  const std::string svg = chart("a<b", "J", "what & why", s);
  // The one high sample is at the top: 4 % of the span below the edge of 180 units.
  EXPECT_NE(svg.find("L259 7L"), std::string::npos) << svg.substr(0, 400);
  const std::size_t begin = svg.find(" d=\"") + 4;
  ASSERT_LT(begin, svg.size());
  const std::string path = svg.substr(begin, svg.find('"', begin) - begin);
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2) << "one gap";
  EXPECT_LT(path.size(), 8000U);
  EXPECT_EQ(svg.find("a<b"), std::string::npos);
  EXPECT_TRUE(chart("empty", "", "", {}).empty());
  // A constant is a line in the middle, not a picture of rounding.
  const std::string flat = chart("c", "", "", {{0.0, 1.0, 2.0}, {3.0, 3.0 + 1e-15, 3.0}});
  EXPECT_NE(flat.find("M0 90L300 90L600 90"), std::string::npos) << flat;
}

class Pages : public ::testing::Test {
 protected:
  void write(const std::vector<Row>& rows) const { write_site(folder_.path(), rows); }
  [[nodiscard]] std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (entry.path().extension() == ".html") out.push_back(entry.path());
    }
    return out;
  }
  testing::Scratch folder_;
};

std::vector<Row> some_rows() {
  std::vector<Row> out{
      run({"two_balls_test1", "dem", std::nullopt, {{"dt", 1e-3}, {"frames", std::int64_t{20}}}}),
      run({"bouncing_point", "schatzman_paoli", std::nullopt, {{"dt", 1e-2}}})};
  for (int k = 0; k < 2; ++k) {
    Row row;
    row.cell =
        resolve_cell({"rolling_ball", "dem", std::nullopt, {{"dt", 1e-3 * (k + 1)}}}, "default");
    row.key = content_key(row.cell, "r", "b");
    row.status = k == 0 ? RowStatus::missed : RowStatus::crashed;
    row.reason = "a reason with <angle> & \"quotes\"";
    row.checks.push_back({"limit:energy", 2.0, -INFINITY, 1.0, false, std::nullopt});
    row.environment = {{"cpu", "a <fast> one"}};
    out.push_back(std::move(row));
  }
  return out;
}

TEST_F(Pages, LeadToEachOtherAndNowhereElse) {
  const std::vector<Row> rows = some_rows();
  write(rows);
  ASSERT_EQ(files().size(), rows.size() + 1);
  const std::regex link("(?:href|src)=\"([^\"#]*)");
  int followed = 0;
  for (const auto& file : files()) {
    const std::string html = slurp(file);
    EXPECT_EQ(html.find("http"), std::string::npos) << file;
    EXPECT_EQ(html.find("<angle>"), std::string::npos) << file;
    EXPECT_EQ(html.find("<fast>"), std::string::npos) << file;
    for (std::sregex_iterator it(html.begin(), html.end(), link), end; it != end; ++it) {
      const std::string target = (*it)[1];
      if (target.empty() || target == "data:,") continue;
      ++followed;
      EXPECT_TRUE(std::filesystem::exists(file.parent_path() / target)) << file << ": " << target;
    }
  }
  EXPECT_GT(followed, 20);
  // Every cell is one click away from the overview.
  const std::string index = slurp(folder_ / "index.html");
  for (const Row& row : rows)
    EXPECT_NE(index.find("cells/" + row.key.substr(0, 16) + ".html"), std::string::npos);
}

TEST_F(Pages, SayWhatTheRowSays) {
  const std::vector<Row> rows = some_rows();
  write(rows);
  const std::string film = slurp(folder_ / "cells/" + rows[0].key.substr(0, 16) + ".html");
  EXPECT_NE(film.find("<canvas"), std::string::npos);
  EXPECT_NE(film.find("total_energy"), std::string::npos);
  const std::string still = slurp(folder_ / "cells/" + rows[1].key.substr(0, 16) + ".html");
  EXPECT_NE(still.find("This run kept no frames."), std::string::npos);
  EXPECT_NE(still.find("--set frames=100"), std::string::npos);
  const std::string missed = slurp(folder_ / "cells/" + rows[2].key.substr(0, 16) + ".html");
  EXPECT_NE(missed.find("✗ missed"), std::string::npos);
  EXPECT_NE(missed.find("a reason with &lt;angle&gt;"), std::string::npos);
  EXPECT_NE(missed.find("<small>self-report</small></td><td class=\"n\"><span>2</span></td>"
                        "<td class=\"n\"><span>≤ 1<"),
            std::string::npos);
}

TEST_F(Pages, OfAnEarlierReportGo) {
  write(some_rows());
  const auto before = files().size();
  write({some_rows()[0]});
  EXPECT_EQ(before, 5U);
  EXPECT_EQ(files().size(), 2U);
  std::vector<Row> none;
  write(none);
  EXPECT_NE(slurp(folder_ / "index.html").find("The store is empty."), std::string::npos);
  EXPECT_THROW(Site("/proc/nowhere"), ConfigurationError);
}

}  // namespace
}  // namespace impactbench
