// Accuracy and cost over revisions: where a level changes, and that noise alone is no change.
#include "reports/generate/history.hpp"

#include "problems/base/error.hpp"
#include "reports/generate/change_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace impactbench {
namespace {

/// Normal deviations of width 2 %, the same on every machine: sums of twelve uniform numbers.
std::vector<double> noise(std::uint64_t seed, std::size_t n) {
  std::mt19937_64 bits(seed);
  std::vector<double> out(n);
  for (double& x : out) {
    double sum = -6.0;
    for (int k = 0; k < 12; ++k)
      sum += static_cast<double>(bits() >> 11) * 0x1p-53;
    x = 0.02 * sum;
  }
  return out;
}

TEST(ChangePoints, NoiseAloneShowsALevelInTwentyFourOfTwentyFiveSeries) {
  for (const std::size_t n : {6U, 30U, 120U}) {
    int changed = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const std::vector<double> y = noise(1000 * n + seed, n);
      changed += levels(y, neighbour_noise(y), 8.0, 2).size() > 1 ? 1 : 0;
    }
    EXPECT_LE(changed, 8) << n;
  }
}

TEST(ChangePoints, AChangeOfFiveDeviationsIsFoundWhereItIs) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<double> y = noise(seed, 40);
    for (std::size_t i = 25; i < y.size(); ++i)
      y[i] += 0.1;
    const std::vector<Level> fit = levels(y, neighbour_noise(y), 8.0, 2);
    if (fit.size() != 2 || fit[0].end != 25 || fit[1].begin != 25) continue;
    EXPECT_NEAR(fit[1].value - fit[0].value, 0.1, 0.03);
    ++found;
  }
  EXPECT_GE(found, 180);
}

TEST(ChangePoints, ALevelIsTheMedianAndAnOutlierIsNone) {
  const std::vector<double> y{1.0, 2.0, 3.0, 40.0, 2.0, 2.0};
  const std::vector<Level> fit = levels(y, 1.0, 50.0, 2);
  ASSERT_EQ(fit.size(), 1U);
  EXPECT_EQ(fit[0].value, 2.0);
  // The least cost by hand: |1-2| + 0 + |3-2| + |40-2| = 40 < 2 * 50 of a stretch for the outlier.
  const std::vector<double> step{1.0, 1.0, 1.0, 9.0, 9.0};
  const std::vector<Level> two = levels(step, 1.0, 5.0, 2);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0].end, 3U);
  EXPECT_EQ(two[1].value, 9.0);
  EXPECT_EQ(levels(std::vector<double>{7.0}, 1.0, 8.0, 2).size(), 1U);
  EXPECT_TRUE(levels({}, 1.0, 8.0, 2).empty());
}

Row row(const char* scheme, double error, double cpu) {
  Row out;
  out.cell = {"falling_ball", scheme, "none", {}, {{"R", 1e-3}}, {}, 1e-3, "double", "default"};
  out.key = scheme;
  out.status = error < 1e-3 ? RowStatus::passed : RowStatus::missed;
  out.quantities = {{"position_error_sup", error}};
  out.timing = Timing{3, cpu, cpu, 0.0, {}};
  return out;
}

/// Eight revisions: the error of dem grows at the fourth and is mended at the sixth, snc takes half
/// as long from the fifth on.
std::vector<Release> releases() {
  std::vector<Release> out;
  for (int k = 1; k <= 8; ++k) {
    const double error = k == 4 || k == 5 ? 2e-3 : 1e-4, jitter = k % 2 == 0 ? 1.01 : 1.0;
    out.push_back(
        {"v" + std::to_string(k),
         {row("dem", error, 0.3 * jitter), row("snc", 1e-6, (k < 5 ? 2.0 : 1.0) * jitter)}});
  }
  return out;
}

TEST(HistoryOfStores, NamesTheRevisionOfEachChangeTheWorstFirst) {
  const History h = history_of(releases(), {"position_error_sup", "cpu"}, 174.0);
  EXPECT_EQ(h.cells, 2U);
  ASSERT_EQ(h.changes.size(), 5U);
  const auto at = [&](const std::string& scheme, const std::string& quantity) {
    std::vector<std::size_t> out;
    for (const HistoryChange& c : h.changes) {
      if (c.scheme == scheme && c.quantity == quantity) out.push_back(c.at);
    }
    std::sort(out.begin(), out.end());
    return out;
  };
  EXPECT_EQ(at("dem", "position_error_sup"), (std::vector<std::size_t>{3, 5}));
  EXPECT_EQ(at("dem", "status"), (std::vector<std::size_t>{3, 5}));
  EXPECT_EQ(at("snc", "cpu"), (std::vector<std::size_t>{4}));
  EXPECT_EQ(h.changes.front().quantity, "position_error_sup") << "errors against the truth first";
  EXPECT_NE(h.changes.front().difference.text.find("20 times worse"), std::string::npos)
      << h.changes.front().difference.text;
  for (const HistoryChange& c : h.changes) {
    if (c.quantity == "cpu") {
      EXPECT_NE(c.difference.text.find("2 times faster"), std::string::npos) << c.difference.text;
    }
  }
}

TEST(HistoryOfStores, DrawsEveryCellOverItsFirstRevision) {
  const History h = history_of(releases(), {"position_error_sup", "cpu"}, 174.0);
  ASSERT_EQ(h.figures.size(), 2U);
  const Plot& errors = h.figures.front();
  // snc as a thin line, dem as steps at its levels and as marks.
  ASSERT_EQ(errors.curves.size(), 3U);
  EXPECT_EQ(errors.curves[0].stroke, Stroke::law);
  EXPECT_EQ(errors.curves[2].stroke, Stroke::marks);
  EXPECT_EQ(errors.curves[2].style, scheme_style("dem"));
  ASSERT_EQ(errors.curves[2].y.size(), 8U);
  EXPECT_DOUBLE_EQ(errors.curves[2].y[3], 20.0);
  EXPECT_DOUBLE_EQ(errors.curves[2].y[7], 1.0);
  // Twenty times the error needs powers of ten; half of the time would be a flat line among them.
  EXPECT_TRUE(errors.log_y);
  EXPECT_FALSE(h.figures.back().log_y);
  EXPECT_TRUE(errors.whole_x) << "there is no revision 1.5";
}

TEST(HistoryOfStores, TakesRevisionsThatLackACellAndRefusesWhatIsNone) {
  std::vector<Release> some = releases();
  some[1].rows.erase(some[1].rows.begin());
  some[2].rows.clear();
  EXPECT_EQ(history_of(some, {"position_error_sup"}, 174.0).changes.size(), 4U);
  EXPECT_THROW((void)history_of({some[0]}, {"cpu"}, 174.0), ConfigurationError);
  EXPECT_THROW((void)history_of(some, {"none"}, 174.0), ConfigurationError);
}

}  // namespace
}  // namespace impactbench
