#include "reports/generate/solver_study.hpp"
#include "reports/generate/report.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench {
namespace {

/// Radius 0.01 and step 0.1: a velocity unit of 0.1 m/s.
Row solve(const char* solver, double tolerance, std::int64_t n, double residual, double cpu) {
  Row r;
  r.key = solver + std::to_string(tolerance) + std::to_string(n);
  r.plan = "made by hand";
  r.cell = {"sticky_particles",         "maury", solver,   {{"n", n}}, {},
            {{"tolerance", tolerance}}, 0.1,     "double", "default"};
  r.status = RowStatus::passed;
  r.quantities["complementarity_residual"] = 0.1 * residual;
  r.quantities["newton_iterations"] = std::pow(static_cast<double>(n), 1.5);
  r.timing = Timing{1, cpu, cpu, 0.0, {}};
  r.judged_by = JudgedBy{.radius = 0.01};
  return r;
}

TEST(SolverStudy, BelievesTheResidualAndNotTheSolver) {
  const std::vector<Row> rows{solve("apgd", 1e-6, 20, 0.9e-6, 1.0),
                              solve("mprgp", 1e-6, 20, 2e-6, 1.0)};
  const auto runs = solver_runs(rows);
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_NEAR(*runs[0].residual, 0.9e-6, 1e-18);
  EXPECT_TRUE(runs[0].solved());
  EXPECT_FALSE(runs[1].solved());
  EXPECT_EQ(runs[0].instance, runs[1].instance);
}

TEST(SolverStudy, LeavesOutCoordinatesThatHaveNoRadius) {
  Row r = solve("ssn", 1e-6, 20, 1e-7, 1.0);
  r.cell.problem = "skewed_wall";
  r.cell.problem_parameters = {};
  r.judged_by->radius.reset();
  EXPECT_TRUE(solver_runs(std::vector<Row>{r}).empty());
  const testing::Scratch folder;
  write_report({r}, {}, folder.path(), formats_from("html"));
  EXPECT_NE(slurp(folder / "report.html").find("skewed_wall"), std::string::npos);
}

TEST(SolverStudy, LeavesOutRowsOfAnEarlierProgram) {
  Row r = solve("apgd", 1e-6, 20, 1e-7, 1.0);
  r.judged_by.reset();
  EXPECT_TRUE(solver_runs(std::vector<Row>{r}).empty());
}

TEST(SolverStudy, ProfilesCountFailuresAndTheLimitOfTime) {
  std::vector<Row> rows;
  // Two instances. apgd: 1 s, 2 s. mprgp: 2 s, 1 s. ssn: 0.5 s, then a residual too large.
  const double times[3][2] = {{1.0, 2.0}, {2.0, 1.0}, {0.5, 0.1}};
  const char* solvers[] = {"apgd", "mprgp", "ssn"};
  for (int s = 0; s < 3; ++s) {
    for (int k = 0; k < 2; ++k)
      rows.push_back(solve(solvers[s], 1e-6, 20 + k, s == 2 && k == 1 ? 1.0 : 1e-7, times[s][k]));
  }
  const auto runs = solver_runs(rows);
  const auto profile = performance_profile(runs, 10.0);
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->instances, 2U);
  ASSERT_EQ(profile->lines.size(), 3U);
  EXPECT_EQ(profile->lines[0].ratios, (std::vector<double>{2.0, 2.0}));
  EXPECT_EQ(profile->lines[1].ratios, (std::vector<double>{1.0, 4.0}));
  EXPECT_EQ(profile->lines[2].ratios, std::vector<double>{1.0});
  EXPECT_EQ(profile->lines[2].fastest, 1U);
  const auto shorter = performance_profile(runs, 1.5);
  ASSERT_TRUE(shorter);
  EXPECT_EQ(shorter->lines[0].solved, 1U);
  EXPECT_FALSE(performance_profile({}, 1.0));
}

TEST(SolverStudy, FitsExponentsOverADecade) {
  std::vector<Row> rows;
  for (const std::int64_t n : {10, 30, 100})
    rows.push_back(solve("apgd", 1e-6, n, 1e-7, 1.0));
  const auto families = size_families(solver_runs(rows));
  ASSERT_EQ(families.size(), 1U);
  EXPECT_NEAR(families[0].exponent.value(), 1.5, 1e-12);
  EXPECT_NEAR(families[0].half_width.value(), 0.0, 1e-6) << "three points on a line";
  // One point off the line of two: x = 0, 1, 2 and y = 0, 1, 0 in logarithms to base 10 have slope
  // 0, one degree of freedom, rest 2/3, hence t = 12.706 times sqrt(2/3 / 2).
  std::vector<Row> bent;
  for (const std::int64_t n : {10, 100, 1000}) {
    bent.push_back(solve("apgd", 1e-6, n, 1e-7, 1.0));
    bent.back().quantities["newton_iterations"] = n == 100 ? 10.0 : 1.0;
  }
  const auto family = size_families(solver_runs(bent)).at(0);
  EXPECT_NEAR(family.exponent.value(), 0.0, 1e-12);
  EXPECT_NEAR(family.half_width.value(), 12.7062 * std::sqrt(1.0 / 3.0), 1e-3);
  // Another seed is no other family: a mean.
  rows.push_back(rows.back());
  rows.back().cell.problem_parameters["seed"] = std::int64_t{7};
  rows.back().quantities["newton_iterations"] = 3000.0;
  const auto with_seeds = size_families(solver_runs(rows));
  ASSERT_EQ(with_seeds.size(), 1U);
  EXPECT_NEAR(with_seeds[0].iterations.back(), 2000.0, 1e-9);
  rows.resize(2);
  EXPECT_TRUE(size_families(solver_runs(rows)).empty());
}

class StudyPages : public ::testing::Test {
 protected:
  std::string file(const std::vector<Row>& rows, const char* path) {
    write_report(rows, {}, folder_.path(), formats_from("csv"));
    return slurp(folder_ / path);
  }
  testing::Scratch folder_;
};

/// A solve of a file without friction, to 1e-8 within 5 s.
Row of_file(const std::string& file, const std::string& solver, RowStatus status, double setup,
            double cpu) {
  Row r;
  r.key = file + solver;
  r.cell = {
      "contact_file", "solve",  solver, {{"file", "lib/" + file}}, {{"residual", 1e-8}}, {}, 1.0,
      "double",       "default"};
  if (const auto colon = solver.find(':'); colon != std::string::npos) {
    r.cell.solver = solver.substr(0, colon);
    r.cell.solver_parameters["method"] = solver.substr(colon + 1);
  }
  r.status = status;
  r.quantities = {{"contact_rows", 1.0},
                  {"contacts", 10.0},
                  {"solve_residual", status == RowStatus::passed ? 1e-9 : 1.0},
                  {"solves_claimed", 1.0}};
  r.timing = Timing{1, cpu, cpu, 0.0, {}};
  r.timing->setup = setup;
  r.timing->limit = 5.0;
  return r;
}

TEST_F(StudyPages, OfALibraryCountFailuresByTheRecomputedResidual) {
  std::vector<Row> rows;
  for (const char* file : {"a.hdf5", "b.hdf5"}) {
    for (const char* solver : {"apgd", "mprgp", "siconos:nsgs"}) {
      const bool wrong = std::string(file) == "b.hdf5" && std::string(solver) == "siconos:nsgs";
      rows.push_back(
          of_file(file, solver, wrong ? RowStatus::missed : RowStatus::passed, 0.001, 0.005));
    }
  }
  const std::string endings = file(rows, "tables/frictionless_endings.csv");
  EXPECT_NE(endings.find("apgd,2,2,0,0,0,0,0"), std::string::npos) << endings;
  EXPECT_NE(endings.find("siconos:nsgs,2,1,1,0,0,0,1"), std::string::npos) << endings;
  const std::string profiles = slurp(folder_ / "tables/frictionless_1e-08_profiles.csv");
  EXPECT_NE(profiles.find("siconos:nsgs,1 of 2,1,1 of 2,1,1 of 2,1"), std::string::npos)
      << profiles;
  EXPECT_NE(profiles.find("apgd,2 of 2,2"), std::string::npos) << profiles;
  EXPECT_EQ(slurp(folder_ / "tables/frictionless_1e-08_files.csv"),
            "file,contacts,apgd,mprgp,siconos:nsgs\n"
            "a.hdf5,10,0.001 + 0.005,0.001 + 0.005,0.001 + 0.005\n"
            "b.hdf5,10,0.001 + 0.005,0.001 + 0.005,missed: 1.0e+00\n");
}

TEST_F(StudyPages, ChargeAFailureThreeTimesTheLimit) {
  // apgd: 1 s and 4 s without set-up; mprgp: 1 s with 3 s of set-up, and a failure under a limit of
  // 5 s, hence 15 s. Means of t + 0.01 s: sqrt(1.01 4.01), sqrt(1.01 15.01), sqrt(4.01 15.01).
  const std::vector<Row> rows{of_file("a.hdf5", "apgd", RowStatus::passed, 0.0, 1.0),
                              of_file("b.hdf5", "apgd", RowStatus::passed, 0.0, 4.0),
                              of_file("a.hdf5", "mprgp", RowStatus::passed, 3.0, 1.0),
                              of_file("b.hdf5", "mprgp", RowStatus::missed, 0.0, 0.1),
                              of_file("a.hdf5", "pava", RowStatus::not_applicable, 0.0, 0.0),
                              of_file("b.hdf5", "pava", RowStatus::not_applicable, 0.0, 0.0)};
  EXPECT_EQ(file(rows, "tables/frictionless_means.csv"),
            "tolerance,solver,problems,solved,solve [s],set-up and solve [s]\n"
            "1e-08,apgd,2,2,2.002,2.002\n"
            "1e-08,mprgp,2,1,3.884,7.748\n");
}

TEST_F(StudyPages, TellFilesOfOneNameApart) {
  const std::vector<Row> rows{of_file("one/a.hdf5", "apgd", RowStatus::passed, 0.0, 1.0),
                              of_file("two/a.hdf5", "apgd", RowStatus::missed, 0.0, 0.1)};
  EXPECT_EQ(file(rows, "tables/frictionless_means.csv"),
            "tolerance,solver,problems,solved,solve [s],set-up and solve [s]\n"
            "1e-08,apgd,2,1,3.884,3.884\n");
  EXPECT_NE(slurp(folder_ / "tables/frictionless_1e-08_files.csv").find("lib/two/a.hdf5"),
            std::string::npos);
}

TEST_F(StudyPages, SayHowOftenOursAreAheadOfAnotherLibrary) {
  // The library takes 0.02 s for a and fails on b: four times as slow as apgd, twice as fast as
  // mprgp, which is ahead on b alone; with apgd to choose from, ours are ahead on both. One of
  // ours that refuses the problems is not there.
  std::vector<Row> rows;
  for (const char* file : {"a.hdf5", "b.hdf5"}) {
    rows.push_back(of_file(file, "apgd", RowStatus::passed, 0.002, 0.003));
    rows.push_back(of_file(file, "mprgp", RowStatus::passed, 0.0, 0.04));
    rows.push_back(of_file(file, "pava", RowStatus::not_applicable, 0.0, 0.0));
    rows.push_back(of_file(file, "uzawa", RowStatus::timed_out, 0.0, 1.0));
  }
  rows.push_back(of_file("a.hdf5", "siconos:nsgs", RowStatus::passed, 0.0, 0.02));
  rows.push_back(of_file("b.hdf5", "siconos:nsgs", RowStatus::missed, 0.0, 0.001));
  EXPECT_EQ(file(rows, "tables/frictionless_rivals.csv"),
            "tolerance,solver,problems,solved,ahead,share,times as fast\n"
            "1e-08,apgd,2,2,2,100 %,4\n"
            "1e-08,mprgp,2,2,1,50 %,0.5\n"
            "1e-08,uzawa,2,0,0,0 %,\n"
            "1e-08,the fastest of ours,2,2,2,100 %,4\n"
            "1e-08,the fastest of the others,2,1,,,\n");
}

TEST_F(StudyPages, CountWhichSolutionARunIsNear) {
  std::vector<Row> rows;
  for (int k = 0; k < 4; ++k) {
    Row r;
    r.key = std::to_string(k);
    r.cell = {"non_uniqueness",        "nscd",   "nlgs",   {{"alpha", 1.8}}, {}, {},
              std::ldexp(1.0, -8 - k), "double", "default"};
    r.status = RowStatus::passed;
    r.quantities["branch"] = k < 2 ? 1.0 : 2.0;
    r.quantities["branch_error"] = k == 3 ? 0.5 : 1e-3;  // the last is near none of them
    rows.push_back(r);
  }
  EXPECT_NE(file(rows, "tables/selection.csv").find("nscd,4,2,1,0,1,"), std::string::npos);
}

TEST_F(StudyPages, ListImpulsesByContact) {
  Row r;
  r.key = "hexagon";
  r.cell = {"hexagon", "maury",  "apgd",    {}, {}, {{"tolerance", 1e-8}},
            0.01,      "double", "default", 1};
  r.status = RowStatus::passed;
  r.frames = {{0.0, {}, {}, {}},
              {0.01, {}, {1.0}, {{0, 1, 1.0, 0.0, 30.0}, {6, 1, 1.0, 0.0, 40.0}}}};
  // Impulses are forces times the step: 0.3 and 0.4, norm 0.5.
  const std::string table = file({r}, "tables/impulses.csv");
  EXPECT_NE(table.find("apgd,0.3000,"), std::string::npos) << table;
  EXPECT_NE(table.find(",0.4000,0.50000,"), std::string::npos) << table;
}

}  // namespace
}  // namespace impactbench
