// Numbers that a source derives from the frames of a row: maxima, crossings, rates, last values,
// formulas of histories and of settings; and what is said where something in them is wrong.
#include "reports/paper/derived_quantities.hpp"
#include "problems/base/error.hpp"
#include "problems/files/toml_file.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench {
namespace {

/// The quantities that `text` derives from a row, or the error message.
std::map<std::string, double> derived(const std::string& text, const Row& row) {
  static const std::string file = "recipes.toml";
  const toml::table root = parse_toml(text, file);
  DataTable table(root, file, "the file");
  return DerivedQuantities(table).of(row);
}
std::string said(const std::string& text, const Row& row) {
  try {
    (void)derived(text, row);
    return "";
  } catch (const ConfigurationError& e) {
    return e.what();
  }
}

std::string kind(const std::string& name, const std::string& kind, const std::string& of,
                 const std::string& more = "", const std::string& problem = "bouncing_ball") {
  return "[[derived]]\nname = \"" + name + "\"\nproblem = \"" + problem + "\"\nkind = \"" + kind +
         "\"\nof = \"" + of + "\"\n" + more;
}

Frame frame(double t, std::vector<double> q, std::vector<double> v) {
  Frame out;
  out.time = t;
  out.q = std::move(q);
  out.v = std::move(v);
  return out;
}

/// A disc at height y(t) with velocity v(t) along y and spin s(t), at these instants.
template <class Y, class V, class S>
Row disc(const std::vector<double>& times, Y y, V v, S s) {
  Row row;
  row.cell.problem = "bouncing_ball";
  row.cell.problem_parameters = {{"radius", 0.1}, {"gravity", 10.0}};
  for (const double t : times)
    row.frames.push_back(frame(t, {0.0, y(t), 0.0}, {0.5, v(t), s(t)}));
  return row;
}

// A parabola through three instants is the flight itself, wherever they are: its top is exact.
TEST(DerivedQuantities, TakeTheTopOfAFlightFromAnyThreeInstants) {
  const auto height = [](double t) {
    const double s = t < 1.0 ? t - 0.43 : t - 1.31;
    return (t < 1.0 ? 0.8 : 0.35) - 5.0 * s * s;
  };
  const Row row = disc(
      {0.0, 0.3, 0.4, 0.45, 0.6, 0.9, 1.1, 1.25, 1.3, 1.4, 1.5}, height, [](double) { return 0.0; },
      [](double) { return 0.0; });
  const auto found = derived(kind("top_<k>", "maxima", "y1"), row);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found.at("top_1"), 0.8, 1e-12);
  EXPECT_NEAR(found.at("top_2"), 0.35, 1e-12);
  EXPECT_NEAR(derived(kind("last", "final", "y1"), row).at("last"), height(1.5), 1e-15);
}

TEST(DerivedQuantities, CrossALevelBetweenTwoInstants) {
  // Down through a half of its start at 0.25, up again at 0.75.
  const Row row = disc(
      {0.0, 0.2, 0.5, 0.9, 1.0}, [](double t) { return 2.0 * std::abs(1.0 - 2.0 * t); },
      [](double) { return 0.0; }, [](double) { return 0.0; });
  const auto found = derived(kind("at_<k>", "crossings", "y1", "level = \"start / 2\"\n"), row);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found.at("at_1"), 0.25, 1e-15);
  EXPECT_NEAR(found.at("at_2"), 0.75, 1e-15);
}

// The last way is cut by the horizon: a tenth of the others, with a rate that is rounding.
TEST(DerivedQuantities, FindTheLargestRateBetweenWholeFrames) {
  const Row row = disc(
      {0.0, 0.1, 0.2, 0.3, 0.31}, [](double) { return 0.0; },
      [](double t) {
        return t < 0.15 ? 0.0 : t < 0.25 ? 0.4 : t < 0.305 ? 0.6 : 0.9;
      },
      [](double) { return 0.0; });
  EXPECT_NEAR(derived(kind("rate", "largest_rate", "vy1"), row).at("rate"), 4.0, 1e-12);
}

TEST(DerivedQuantities, AreFormulasOfHistoriesAndSettings) {
  const Row row = disc(
      {0.0, 0.5, 1.0}, [](double t) { return t; }, [](double t) { return 3.0 * t; },
      [](double t) { return -2.0 * t; });
  // 3 + 0.1 * 2 + 1 at the end
  const std::string sum = kind("sum", "final", "= vy1 - radius * omega1 + y1");
  EXPECT_NEAR(derived(sum, row).at("sum"), 4.2, 1e-15);
  const std::string angle =
      "[[derived]]\nname = \"angle\"\nproblem = \"bouncing_ball\"\nof = \"sum\"\n"
      "value = \"atan(sum / gravity)\"\n";
  EXPECT_NEAR(derived(sum + angle, row).at("angle"), std::atan(0.42), 1e-15);
  const std::string nothing =
      "[[derived]]\nname = \"share\"\nproblem = \"bouncing_ball\"\nof = \"sum\"\n"
      "value = \"1 / (sum - sum)\"\n";
  EXPECT_FALSE(derived(sum + nothing, row).contains("share")) << "no finite number";
}

TEST(DerivedQuantities, KnowTheComponentsOfABallInSpace) {
  Row row;
  row.cell.problem = "oblique_ball";
  row.frames = {frame(0.0, {1, 2, 3, 0, 0, 0}, {4, 5, 6, 7, 8, 9})};
  const auto of = [&](const std::string& quantity) {
    return derived(kind("it", "final", quantity, "", "oblique_ball"), row);
  };
  EXPECT_EQ(of("z1").at("it"), 3.0);
  EXPECT_EQ(of("vz1").at("it"), 6.0);
  EXPECT_EQ(of("omega_x1").at("it"), 7.0);
  EXPECT_EQ(of("omega_y1").at("it"), 8.0);
  EXPECT_EQ(of("omega_z1").at("it"), 9.0);
  EXPECT_TRUE(of("omega1").empty()) << "of a disc";
  EXPECT_TRUE(of("vz2").empty()) << "there is one ball";
  Row flat = disc(
      {0.0}, [](double) { return 1.0; }, [](double) { return 1.0; }, [](double) { return 1.0; });
  EXPECT_TRUE(derived(kind("it", "final", "vz1"), flat).empty()) << "a disc is in the plane";
}

TEST(DerivedQuantities, SayWhatIsWrongAndWhere) {
  Row row = disc(
      {0.0, 1.0}, [](double t) { return t; }, [](double) { return 0.0; },
      [](double) { return 0.0; });
  EXPECT_EQ(said(kind("top", "maxima", "y1"), row),
            "recipes.toml:2:8: the name needs <k>, the number of the step or of the event");
  EXPECT_EQ(said(kind("last_<k>", "final", "y1"), row),
            "recipes.toml:2:8: the name has <k>, but there is one number of this kind");
  EXPECT_EQ(said(kind("at_<k>", "crossings", "y1"), row),
            "recipes.toml:1:1: [[derived]] needs the key 'level'");
  EXPECT_EQ(
      said(kind("sum", "final", "= y1 + hight"), row),
      "recipes.toml:1:1: formula 'hight', character 6: 'hight' is not the name of a number here");
  row.series["kinetic_energy"] = {{0.0, 0.5, 1.0}, {0.0, 1.0, 2.0}};
  EXPECT_EQ(said(kind("sum", "final", "= y1 + kinetic_energy"), row),
            "recipes.toml:1:1: 'kinetic_energy' was not kept at the instants of the others");
  row.frames.clear();
  EXPECT_EQ(said(kind("sum", "final", "= y1 + vy1"), row), "") << "a run that did not end";
}

}  // namespace
}  // namespace impactbench
