#include "benchmarks/matrix/run_cell.hpp"
#include "problems/base/error.hpp"
#include "reports/paper/figure.hpp"
#include "reports/paper/reproduce.hpp"
#include "reports/paper/scene.hpp"
#include "reports/paper/source.hpp"
#include "reports/plots/snapshots.hpp"
#include "reports/program/program.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

namespace impactbench {
namespace {

class PublishedFigures : public ::testing::Test {
 protected:
  std::string text(const std::string& file) { return slurp(folder_ / file); }
  testing::Scratch folder_;
};

/// The panel has a named axis, unless it is a picture, and distinct curves.
void expect_named(const FigurePanel& panel, const std::string& number) {
  SCOPED_TRACE(number + panel.letter);
  std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.axes; }) {
          EXPECT_NE(kind.axes.y_label, "");
        }
        EXPECT_FALSE(kind.curves.empty());
        std::set<std::string> labels;
        for (const auto& curve : kind.curves)
          EXPECT_TRUE(labels.insert(curve.label).second) << curve.label;
      },
      panel.kind);
}

TEST(FigureDescriptions, CoverEveryFigureOfResultsAndNoSketch) {
  std::vector<std::string> numbers;
  for (const Figure& figure : find_source("nguyen2024").figures)
    numbers.push_back(figure.number);
  std::vector<std::string> wanted;
  const auto& sketches = find_source("nguyen2024").sketches;
  for (int k = 4; k <= 32; ++k) {
    const std::string number = "4." + std::to_string(k);
    if (std::find(sketches.begin(), sketches.end(), number) == sketches.end()) {
      wanted.push_back(number);
    }
  }
  EXPECT_EQ(numbers, wanted);
}

TEST(FigureDescriptions, HaveCellsThatRunAndDistinctCurves) {
  std::size_t cells = 0;
  for (const Figure& figure : find_source("nguyen2024").figures) {
    std::set<std::string> letters;
    for (const FigurePanel& panel : figure.panels) {
      EXPECT_TRUE(letters.insert(panel.letter).second) << figure.number << panel.letter;
      expect_named(panel, figure.number);
    }
    for (const PlannedCell& planned : figure_plan(figure).cells) {
      ++cells;
      // A scheme that refuses would leave a curve out.
      EXPECT_FALSE(planned.refusal) << figure.number << ": " << planned.refusal.value_or("");
    }
  }
  EXPECT_GT(cells, 100U);
}

TEST(MauryFigures, AreThoseOfThePaperAndHaveCellsThatRun) {
  std::vector<std::string> numbers;
  for (const Figure& figure : find_source("maury2004").figures) {
    numbers.push_back(figure.number);
    ASSERT_EQ(figure.panels.size(), 1U) << figure.number;
    expect_named(figure.panels[0], figure.number);
    for (const PlannedCell& planned : figure_plan(figure).cells)
      EXPECT_FALSE(planned.refusal) << figure.number << ": " << planned.refusal.value_or("");
  }
  EXPECT_EQ(numbers,
            (std::vector<std::string>{"2", "3", "4", "5", "6", "7", "8", "9", "10", "11"}));
  EXPECT_EQ(&find_figure("maury2004", "9"), &find_source("maury2004").figures[7]);
  EXPECT_THROW((void)find_figure("maury2004", "1"), ConfigurationError) << "a sketch";
}

TEST(MonasseFigures, AreThoseOfThePaperAndHaveCellsThatResolve) {
  std::vector<std::string> numbers;
  std::size_t runs = 0;
  for (const Figure& figure : find_source("monasse2012").figures) {
    numbers.push_back(figure.number);
    for (const FigurePanel& panel : figure.panels) {
      for (const CellRequest& run : runs_of(panel)) {
        // Some take seconds to make: names and settings are enough here.
        EXPECT_NO_THROW((void)resolve_cell(run, "default")) << figure.number << panel.letter;
        ++runs;
      }
    }
  }
  EXPECT_EQ(numbers, (std::vector<std::string>{"2", "3", "4", "5", "6", "7"}));
  EXPECT_GT(runs, 100U);
  EXPECT_THROW((void)find_figure("monasse2012", "1"), ConfigurationError) << "a sketch";
}

TEST_F(PublishedFigures, OfMonasseAreDrawnFromFewRuns) {
  // Lamb's problem on coarse cells, in the panels that the paper's figures have.
  const auto wave = [](double edge) {
    CellRequest run{"lamb", "mka3d_linear", "none", {{"edge", edge}, {"recipe", "corrected"}}};
    run.settings["dt"] = 0.5 * edge / 3202.3;
    run.settings["run.frames"] = std::int64_t{2};
    return run;
  };
  AgainstPanel order{{"error [-]", "edge [m]"}, {}, 0.5};
  order.axes.log_x = order.axes.log_y = true;
  order.curves = {
      {{"corrected", 0}, RunFamily{{wave(40.0), wave(20.0)}, "edge"}, "below_z_error_sup"}};
  const AgainstPanel printed{{"deflection [m]", "load [N]"},
                             {{{"table", 1}, PrintedTable{"5.4", 400.0}, "inward_"}}};
  const DisplacementPanel field{{{{"", 0}, wave(40.0)}}, {0.2}};
  const HistoryPanel trace{{"u [m]"},
                           {{{"ours", 0}, wave(20.0), "surface_x"},
                            {{"exact", 1}, ExactSolution{wave(20.0)}, "surface_x"},
                            {{"error", 2}, wave(20.0), "surface_x_error"}}};
  CellRequest plate{"plate", "mka3d", "none", {{"cells", std::int64_t{2}}, {"dt", 1e-5}}};
  plate.settings["horizon"] = 1e-4;
  plate.settings["run.frames"] = std::int64_t{1};
  const CellsPanel net{{"z [m]"}, {{{"", 0}, plate}}, {0.0}};
  const HistoryPanel change{{"dE [-]"}, {{{"sum", 0}, plate, "energy_change"}}};
  const Figure figure{"9.2",
                      "a figure",
                      "",
                      {{"a", "order", order},
                       {"b", "table", printed},
                       {"c", "field", field},
                       {"d", "trace", trace},
                       {"e", "net", net},
                       {"f", "change", change}},
                      "monasse2012"};
  std::vector<Row> rows;
  for (const PlannedCell& planned : figure_plan(figure).cells)
    rows.push_back(run_cell(planned.cell, 0));
  EXPECT_EQ(rows.size(), 3U);
  const DrawnFigure drawn = draw_figure(figure, rows, folder_.path());
  // The only note is the slope of the family: between 1 and 2, so coarse.
  ASSERT_EQ(drawn.notes.size(), 1U) << ::testing::PrintToString(drawn.notes);
  EXPECT_NE(drawn.notes[0].find("slope"), std::string::npos) << drawn.notes[0];
  EXPECT_EQ(drawn.files.size(), 6U * 3U + 5U);
  // Twenty printed values, the last one under 400 N.
  const std::string data = text("fig9_2b.csv");
  EXPECT_EQ(std::count(data.begin(), data.end(), '\n'), 21);
  EXPECT_NE(data.find("\"table\",400,8.178\n"), std::string::npos);
  // The error is a history of its own, from the start on.
  EXPECT_NE(text("fig9_2d.csv").find("\"error\",0,"), std::string::npos);
  // A small pure number: a power of ten stands where the unit would.
  const std::string label = text("fig9_2f.svg");
  EXPECT_NE(label.find("dE [10"), std::string::npos);
  EXPECT_EQ(label.find(" -]"), std::string::npos);
}

TEST(MonasseTables, CountOscillations) {
  Row row;
  row.cell.problem = "pinched_cylinder";
  row.cell.dt = 1e-5;
  Series& s = row.series["diameter"];
  for (int k = 0; k <= 1000; ++k) {
    s.time.push_back(1e-3 * k);
    s.value.push_back(2.0 - 0.3 * std::cos(2.0 * 3.141592653589793 * 6.25 * 1e-3 * k));
  }
  const auto found = find_source("monasse2012").derived.of(row);
  EXPECT_NEAR(found.at("frequency"), 6.25, 1e-3);
  EXPECT_NEAR(found.at("oscillations_500000"), 31.25, 1e-2);
}

TEST(SlideFigures, HaveCellsThatRun) {
  // Sources of pictures alone: their figures are words, and `reproduce` of the whole says so.
  for (const char* source : {"paoli2010", "maury-slides"}) {
    for (const Figure& figure : find_source(source).figures) {
      EXPECT_FALSE(figure.remark.empty() && figure.number != "cluster") << figure.number;
      const Plan plan = figure_plan(figure);
      EXPECT_FALSE(plan.cells.empty()) << figure.number;
      for (const PlannedCell& planned : plan.cells)
        EXPECT_FALSE(planned.refusal) << figure.number << ": " << planned.refusal.value_or("");
    }
    EXPECT_THROW((void)reproduction_plan(source, {}), ConfigurationError);
  }
}

TEST_F(PublishedFigures, OfPointsAreDrawnAsPathsOfTheirCoordinates) {
  // Without bodies: 3001 nodes of each of three paths in the plane, which all start at the place.
  const Figure& figure = find_figure("paoli2010", "corner60");
  std::vector<Row> rows;
  for (const PlannedCell& planned : figure_plan(figure).cells)
    rows.push_back(run_cell(planned.cell, 0));
  ASSERT_EQ(rows.size(), 3U);
  const DrawnFigure drawn = draw_figure(figure, rows, folder_.path());
  EXPECT_EQ(drawn.notes, std::vector<std::string>{});
  const std::string data = text("figcorner60.csv");
  EXPECT_EQ(std::count(data.begin(), data.end(), '\n'), 3 * 3001 + 1);
}

TEST(MauryFigures, DrawTheClosedFormsThatTheyName) {
  // Parabolas between the switches of the force, by hand for alpha = 1.8: A has taken off at 1,
  // B at 1/2, landed, and takes off at 2.
  const Scene scene(figure_plan(find_figure("maury2004", "3")).cells.at(0).cell);
  const auto at = [&](const char* solution, double t) {
    const Series s = exact_history(scene, "rise1", solution);
    return s.value.at(static_cast<std::size_t>(std::llround(t * 250.0)));
  };
  EXPECT_NEAR(at("A", 1.5), 0.125, 1e-12);
  EXPECT_NEAR(at("A", 2.4), 0.07, 1e-12);
  EXPECT_NEAR(at("A", 4.0), 0.0, 1e-12);
  EXPECT_NEAR(at("B", 1.5), 0.0625, 1e-12);
  EXPECT_NEAR(at("B", 4.0), 0.6, 1e-12);
  EXPECT_TRUE(exact_history(scene, "rise1", "no such solution").value.empty());
  // f = 1 on (2, 3), -1.8 on (3, 4): the last two intervals, by both ends.
  const Series force = exact_history(scene, "force1", "");
  ASSERT_GT(force.value.size(), 20U);
  const std::size_t last = force.value.size() - 1;
  const double expected[4][2] = {{2.0, 1.0}, {3.0, 1.0}, {3.0, -1.8}, {4.0, -1.8}};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(force.time[last - 3 + k], expected[k][0], 1e-12);
    EXPECT_NEAR(force.value[last - 3 + k], expected[k][1], 1e-9);
  }
}

TEST_F(PublishedFigures, OfMauryAreDrawnWithExactTrajectories) {
  const Figure& figure = find_figure("maury2004", "7");
  const std::vector<Row> rows{run_cell(figure_plan(figure).cells.at(0).cell, 0)};
  ASSERT_EQ(rows[0].frames.size(), 3U);
  const DrawnFigure drawn = draw_figure(figure, rows, folder_.path());
  EXPECT_EQ(drawn.notes, std::vector<std::string>{});
  ASSERT_EQ(drawn.files.size(), 4U);
  // 21 particles at 1001 instants and at 3 nodes, and the names.
  const std::string data = text("fig7.csv");
  EXPECT_EQ(std::count(data.begin(), data.end(), '\n'), 21 * 1004 + 1);
}

TEST(MauryTables, ReadWhatNoYardstickMeasures) {
  Row row;
  row.cell.problem = "maury_cluster";
  row.series["kinetic_energy"] = {{0.0, 0.1, 0.2}, {8.0, 4.0, 2.0}};
  const auto shares = find_source("maury2004").derived.of(row);
  EXPECT_EQ(shares.at("kinetic_energy_share_1"), 0.5);
  EXPECT_EQ(shares.at("kinetic_energy_share_2"), 0.25);
  row.cell.problem = "non_uniqueness";
  row.cell.dt = 0.1;
  for (const double height : {0.0, 0.0, 0.0, 0.01, 0.02, 0.0, 0.01}) {
    row.frames.push_back(
        {0.1 * static_cast<double>(row.frames.size()), {0.0, height, 0.0}, {}, {}});
  }
  const auto take_offs = find_source("maury2004").derived.of(row);
  EXPECT_EQ(take_offs.at("take_off_1"), 2.0);
  EXPECT_EQ(take_offs.at("take_off_2"), 5.0);
  EXPECT_EQ(take_offs.size(), 2U);
}

/// One short run drawn four ways.
Figure small_figure() {
  CellRequest run{"two_balls_test1", "dem", std::nullopt, {{"dt", 1e-2}, {"R", 1e-2}}};
  run.settings["frames"] = std::int64_t{20};
  const RunCurve ball{{"ball", 0}, run};
  return {"9.1",
          "a figure",
          "",
          {{"a", "velocity", HistoryPanel{{"v [m/s]"}, {{{"ball", 0}, run, "vx1"}}}},
           {"b", "ends", FinalPositionsPanel{{"x [m]"}, {ball}}},
           {"c", "paths", PathsPanel{{"y [m]"}, {ball}}},
           {"d", "discs", SnapshotsPanel{{ball}, {0.0, 0.45}}}}};
}

TEST_F(PublishedFigures, AreDrawnWithTheirDataFromAStore) {
  const Figure figure = small_figure();
  const std::vector<Row> rows{run_cell(figure_plan(figure).cells.front().cell, 0)};
  ASSERT_EQ(rows[0].frames.size(), 21U);
  const DrawnFigure drawn = draw_figure(figure, rows, folder_.path());
  EXPECT_EQ(drawn.notes, std::vector<std::string>{});
  EXPECT_EQ(drawn.files.size(), 4U * 3U + 5U);
  for (const std::string& file : drawn.files)
    EXPECT_GT(std::filesystem::file_size(file), file.ends_with(".csv") ? 50U : 1000U) << file;
  // The ball starts with 1 m/s and goes back after the hit.
  const std::string data = text("fig9_1a.csv");
  EXPECT_NE(data.find("\"ball\",0,1\n"), std::string::npos);
  EXPECT_NE(data.find(",-1."), std::string::npos);
  // Discs of the hit press each other with the same force.
  const std::string discs = text("fig9_1d_discs.csv");
  EXPECT_NE(text("fig9_1d_forces.csv").find("\"ball\",0.45,"), std::string::npos);
  EXPECT_EQ(std::count(discs.begin(), discs.end(), '\n'), 1 + 2 * 2);
}

TEST_F(PublishedFigures, SayWhichRunIsMissing) {
  const DrawnFigure drawn = draw_figure(small_figure(), {}, folder_.path());
  EXPECT_TRUE(drawn.files.empty());
  ASSERT_FALSE(drawn.notes.empty());
  EXPECT_NE(drawn.notes[0].find("the store has no such run"), std::string::npos);
}

TEST_F(PublishedFigures, DrawAnEmptyBoxToo) {
  const SnapshotPlot plot{"empty", 0.0, 1.0, 0.0, 2.0, {{"t = 0 s", {{0.5, 0.5, 0.1, 0.0}}, {}}}};
  EXPECT_NE(draw(plot, folder_.path()).find("t = 0 s"), std::string::npos);
}

TEST(FigureScenes, WallsAreDrawnAsFarAsTheWindowGoes) {
  // A room from -half to half in x and y, with a door of 2 m in the wall on the right.
  const Scene scene(resolve_cell({"evacuation", "catching_up", "apgd", {{"dt", 0.05}}}, "default"));
  const double half = -scene.bodies.obstacles[0].a.x();
  ASSERT_GT(half, 2.0);
  const auto walls = walls_of(scene, {-half - 1.0, half + 3.0, -half - 1.0, half + 1.0});
  ASSERT_EQ(walls.size(), 5U);
  const auto expect = [&](const DrawnWall& w, double x_0, double y_0, double x_1, double y_1) {
    const bool turned = std::abs(w.x_0 - x_0) + std::abs(w.y_0 - y_0) > 1e-9;
    EXPECT_NEAR(turned ? w.x_1 : w.x_0, x_0, 1e-9);
    EXPECT_NEAR(turned ? w.y_1 : w.y_0, y_0, 1e-9);
    EXPECT_NEAR(turned ? w.x_0 : w.x_1, x_1, 1e-9);
    EXPECT_NEAR(turned ? w.y_0 : w.y_1, y_1, 1e-9);
  };
  expect(walls[0], -half, -half - 1.0, -half, half + 1.0);
  expect(walls[1], -half - 1.0, -half, half + 3.0, -half);
  expect(walls[2], -half - 1.0, half, half + 3.0, half);
  expect(walls[3], half, 1.0, half, half);
  expect(walls[4], half, -1.0, half, -half);
  // Faces that miss the window are left out; what has ends is drawn whole.
  EXPECT_EQ(walls_of(scene, {0.0, 1.0, 0.0, 1.0}).size(), 2U);
}

TEST(FigureScenes, AHistoryThatThereIsNotIsEmpty) {
  Row row;
  row.cell = resolve_cell({"falling_ball", "dem", std::nullopt, {{"dt", 1e-3}}}, "default");
  row.frames.push_back({0.0, {0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}, {}});
  EXPECT_EQ(history(row, "y1").value, std::vector<double>{1.0});
  EXPECT_EQ(history(row, "contact_force").value, std::vector<double>{0.0});
  EXPECT_TRUE(history(row, "kinetc_energy").value.empty());
  EXPECT_TRUE(exact_history(Scene(row.cell), "kinetc_energy", "").value.empty());
  // Histories of different lengths have no difference: what lies behind the shorter is not read.
  row.series["total_energy"] = {{0.0, 1.0}, {2.0, 2.0}};
  row.series["kinetic_energy"] = {{0.0}, {1.0}};
  EXPECT_TRUE(history(row, "stored_energy").value.empty());
}

TEST(FigureNames, WrongOnesGetASentenceWithTheKnown) {
  try {
    (void)find_figure("nguyen2024", "4.99");
    ADD_FAILURE() << "there is no such figure";
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find("no figure '4.99'"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("4.13, 4.14"), std::string::npos) << e.what();
  }
  EXPECT_THROW((void)find_figure("nguyen2024", "4.12"), ConfigurationError) << "a sketch";
  EXPECT_THROW((void)find_figure("another", "4.13"), ConfigurationError);
}

int reproduce(const std::string& what) {
  std::string arguments[] = {"impactbench", "reproduce", what};
  char* argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(), nullptr};
  return report_main(3, argv);
}

TEST(FigureNames, WrongOnesAreWrongUsage) {
  setenv("IMPACTBENCH_PINNED", "1", 1);  // or it would start this test again
  EXPECT_EQ(reproduce("nguyen2024/fig4.99"), 2);
  EXPECT_EQ(reproduce("nguyen2024/plot4.13"), 2);
}

}  // namespace
}  // namespace impactbench
