#include "reports/plots/looks.hpp"
#include "reports/generate/families.hpp"
#include "schemes/api/scheme.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace impactbench {
namespace {

TEST(Looks, AreToldApartByColourAndWithoutIt) {
  std::set<std::string> colours;
  std::set<std::pair<std::string, int>> shapes;
  for (int style = 0; style < base_looks; ++style) {
    const Look look = look_of(style);
    colours.insert(look.colour);
    shapes.emplace(look.dash, look.marker);
  }
  EXPECT_EQ(colours.size(), std::size_t{base_looks});
  EXPECT_EQ(shapes.size(), std::size_t{base_looks}) << "in grey only dash and marker are left";
}

TEST(Looks, OfVariantsHaveTheColourOfTheirScheme) {
  for (int style = 0; style < base_looks; ++style) {
    std::set<std::pair<std::string, int>> shapes;
    for (int variant = 0; variant < 6; ++variant) {
      const Look look = look_of(variant_of(style, variant));
      EXPECT_STREQ(look.colour, look_of(style).colour);
      shapes.emplace(look.dash, look.marker);
    }
    EXPECT_EQ(shapes.size(), 6U);
  }
}

TEST(Looks, OfASchemeDoNotHangOnItsCompany) {
  std::set<std::string> all{"one_of_a_plugin"};
  for (const SchemeEntry& scheme : scheme_catalogue())
    all.emplace(scheme.name);
  const std::map<std::string, int> together = scheme_styles(all);
  std::set<int> styles;
  for (const auto& [scheme, style] : together)
    EXPECT_TRUE(styles.insert(style).second) << scheme << " looks like another";
  for (const std::string& scheme : all)
    EXPECT_EQ(scheme_style(scheme), together.at(scheme)) << scheme;
}

Row row_of(const char* scheme, double alpha) {
  Row row;
  row.cell.scheme = scheme;
  row.cell.scheme_parameters = {{"alpha", alpha}};
  return row;
}

TEST(Looks, OfTheMethodsOfAReportFollowTheirScheme) {
  const std::vector<Row> rows{row_of("inc", 2.0), row_of("inc", 3.0), row_of("snc", 2.0)};
  const Styles some(std::vector<Row>{rows[2], rows[1]}), all(rows);
  const auto colour = [](const Styles& styles, const Row& row) {
    return std::string(look_of(styles.of(row)).colour);
  };
  EXPECT_EQ(colour(all, rows[0]), colour(all, rows[1]));
  EXPECT_NE(all.of(rows[0]), all.of(rows[1]));
  EXPECT_EQ(colour(some, rows[1]), colour(all, rows[1])) << "whatever else a report holds";
  EXPECT_NE(colour(all, rows[2]), colour(all, rows[0]));
  // A second family of a method, of another R for instance, is a further variant of its scheme.
  const Family first{"1", &rows[0], "R = 1", {}, {}, {}, {}};
  const Family second{"2", &rows[0], "R = 2", {}, {}, {}, {}};
  const std::vector<int> looks = looks_of({first, second}, all);
  EXPECT_EQ(looks[0], all.of(rows[0]));
  EXPECT_STREQ(look_of(looks[1]).colour, look_of(looks[0]).colour);
  for (const Row& row : rows)
    EXPECT_NE(looks[1], all.of(row));
}

}  // namespace
}  // namespace impactbench
