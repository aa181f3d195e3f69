#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "benchmarks/matrix/title.hpp"
#include "problems/base/error.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

namespace impactbench {
namespace {

TEST(Plan, AKeyHasWhatIsInTheFilesThatASceneNames) {
  const testing::Scratch scratch;
  const auto key = [&](const std::string& head, const std::string& bodies) {
    const std::string file =
        scratch.write("s.toml", head + "dimension = 2\nhorizon = 1\nbodies = \"b.csv\"\n");
    scratch.write("b.csv", "mass,radius,x,y\n" + bodies);
    const Cell cell =
        plan_cell({"scene", "nscd", std::nullopt, {{"file", file}, {"dt", 1e-2}}}, "default").cell;
    EXPECT_EQ(cell.files.size(), 2U);
    return content_key(cell, "", "");
  };
  const std::string whole = key("", "1,0.1,0,0\n");
  EXPECT_EQ(key("", "1,0.1,0,0\n"), whole);
  EXPECT_NE(key("# another\n", "1,0.1,0,0\n"), whole);
  EXPECT_NE(key("", "1,0.1,0,1\n"), whole);
}

TEST(Plan, AGridIsEveryCombinationOnce) {
  const Plan plan = parse_plan(R"(
label = "test"
repeats = 2
[[grid]]
problem = ["moving_ball", "falling_ball"]
scheme = "inc"
alpha = [2, 3]
dt = [1e-3, 1e-4]
[[grid]]
problem = "moving_ball"
scheme = "inc"
alpha = 3
dt = 1e-4
)",
                               "test.toml");
  EXPECT_EQ(plan.label, "test");
  EXPECT_EQ(plan.repeats, 2);
  EXPECT_EQ(plan.cells.size(), 8U) << "the second grid repeats a cell of the first";
  for (const PlannedCell& c : plan.cells) {
    EXPECT_EQ(c.cell.solver, "superlu");
    EXPECT_FALSE(c.refusal);
  }
}

TEST(Plan, EqualSettingsWrittenDifferentlyAreOneCell) {
  const auto with = [](const std::string& name, Value value) {
    return plan_cell({"moving_ball", "inc", std::nullopt, {{name, value}}}, "default").cell;
  };
  const auto cell = [&](Value alpha) { return with("alpha", alpha); };
  EXPECT_EQ(content_key(with("speed_y", -0.0), "r", "b"),
            content_key(with("speed_y", 0.0), "r", "b"));
  EXPECT_EQ(content_key(cell(std::int64_t{3}), "r", "b"), content_key(cell(3.0), "r", "b"));
  EXPECT_NE(content_key(cell(3.0), "r", "b"), content_key(cell(2.0), "r", "b"));
  EXPECT_NE(content_key(cell(3.0), "r", "b"), content_key(cell(3.0), "r2", "b"));
  EXPECT_NE(content_key(cell(3.0), "r", "b"), content_key(cell(3.0), "r", "b2"));
}

TEST(Plan, ACellIsWrittenWithEachSettingUnderItsName) {
  const Cell cell = plan_cell({"moving_ball", "inc", std::nullopt, {{"dt", 2e-3}}}, "tight").cell;
  const std::string text = canonical_text(cell, "r", "b");
  EXPECT_TRUE(
      text.starts_with("problem=moving_ball\nscheme=inc\nsolver=superlu\ndt=0.002\n"
                       "dt_precision=double\ntolerance=tight\nrevision=r\nbuild=b\n"))
      << text;
}

TEST(Plan, WhatIsInAFileIsPartOfTheKey) {
  // The same path, other contents: another cell. Without a file nothing is added to the key.
  const testing::Scratch scratch;
  const std::string path = scratch.write("spheres.csv", "x,z,radius\n0,1,0.5\n");
  const auto cell = [](const char* file) {
    return plan_cell({"maury_cluster", "maury", "apgd", {{"file", std::string(file)}}}, "default")
        .cell;
  };
  const Cell before = cell(path.c_str());
  ASSERT_EQ(before.files.size(), 1U);
  EXPECT_EQ(before.files.begin()->first, "problem.file");
  EXPECT_EQ(content_key(cell(path.c_str()), "r", "b"), content_key(before, "r", "b"));
  EXPECT_EQ(run_cell(before, 0).status, RowStatus::passed);
  (void)scratch.write("spheres.csv", "x,z,radius\n0,1,0.25\n");
  EXPECT_NE(content_key(cell(path.c_str()), "r", "b"), content_key(before, "r", "b"));
  const Row late = run_cell(before, 0);
  EXPECT_EQ(late.status, RowStatus::failed) << "its key says what the file had";
  EXPECT_NE(late.reason.find("changed since the plan was read"), std::string::npos) << late.reason;

  const Cell ours = cell("maury_cluster_2000.csv");
  EXPECT_EQ(ours.files.size(), 0U) << "a file of the sources is part of the revision";
  EXPECT_EQ(canonical_text(ours, "", "").find("file problem"), std::string::npos);
}

TEST(Plan, RefusalsAreSentencesAndNoErrors) {
  const auto refusal = [](CellRequest request) {
    return plan_cell(request, "default").refusal.value_or("");
  };
  EXPECT_NE(refusal({"moving_ball", "dem", "superlu", {}}).find("'none'"), std::string::npos);
  EXPECT_NE(refusal({"moving_ball", "inc", "nlgs", {}}).find("linear solver"), std::string::npos);
  EXPECT_NE(refusal({"moving_ball", "inc", "none", {}}).find("linear solver"), std::string::npos);
  EXPECT_NE(refusal({"resting_ball", "nscd", std::nullopt, {}}).find("rigid"), std::string::npos);
  EXPECT_NE(refusal({"moving_ball", "inc", "eigen_ldlt", {{"friction", 0.5}}}).find("symmetric"),
            std::string::npos);
  EXPECT_NE(refusal({"moving_ball", "dem", std::nullopt, {{"R", 1e-7}, {"dt", 1e-3}}})
                .find("2 sqrt(R m_red)"),
            std::string::npos);
  EXPECT_NE(
      refusal({"moving_ball", "inc", std::nullopt, {{"end_weight", 0.5}}}).find("thesis only"),
      std::string::npos);
  EXPECT_EQ(refusal({"moving_ball", "nscd", "nlgs", {{"friction", 0.5}}}), "");
}

// bar_on_wall lasts 2e-4 s: no step of 1e-3 s fits. Who asks for all problems has not chosen it,
// and gets a row that says so; who names it, or lists it, has made a mistake.
TEST(Plan, AStepLongerThanAHorizonIsAMistakeOnlyWhereTheProblemWasNamed) {
  const auto plan = [](const std::string& problem) {
    return parse_plan("[[grid]]\nproblem = " + problem + "\nscheme = \"mka3d_linear\"\ndt = 1e-3\n",
                      "plan");
  };
  int longer = 0, others = 0;
  for (const PlannedCell& cell : plan("\"all\"").cells) {
    const bool said =
        cell.refusal && cell.refusal->find("longer than the horizon") != std::string::npos;
    ++(said ? longer : others);
    EXPECT_TRUE(said || cell.cell.problem != "bar_on_wall");
  }
  EXPECT_GT(longer, 0);
  EXPECT_GT(others, 10 * longer);
  EXPECT_THROW((void)plan("\"bar_on_wall\""), ConfigurationError);
  EXPECT_THROW((void)plan("[\"bar_on_wall\", \"falling_ball\"]"), ConfigurationError);
}

TEST(Plan, EachCellIsRefusedForItsOwnProblem) {
  // Cells share what is known of equal problems: with friction the matrix is not symmetric.
  const Plan plan = parse_plan(R"(
[[grid]]
problem = "moving_ball"
scheme = "inc"
solver = "eigen_ldlt"
friction = [0.0, 0.5, 0.0]
dt = [1e-3, 1e-4]
)",
                               "plan");
  ASSERT_EQ(plan.cells.size(), 4U);
  for (const PlannedCell& cell : plan.cells) {
    const bool rough = std::get<double>(cell.cell.problem_parameters.at("friction")) > 0.0;
    EXPECT_EQ(cell.refusal.has_value(), rough);
  }
}

TEST(Plan, ASettingThatTwoKnowNeedsItsOwner) {
  // Of the two, only the solver nlgs has `tolerance`, and only the problem `friction`.
  const auto cell =
      plan_cell({"moving_ball", "nscd", "nlgs", {{"solver.tolerance", 1e-6}}}, "tight");
  EXPECT_EQ(std::get<double>(cell.cell.solver_parameters.at("tolerance")), 1e-6);
  EXPECT_EQ(cell.cell.tolerance_set, "tight");
  EXPECT_THROW(plan_cell({"moving_ball", "nscd", "nlgs", {{"nothing.tolerance", 1.0}}}, "default"),
               ConfigurationError);
}

TEST(Plan, ChainsOnALineAreSolvedExactlyUnlessToldOtherwise) {
  const auto solver_of = [](const char* problem, const char* scheme) {
    return plan_cell({problem, scheme, std::nullopt, {}}, "default").cell.solver;
  };
  EXPECT_EQ(solver_of("sticky_blocks", "maury"), "pava");
  EXPECT_EQ(solver_of("crowd_row", "catching_up"), "pava");
  EXPECT_EQ(solver_of("sphere_cluster", "maury"), "nlgs");
  EXPECT_EQ(solver_of("newton_cradle", "nscd"), "nlgs") << "discs have two dimensions";
  EXPECT_EQ(solver_of("sticky_blocks", "lubrication"), "none");
  EXPECT_EQ(plan_cell({"sticky_blocks", "maury", "nlgs", {}}, "default").cell.solver, "nlgs");
}

TEST(Plan, TitlesTellDifferentCellsApart) {
  const auto title_of = [](const ParameterSet& settings) {
    return title(plan_cell({"newton_cradle", "nscd", std::nullopt, settings}, "default").cell);
  };
  EXPECT_EQ(title_of({}), "newton_cradle/nscd/nlgs dt=1e-04");
  EXPECT_EQ(title_of({{"restitution", 0.5}, {"solver.relaxation", 0.5}}),
            "newton_cradle/nscd/nlgs dt=1e-04 restitution=0.5 relaxation=0.5");
}

std::string sentence_of(const std::string& text) {
  try {
    (void)parse_plan(text, "p.toml");
  } catch (const ConfigurationError& e) {
    return e.what();
  }
  return "no error";
}

TEST(Plan, ErrorsNameTheLineOfTheSettingAtFault) {
  const std::string head = "[[grid]]\nproblem = \"newton_cradle\"\n";
  EXPECT_TRUE(sentence_of(head + "scheme = \"inc\"\ndt = 1e-3\nalpha = [2, 1]\n")
                  .starts_with("p.toml:5:9: scheme inc: alpha = 1 "));
  EXPECT_TRUE(sentence_of(head + "scheme = \"dem\"\ndt = 1e-3\nalpha = 2\n")
                  .starts_with("p.toml:5:9: unknown setting 'alpha'"));
  EXPECT_TRUE(
      sentence_of(head + "scheme = \"inn\"\n").starts_with("p.toml:3:10: there is no scheme"));
  EXPECT_TRUE(sentence_of("tolerance = \"lax\"\n" + head + "scheme = \"inc\"\n")
                  .starts_with("p.toml:1:13: there is no tolerance set 'lax'"));
  // Keys of the whole plan, too, and all that there are.
  EXPECT_TRUE(sentence_of("repaets = 3\n" + head + "scheme = \"inc\"\n")
                  .starts_with("p.toml:1:11: a plan has no key 'repaets' (did you mean "
                               "'repeats'?); known: label, tolerance, grid, repeats, "));
  EXPECT_TRUE(sentence_of(head + "scheme = \"inc\"\n[[cell]]\ndt = 1\n")
                  .starts_with("p.toml:4:1: a plan has no key 'cell'"));
  EXPECT_TRUE(sentence_of("repeats = -1\n" + head + "scheme = \"inc\"\n")
                  .starts_with("p.toml:1:11: plan: repeats = -1 "));
  EXPECT_NE(sentence_of(head + "scheme = \"inc\"\nscheme.R = 1\n").find("in quotes"),
            std::string::npos);
  EXPECT_EQ(sentence_of(head + "scheme = \"inc\"\n\"problem.mass\" = 1\n"), "no error");
}

TEST(Plan, TheCommittedPlansCanBeRead) {
  for (const char* name : {"default", "energy_conservation"}) {
    const Plan plan =
        read_plan(std::string(IMPACTBENCH_SOURCE_DIR) + "/benchmarks/plans/" + name + ".toml");
    EXPECT_GT(plan.cells.size(), 50U) << name;
  }
}

TEST(Plan, FramesOfTheWholePlanAreThoseOfEveryGridThatDoesNotSay) {
  const Plan plan = parse_plan(
      "frames = 30\n[[grid]]\nproblem = 'bouncing_ball'\nscheme = 'dem'\n"
      "[[grid]]\nproblem = 'bouncing_ball'\nscheme = 'snc'\nframes = [0, 5]\n",
      "here");
  ASSERT_EQ(plan.cells.size(), 3U);
  EXPECT_EQ(plan.cells[0].cell.frames, 30);
  EXPECT_EQ(plan.cells[1].cell.frames, 0);
  EXPECT_EQ(plan.cells[2].cell.frames, 5);
  EXPECT_THROW((void)parse_plan(
                   "frames = -1\n[[grid]]\nproblem = 'bouncing_ball'\nscheme = 'dem'\n", "here"),
               ConfigurationError);
}

}  // namespace
}  // namespace impactbench
